"""The hooks of Race for the Galaxy: a closed set, and all that its rules engine needs of a power.

Ten types. Each names the moment at which the engine asks for it; selectors stay as
AST nodes, which the engine binds to the cards in use. A power that lowers to no hook is an error.
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
    "takeovers",
    "develop end",
    "settle end",
    "after selling",
    "consume",
    "after consuming",
    "consume end",
    "produce",
    "after producing",
    "produce end",
    "round end",
    "game end",
)
"""When an Action takes place; after placing and paying in the phase that the hook names."""


@struct
class Terms(AnyHook):
    """What a hook of any type can have.

    on: the cards it applies to (None: all that its moment is about). price: what must be given up
    for it (None: it always applies). per: it counts once for each. gains: the effects that come
    with it. once: it is used once in a game.
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
        """What comes with it, and what its owner can take instead."""
        return self.gains

    @property
    def is_unlimited(self) -> bool:
        """Whether it is there always, in full, for nothing, and about all cards of its moment."""
        return (self.on, self.price, self.per, self.condition) == (None,) * 4


@struct
class Explore(Terms):
    """Changes how many cards an explore draws and keeps; `mix`: they go into the hand first.

    each: so many for each thing given up.
    """

    draw: int
    keep: int
    mix: bool = False
    each: bool = False


@struct
class CostChange(Terms):
    """Changes the cost of a card to be placed; `to` replaces the cost instead.

    phase: develop or settle.
    """

    phase: str
    amount: int
    to: int | None = None


@struct
class Military(Terms):
    """Military strength, against the worlds in `on` (None: all, and part of total military).

    each: `amount` for each thing given up. defending: only when own worlds are to be taken over.
    against_invasions: only when the player defends against an invasion.
    """

    amount: int
    each: bool = False
    defending: bool = False
    against_invasions: bool = False

    @property
    def is_unlimited(self) -> bool:
        """Whether it is there always, in full, for nothing, and against whatever there is."""
        only_then = self.against_invasions
        return not only_then and (self.on, self.price, self.per, self.condition) == (None,) * 4


@struct
class Instead(Terms):
    """Another way to place a world in `on`: "pay" for a military one, "conquer" a non-military one.

    amount: added to its defense, which is paid, or to its cost, which is its defense.
    gains: for having placed it in this way. in_takeovers: conquers worlds of others too.
    """

    how: str
    amount: int
    in_takeovers: bool = False


@struct
class Place(Terms):
    """One more placement in Settle, or in Develop.

    how: "place" a world after another, "conquer" one after another, or "upgrade" a world in `on`
    to one from hand of its kind that costs `low` to `high` more. change: of the cost; free: there
    is none. remaining: Military that worlds conquered before in the phase have needed is gone.
    """

    how: str
    low: int = 0
    high: int = 0
    phase: str = "settle"
    change: int = 0
    free: bool = False
    remaining: bool = False


@struct
class TakeOver(Terms):
    """Worlds in `on` of other players can be taken over, of those that `rival` says (None: all).

    amount: military for the attack. destroy: the world is discarded. gains: for success.
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
    """Something done once at a moment of a phase: give up `price`, get `gains`.

    on: the card that must have been placed ("after placing"); this: that is the card itself.
    goods: those that must have been sold, consumed or produced. choices: what its owner can take in
    place of `gains`. each: the gains come once for each thing given up, but for the first `free`.
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
        """What comes with it, and what its owner can take instead."""
        return sum(self.choices, self.gains)


@struct
class Rule(Terms):
    """Changes a rule for the owner for as long as the card is there.

    what: starting hand (cards kept), save (cards, at set-up or from a payment), choose last,
    cannot sell (this world's good), hand limit, draw discards (of others), end (cards of a
    tableau). amount: its number. added: to the number that the rules say.
    """

    phase: str
    what: str
    amount: int
    added: bool = False


@struct
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


def hooks_of(lines: Iterable[Compiled]) -> Iterator[Hook]:
    """Yield the hooks of the power lines of a card of this game."""
    for line in lines:
        yield from (hook for hook in line.hooks if isinstance(hook, HOOK_TYPES))
