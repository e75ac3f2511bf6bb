"""What happened in each round: all rounds together come to what a player has in the end."""

from __future__ import annotations

from random import Random

import pytest

from rftg_engine import Options, new_game
from rftg_engine.events import CardPlaced, GoodPlaced, PowerDone, PowerUsed, StepBegan
from rftg_engine.turns.observers import EventLog
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
    powers: list[tuple[int, int, int]] = []
    for event in event_log.events:
        if isinstance(event, PowerUsed):
            powers.append((event.seat, event.card, event.power))
        elif isinstance(event, PowerDone):
            assert powers.pop() == (event.seat, event.card, event.power)
        elif isinstance(event, StepBegan):
            assert not powers


def test_a_good_that_comes_with_its_world_is_not_produced() -> None:
    table = table_of(("base",))
    alpha, ship = (table.titles.index(one) for one in ("Alpha Centauri", "Space Port"))
    events = [
        StepBegan(-1, 1, "settle"),
        CardPlaced(1, alpha),
        GoodPlaced(1, alpha, with_world=True),
        StepBegan(-1, 1, "produce"),
        GoodPlaced(1, ship),
    ]
    assert [sums["goods"] for sums in round_sums(table, events, 1, 2)] == [0, 1]
