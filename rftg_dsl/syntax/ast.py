"""The abstract syntax of a power line: a handful of frozen nodes, compared without their places.

Lists of adjectives are kept in one order (`Selector` sorts them), so that two ways of
saying the same thing are one tree and are printed in one way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, field, replace
from typing import Any, ClassVar, Final, Literal, Self

from rftg_dsl.structs import struct

KINDS: Final = ("novelty", "rare", "genes", "alien")
GRAY: Final = "gray"
COLOURS: Final = ("home", "military", "consumption", *KINDS)
"""The colours of dice (Roll rulebook, Dice Colors and Distribution)."""
ANY_NOUNS: Final = ("card", "tile")
"""What cards are called whatever they are, in each game."""
ANY_KIND: Final = "any"
"""The kind of a world whose owner chooses it, and may choose again at any time."""
PHASES: Final = ("explore", "develop", "settle", "trade", "consume", "produce")
TAKEOVER_POWERS: Final = ("takeover", "takeover defense")
"""Powers that are named by what they do: take worlds over, or defend against that."""
MOMENTS: Final = ("setup", "round start", "round end", "game end")
"""What comes before a colon besides a phase and `score`."""
SCORE: Final = "score"


@struct
class Span:
    """A half-open range of code points, counted from the start of the power line."""

    start: int = 0
    end: int = 0


NOWHERE: Final = Span()


@struct
class Range:
    """Numbers from `low` to `high`, both included; `high` None means no upper end."""

    low: int
    high: int | None


@struct
class Adjective:
    """One of `words` (or none of them, when `negated`): kinds, keywords, military ..."""

    words: tuple[str, ...]
    negated: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@struct
class Selector:
    """Which cards: by printed facts only. `title` stands alone; all other parts are a conjunction.

    noun: "world", "development", one of ANY_NOUNS or "" (with a title).
    other: every card but the one that bears the power.
    power: has a power in this phase (trade and consume are distinct).
    keyword: bears this keyword, said in full where the word is also a kind of good.
    spends: that power takes so many goods. strength: gives so much military at all times,
    against all worlds. `power` may also be one of TAKEOVER_POWERS. but: not these.
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
    but: Selector | None = None
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "adjectives", tuple(sorted(self.adjectives, key=_adjective_rank)))


def _adjective_rank(adjective: Adjective) -> tuple[int, bool, tuple[str, ...]]:
    """Return its place in English: keyword, kind, production, windfall or variable, military."""
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


@struct
class Goods:
    """Which goods: of one of `kinds` (none: any), or only the one on this world (`here`).

    worlds: those that they lie on, or are produced on.
    """

    kinds: tuple[str, ...] = ()
    here: bool = False
    worlds: Selector | None = None
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def is_any(self) -> bool:
        """Whether any good is meant."""
        return not self.kinds and not self.here and self.worlds is None


Event = Literal[
    "placing",
    "paying",
    "conquering",
    "taking over",
    "producing",
    "consuming",
    "selling",
    "scouting",
    "stocking",
    "completing",
    "trading",
    "end",
]
"""What a power can answer to; words/triggers.py says in which phase. The end is that of a phase."""


@struct
class Dice:
    """Which dice: of one of `colours` (none: any), or of none of them when `negated`.

    place: "cup", "citizenry", "goods" (those that are goods), or "" for wherever they are.
    """

    colours: tuple[str, ...] = ()
    negated: bool = False
    place: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@struct
class Trigger:
    """What must just have happened to a card, to a good, or with a die.

    selector: which card, None for this one. goods: which good. dice: with which die, None for any.
    """

    event: Event
    selector: Selector | None = None
    goods: Goods | None = None
    dice: Dice | None = None
    span: Span = field(default=NOWHERE, compare=False)


