"""The closed set of hooks: what power lines compile to, and all that a rules engine needs of them.

Seven types. Each names the moment at which the engine asks for it; selectors stay as
AST nodes, which the engine binds to the cards in use. A power that lowers to no hook is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rftg_dsl.ast import Condition, Cost, Goods, Per, Range, Selector

MOMENTS: Final = (
    "explore start",
    "develop start",
    "settle start",
    "after placing",
    "consume",
    "produce",
    "after producing",
    "produce end",
)
"""When an Action takes place; "after placing" in the phase that the hook names."""


@dataclass(frozen=True, slots=True)
class Explore:
    """Changes how many cards an explore draws and keeps (base rulebook, Explore)."""

    draw: int
    keep: int
    per: Per | None = None


@dataclass(frozen=True, slots=True)
class CostChange:
    """Changes the cost of a card to be placed; `to` replaces the cost instead.

    phase: develop or settle. on: the cards it applies to (None: all of that phase).
    price: what must be given up for it (None: it always applies).
    """

    phase: str
    amount: int
    to: int | None
    on: Selector | None
    price: Cost | None
    per: Per | None
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Military:
    """Military strength against some worlds (None: all, and then part of total military)."""

    amount: int
    against: Selector | None
    price: Cost | None
    per: Per | None
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class PayFor:
    """Military worlds in `on` may be placed by payment, at their defense plus `amount`."""

    on: Selector
    amount: int
    price: Cost | None


@dataclass(frozen=True, slots=True)
class Price:
    """Changes the number of cards for a good sold (base rulebook, Trade)."""

    amount: int
    goods: Goods | None
    per: Per | None
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Gain:
    """One thing an Action gives.

    what: draw, vp, good (on this world), windfall (a good on a windfall world), sell, guess.
    goods: the kind of the windfall world. other: not this one. plain: sold without trade powers.
    """

    what: str
    amount: int
    per: Per | None = None
    goods: Goods | None = None
    other: bool = False
    plain: bool = False
    numbers: Range | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """Something done once at a moment of a phase: give up `price`, get `gains`.

    on: the card that must have been placed ("after placing"). each: the gains come once for
    each thing given up, but for the first `free` of them.
    """

    phase: str
    moment: str
    on: Selector | None
    optional: bool
    price: Cost | None
    gains: tuple[Gain, ...]
    each: bool
    free: int
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Score:
    """Points at the end of the game, `points` for each of `per`."""

    points: int
    per: Per


Hook = Explore | CostChange | Military | PayFor | Price | Action | Score
HOOK_TYPES: Final = (Explore, CostChange, Military, PayFor, Price, Action, Score)
