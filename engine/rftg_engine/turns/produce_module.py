"""The part that modules of rules have in Produce: repairs, and what replaces its bonus."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from gamekit.driver import Asking
from rftg_engine.rules import RuleModule
from rftg_engine.turns.turn import PlayerTurn


@mypyc_attr(allow_interpreted_subclasses=True)
class ProduceModule(RuleModule):
    """Rules with a part in Produce."""

    def before_producing(self, turn: PlayerTurn) -> Asking[None]:
        """Do what a player may do before producing."""
        yield from ()

    def after_producing(self, turn: PlayerTurn) -> Asking[None]:
        """Do what a player may do who has produced."""
        yield from ()

    def in_place_of_bonus(self, turn: PlayerTurn) -> Asking[bool]:
        """Do what a player who chose Produce may do in place of producing on a windfall world.

        Return whether it was done.
        """
        yield from ()
        return False

    def damaged(self, turn: PlayerTurn) -> list[int]:
        """Return the worlds of the player that can be repaired."""
        return []

    def repair(self, turn: PlayerTurn, about: int, count: int) -> Asking[None]:
        """Let the player repair so many worlds. about: the number of the power for it, or -1."""
        yield from ()


def produce_modules(turn: PlayerTurn) -> list[Any]:
    """Return the modules in play with a part in Produce.

    Any: of several compiled bases of a class, typed calls know the first one alone.
    """
    return [module for module in turn.rules.modules if isinstance(module, ProduceModule)]


def damaged(turn: PlayerTurn) -> list[int]:
    """Return the worlds of the player that can be repaired."""
    found: list[int] = []
    for module in produce_modules(turn):
        found += module.damaged(turn)
    return found


def repair(turn: PlayerTurn, about: int, count: int) -> Asking[None]:
    """Let the player repair so many worlds. about: the number of the power for it, or -1."""
    for module in produce_modules(turn):
        yield from module.repair(turn, about, count)