@struct
class Cost:
    """What is given up: "this" card, "cards" from hand, "goods", "prestige", or "tokens".

    count: how many; None means all there are. up_to: any number from one to `count`.
    different: each good of another kind. same: all of them of one kind. token: their class. more:
    what is given up besides.
    """

    what: str
    count: int | None = 1
    up_to: bool = False
    goods: Goods | None = None
    different: bool = False
    same: bool = False
    token: str = ""
    more: tuple[Cost, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def parts(self) -> tuple[Cost, ...]:
        """All that is given up, each part alone."""
        return (replace(self, more=()), *self.more) if self.more else (self,)


Things = Literal[
    "cards",
    "hand",
    "placed",
    "goods",
    "kinds of goods",
    "produced",
    "kinds produced",
    "consumed",
    "sold",
    "chips",
    "prestige",
    "tokens",
    "military",
    "negative military",
    "kinds of worlds",
    "phases",
    "discards",
]
"""What can be counted; words/counts.py says what each is, and when it is known."""
RollThings = Literal["dice", "colours of dice", "scouts", "total cost", "costliest"]
"""What can be counted in Roll for the Galaxy alone."""


@struct
class Count:
    """What is counted. selector: which cards. goods: which goods, None for any.

    token: which class of tokens. dice: which dice.
    """

    things: Things | RollThings
    selector: Selector | None = None
    goods: Goods | None = None
    token: str = ""
    dice: Dice | None = None
    span: Span = field(default=NOWHERE, compare=False)


@struct
class Per:
    """A multiplier: how many there are, divided by `divisor` and rounded as the game does it.

    rising: the first comes for 1 of them, the next for 2 more, the next for 3 more, and so on.
    """

    count: Count
    divisor: int = 1
    rising: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@struct
class Rival:
    """Whose worlds can be taken over: a player with a card like `selector`, or with at least
    `military` in total."""

    selector: Selector | None = None
    military: int | None = None
    span: Span = field(default=NOWHERE, compare=False)


Feature = Literal[
    "cards drawn",
    "cards discarded",
    "points from powers",
    "goods on windfall worlds",
    "special powers",
    "good sold",
    "",
]
"""What a gain counts as for the cost of a card; "" if the card's other facts tell it."""


@struct
class Effect(ABC):
    """What a power does; each word of words/effects is a class with the fields that it needs.

    verb: its name. moments: those that have a use for it. example: a line that has it. mistakes:
    words that people write in its place.

    gain: the name of what it gives, "" if it gives nothing. feature: what a gain counts as in
    lint/support/cost_model.py. changes: what hooks.Rule calls it, "" if it changes no rule.

    is_plain_gain: it leaves nothing to choose and can come with a placement. is_chosen: it is the
    player's choice, so it takes `may`. is_idempotent: a second one in the same power changes
    nothing. is_given_once: however much is given up. can_follow_trigger: it can come after
    something. takes: the least and the most number by moment.
    """

    verb: ClassVar[str]
    moments: ClassVar[tuple[str, ...]]
    example: ClassVar[str]
    mistakes: ClassVar[tuple[str, ...]] = ()
    gain: ClassVar[str] = ""
    feature: ClassVar[Feature]
    changes: ClassVar[str] = ""
    is_plain_gain: ClassVar[bool] = False
    is_chosen: ClassVar[bool] = False
    is_idempotent: ClassVar[bool] = False
    is_given_once: ClassVar[bool] = False
    can_follow_trigger: ClassVar[bool] = False
    takes: ClassVar[Mapping[str, tuple[int, int]]] = {}

    _: KW_ONLY
    span: Span = field(default=NOWHERE, compare=False)

    @classmethod
    @abstractmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Return the effect for the parts of its alternative of the grammar; see builder.py."""

    @abstractmethod
    def text(self) -> str:
        """Return its canonical text, which is read as the same effect."""

    def check(self, power: Power) -> None:  # noqa: B027 (most need nothing)
        """Raise SemanticError where it lacks what it needs beside it in its power."""

    def check_gain(self, power: Power) -> None:  # noqa: B027 (most fit anything)
        """Raise SemanticError for what it does not fit, where it is a gain."""

    def required_target(self, power: Power) -> str | None:
        """Return the sort of card that `selector` must be about, like "military world"."""
        return None

    # What a class has as fields; here for those that have none.

    @property
    def amount(self) -> int | None:
        """Its number, with a sign where it changes something."""
        return None

    @property
    def quantity(self) -> int:
        """How much of it there is: its number, or 1 if it has none."""
        return 1 if self.amount is None else self.amount

    @property
    def selector(self) -> Selector | None:
        """The cards that it is about."""
        return None

    @property
    def goods(self) -> Goods | None:
        """The goods that it is about."""
        return None

    @property
    def token(self) -> str:
        """The class of tokens that it is about."""
        return ""

    @property
    def per(self) -> Per | None:
        """What it comes once for."""
        return None

    @property
    def numbers(self) -> Range | None:
        """Numbers to choose from."""
        return None

    @property
    def rival(self) -> Rival | None:
        """Whose worlds it is about."""
        return None

    @property
    def other(self) -> bool:
        """Whether it is about another world than this one."""
        return False

    @property
    def table(self) -> tuple[int, ...]:
        """Points for one, two, three ... kinds."""
        return ()

    @property
    def plain(self) -> bool:
        """Whether a good is sold without trade powers."""
        return False

    @property
    def absolute(self) -> bool:
        """Whether its amount replaces a number and is no change to it."""
        return False


@struct
class Each:
    """The effects come once for each thing given up; for each but the first when `beyond_first`."""

    beyond_first: bool = False
    span: Span = field(default=NOWHERE, compare=False)


Test = Literal["have", "most", "fewest"]
RollTest = Literal["tie", "every"]
"""How what is counted is compared in Roll for the Galaxy alone."""


@struct
class Condition:
    """How many there must be: from `low` to `high` (None: no end), or the most or the fewest.

    The most is more than any other player has, the fewest less; a "tie" is to have as many as the
    player who has most besides. "every": no other player has any.
    """

    test: Test | RollTest
    low: int
    high: int | None
    count: Count
    span: Span = field(default=NOWHERE, compare=False)


@struct
class Power:
    """A whole power line.

    others: what its owner can choose in place of `effects`. once: it is used once in a game.
    also: another phase of which it says the same, "" for none. game: the id of the one it is of.
    """

    phase: str
    effects: tuple[Effect, ...]
    trigger: Trigger | None = None
    optional: bool = False
    cost: Cost | None = None
    each: Each | None = None
    condition: Condition | None = None
    others: tuple[tuple[Effect, ...], ...] = ()
    once: bool = False
    also: str = ""
    game: str = "race"
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def all_effects(self) -> tuple[Effect, ...]:
        """Its effects with those that can be chosen instead."""
        return sum(self.others, self.effects)

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases, or moments, that it is about."""
        return (self.phase, self.also) if self.also else (self.phase,)

    def variants(self) -> Iterator[Power]:
        """Yield the powers of one phase without a choice that it stands for."""
        for phase in self.phases:
            for effects in (self.effects, *self.others):
                yield replace(self, phase=phase, effects=effects, others=(), also="")
