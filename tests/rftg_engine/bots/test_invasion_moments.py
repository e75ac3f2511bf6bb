"""Moments of an attack are imagined with its cards as they lie open, and hidden cards anew."""

from random import Random

import pytest

from rftg_engine import Options, asks, new_game
from rftg_engine.bots.determinize import InformationSet
from rftg_engine.modules.invasion.state import invasion_of
from tests.game import table_of

OF_ATTACKS = (asks.BUNKER, asks.DEFENSE, asks.DAMAGE)


@pytest.mark.parametrize("seed", range(4))
def test_who_defends_knows_the_cards_that_are_dealt_and_no_card_of_others(seed: int) -> None:
    table, rng = table_of("xeno-invasion"), Random(seed)
    game = new_game(table, Options(3, modules=("invasion",)), f"attack {seed}")
    imagined = fresh = 0
    while not game.over:
        for decision in game.pending:
            if decision.kind in OF_ATTACKS:
                moment = InformationSet(game, decision.player)
                for number in range(3):
                    twin = moment.sample_game(str(number))
                    part, true = invasion_of(twin.state), invasion_of(game.state)
                    assert (part.dealt, part.used) == (true.dealt, true.used)
                    hands = [player.hand for player in twin.state.players]
                    assert sorted(twin.state.players[decision.player].hand) == sorted(
                        game.state.players[decision.player].hand
                    )
                    imagined += 1
                    fresh += hands != [player.hand for player in game.state.players]
                assert moment.true_cards == 0
            game.answer(decision.player, decision.sample(rng))
    assert imagined
    assert fresh
