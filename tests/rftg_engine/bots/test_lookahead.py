"""Looking ahead: imagined rounds are played to their end and no further."""

from __future__ import annotations

import pytest

from rftg_engine import Options, actions, new_game, view_of
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.imagining import ImaginedGame
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.lookahead import look_ahead, play_round
from tests.game import table_of


@pytest.mark.parametrize("me", [0, 1])
def test_a_round_in_which_nothing_is_asked_ends_all_the_same(me: int) -> None:
    table = table_of("brink-of-war")
    game = new_game(table, Options(2), "ahead")
    while game.step != "choose":
        for decision in game.pending:
            game.answer(decision.player, decision.first())
    evaluator = Evaluator(knowledge_of(table), view_of(game.state, me))
    imagined = ImaginedGame(table, evaluator.view, "1", False).begin()
    produce = (actions.PRODUCE,)
    assert 0.0 < play_round(evaluator, imagined, produce, {1 - me: produce}) < 1.0
    assert imagined.state.round == game.state.round + 1
    assert len(look_ahead(evaluator, [produce, (actions.EXPLORE_5,)], "1", 2)) == 2
