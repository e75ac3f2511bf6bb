"""Cost model: features of cards, expected scores, and figures of official cards."""

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
"""Price of a good in cards, by kind."""
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
"""Names of the features, as shown in messages."""

_SALE_VALUE: Final = 2
"""Value in cards of selling a good in Consume: less than its price, because the good could also be
sold in Trade."""


class Frequencies(NamedTuple):
    """Assumed frequencies in a game.

    per: average count of a `per`.
    held: share of games in which a condition holds.
    all: number of items for `all` and unlimited numbers.
    once: value of a power that is used once per game.
    """

    per: float
    held: float
    all: float
    once: float


TYPICAL: Final = Frequencies(1.5, 0.5, 3, 0.3)
"""Frequencies in an average game, used to fit the model."""
EXTREMES: Final = (Frequencies(1, 0, 1, 0.2), Frequencies(3, 1, 5, 1))
"""Frequencies in an unfavorable and in a favorable game."""

Features = defaultdict[str, float]


def card_features(card: Card, frequencies: Frequencies = TYPICAL) -> Features:
    """Return the features of a card by name. Missing features and variable points are 0."""
    amounts: Features = defaultdict(float, {"any card": 1, "VP": card.vp or 0})
    if card.type == "development":
        amounts["development"] = 1
    if card.military:
        amounts["military world"] = 1
        amounts["VP of a military world"] = card.vp or 0
    card_hooks = list(hooks.hooks_of(card.powers))
    if card.kind and not any(
        isinstance(hook, hooks.Rule) and hook.what == "cannot sell" for hook in card_hooks
    ):
        amounts["price of its good"] = PRICES[card.kind]
    amounts["production"] = int(card.production)
    for hook in card_hooks:
        _count(hook, frequencies, amounts)
    return amounts


def _count(hook: hooks.Hook, frequencies: Frequencies, amounts: Features) -> None:
    match hook:
        case hooks.Explore():
            looked_at = hook.draw + 2 * hook.keep + hook.mix
            amounts["cards looked at in Explore"] += looked_at * _frequency(hook, frequencies)
        case hooks.CostChange(price=None):
            # The cost of a discount on some cards can't be measured on official cards.
            amounts["discount"] -= (
                hook.amount * _frequency(hook, frequencies) if hook.on is None else 0
            )
        case hooks.Military(defending=False):
            _count_military(hook, frequencies, amounts)
        case hooks.Price():
            amounts["price of goods sold"] += hook.amount * _frequency(hook, frequencies)
        case hooks.Action():
            _count_action(hook, frequencies, amounts)
        case hooks.Rule(what="cannot sell") | hooks.Score() | hooks.Own():
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


def _frequency(
    hook: hooks.Explore | hooks.CostChange | hooks.Military | hooks.Price, frequencies: Frequencies
) -> float:
    return (frequencies.per if hook.per else 1) * (frequencies.held if hook.condition else 1)


def _count_military(hook: hooks.Military, frequencies: Frequencies, amounts: Features) -> None:
    if hook.price is not None and hook.price.what == "this":
        amounts["special powers"] += 1
    elif hook.amount < 0:
        amounts["military below zero"] -= hook.amount * _frequency(hook, frequencies)
    else:
        amounts["military"] += hook.amount * _frequency(hook, frequencies)


def _count_action(hook: hooks.Action, frequencies: Frequencies, amounts: Features) -> None:
    price, times = hook.price, 1.0
    for part in price.parts if price is not None else ():
        amount = frequencies.all if part.count is None else part.count
        times = amount - hook.free if hook.each else 1
        if part.what == "cards":
            amounts["cards drawn"] -= amount
        if part.what == "chips":
            amounts["points from powers"] -= amount
        if part.what == "goods" and hook.phase == "consume":
            amounts["goods spent"] += amount
    is_single = hook.once or hook.moment == "after discarding"
    times *= (frequencies.held if hook.condition else 1) * (frequencies.once if is_single else 1)
    times /= 1 + len(hook.choices)
    for gain in hook.all_gains:
        gain_times = times * (frequencies.per if gain.per else 1)
        if hook.moment == "game end":
            amounts["VP"] += gain.quantity * gain_times
        else:
            _count_gain(gain, gain_times, amounts)


def _count_gain(gain: Effect, times: float, amounts: Features) -> None:
    match gain.feature:
        case "cards drawn" | "points from powers" | "goods on windfall worlds":
            amounts[gain.feature] += gain.quantity * times
        case "cards discarded":
            amounts["cards drawn"] -= gain.quantity * times
        case "good sold":
            amounts["cards drawn"] += _SALE_VALUE
        case "special powers":
            amounts["special powers"] += 1
        case "":
            pass
        case _:
            assert_never(gain.feature)


OTHER_CARDS: Final = 11
"""Number of other cards in a full tableau."""
CHIPS: Final = 8
"""Average number of victory point chips per player: two thirds of the supply."""
CONDITION_PROBABILITY: Final = 0.5
"""Estimated probability that a scoring condition holds."""
PRESTIGE_USES: Final = 1
"""Conservative estimate of the number of uses of a power that gains prestige."""
MIN_DECK_SIZE: Final = 60
"""Minimum deck size. Smaller sets are filled up with cards that match no scoring line."""


