"""Amounts of features that depend on other cards or on tokens."""

from __future__ import annotations

from typing import Final

from rftg_engine.bots import features
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ALL, NO_LIMIT, BoundCount, BoundGoods, BoundPrice, Gain


def share_covered(table: Table, power: BoundPower, is_world: bool) -> float:
    """Return the share of all worlds, or of all developments, that a power covers."""
    return 1.0 if power.mask == ALL else _covered_share(table, power.covers, is_world)


def share_placed(table: Table, count: BoundCount, phase: str) -> float:
    """Return the effective share of placed cards that a power counts."""
    return effective_share(_covered_share(table, count.covers, phase != "develop"))


def _covered_share(table: Table, covers: bytes, worlds: bool) -> float:
    total = covered = 0
    for card, is_world in enumerate(table.is_world):
        if is_world == worlds:
            total += 1
            covered += covers[card]
    return covered / max(1, total)


def effective_share(part: float) -> float:
    """Return the effective share of a power that covers a share of the cards.

    It is higher than the share itself, because the owner looks for the cards that the power covers.
    """
    return min(1.0, 3 * part)


def share_of_goods(table: Table, goods: BoundGoods) -> float:
    """Return the effective share of a power about some goods: all of it if half of the worlds have
    them.

    It grows in proportion, because the owner of such a power looks for these worlds.
    """
    if not goods.kinds and goods.worlds == ALL:
        return 1.0
    total = covered = 0
    for card, kind in enumerate(table.kind):
        if kind:
            total += 1
            covered += goods.matches(card, kind)
    return min(1.0, 2 * covered / max(1, total))


TYPICAL_TABLEAU: Final = 12
"""Number of cards in a tableau at the end of a typical game."""

_EXPECTED_FEATURES: Final = {
    features.SCORE: features.SCORE_GROWTH,
    features.MILITARY: features.SPECIALISED,
}
"""Exact features, and the features that the expected effect of later cards is added to."""


class Share:
    """An amount of a feature that depends on the other cards of the tableau.

    counts: whether it is gained for each `divisor` cards of `per`.
    has_condition: whether it requires `least` to `most` cards of `needs`.
    watched_cards: all of these cards.
    cards: number of cards in use.
    steady: whether it is the same for every tableau.
    feature_later: feature of the amount expected from later cards.
    """

    def __init__(
        self, feature: int, amount: float, power: BoundPower, gain: Gain | None, cards: int
    ) -> None:
        self.feature = feature
        self.feature_later = _EXPECTED_FEATURES.get(feature, feature)
        self.amount = amount
        self.cards = cards
        self.per = self.needs = 0
        self.divisor = 1
        self.maximum = NO_LIMIT
        self.least = 0
        self.most = NO_LIMIT
        per = gain.per if gain is not None and gain.per is not None else power.per
        self.counts = per is not None and per.count.things == "cards"
        if per is not None and self.counts:
            self.per = per.count.mask
            self.divisor, self.maximum = per.divisor, per.maximum
        condition = power.condition
        self.has_condition = condition is not None and condition.is_plain
        if condition is not None and self.has_condition:
            self.needs = condition.count.mask
            self.least, self.most = condition.low, condition.high
        self.watched_cards = self.per | self.needs
        self.steady = not self.counts and not self.has_condition

    def amount_now(self, tableau: int) -> float:
        """Return the amount for a tableau."""
        if self.has_condition and not self.least <= (tableau & self.needs).bit_count() <= self.most:
            return 0.0
        if self.counts:
            return self.amount * self._times(tableau)
        return self.amount

    def _times(self, tableau: int) -> int:
        return min(self.maximum, (tableau & self.per).bit_count() // self.divisor)

    def amount_later(self, tableau: int) -> float:
        """Return the amount that cards still to be placed are expected to add."""
        room = free_places(tableau) / self.cards
        times = room * (self.per & ~tableau).bit_count() / self.divisor
        if self.maximum < NO_LIMIT:
            times = min(times, self.maximum - self._times(tableau))
        if not self.has_condition:
            return self.amount * times
        present = (tableau & self.needs).bit_count()
        if present > self.most:
            return 0.0
        if present >= self.least:
            return self.amount * times
        coming = room * (self.needs & ~tableau).bit_count()
        full_count = times + self._times(tableau) if self.counts else 1.0
        return self.amount * full_count * min(1.0, coming / (self.least - present))


def free_places(tableau: int) -> int:
    """Return the number of cards that are expected to be added to a tableau."""
    return max(0, TYPICAL_TABLEAU - tableau.bit_count())


class TokenPrice:
    """A power that costs tokens: its value, the class of the tokens and the minimum cost."""

    def __init__(self, share: Share, price: BoundPrice) -> None:
        self.share: Final = share
        self.token: Final = price.token
        self.least: Final = 1 if price.up_to else price.count
