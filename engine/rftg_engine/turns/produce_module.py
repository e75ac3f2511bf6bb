"""A player's turn in Produce, and the part that modules of rules have in it: repairs, and what
replaces the bonus.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.driver import Asking
from rftg_engine.cards.bound import BoundAction
from rftg_engine.cards.powers import Powers
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import State
from rftg_engine.turns.turn import PlayerTurn


@mypyc_attr(acyclic=True)
class ProduceTurn(PlayerTurn):
    """One player's part of a produce phase.

    goods: those on windfall worlds that are still due for having chosen the phase. repairs: whether
    worlds may be repaired in it. idle: powers that could not be used so far, to which these may
    give something to do.
    """

    def __init__(
        self, rules: Rules, state: State, seat: int, powers: Powers, repairs: bool = False
    ) -> None:
        super().__init__(rules, state, seat, powers)
        self.goods = 0
        self.repairs: Final = repairs
        self.idle: list[BoundAction] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class ProduceModule(RuleModule):
    """Rules with a part in Produce."""

    def in_place_of_bonus(self, turn: ProduceTurn) -> Asking[bool]:
        """Do what a player who chose Produce may do in place of producing on a windfall world.

        Return whether it was done. It comes first of all, so that nothing is missed by it.
        """
        yield from ()
        return False

    def before_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Do what a player may do before producing."""
        yield from ()

    def after_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Do what a player may do who has produced."""
        yield from ()

    def damaged(self, turn: PlayerTurn) -> list[int]:
        """Return the worlds of the player that can be repaired."""
        return []

    def repair(self, turn: ProduceTurn, about: int, count: int) -> Asking[None]:
        """Let the player repair so many worlds. about: the number of the power for it, or -1."""
        yield from ()


def produce_modules(rules: Rules) -> list[Any]:
    """Return the modules in play with a part in Produce.

    Any: of several compiled bases of a class, typed calls know the first one alone.
    """
    return [module for module in rules.modules if isinstance(module, ProduceModule)]


def damaged(turn: PlayerTurn) -> list[int]:
    """Return the worlds of the player that can be repaired."""
    found: list[int] = []
    for module in produce_modules(turn.rules):
        found += module.damaged(turn)
    return found


def repair(turn: PlayerTurn, about: int, count: int) -> Asking[None]:
    """Let the player repair so many worlds. about: the number of the power for it, or -1."""
    assert isinstance(turn, ProduceTurn)
    for module in produce_modules(turn.rules):
        yield from module.repair(turn, about, count)
