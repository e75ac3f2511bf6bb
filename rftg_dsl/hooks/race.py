"""Hooks of Race for the Galaxy: everything its rules engine needs from a power.

Selectors stay AST nodes, which the engine binds to the cards in use. A power without a hook is an
error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY
from typing import Final

from rftg_dsl.hooks import AnyHook, Compiled
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Condition, Cost, Effect, Goods, Per, Rival, Selector

MOMENTS: Final = (
    "round start",
    "explore start",
    "develop start",
    "settle start",
    "after placing",
    "after paying",
    "after conquering",
    "after taking over",
    "after discarding",
    "takeovers",
    "develop end",
    "settle end",
    "after selling",
    "trade",
    "consume",
    "after consuming",
    "consume end",
    "produce",
    "after producing",
    "produce end",
    "round end",
    "game end",
)
"""Moments of an Action. "after placing" and "after paying" apply to the hook's phase."""


@struct
class Terms(AnyHook):
    """Fields of all hooks.

    on: cards it applies to (None: all cards of its moment).
    price: cost of using it (None: it always applies).
    per: multiplier.
    gains: effects that accompany it.
    once: whether it can be used only once per game.
    """

    _: KW_ONLY
    on: Selector | None = None
    price: Cost | None = None
    per: Per | None = None
    condition: Condition | None = None
    gains: tuple[Effect, ...] = ()
    once: bool = False

    @property
    def all_gains(self) -> tuple[Effect, ...]:
        """The gains and all alternatives to them."""
        return self.gains

    @property
    def is_unlimited(self) -> bool:
        """Whether it applies to all cards of its moment, without a price, count or condition."""
        return (self.on, self.price, self.per, self.condition) == (None,) * 4


@struct
class Explore(Terms):
    """Changes the numbers of cards drawn and kept in Explore.

    mix: whether the cards go to the hand before discarding.
    each: whether it is repeated for each item given up.
    """

    draw: int
    keep: int
    mix: bool = False
    each: bool = False


@struct
class CostChange(Terms):
    """Changes the cost of a placement.

    phase: develop or settle.
    to: replaces the cost instead.
    """

    phase: str
    amount: int
    to: int | None = None


@struct
class Military(Terms):
    """Military strength against the worlds in `on` (None: all; part of total military).

    each: whether `amount` is given for each item given up.
    defending: whether it applies only against takeovers of own worlds.
    against_invasions: whether it applies only against invasions.
    """

    amount: int
    each: bool = False
    defending: bool = False
    against_invasions: bool = False

    @property
    def is_unlimited(self) -> bool:
        """Whether it applies against everything, without a price, count or condition."""
        only_then = self.against_invasions
        return not only_then and (self.on, self.price, self.per, self.condition) == (None,) * 4


@struct
class Instead(Terms):
    """An alternative way to place a world in `on`: "pay" for a military or "conquer" another world.

    amount: added to the defense to pay, or to the cost used as defense.
    gains: gained after such a placement.
    in_takeovers: whether it also conquers opponents' worlds.
    """

    how: str
    amount: int
    in_takeovers: bool = False


@struct
class Place(Terms):
    """An additional placement in Settle or Develop.

    how: "place" or "conquer" a second world, or "upgrade" a world in `on` to a world from hand of
    the same kind that costs `low` to `high` more.
    change: change of the cost.
    free: whether the placement has no cost.
    remaining: whether Military used earlier in the phase can't be used again.
    defense: change of the defense.
    """

    how: str
    low: int = 0
    high: int = 0
    phase: str = "settle"
    change: int = 0
    free: bool = False
    remaining: bool = False
    defense: int = 0


@struct
class TakeOver(Terms):
    """Permission to take over worlds in `on` from the opponents in `rival` (None: all).

    amount: military for the attack.
    destroy: whether the world is discarded.
    gains: gained on success.
    """

    rival: Rival | None
    amount: int
    destroy: bool


@struct
class Price(Terms):
    """Changes the number of cards for a good sold (base rulebook, Trade)."""

    amount: int
    goods: Goods | None


@struct
class Action(Terms):
    """A single action at a moment of a phase: pay `price`, receive `gains`.

    on: the card that must have been placed ("after placing").
    this: whether it must be this card.
    goods: goods that must have been sold, consumed or produced.
    choices: alternatives to `gains`.
    each: whether gains are repeated for each item given up after the first `free`.
    """

    phase: str
    moment: str
    optional: bool
    each: bool
    free: int
    goods: Goods | None = None
    this: bool = False
    choices: tuple[tuple[Effect, ...], ...] = ()

    @property
    def all_gains(self) -> tuple[Effect, ...]:
        """The gains and all alternatives to them."""
        return sum(self.choices, self.gains)


@struct
class Rule(Terms):
    """Changes a rule for the owner while the card is in the tableau.

    what: starting hand (cards kept), save (cards, during setup or from a payment), choose last,
    cannot sell (this world's good), sell as (`goods` as goods of `kinds`), hand limit, draw
    discards (of opponents), end (cards in a tableau).
    amount: number of the rule.
    added: whether to add it to the normal number.
    """

    phase: str
    what: str
    amount: int
    added: bool = False
    goods: Goods | None = None
    kinds: tuple[str, ...] = ()


@struct
class Own(Terms):
    """Applies to the card that has it, while its owner places it from the hand.

    what: "cost" or "military" (changed by `amount`), or "place" (only if the condition is met).
    """

    phase: str
    what: str
    amount: int


@struct
class Score(Terms):
    """Points at game end: `points` for each of `per`, or by number of kinds from `table`."""

    points: int
    table: tuple[int, ...] = ()


Hook = (
    Explore
    | CostChange
    | Military
    | Instead
    | Place
    | TakeOver
    | Price
    | Action
    | Rule
    | Own
    | Score
)
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
    Own,
    Score,
)


def hooks_of(lines: Iterable[Compiled]) -> Iterator[Hook]:
    """Yield the hooks of the power lines of a card of this game."""
    for line in lines:
        yield from (hook for hook in line.hooks if isinstance(hook, HOOK_TYPES))
