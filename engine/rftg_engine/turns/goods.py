"""Trading and producing of goods."""

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
"""Base price by kind of good: novelty 2, rare 3, genes 4, alien 5 cards."""


def price(powers: Powers | None, kind: int, world: int) -> int:
    """Return the number of cards for a good, at least 0. powers: None for the base price."""
    cards = BASE_PRICES[kind]
    if powers is not None:
        cards += powers.prices[0] + powers.prices[kind]
        for power in powers.sales:
            if power.card == world if power.here else power.goods.matches(world, kind):
                cards += power.amount
    return max(0, cards)


def choose_kind(turn: PlayerTurn, world: int, kinds: int = 0) -> Asking[int]:
    """Let the owner choose the kind of a world's good (arc 1 booklet, Multi-Kind World).

    kinds: kinds to choose from as bits, or 0 for all kinds.
    """
    options = tuple([(kind,) for kind in range(1, 5) if kind_matches(kinds, kind)])
    (answer,) = yield [Choice(turn.seat, asks.KIND_OF_GOOD, world, options)]
    turn.moves.notify(turn.state, KindChosen, turn.seat, world, answer[0])
    return answer[0]


def draw_sale_cards(turn: PlayerTurn, base_only: bool, world: int, extra: int = 0) -> Asking[None]:
    """Draw the cards for a good that has been spent. base_only: ignore trade powers."""
    kind = turn.table.kind[world]
    if kind == ANY:
        kind = yield from choose_kind(turn, world)
    cards = price(None if base_only else turn.in_force(), kind, world) + extra
    turn.sell(world, kind)
    turn.moves.sell(turn.state, turn.player, world, kind, cards)


@mypyc_attr(acyclic=True)
class ProduceTurn(PlayerTurn):
    """One player's part of a Produce phase.

    goods: number of windfall worlds still to produce on for choosing the phase. repairs: whether
    worlds can be repaired in the phase. unused: powers that had no effect so far.
    """

    def __init__(
        self, rules: Rules, state: State, seat: int, powers: Powers, repairs: bool = False
    ) -> None:
        super().__init__(rules, state, seat, powers)
        self.goods = 0
        self.repairs: Final = repairs
        self.unused: list[BoundAction] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class ProduceModule(RuleModule):
    """Base class for rules that add to Produce."""

    def in_place_of_bonus(self, turn: ProduceTurn) -> Asking[bool]:
        """Offer an alternative to the windfall good for choosing Produce; return whether it was
        used.

        It is offered first, so that a player misses nothing.
        """
        yield from ()
        return False

    def before_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Play actions before producing."""
        yield from ()

    def after_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Play actions after producing."""
        yield from ()

    def damaged(self, turn: PlayerTurn) -> list[int]:
        """Return the player's worlds that can be repaired."""
        return []

    def repair(self, turn: ProduceTurn, power_number: int, count: int) -> Asking[None]:
        """Let the player repair `count` worlds. power_number: power that repairs them, or -1."""
        yield from ()


def produce_modules(rules: Rules) -> list[Any]:
    """Return the active modules with a part in Produce.

    Any: mypyc binds typed calls to the first base class only.
    """
    return [module for module in rules.modules if isinstance(module, ProduceModule)]


def damaged(turn: PlayerTurn) -> list[int]:
    """Return the player's worlds that can be repaired."""
    worlds: list[int] = []
    for module in produce_modules(turn.rules):
        worlds += module.damaged(turn)
    return worlds


def repair(turn: PlayerTurn, power_number: int, count: int) -> Asking[None]:
    """Let the player repair `count` worlds. power_number: power that repairs them, or -1."""
    assert isinstance(turn, ProduceTurn)
    for module in produce_modules(turn.rules):
        yield from module.repair(turn, power_number, count)
