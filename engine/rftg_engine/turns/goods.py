"""Selling and producing goods."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import Choice
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import ANY, kind_matches
from rftg_engine.events import KindChosen
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import State
from rftg_engine.turns.turn import PlayerTurn

BASE_PRICES: Final = (0, 2, 3, 4, 5, 5)
"""Cards for a good, by number of its kind: novelty 2, rare 3, genes 4, alien 5."""


def price(powers: Powers | None, kind: int, world: int) -> int:
    """Return the cards for a good of a kind from a world, at least 0. powers: those that count."""
    cards = BASE_PRICES[kind]
    if powers is not None:
        cards += powers.prices[0] + powers.prices[kind]
        for power in powers.sales:
            if power.card == world if power.here else power.goods.fit(world, kind):
                cards += power.amount
    return max(0, cards)


def choose_kind(turn: PlayerTurn, world: int, kinds: int = 0) -> Asking[int]:
    """Let the owner say of what kind a world's good is (arc 1 booklet, Multi-Kind World).

    kinds: those to choose from, as bits; 0 for all.
    """
    options = tuple([(kind,) for kind in range(1, 5) if kind_matches(kinds, kind)])
    (answer,) = yield [Choice(turn.seat, asks.KIND_OF_GOOD, world, options)]
    turn.moves.notify(turn.state, KindChosen, turn.seat, world, answer[0])
    return answer[0]


def sell_for(turn: PlayerTurn, plain: bool, world: int, more: int = 0) -> Asking[None]:
    """Draw the cards for a good that has been given up. plain: without trade powers."""
    kind = turn.table.kind[world]
    if kind == ANY:
        kind = yield from choose_kind(turn, world)
    cards = price(None if plain else turn.in_force(), kind, world) + more
    turn.sell(world, kind)
    turn.moves.sell(turn.state, turn.player, world, kind, cards)


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
