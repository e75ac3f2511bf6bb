"""What holds of modules of rules: a file for each, with the module's name.

Such a file has a class `Watch`, of which each game gets one: `broken` yields what does not hold
after a step, in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from rftg_engine.cards.table import Table
from rftg_engine.rules import RuleModule
from rftg_engine.state import State


class Watcher(Protocol):
    """What looks at a game after each of its steps."""

    def find_violations(self, table: Table, state: State, step: str) -> Iterator[str]:
        """Yield what does not hold after a step, in words."""


def watchers(modules: list[RuleModule]) -> list[Watcher]:
    """Return what looks at a game with these modules."""
    names = [f"{__name__}.{module.name.replace(' ', '_')}" for module in modules]
    return [import_module(name).Watch() for name in names if find_spec(name) is not None]
