"""Invariants of rule modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol

from rftg_dev.soak.modules import invasion
from rftg_engine.cards.table import Table
from rftg_engine.rules import RuleModule
from rftg_engine.state import State


class Watcher(Protocol):
    """Checker of the invariants of a module in one game."""

    def find_violations(self, table: Table, state: State, step: str) -> Iterator[str]:
        """Yield the invariants that are violated after a step."""


WATCHERS: Final[dict[str, Callable[[], Watcher]]] = {"invasion": invasion.InvasionWatcher}
"""Makers of watchers, by the name of the module."""


def watchers(modules: list[RuleModule]) -> list[Watcher]:
    """Return new watchers for a game with these modules."""
    return [WATCHERS[module.name]() for module in modules if module.name in WATCHERS]
