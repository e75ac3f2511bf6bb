"""Model of what cards cost: their features, what scoring lines come to, official figures."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, assert_never

from rftg_dsl.hooks import race as hooks
from rftg_dsl.model import Card
from rftg_dsl.syntax.ast import ANY_KIND, KINDS, Count, CountKind, Effect, Selector

PRICES: Final = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5, ANY_KIND: 5}
"""What the good of a world sells for, in cards."""
NAMES: Final = (
    "any card",
    "development",
    "military world",
    "VP",
    "VP of a military world",
    "price of its good",
    "production",
    "cards looked at in Explore",
    "discount",
    "military",
    "military below zero",
    "price of goods sold",
    "cards drawn",
    "points from powers",
    "goods spent",
    "goods on windfall worlds",
    "special powers",
)
"""The features, each named as messages name it."""

_SOLD: Final = 2
"""Cards that a power brings which sells a good in Consume: less than its price, since it could
have been sold in Trade."""


class Often(NamedTuple):
    """What a game decides: how often a `per` comes, how often a condition holds (0 to 1), how many
    `all` or an open number are, and what a power is worth that comes once a game."""

    per: float
    held: float
    all: float
    once: float


TYPICAL: Final = Often(1.5, 0.5, 3, 0.3)
"""On the average of a game; the model is fitted with these."""
EXTREMES: Final = (Often(1, 0, 1, 0.2), Often(3, 1, 5, 1))
"""In a game in which little comes of it, and in one in which much does."""

Features = defaultdict[str, float]


def card_features(card: Card, often: Often = TYPICAL) -> Features:
    """Return the features of a card by name; those left out are 0, as variable points are."""
    amounts: Features = defaultdict(float, {"any card": 1, "VP": card.vp or 0})
    if card.type == "development":
        amounts["development"] = 1
    if card.military:
        amounts["military world"] = 1
        amounts["VP of a military world"] = card.vp or 0
    own = list(hooks.hooks_of(card.powers))
    if card.kind and not any(isinstance(hook, hooks.Rule) and _unsold(hook) for hook in own):
        amounts["price of its good"] = PRICES[card.kind]
    amounts["production"] = int(card.production)
    for hook in own:
        _count(hook, often, amounts)
    return amounts


def _unsold(rule: hooks.Rule) -> bool:
    return rule.what == "cannot sell"


def _count(hook: hooks.Hook, often: Often, amounts: Features) -> None:
    match hook:
        case hooks.Explore():
            looked_at = hook.draw + 2 * hook.keep + hook.mix
            amounts["cards looked at in Explore"] += looked_at * _times(hook, often)
        case hooks.CostChange(price=None):
            # A discount for some cards has no measurable price on official cards.
            amounts["discount"] -= hook.amount * _times(hook, often) if hook.on is None else 0
        case hooks.Military(defending=False):
            _count_military(hook, often, amounts)
        case hooks.Price():
            amounts["price of goods sold"] += hook.amount * _times(hook, often)
        case hooks.Action():
            _count_action(hook, often, amounts)
        case hooks.Rule(what="cannot sell") | hooks.Score():
            pass
        case (
            hooks.CostChange()
            | hooks.Military()
            | hooks.Instead()
            | hooks.Place()
            | hooks.TakeOver()
            | hooks.Rule()
        ):
            amounts["special powers"] += 1
        case _:
            assert_never(hook)


def _times(
    hook: hooks.Explore | hooks.CostChange | hooks.Military | hooks.Price, often: Often
) -> float:
    return (often.per if hook.per else 1) * (often.held if hook.condition else 1)


def _count_military(hook: hooks.Military, often: Often, amounts: Features) -> None:
    if hook.price is not None and hook.price.what == "this":
        amounts["special powers"] += 1
    elif hook.amount < 0:
        amounts["military below zero"] -= hook.amount * _times(hook, often)
    else:
        amounts["military"] += hook.amount * _times(hook, often)


def _count_action(hook: hooks.Action, often: Often, amounts: Features) -> None:
    price, times = hook.price, 1.0
    for part in price.parts if price is not None else ():
        number = often.all if part.count is None else part.count
        times = number - hook.free if hook.each else 1
        if part.what == "cards":
            amounts["cards drawn"] -= number
        if part.what == "goods" and hook.phase == "consume":
            amounts["goods spent"] += number
    times *= (often.held if hook.condition else 1) * (often.once if hook.once else 1)
    times /= 1 + len(hook.choices)
    for gain in hook.all_gains:
        often_got = times * (often.per if gain.per else 1)
        if hook.moment == "game end":
            amounts["VP"] += gain.quantity * often_got
        else:
            _count_gain(gain, often_got, amounts)


def _count_gain(gain: Effect, times: float, amounts: Features) -> None:
    match gain.feature:
        case "cards drawn" | "points from powers" | "goods on windfall worlds":
            amounts[gain.feature] += gain.quantity * times
        case "cards discarded":
            amounts["cards drawn"] -= gain.quantity * times
        case "good sold":
            amounts["cards drawn"] += _SOLD
        case "special powers":
            amounts["special powers"] += 1
        case "":
            pass
        case _:
            assert_never(gain.feature)


OTHERS: Final = 11
"""Cards of a full tableau besides the one that scores."""
CHIPS: Final = 8
"""Victory point chips of a player: two thirds of those in the box."""
HELD: Final = 0.5
"""How often a condition on points holds: a guess."""
USES: Final = 1
"""How often a power brings its prestige: a low guess."""
SMALLEST: Final = 60
"""Cards of a deck that anything can be said of; what smaller sets lack fits no line."""


class AverageTableau:
    """The cards that an average tableau is made of.

    cards: each with its bit in the masks. mask: the cards that a selector means.
    """

    def __init__(self, cards: Sequence[tuple[Card, int]], mask: Callable[[Selector], int]) -> None:
        self._cards = [card for card, _ in cards]
        self._mask = mask
        self._size = max(SMALLEST, sum(card.copies for card in self._cards))
        self._by_copies: defaultdict[int, int] = defaultdict(int)
        for card, bit in cards:
            self._by_copies[card.copies] |= bit
        self._means: dict[str, float] = {}

    def points(self, card: Card, bit: int) -> list[tuple[hooks.Score, float]]:
        """Return what each scoring line of a card comes to; a card counts for the first it fits."""
        scored: list[tuple[hooks.Score, float]] = []
        taken = 0
        for hook in _scores(card):
            often = HELD if hook.condition else 1.0
            if hook.table:
                scored.append((hook, often * self._by_kinds(hook.table)))
            elif hook.per is None:
                scored.append((hook, often * hook.points))
            else:
                number, mask = self._number(hook.per.count, card, bit, taken)
                taken |= mask
                scored.append((hook, often * hook.points * number / hook.per.divisor))
        return scored

    def _number(self, count: Count, card: Card, bit: int, taken: int) -> tuple[float, int]:
        """Return how many there are of what is counted, and the cards among it."""
        things = count.things
        if count.selector is not None:
            mask = self._mask(count.selector) & ~taken & ~(bit if count.selector.other else 0)
            return OTHERS * self._share(mask) + bool(mask & bit), mask
        if things in _USUAL:
            return _USUAL[things], 0
        if things not in _AMOUNTS:
            return 0, 0
        return _AMOUNTS[things](card) + OTHERS * self._mean(things), 0

    def _share(self, mask: int) -> float:
        copies = sum(number * (mask & bits).bit_count() for number, bits in self._by_copies.items())
        return copies / self._size

    def _mean(self, things: str) -> float:
        if things not in self._means:
            total = sum(_AMOUNTS[things](card) * card.copies for card in self._cards)
            self._means[things] = total / self._size
        return self._means[things]

    def _by_kinds(self, table: tuple[int, ...]) -> float:
        """Return the points for the expected kinds of goods, between two numbers of the table."""
        shares = [
            sum(card.copies for card in self._cards if card.kind == kind) / self._size
            for kind in KINDS
        ]
        kinds = sum(1 - (1 - share) ** OTHERS for share in shares)
        steps = [0, *table, table[-1]]
        below = min(int(kinds), len(table))
        return steps[below] + (kinds - below) * (steps[below + 1] - steps[below])


def _scores(card: Card) -> Iterator[hooks.Score]:
    for line in card.powers:
        yield from (hook for hook in line.hooks if isinstance(hook, hooks.Score))


def _strength(card: Card) -> int:
    """Return the card's Military at all times, against all worlds."""
    return sum(
        hook.amount
        for line in card.powers
        for hook in line.hooks
        if isinstance(hook, hooks.Military) and hook.is_unlimited and not hook.defending
    )


