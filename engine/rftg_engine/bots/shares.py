"""Amounts of features that depend on other cards in use or in the tableau, or on tokens."""

from __future__ import annotations

from typing import Final

from rftg_engine.bots import features
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ALL, NO_END, BoundCount, BoundGoods, BoundPrice, Gain


def part_of(table: Table, power: BoundPower, worlds: bool) -> float:
    """Return the share of all worlds, or of all developments, that a power covers."""
    return 1.0 if power.mask == ALL else _part_covered(table, power.covers, worlds)


def part_placed(table: Table, count: BoundCount, phase: str) -> float:
    """Return the share of its value that a power about some of the placed cards keeps."""
    return specialised(_part_covered(table, count.covers, phase != "develop"))


def _part_covered(table: Table, covers: bytes, worlds: bool) -> float:
    among = hits = 0
    for card, is_world in enumerate(table.is_world):
        if is_world == worlds:
            among += 1
            hits += covers[card]
    return hits / max(1, among)


def specialised(part: float) -> float:
    """Return the share of its value that a power keeps: its owner looks for the cards it covers."""
    return min(1.0, 3 * part)


def part_of_goods(table: Table, goods: BoundGoods) -> float:
    """Return what counts of a power for some goods: all of it for half of the worlds with goods.

    It is in proportion, but the owner of such a power has more of these worlds than others.
    """
    if not goods.kinds and goods.worlds == ALL:
        return 1.0
    among = hits = 0
    for card, kind in enumerate(table.kind):
        if kind:
            among += 1
            hits += goods.fit(card, kind)
    return min(1.0, 2 * hits / max(1, among))


TYPICAL_TABLEAU: Final = 12
"""Cards of a tableau at the end of a typical game."""

_LATER: Final = {features.SCORE: features.SCORE_GROWTH, features.MILITARY: features.SPECIALISED}
"""Features that stay exact, and those that have what later cards are expected to add to them."""


class Share:
    """An amount of a feature that other cards of the tableau change.

    counts: it comes for each `divisor` cards of `per`. asks: it comes with `least` to `most` cards
    of `needs`. watched: all of those. cards: how many are in use. steady: it is the same whatever
    else is in the tableau. feature_later: what is expected of later cards is an amount of that.
    """

    def __init__(
        self, feature: int, amount: float, power: BoundPower, gain: Gain | None, cards: int
    ) -> None:
        self.feature = feature
        self.feature_later = _LATER.get(feature, feature)
        self.amount = amount
        self.cards = cards
        self.per = self.needs = 0
        self.divisor = 1
        self.least = 0
        self.most = NO_END
        per = gain.per if gain is not None and gain.per is not None else power.per
        self.counts = per is not None and per.count.things == "cards"
        if per is not None and self.counts:
            self.per = per.count.mask
            self.divisor = per.divisor
        condition = power.condition
        self.asks = condition is not None and condition.is_plain
        if condition is not None and self.asks:
            self.needs = condition.count.mask
            self.least, self.most = condition.low, condition.high
        self.watched = self.per | self.needs
        self.steady = not self.counts and not self.asks

    def now(self, tableau: int) -> float:
        """Return the amount for a tableau."""
        if self.asks and not self.least <= (tableau & self.needs).bit_count() <= self.most:
            return 0.0
        if self.counts:
            return self.amount * ((tableau & self.per).bit_count() // self.divisor)
        return self.amount

    def later(self, tableau: int) -> float:
        """Return what cards that are still to be placed are expected to add to the amount."""
        room = free_places(tableau) / self.cards
        times = room * (self.per & ~tableau).bit_count() / self.divisor
        if not self.asks:
            return self.amount * times
        found = (tableau & self.needs).bit_count()
        if found > self.most:
            return 0.0
        if found >= self.least:
            return self.amount * times
        coming = room * (self.needs & ~tableau).bit_count()
        whole = times + (tableau & self.per).bit_count() // self.divisor if self.counts else 1.0
        return self.amount * whole * min(1.0, coming / (self.least - found))


def free_places(tableau: int) -> int:
    """Return how many more cards are expected to be placed beside those of a tableau."""
    return max(0, TYPICAL_TABLEAU - tableau.bit_count())


class TokenPrice:
    """Value of a power that costs tokens of a class, and the fewest tokens it costs."""

    def __init__(self, share: Share, price: BoundPrice) -> None:
        self.share: Final = share
        self.token: Final = price.token
        self.least: Final = 1 if price.up_to else price.count
