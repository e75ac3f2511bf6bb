"""Abstract syntax tree of a power line. Nodes are frozen, and comparisons ignore their spans.

`Selector` sorts its adjectives, so that equivalent texts give the same tree and print alike.
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
"""Nouns for a card of any type, in any game."""
ANY_KIND: Final = "any"
"""Kind of a world whose owner chooses its kind and can change it at any time."""
PHASES: Final = ("explore", "develop", "settle", "trade", "consume", "produce")
TAKEOVER_POWERS: Final = ("takeover", "takeover defense")
"""Powers that selectors name by their effect instead of their phase."""
MOMENTS: Final = ("setup", "round start", "round end", "game end")
"""Prefixes of power lines other than phases and `score`."""
SCORE: Final = "score"


@struct
class Span:
    """A half-open range of code points, relative to the start of the power line."""

    start: int = 0
    end: int = 0


NO_SPAN: Final = Span()


@struct
class Range:
    """An inclusive range of numbers. high: None for no upper limit."""

    low: int
    high: int | None


@struct
class Adjective:
    """Alternative words such as kinds, keywords or `military`.

    negated: whether none of them may apply.
    """

    words: tuple[str, ...]
    negated: bool = False
    span: Span = field(default=NO_SPAN, compare=False)


@struct
class Selector:
    """A set of cards, described by printed facts. Every part must match; `title` is used alone.

    noun: "world", "development", one of ANY_NOUNS, or "" with a title.
    other: whether to exclude the card that has the power.
    power: phase of a power that the card has, or one of TAKEOVER_POWERS.
    spends: number of goods that this power takes.
    keyword: keyword from `with the ... keyword`, for words that are also kinds of goods.
    strength: military that the card always gives against all worlds.
    but: excluded cards.
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
    span: Span = field(default=NO_SPAN, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "adjectives", tuple(sorted(self.adjectives, key=_adjective_rank)))


def _adjective_rank(adjective: Adjective) -> tuple[int, bool, tuple[str, ...]]:
    """Return the sort key of an adjective in English word order.

    Keywords come first, then kinds, production, windfall or variable, and military.
    """
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
    """A set of goods.

    kinds: alternative kinds, empty for any.
    here: whether only the good on this world matches.
    worlds: worlds that the goods are on, or are produced on.
    """

    kinds: tuple[str, ...] = ()
    here: bool = False
    worlds: Selector | None = None
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def is_any(self) -> bool:
        """Whether every good matches."""
        return not self.kinds and not self.here and self.worlds is None


Event = Literal[
    "placing",
    "paying",
    "conquering",
    "taking over",
    "discarding",
    "producing",
    "consuming",
    "selling",
    "scouting",
    "stocking",
    "completing",
    "trading",
    "end",
]
"""Events that trigger powers; "end" is the end of a phase. See words/conditions.py."""


@struct
class Dice:
    """A set of dice.

    colours: alternative colours, empty for any.
    negated: whether these colours are excluded.
    place: "cup", "citizenry", "goods" for dice used as goods, or "" for any place.
    """

    colours: tuple[str, ...] = ()
    negated: bool = False
    place: str = ""
    span: Span = field(default=NO_SPAN, compare=False)


@struct
class Trigger:
    """An event that triggers a power.

    selector: matching cards, or None for this card.
    goods: matching goods.
    dice: matching dice, or None for any die.
    """

    event: Event
    selector: Selector | None = None
    goods: Goods | None = None
    dice: Dice | None = None
    span: Span = field(default=NO_SPAN, compare=False)


@struct
class Cost:
    """The price.

    what: "this", "cards", "goods", "prestige", "chips", "tokens", "credits" or "dice".
    count: number to give up, or None for all.
    up_to: whether any number from one to `count` can be given up.
    different, same: whether all goods must be of different kinds, or of the same kind.
    token, dice: the class of tokens, and the dice that are returned to the supply.
    more: additional prices.
    """

    what: str
    count: int | None = 1
    up_to: bool = False
    goods: Goods | None = None
    different: bool = False
    same: bool = False
    token: str = ""
    dice: Dice | None = None
    more: tuple[Cost, ...] = ()
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def parts(self) -> tuple[Cost, ...]:
        """Each part of the price separately."""
        return (replace(self, more=()), *self.more) if self.more else (self,)


CountKind = Literal[
    "cards",
    "hand",
    "under",
    "placed",
    "empty",
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
    "goals",
    "others",
    "players",
    "other players",
    "chosen",
]
"""Names of countable quantities; see words/counts.py for their meaning and availability."""
RollCountKind = Literal[
    "dice", "colours of dice", "scouts", "total cost", "costliest", "selected", "workers", "credits"
]
"""Names of countable quantities that only Roll for the Galaxy has."""


@struct
class Count:
    """A quantity to count.

    selector, goods, dice: matching cards, goods, or dice and workers; None for any.
    token: token class.
    inner: what is counted for all other players together.
    having: the condition that counted players meet.
    action: the phase that was chosen or selected, or that the counted workers are in.
    """

    things: CountKind | RollCountKind
    selector: Selector | None = None
    goods: Goods | None = None
    token: str = ""
    dice: Dice | None = None
    inner: Count | None = None
    having: Condition | None = None
    action: str = ""
    span: Span = field(default=NO_SPAN, compare=False)


