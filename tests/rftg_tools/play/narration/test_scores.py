"""The score sheet adds up to the engine's score, for every player of every kind of game."""

from random import Random

import pytest

from rftg_engine import Options, State, Table, new_game, result
from rftg_tools.play.narration import score_sheet
from rftg_tools.simulation.race import table_of

BASE = ("base",)
ARC = ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war")
NAMES = ("Ann", "Bob", "Cleo", "Dan")


def ended(table: Table, options: Options, seed: str) -> State:
    game = new_game(table, options, seed, forkable=False)
    rng = Random(seed)
    while not game.over:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    return game.state


@pytest.mark.parametrize("seed", [str(number) for number in range(6)])
@pytest.mark.parametrize("sets", [BASE, ARC], ids=len)
def test_the_lines_of_a_sheet_add_up(sets: tuple[str, ...], seed: str) -> None:
    table = table_of(sets)
    state = ended(table, Options(4, goals="goals" in table.modules), seed)
    sheet = score_sheet(table, state, NAMES)
    assert tuple(one["total"] for one in sheet["scores"]) == result(table, state).scores
    assert sheet["winners"] == list(result(table, state).winners)
    for one in sheet["scores"]:
        parts = one["cards"] + one["chips"] + one["goals"] + one["prestige"]
        assert sum(line["points"] for line in one["lines"]) == parts == one["total"]


def test_the_end_is_told_with_who_brought_it() -> None:
    state = ended(table_of(BASE), Options(2), "end")
    (why, *_more) = score_sheet(table_of(BASE), state, NAMES)["why"]
    assert why == "The last VP chip is given out" or " has 12 cards " in why or " has 13 " in why
