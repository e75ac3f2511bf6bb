"""The figures of modules of rules: each file of this folder adds its own to FIGURES."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from gamekit.events import Event
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_tools.figures.counts import Counts
from rftg_tools.module_parts import load_parts


class Figures(Protocol):
    """An observer of one game that counts something in it."""

    def see(self, event: Event, state: State) -> None:
        """Take note of an event, as observers do."""

    def counts(self, table: Table, state: State) -> Counts:
        """Return what was counted. state: at the end of the game."""


FIGURES: Final[dict[str, Callable[[], Figures]]] = {}
"""By the names of modules, what makes the observer of a game."""


def observers_for(options: Options) -> list[Figures]:
    """Return the observers of a game with these options."""
    load_parts("rftg_tools.figures")
    return [FIGURES[name]() for name in options.modules if name in FIGURES]


def all_counts(observers: Sequence[Figures], table: Table, state: State) -> Counts:
    """Return what all have counted in a game."""
    found: Counts = {}
    for observer in observers:
        found |= observer.counts(table, state)
    return found
