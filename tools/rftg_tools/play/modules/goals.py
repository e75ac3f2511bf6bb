"""Goals as the page shows them: the tiles in play, and those that each player holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rftg_dsl.model import Goal
from rftg_dsl.wording.english import word_goal
from rftg_engine.cards.table import Table
from rftg_engine.modules import goals
from rftg_engine.state import State
from rftg_engine.view import View
from rftg_tools.play.frame_parts import FRAME_PARTS, Shown

Data = dict[str, Any]
_REMEMBERED: Final = 256
"""Goals whose English is remembered."""


def _part(shown: Shown, view: View) -> Data | None:
    table, state = shown.table, shown.game.state
    if not view.goals:
        return None
    held = [[table.goals[number].title for number in seat.goals] for seat in view.seats]
    return {"tiles": [_goal(table, state, number) for number in view.goals], "held": held}


def _goal(table: Table, state: State, number: int) -> Data:
    goal = table.goals[number]
    held = [seat for seat, player in enumerate(state.players) if number in player.goals]
    return {
        "name": goal.title,
        "says": _goal_words(goal),
        "most": goal.most,
        "points": goal.points,
        "held_by": held,
        "amounts": _standings(table, state, number),
    }


def _standings(table: Table, state: State, number: int) -> list[int] | None:
    """Return how far each player is with a goal, if that is one number."""
    ways = table.tiles[number].ways
    is_one = len(ways) == 1 and len(ways[0]) == 1
    return goals.amounts(table, state, number) if is_one else None


@lru_cache(_REMEMBERED)
def _goal_words(goal: Goal) -> str:
    return word_goal(goal)


FRAME_PARTS["goals"] = _part
