"""What card tests may say of modules of rules, each under the name of the module.

For modules of the project a file of the module's name in `modules/` says it; a module from
elsewhere does so where it is made. What may stand there is in the schema of card files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.syntax.situations import Value
from rftg_engine.cards.table import Table
from rftg_engine.positions.layout import PositionBuilder
from rftg_engine.state import State

Give = Callable[[PositionBuilder, State, int, Value], None]
"""Lays out for a seat what `given` says; may raise PositionError."""
Compared = tuple[str, str] | None
"""What is otherwise than expected, and what there is; None where all is as expected."""
Compare = Callable[[Table, State, int, Value], Compared]
"""Compares what a seat has in the end with what `then` says."""


def _give_nothing(_layout: PositionBuilder, _state: State, _seat: int, _value: Value) -> None:
    """Lay nothing out."""


def _compare_nothing(_table: Table, _state: State, _seat: int, _value: Value) -> Compared:
    """Find nothing otherwise."""
    return None


@dataclass(frozen=True, slots=True)
class ModuleKey:
    """What tests say of one module.

    brought: an optional module is in play wherever a set in use brings it; else where `given` says
    something of it.
    """

    give: Give = _give_nothing
    compare: Compare = _compare_nothing
    brought: bool = False


MODULE_KEYS: Final[dict[str, ModuleKey]] = {}
"""By the names of the modules."""


def number_of(one: str, several: str, count: Callable[[State, int], int]) -> Compare:
    """Return what compares a number that a seat has, worded for one and for several."""

    def compare(_table: Table, state: State, seat: int, value: Value) -> Compared:
        assert isinstance(value, int)
        there = count(state, seat)
        if there == value:
            return None
        return f"expected {counted(value, one, several)}, and {there_are(there)}", ""

    return compare