@struct
class Per:
    """A multiplier: the count divided by `divisor`, rounded as the rules say.

    rising: whether to count triangular thresholds instead: 1, 3, 6, 10 and so on.
    maximum: highest result of the effect, or in a hook highest multiplier; None for no limit.
    """

    count: Count
    divisor: int = 1
    rising: bool = False
    maximum: int | None = None
    span: Span = field(default=NO_SPAN, compare=False)


@struct
class Rival:
    """Players with a card that matches `selector`, or with at least `military` in total."""

    selector: Selector | None = None
    military: int | None = None
    span: Span = field(default=NO_SPAN, compare=False)


Gift = Literal["draw", "vp", "prestige", "windfall good", "credits"]
"""What other players get; "draw" is cards from the deck."""
Feature = Literal[
    "cards drawn",
    "cards discarded",
    "points from powers",
    "goods on windfall worlds",
    "special powers",
    "good sold",
    "",
]
"""Feature of the cost model that a gain belongs to; "" if it follows from other facts."""


@struct
class Effect(ABC):
    """An effect of a power. Each effect word of words/effects has its own subclass.

    verb: name of the effect.
    moments: phases and moments that allow it.
    example: a line that uses it.
    mistakes: wrong words that people write for it.
    gain: name of the gain, or "" if there is none.
    feature: its feature in lint/cost_model.py.
    changes: name of the rule in hooks.Rule, or "" if there is none.
    is_plain_gain: whether it needs no choice and can accompany a placement.
    is_chosen: whether it is optional, so that the line takes `may`.
    is_idempotent: whether repeating it in the same power changes nothing.
    is_given_once: whether it is gained only once, however much is given up.
    can_be_chosen: whether it can be one of several alternatives.
    can_follow_trigger: whether it is allowed after a trigger.
    takes: minimum and maximum number by moment.
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
    can_be_chosen: ClassVar[bool] = True
    can_follow_trigger: ClassVar[bool] = False
    takes: ClassVar[Mapping[str, tuple[int, int]]] = {}

    _: KW_ONLY
    span: Span = field(default=NO_SPAN, compare=False)

    @classmethod
    @abstractmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Return the effect for the parts of its grammar alternative; see builder.py."""

    @abstractmethod
    def text(self) -> str:
        """Return the canonical text, which parses to an equal effect."""

    def check(self, power: Power) -> None:  # noqa: B027 (most need nothing)
        """Raise SemanticError if the rest of the power doesn't fit this effect."""

    def check_gain(self, power: Power) -> None:  # noqa: B027 (most fit anything)
        """Raise SemanticError if this effect can't be a gain of the power."""

    def required_target(self, power: Power) -> str | None:
        """Return the type of card that `selector` must match, such as "military world"."""
        return None

    # Defaults for subclasses that don't have the field.

    @property
    def amount(self) -> int | None:
        """Number of the effect, signed if it changes another number."""
        return None

    @property
    def quantity(self) -> int:
        """The amount, or 1 if there is none."""
        return 1 if self.amount is None else self.amount

    @property
    def selector(self) -> Selector | None:
        """Cards that the effect applies to."""
        return None

    @property
    def goods(self) -> Goods | None:
        """Goods that the effect applies to."""
        return None

    @property
    def token(self) -> str:
        """Class of tokens that the effect applies to."""
        return ""

    @property
    def per(self) -> Per | None:
        """Multiplier of the effect."""
        return None

    @property
    def numbers(self) -> Range | None:
        """Numbers to choose from."""
        return None

    @property
    def rival(self) -> Rival | None:
        """Players whose worlds the effect applies to."""
        return None

    @property
    def other(self) -> bool:
        """Whether the effect applies to a world other than this one."""
        return False

    @property
    def table(self) -> tuple[int, ...]:
        """Points for one kind, two kinds, and so on."""
        return ()

    @property
    def plain(self) -> bool:
        """Whether a good is sold without trade powers."""
        return False

    @property
    def different(self) -> bool:
        """Whether a good must be of another kind than the goods sold before."""
        return False

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds as which goods can be sold."""
        return ()

    @property
    def absolute(self) -> bool:
        """Whether the amount replaces a number instead of changing it."""
        return False


@struct
class Each:
    """Repeats the effects for each item given up, without the first if `beyond_first`."""

    beyond_first: bool = False
    span: Span = field(default=NO_SPAN, compare=False)


Test = Literal["have", "most", "fewest", "only"]
RollTest = Literal["tie", "every"]
"""Comparisons that only Roll for the Galaxy has."""


@struct
class Condition:
    """A condition on a count: from `low` to `high` (None: no limit), or a comparison with others.

    "most" and "fewest" are strict: more, or less, than every other player. "only": within the
    limits, unlike every other player. "tie": as many as the best other player. "every": no other
    player has any.
    """

    test: Test | RollTest
    low: int
    high: int | None
    count: Count
    span: Span = field(default=NO_SPAN, compare=False)


@struct
class Power:
    """A whole power line.

    others: alternatives to `effects`.
    once: whether it can be used only once per game.
    also: second phase that the line applies to, or "" if there is none.
    game: id of the game.
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
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def all_effects(self) -> tuple[Effect, ...]:
        """The effects and all alternatives to them."""
        return sum(self.others, self.effects)

    @property
    def phases(self) -> tuple[str, ...]:
        """Phases or moments that the line applies to."""
        return (self.phase, self.also) if self.also else (self.phase,)

    def variants(self) -> Iterator[Power]:
        """Yield a power for each combination of phase and alternative effects."""
        for phase in self.phases:
            for effects in (self.effects, *self.others):
                yield replace(self, phase=phase, effects=effects, others=(), also="")
