"""The abstract syntax of a power line: a handful of frozen nodes, compared without their places.

Lists of adjectives are kept in one order (`Selector` sorts them), so that two ways of
saying the same thing are one tree and are printed in one way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

KINDS: Final = ("novelty", "rare", "genes", "alien")
GRAY: Final = "gray"
ANY_KIND: Final = "any"
"""The kind of a world whose owner chooses it, and may choose again at any time."""
PHASES: Final = ("explore", "develop", "settle", "trade", "consume", "produce")
TAKEOVER_POWERS: Final = ("takeover", "takeover defense")
"""Powers that are named by what they do: take worlds over, or defend against that."""
MOMENTS: Final = ("setup", "round start", "round end", "game end")
"""What comes before a colon besides a phase and `score`."""
SCORE: Final = "score"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points, counted from the start of the power line."""

    start: int = 0
    end: int = 0


NOWHERE: Final = Span()


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, both included; `high` None means no upper end."""

    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Adjective:
    """One of `words` (or none of them, when `negated`): kinds, keywords, military ..."""

    words: tuple[str, ...]
    negated: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Selector:
    """Which cards: by printed facts only. `title` stands alone; all other parts are a conjunction.

    noun: "world", "development", "card" or "" (with a title).
    other: every card but the one that bears the power.
    power: has a power in this phase (trade and consume are distinct).
    keyword: bears this keyword, said in full where the word is also a kind of good.
    spends: that power takes so many goods. strength: gives so much military at all times,
    against all worlds. `power` may also be one of TAKEOVER_POWERS.
    """

    noun: str = ""
    other: bool = False
    adjectives: tuple[Adjective, ...] = ()
    cost: Range | None = None
    defense: Range | None = None
    power: str | None = None
    keyword: str | None = None
    title: str | None = None
    spends: Range | None = None
    strength: Range | None = None
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "adjectives", tuple(sorted(self.adjectives, key=_adjective_rank)))


def _adjective_rank(adjective: Adjective) -> tuple[int, bool, tuple[str, ...]]:
    """English order: keywords, kind of good, production, windfall or variable, military."""
    word = adjective.words[0]
    if word == "military":
        rank = 3
    elif word in ("production", "windfall", "variable"):
        rank = 2
    elif word in KINDS or word == GRAY:
        rank = 1
    else:
        rank = 0
    return (rank, not adjective.negated, adjective.words)


@dataclass(frozen=True, slots=True)
class Goods:
    """Which goods: of a kind (None: any), or only the one on this world (`here`)."""

    kind: str | None = None
    here: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Trigger:
    """What must just have happened: "placing" or "paying" for a card, or "producing" here.

    selector: which card (placing, paying).
    """

    event: str
    selector: Selector | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Cost:
    """What is given up: "this" card, "cards" from hand, "goods", or "prestige".

    count: how many; None means all there are. up_to: any number from one to `count`.
    different: each good of another kind.
    """

    what: str
    count: int | None = 1
    up_to: bool = False
    goods: Goods | None = None
    different: bool = False
    span: Span = field(default=NOWHERE, compare=False)


THINGS: Final = (
    "cards",
    "goods",
    "kinds",
    "chips",
    "military",
    "negative military",
    "prestige",
)
"""What can be counted: cards in the tableau, goods and kinds of goods produced this phase,
victory point chips, total military, military below zero, prestige."""
GOAL_THINGS: Final = (
    "cards",
    "chips",
    "military",
    "negative military",
    "prestige",
    "held goods",
    "kinds of worlds",
    "phases",
    "discards",
)
"""What goals count: some of THINGS, and goods on worlds (of a kind), kinds of production and
windfall worlds, phases with a power (trade is one of its own), cards discarded at the hand
limit."""


HELD_THINGS: Final = ("cards", "chips", "military", "prestige", "held goods")
"""What conditions ask for: cards in the tableau, chips, total military, prestige, goods held."""


@dataclass(frozen=True, slots=True)
class Per:
    """A multiplier: the number of `things`, divided by `divisor` and rounded down.

    things: a word of THINGS, or of GOAL_THINGS in a goal. selector: which cards. kind: which
    goods, None for any.
    """

    things: str
    selector: Selector | None = None
    kind: str | None = None
    divisor: int = 1
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Count:
    """At least `number` of the things of `per`."""

    number: int
    per: Per
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Rival:
    """Whose worlds can be taken over: a player with a card like `selector`, or with at least
    `military` in total."""

    selector: Selector | None = None
    military: int | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """One verb with its amount and what it applies to.

    verb: a word of lower.USES. amount: its number, signed for the changes (cost, military,
    price, defense). selector: cards it applies to. goods: goods it applies to (price, windfall
    good). other: another world than this one (windfall good). plain: without trade powers (sell).
    numbers: those that may be named (guess, ante), or the least and the most that a better world
    costs more (upgrade). absolute: the amount replaces the cost and is no change to it.
    rival: whose worlds (take over). table: points for one, two, three ... kinds (points by kinds).
    either: also in takeovers (conquer).
    """

    verb: str
    amount: int | None = None
    selector: Selector | None = None
    goods: Goods | None = None
    per: Per | None = None
    other: bool = False
    plain: bool = False
    absolute: bool = False
    numbers: Range | None = None
    rival: Rival | None = None
    table: tuple[int, ...] = ()
    either: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Each:
    """The effects come once for each thing given up; for each but the first when `beyond_first`."""

    beyond_first: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true: "have" so many things, or the "most"; "most produced" goods of `kind`.

    The most is more than any other player. things: a word of HELD_THINGS. number: at least so
    many of them. selector: which cards. kind: which goods, None for any.
    """

    test: str
    kind: str | None = None
    selector: Selector | None = None
    things: str = "cards"
    number: int = 1
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def held(self) -> Per:
        """The things that are to be had."""
        return Per(self.things, self.selector, self.kind)


@dataclass(frozen=True, slots=True)
class Power:
    """A whole power line."""

    phase: str
    effects: tuple[Effect, ...]
    trigger: Trigger | None = None
    optional: bool = False
    cost: Cost | None = None
    each: Each | None = None
    condition: Condition | None = None
    span: Span = field(default=NOWHERE, compare=False)
