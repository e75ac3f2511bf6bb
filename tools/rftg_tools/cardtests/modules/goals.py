"""Goals in card tests: the tiles in play, and those that a player has."""

from __future__ import annotations

from collections.abc import Iterable

from rftg_dsl.syntax.situations import NOBODY, CardList, Value, parse_seat
from rftg_engine.cards.table import Table
from rftg_engine.positions.layout import PositionBuilder
from rftg_engine.state import State
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Compared, ModuleKey


def _give(layout: PositionBuilder, state: State, _seat: int, value: Value) -> None:
    assert isinstance(value, tuple)
    holders = [one if isinstance(one, tuple) else (one, NOBODY) for one in value]
    state.goals = layout.goal_numbers(CardList(tuple(title for title, _holder in holders)))
    for number, (_title, holder) in zip(state.goals, holders, strict=True):
        if holder != NOBODY:
            state.players[parse_seat(holder)].goals.append(number)


def _compare(table: Table, state: State, seat: int, value: Value) -> Compared:
    assert isinstance(value, tuple)
    held = sorted(table.goals[one].title for one in state.players[seat].goals)
    wanted = sorted(value)
    if held == wanted:
        return None
    return f"the goals held are {_listed(held)}, not {_listed(wanted)}", ""


def _listed(titles: Iterable[str]) -> str:
    return ", ".join(titles) or "none"


MODULE_KEYS["goals"] = ModuleKey(_give, _compare)