class AverageTableau:
    """Average tableau of a pool of cards.

    cards: cards with their bits in masks.
    mask: returns the cards that match a selector.
    """

    def __init__(self, cards: Sequence[tuple[Card, int]], mask: Callable[[Selector], int]) -> None:
        self._cards = [card for card, _ in cards]
        self._mask = mask
        self._size = max(MIN_DECK_SIZE, sum(card.copies for card in self._cards))
        self._by_copies: defaultdict[int, int] = defaultdict(int)
        for card, bit in cards:
            self._by_copies[card.copies] |= bit
        self._means: dict[str, float] = {}

    def points(self, card: Card, bit: int) -> list[tuple[hooks.Score, float]]:
        """Return the expected points of each scoring line. Cards count for the first match."""
        scored: list[tuple[hooks.Score, float]] = []
        counted = 0
        for hook in _scores(card):
            probability = CONDITION_PROBABILITY if hook.condition else 1.0
            if hook.table:
                scored.append((hook, probability * self._points_by_kinds(hook.table)))
            elif hook.per is None:
                scored.append((hook, probability * hook.points))
            else:
                count, mask = self._expected_count(hook.per.count, card, bit, counted)
                counted |= mask
                scored.append((hook, probability * hook.points * count / hook.per.divisor))
        return scored

    def _expected_count(
        self, count: Count, card: Card, bit: int, counted: int
    ) -> tuple[float, int]:
        """Return the expected value of a count, and a mask of the counted cards."""
        name = count.things
        if count.selector is not None:
            mask = self._mask(count.selector) & ~counted & ~(bit if count.selector.other else 0)
            return OTHER_CARDS * self._share(mask) + bool(mask & bit), mask
        if name in _TYPICAL_COUNTS:
            return _TYPICAL_COUNTS[name], 0
        if name not in _COUNTS_PER_CARD:
            return 0, 0
        return _COUNTS_PER_CARD[name](card) + OTHER_CARDS * self._mean(name), 0

    def _share(self, mask: int) -> float:
        copies = sum(
            copies_per_card * (mask & bits).bit_count()
            for copies_per_card, bits in self._by_copies.items()
        )
        return copies / self._size

    def _mean(self, name: str) -> float:
        if name not in self._means:
            total = sum(_COUNTS_PER_CARD[name](card) * card.copies for card in self._cards)
            self._means[name] = total / self._size
        return self._means[name]

    def _points_by_kinds(self, table: tuple[int, ...]) -> float:
        """Return the interpolated points for the expected number of kinds of goods."""
        shares = [
            sum(card.copies for card in self._cards if card.kind == kind) / self._size
            for kind in KINDS
        ]
        kinds = sum(1 - (1 - share) ** OTHER_CARDS for share in shares)
        steps = [0, *table, table[-1]]
        below = min(int(kinds), len(table))
        return steps[below] + (kinds - below) * (steps[below + 1] - steps[below])


def _scores(card: Card) -> Iterator[hooks.Score]:
    for line in card.powers:
        yield from (hook for hook in line.hooks if isinstance(hook, hooks.Score))


def _strength(card: Card) -> int:
    """Return the permanent Military of a card against all worlds."""
    return sum(
        hook.amount
        for line in card.powers
        for hook in line.hooks
        if isinstance(hook, hooks.Military) and hook.is_unlimited and not hook.defending
    )


def _prestige(card: Card) -> int:
    gains = [gain for hook in hooks.hooks_of(card.powers) for gain in hook.all_gains]
    return card.prestige + PRESTIGE_USES * sum(
        gain.quantity for gain in gains if gain.verb == "prestige"
    )


_TYPICAL_COUNTS: Final[dict[CountKind, float]] = {
    "chips": CHIPS,
    "hand": 3,
    "under": 3,
    "empty": 2,
    "goods": 1,
    "kinds of goods": 1,
    "kinds of worlds": 3,
    "phases": 5,
}
"""Typical counts at the end of a game. All except chips are guesses."""
_COUNTS_PER_CARD: Final[dict[str, Callable[[Card], int]]] = {
    "military": _strength,
    "negative military": lambda card: max(0, -_strength(card)),
    "prestige": _prestige,
}
"""Functions that return the amount that a card adds to a count."""


DATA_FILE: Final = Path(__file__).with_name("official.json")


class Curve(NamedTuple):
    """Linear cost model.

    cards: number of cards in the fit.
    deviation: standard deviation of the residuals.
    unseen: root mean square error in leave-one-out validation.
    explained: R squared.
    worth: cost per feature.
    """

    cards: int
    deviation: float
    unseen: float
    explained: float
    worth: dict[str, float]


class Scoring(NamedTuple):
    """Difference between the actual and predicted cost of official cards with variable points.

    cards: number of cards.
    deviation: standard deviation of a single card.
    """

    cards: int
    mean: float
    deviation: float


class Share(NamedTuple):
    """Share of a category in a population, from 0 to 1."""

    name: str
    population: str
    part: float


class Mean(NamedTuple):
    """Mean cost or defense of a population. deviation: standard deviation of a single card."""

    population: str
    mean: float
    deviation: float


class OfficialFigures(NamedTuple):
    """Figures of the shipped sets."""

    curve: Curve
    scoring: Scoring
    shares: tuple[Share, ...]
    means: tuple[Mean, ...]


@cache
def official_figures() -> OfficialFigures:
    """Return the figures of the shipped sets."""
    data = json.loads(DATA_FILE.read_text(encoding="utf-8"))
    return OfficialFigures(
        Curve(**data["curve"]),
        Scoring(**data["scoring"]),
        tuple(Share(*row) for row in data["shares"]),
        tuple(Mean(*row) for row in data["means"]),
    )
