"""Statistics of rule modules: each file of this folder adds an observer to OBSERVERS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import TYPE_CHECKING, Final, Protocol

from gamekit.events import Event
from rftg_tools.module_parts import load_parts

if TYPE_CHECKING:  # a studio counts nothing before a game is measured
    from rftg_engine.cards.table import Table
    from rftg_engine.options import Options
    from rftg_engine.state import State

Counts = dict[str, tuple[float, float]]
"""Sum and number of observations by name; their quotient is the average."""


class StatisticsObserver(Protocol):
    """Observer that counts something in one game."""

    def see(self, event: Event, state: State) -> None:
        """Note an event."""

    def counts(self, table: Table, state: State) -> Counts:
        """Return the counts. state: at the end of the game."""


OBSERVERS: Final[dict[str, Callable[[], StatisticsObserver]]] = {}
"""Factories of observers by name of the module."""


def observers_for(options: Options) -> list[StatisticsObserver]:
    """Return the observers for a game with the given options."""
    load_parts("rftg_tools.module_statistics")
    return [OBSERVERS[name]() for name in options.modules if name in OBSERVERS]


def collect_counts(observers: Sequence[StatisticsObserver], table: Table, state: State) -> Counts:
    """Return the counts of all observers of a game."""
    counts: Counts = {}
    for observer in observers:
        counts |= observer.counts(table, state)
    return counts


def average_counts(games: Sequence[Counts]) -> dict[str, float]:
    """Return the averages over many games, in order of first appearance."""
    names = dict.fromkeys(name for game in games for name in game)
    return {name: _quotient([game[name] for game in games if name in game]) for name in names}


def _quotient(counts: Sequence[tuple[float, float]]) -> float:
    return fsum(total for total, _of in counts) / max(1.0, fsum(of for _total, of in counts))
