"""Keys of card tests that belong to rule modules, by the name of the module.

This file has the keys of goals, prestige, takeovers and tokens. Larger modules have a file of their
name in `modules/`, and other packages register theirs in MODULE_KEYS. The schema of card files
defines the form of the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.syntax.situations import NOBODY, CardList, Value, parse_seat
from rftg_engine.cards.table import Table
from rftg_engine.moves import tokens_left
from rftg_engine.positions.layout import PositionBuilder, PositionError
from rftg_engine.state import State

SetUp = Callable[[PositionBuilder, State, int, Value], None]
"""Lays out the value of a key in `given` for a seat. May raise PositionError."""
Mismatch = tuple[str, str] | None
"""Message and note about an unmet expectation, or None if it is met."""
Compare = Callable[[Table, State, int, Value], Mismatch]
"""Compares the final state of a seat with the value of a key in `then`."""


def _set_up_nothing(_layout: PositionBuilder, _state: State, _seat: int, _value: Value) -> None:
    return


def _compare_nothing(_table: Table, _state: State, _seat: int, _value: Value) -> Mismatch:
    return None


@dataclass(frozen=True, slots=True)
class ModuleKey:
    """Key of one module in `given` and `then`.

    always_on: the module is in play whenever a set in use provides it. Otherwise, an optional
    module is in play only if `given` has its key.
    """

    set_up: SetUp = _set_up_nothing
    compare: Compare = _compare_nothing
    always_on: bool = False


MODULE_KEYS: Final[dict[str, ModuleKey]] = {}
"""Keys by module name."""


def compare_number(singular: str, plural: str, count: Callable[[State, int], int]) -> Compare:
    """Return a comparison of a number. singular, plural: nouns for the message."""

    def compare(_table: Table, state: State, seat: int, value: Value) -> Mismatch:
        assert isinstance(value, int)
        actual = count(state, seat)
        if actual == value:
            return None
        return f"expected {counted(value, singular, plural)}, but {there_are(actual)}", ""

    return compare


def _set_up_goals(layout: PositionBuilder, state: State, _seat: int, value: Value) -> None:
    assert isinstance(value, tuple)
    holders = [entry if isinstance(entry, tuple) else (entry, NOBODY) for entry in value]
    state.goals = layout.goal_numbers(CardList(tuple(title for title, _holder in holders)))
    for goal, (_title, holder) in zip(state.goals, holders, strict=True):
        if holder != NOBODY:
            state.players[parse_seat(holder)].goals.append(goal)


def _compare_goals(table: Table, state: State, seat: int, value: Value) -> Mismatch:
    assert isinstance(value, tuple)
    held = sorted(table.goals[goal].title for goal in state.players[seat].goals)
    expected = sorted(value)
    if held == expected:
        return None
    return f"the goals held are {_join(held)}, not {_join(expected)}", ""


def _join(titles: Iterable[str]) -> str:
    return ", ".join(titles) or "none"


def _set_up_prestige(_layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    assert isinstance(value, int)
    state.players[seat].prestige = value


def _set_up_tokens(layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    assert isinstance(value, tuple)
    state.players[seat].tokens = {token: count for token, count in value if count}
    for token, _count in value:
        missing = -tokens_left(layout.table, state, token)
        if missing > 0:
            total = counted(layout.table.tokens.get(token, 0), f"{token} token")
            raise PositionError(f"the test lays out {missing} more than the game has: {total}")


def _compare_tokens(_table: Table, state: State, seat: int, value: Value) -> Mismatch:
    assert isinstance(value, tuple)
    for token, expected in value:
        held = state.players[seat].tokens.get(token, 0)
        if held != expected:
            return f"expected {counted(expected, f'{token} token')}, but {there_are(held)}", ""
    return None


MODULE_KEYS["goals"] = ModuleKey(_set_up_goals, _compare_goals)
MODULE_KEYS["prestige"] = ModuleKey(
    _set_up_prestige,
    compare_number("prestige", "prestige", lambda state, seat: state.players[seat].prestige),
)
MODULE_KEYS["takeovers"] = ModuleKey(always_on=True)
MODULE_KEYS["tokens"] = ModuleKey(_set_up_tokens, _compare_tokens)
