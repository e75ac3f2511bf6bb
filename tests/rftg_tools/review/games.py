"""Recorded games to be reviewed, played by bots in a moment."""

from functools import cache
from typing import Any, Final

from rftg_dsl.library import pack
from rftg_engine import Options
from rftg_tools.review.review import Game, game_of_record
from rftg_tools.simulation.games import Plan, play_one
from roll_engine.flow import Options as RollOptions

TWO: Final = Options(2)


@cache
def record(options: Options = TWO, sets: str = "base", seed: int = 1) -> dict[str, Any]:
    """A game of a greedy bot against others that choose at random."""
    plan = Plan("race", pack((sets,)), options, ("greedy", "random"), seed, True)
    found = play_one(plan, 0).record
    assert found is not None
    return found


@cache
def roll_record() -> dict[str, Any]:
    """A game of Roll of a greedy bot against one that chooses at random."""
    plan = Plan("roll", pack(("roll",)), RollOptions(2), ("greedy", "random"), 1, True)
    found = play_one(plan, 0).record
    assert found is not None
    return found


def roll_game(playouts: int = 4) -> Game:
    """The same, to be reviewed in little time."""
    return game_of_record(roll_record(), "", "random", playouts)


def game(options: Options = TWO, sets: str = "base", playouts: int = 4) -> Game:
    """The same, to be reviewed in little time."""
    return game_of_record(record(options, sets), "", "random", playouts)
