"""What happened in each round: all rounds together come to what a player has in the end."""

from __future__ import annotations

from random import Random

import pytest

from rftg_engine import Options, new_game
from rftg_engine.observers.event_log import EventLog
from rftg_tools.play.narration import cards_of_sums, round_sums
from rftg_tools.simulation.race import table_of

GAMES = (
    (("base",), Options(2)),
    (("brink-of-war",), Options(3, goals=True, takeovers=True)),
    (("brink-of-war",), Options(2, experienced=True)),
    (("xeno-invasion",), Options(3, modules=("invasion",))),
)


@pytest.mark.parametrize(("sets", "options"), GAMES)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_rounds_add_up_to_what_each_player_has_in_the_end(
    sets: tuple[str, ...], options: Options, seed: str
) -> None:
    table, event_log, chance = table_of(sets), EventLog(), Random(seed)
    game = new_game(table, options, seed, observers=(event_log,))
    chosen: dict[tuple[int, int], int] = {}
    while not game.over:
        for seat, player in enumerate(game.state.players):
            if game.step != "choose":
                chosen[game.state.round, seat] = len(player.actions)
        decision = game.pending[0]
        game.answer(decision.player, decision.sample(chance))
    rounds = [
        round_sums(table, event_log.events, number, options.players)
        for number in range(game.state.round + 1)
    ]
    for seat, player in enumerate(game.state.players):
        own = [sums[seat] for sums in rounds]
        assert sum(one["vp"] for one in own) == player.vp
        assert sum(one["prestige"] for one in own) == player.prestige
        assert set(player.tableau) <= cards_of_sums(own)
        acted = [len(one["actions"]) for one in own]
        assert all(acted[number] == count for (number, who), count in chosen.items() if who == seat)
