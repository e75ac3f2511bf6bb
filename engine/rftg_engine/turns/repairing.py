"""Worlds that are damaged, and repairing them: what they are, a module in play says."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from gamekit.driver import Asking
from rftg_engine.rules import RuleModule
from rftg_engine.turns.turn import PlayerTurn


@mypyc_attr(allow_interpreted_subclasses=True)
class RepairModule(RuleModule):
    """Rules by which worlds come to be damaged, and are repaired."""

    def damaged(self, turn: PlayerTurn) -> list[int]:
        """Return the worlds of the player that can be repaired."""
        return []

    def repair(self, turn: PlayerTurn, about: int, count: int) -> Asking[None]:
        """Let the player repair so many worlds. about: the number of the power for it, or -1."""
        yield from ()


def damaged(turn: PlayerTurn) -> list[int]:
    """Return the worlds of the player that can be repaired."""
    found: list[int] = []
    for module in turn.rules.modules:
        if isinstance(module, RepairModule):
            # Any: of several compiled bases of a class, typed calls know the first one alone.
            its: Any = module
            found += its.damaged(turn)
    return found


def repair(turn: PlayerTurn, about: int, count: int) -> Asking[None]:
    """Let the player repair so many worlds. about: the number of the power for it, or -1."""
    for module in turn.rules.modules:
        if isinstance(module, RepairModule):
            its: Any = module
            yield from its.repair(turn, about, count)
