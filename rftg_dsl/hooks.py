"""The closed set of hooks: what power lines compile to, and all a rules engine needs of them.

Ten types. Each names the moment at which the engine asks for it; selectors stay as
AST nodes, which the engine binds to the cards in use. A power that lowers to no hook is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rftg_dsl.syntax.ast import Condition, Cost, GainKind, Goods, Per, Range, Rival, Selector

MOMENTS: Final = (
    "round start",
    "explore start",
    "develop start",
    "settle start",
    "after placing",
    "after paying",
    "takeovers",
    "consume",
    "produce",
    "after producing",
    "produce end",
    "round end",
)
"""When an Action takes place; after placing and paying in the phase that the hook names."""


@dataclass(frozen=True, slots=True)
class Gain:
    """One thing that is got.

    what: draw, discard, vp, prestige, good (on this world), placed good (on the world placed),
    windfall (a good on a windfall world), saved (the cards saved here), sell, guess, ante,
    defeat (a takeover). goods: the kind of the windfall world. other: not this one. plain:
    sold without trade powers.
    """

    what: GainKind
    amount: int
    per: Per | None = None
    goods: Goods | None = None
    other: bool = False
    plain: bool = False
    numbers: Range | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a hook of any type can have.

    on: the cards it applies to (None: all that its moment is about). price: what must be given up
    for it (None: it always applies). per: it counts once for each. gains: what comes with it.
    """

    on: Selector | None = None
    price: Cost | None = None
    per: Per | None = None
    condition: Condition | None = None
    gains: tuple[Gain, ...] = ()

    @property
    def is_unlimited(self) -> bool:
        """Whether it is there always, in full, for nothing, and about all cards of its moment."""
        return (self.on, self.price, self.per, self.condition) == (None,) * 4


@dataclass(frozen=True, slots=True)
class Explore(Terms):
    """Changes how many cards an explore draws and keeps; `mix`: they go into the hand first."""

    draw: int
    keep: int
    mix: bool = False


@dataclass(frozen=True, slots=True)
class CostChange(Terms):
    """Changes the cost of a card to be placed; `to` replaces the cost instead.

    phase: develop or settle.
    """

    phase: str
    amount: int
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Military(Terms):
    """Military strength, against the worlds in `on` (None: all, and part of total military).

    each: `amount` for each thing given up. defending: only when own worlds are to be taken over.
    """

    amount: int
    each: bool = False
    defending: bool = False


@dataclass(frozen=True, slots=True)
class Instead(Terms):
    """Another way to place a world in `on`: "pay" for a military one, "conquer" a non-military one.

    amount: added to its defense, which is paid, or to its cost, which is its defense.
    gains: for having placed it in this way. in_takeovers: conquers worlds of others too.
    """

    how: str
    amount: int
    in_takeovers: bool = False


@dataclass(frozen=True, slots=True)
class Place(Terms):
    """One more placement in Settle.

    how: "place" a world after another, "conquer" one after another, or "upgrade" a world in `on`
    to one from hand of its kind that costs `low` to `high` more.
    """

    how: str
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class TakeOver(Terms):
    """Worlds in `on` of other players can be taken over, of those that `rival` says (None: all).

    amount: military for the attack. destroy: the world is discarded. gains: for success.
    """

    rival: Rival | None
    amount: int
    destroy: bool


@dataclass(frozen=True, slots=True)
class Price(Terms):
    """Changes the number of cards for a good sold (base rulebook, Trade)."""

    amount: int
    goods: Goods | None


@dataclass(frozen=True, slots=True)
class Action(Terms):
    """Something done once at a moment of a phase: give up `price`, get `gains`.

    on: the card that must have been placed ("after placing"). each: the gains come once for
    each thing given up, but for the first `free` of them.
    """

    phase: str
    moment: str
    optional: bool
    each: bool
    free: int


@dataclass(frozen=True, slots=True)
class Rule(Terms):
    """Changes a rule for the owner for as long as the card is there.

    what: starting hand (cards kept), save (cards, at set-up or from a payment), choose last,
    cannot sell (this world's good), hand limit, draw discards (of others), end (cards of a
    tableau). amount: its number.
    """

    phase: str
    what: str
    amount: int


@dataclass(frozen=True, slots=True)
class Score(Terms):
    """Points at the end of the game: `points` for each of `per`, or `table` by kinds of worlds."""

    points: int
    table: tuple[int, ...] = ()


Hook = Explore | CostChange | Military | Instead | Place | TakeOver | Price | Action | Rule | Score
HOOK_TYPES: Final = (
    Explore,
    CostChange,
    Military,
    Instead,
    Place,
    TakeOver,
    Price,
    Action,
    Rule,
    Score,
)