def _prestige(card: Card) -> int:
    gains = [gain for hook in hooks.hooks_of(card.powers) for gain in hook.all_gains]
    return card.prestige + USES * sum(gain.quantity for gain in gains if gain.verb == "prestige")


_USUAL: Final[dict[CountKind, float]] = {
    "chips": CHIPS,
    "hand": 3,
    "goods": 1,
    "kinds of goods": 1,
    "kinds of worlds": 3,
    "phases": 5,
}
"""How many of these a player has at the end, whatever the cards are; but for chips, guesses."""
_AMOUNTS: Final[dict[str, Callable[[Card], int]]] = {
    "military": _strength,
    "negative military": lambda card: max(0, -_strength(card)),
    "prestige": _prestige,
}
"""How much each card of a tableau brings of what else is counted."""


DATA: Final = Path(__file__).with_name("official.json")


class Curve(NamedTuple):
    """The model of cost: what each feature is worth, in cost.

    cards: how many it is fitted to. deviation: of the residuals. unseen: the root mean square
    error for a card that is left out of the fit. explained: R squared.
    """

    cards: int
    deviation: float
    unseen: float
    explained: float
    worth: dict[str, float]


class Scoring(NamedTuple):
    """What official cards cost more than the model says, with what they score on an average tableau
    as points: of so many cards the mean, and the standard deviation of a single one."""

    cards: int
    mean: float
    deviation: float


class Share(NamedTuple):
    """How many of some cards are of a sort: a part from 0 to 1."""

    name: str
    of: str
    part: float


class Mean(NamedTuple):
    """The mean cost (or defense) of some cards, and the standard deviation of a single one."""

    of: str
    mean: float
    deviation: float


class OfficialFigures(NamedTuple):
    """All figures."""

    curve: Curve
    scoring: Scoring
    shares: tuple[Share, ...]
    means: tuple[Mean, ...]


@cache
def official_figures() -> OfficialFigures:
    """Return the figures of the shipped sets."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return OfficialFigures(
        Curve(**data["curve"]),
        Scoring(**data["scoring"]),
        tuple(Share(*row) for row in data["shares"]),
        tuple(Mean(*row) for row in data["means"]),
    )
