"""Estimates of consumption and sales, without playing the phase.

Goods are counted by kind in one integer, with a byte for each kind: `one_good` is one good, and
goods are added and subtracted like numbers.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from rftg_engine.bots import features
from rftg_engine.bots.facts import MAX_GOODS_TAKEN, ConsumeUse, Facts
from rftg_engine.turns.turn import BASE_PRICES


def one_good(kind: i64) -> i64:
    """Return one good of a kind, or none for kind 0."""
    return 1 << (8 * kind - 8) if kind else 0


def count(goods: i64, kind: i64) -> i64:
    """Return the number of goods of a kind (1 to 4)."""
    return goods >> (8 * kind - 8) & 255


def count_all(goods: i64) -> i64:
    """Return the number of goods."""
    return (goods & 255) + (goods >> 8 & 255) + (goods >> 16 & 255) + (goods >> 24)


def count_kinds(goods: i64) -> i64:
    """Return the number of different kinds among the goods."""
    kinds: i64 = 0
    kind: i64 = 1
    while kind <= 4:
        kinds += 1 if count(goods, kind) else 0
        kind += 1
    return kinds


def price_of(goods: i64) -> i64:
    """Return the total price of the goods, without bonuses."""
    price: i64 = 0
    kind: i64 = 1
    while goods >> (8 * kind - 8):
        price += count(goods, kind) * BASE_PRICES[kind]
        kind += 1
    return price


def fill_worlds(worlds: i64, remaining: i64) -> i64:
    """Return a good for each of up to `remaining` worlds, the most expensive kinds first.

    worlds: number of worlds by kind, encoded like goods.
    """
    goods: i64 = 0
    kind: i64 = 4
    while kind and remaining > 0:
        added = min(remaining, count(worlds, kind))
        goods += added * one_good(kind)
        remaining -= added
        kind -= 1
    return goods


@mypyc_attr(acyclic=True)
class Consumption:
    """Consume powers in the best order of use: highest rate first, then powers for a single kind.

    demand: number of powers that take only one kind, encoded like goods.
    """

    def __init__(self, consumers: list[ConsumeUse]) -> None:
        self.consumers: Final = consumers
        demand: i64 = 0
        for consumer in consumers:
            demand += one_good(consumer.kind)
        self.demand: i64 = demand

    def with_consumers(self, added: list[ConsumeUse]) -> Consumption:
        """Return the consumption with more powers."""
        consumers = self.consumers[:]
        for consumer in added:
            index = len(consumers)
            while index and consumer.is_better_than(consumers[index - 1]):
                index -= 1
            consumers.insert(index, consumer)
        return Consumption(consumers)

    def use(self, goods: i64) -> tuple[float, float, i64]:
        """Return the points and cards from using goods, and the remaining goods."""
        points = cards = 0.0
        for consumer in self.consumers:
            if not goods:
                break
            remaining = self._goods_after_use(consumer, goods)
            if remaining != goods:
                times = 1.0
                if consumer.each:
                    times = float(count_all(goods) - count_all(remaining) - consumer.free)
                points += consumer.points * times
                cards += consumer.cards * times
                goods = remaining
        return points, cards, goods

    def max_points(self, goods: i64, most: i64) -> tuple[float, float]:
        """Return an upper bound on the points from goods, and the number of goods that are used.

        most: number of the goods that the player has at once. Each good counts with its share of a
        use, and with the use that gains most, so that a more generous power or another world never
        lowers the bound. `use` can return less, because powers compete: a power that takes three
        different goods leaves none for the next.
        """
        return _best_gain(
            self.consumers, [consumer.point_rate for consumer in self.consumers], goods, most
        )

    def max_cards(self, goods: i64, most: i64) -> float:
        """Return an upper bound on the cards from goods. most: as for `max_points`."""
        consumers: list[ConsumeUse] = []
        rates: list[float] = []
        for consumer in self.consumers:
            index = len(rates)
            while index and rates[index - 1] < consumer.card_rate:
                index -= 1
            consumers.insert(index, consumer)
            rates.insert(index, consumer.card_rate)
        return _best_gain(consumers, rates, goods, most)[0]

    def _goods_after_use(self, consumer: ConsumeUse, goods: i64) -> i64:
        """Return the goods that remain after one use, or all goods if the power cannot be used."""
        kind = consumer.kind
        if not kind and consumer.different:
            return _after_taking_different(consumer, goods)
        available = count(goods, kind) if kind else count_all(goods)
        if available < consumer.count and not consumer.up_to:
            return goods
        taken_count = min(available, consumer.count)
        if kind:
            return goods - taken_count * one_good(kind)
        while taken_count > 0:
            goods -= one_good(self._least_needed_kind(goods))
            taken_count -= 1
        return goods

    def _least_needed_kind(self, goods: i64) -> i64:
        """Return the kind that the fewest powers for one kind need. The cheapest wins ties."""
        least_needed: i64 = 0
        lowest_demand: i64 = 99
        kind: i64 = 1
        while kind <= 4:
            if count(goods, kind) and count(self.demand, kind) < lowest_demand:
                least_needed, lowest_demand = kind, count(self.demand, kind)
            kind += 1
        return least_needed


def _best_gain(
    consumers: list[ConsumeUse], rates: list[float], goods: i64, most: i64
) -> tuple[float, float]:
    """Return the gain from goods at these rates, highest first, and the number of goods used."""
    total = 0.0
    unused = most
    remaining = goods
    for index, consumer in enumerate(consumers):
        if not unused:
            break
        kind = consumer.kind
        taken_count = min(_useful_goods(consumer, goods), unused)
        if kind:
            taken_count = min(taken_count, count(remaining, kind))
            remaining -= taken_count * one_good(kind)
        unused -= taken_count
        total += rates[index] * float(taken_count)
    return total, float(most - unused)


def _useful_goods(consumer: ConsumeUse, goods: i64) -> i64:
    """Return the number of goods that gain something in one use, if all goods are available."""
    kind = consumer.kind
    available = count(goods, kind) if kind else count_all(goods)
    if not kind and consumer.different:
        available = count_kinds(goods)
    if available < consumer.count and not consumer.up_to:
        return 0
    taken_count = min(available, consumer.count)
    return (
        max(0, taken_count - consumer.free) if consumer.each else min(taken_count, MAX_GOODS_TAKEN)
    )


def _after_taking_different(consumer: ConsumeUse, goods: i64) -> i64:
    """Return the goods that remain after one good of each of several kinds is taken, cheapest
    first."""
    remaining = goods
    taken_count: i64 = 0
    kind: i64 = 1
    while kind <= 4 and taken_count < consumer.count:
        if count(goods, kind):
            remaining -= one_good(kind)
            taken_count += 1
        kind += 1
    return remaining if taken_count == consumer.count or consumer.up_to else goods


class FeatureWeights:
    """Weights of features, in points. The most frequently used weights have names."""

    def __init__(self, weights: list[float]) -> None:
        self.weights: Final = weights
        self.goods: Final[float] = weights[features.GOODS]
        self.goods_points: Final[float] = weights[features.GOODS_POINTS]
        self.goods_cards: Final[float] = weights[features.GOODS_CARDS]
        self.goods_sale: Final[float] = weights[features.GOODS_SALE]
        self.hand: Final[float] = weights[features.HAND]
        self.hand_under_3: Final[float] = weights[features.HAND_UNDER_3]
        self.hand_over_4: Final[float] = weights[features.HAND_OVER_4]
        self.hand_over_8: Final[float] = weights[features.HAND_OVER_8]
        self.best_card: Final[float] = weights[features.BEST_CARD]
        self.next_cards: Final[float] = weights[features.NEXT_CARDS]


@mypyc_attr(acyclic=True)
class Proceeds:
    """Estimated use of goods: their price, the points and cards for them, and the best sale.

    most_points, most_cards: upper bounds, which a more generous power never lowers.
    """

    def __init__(
        self,
        price: float,
        points: float,
        cards: float,
        sale: float,
        most_points: float,
        most_cards: float,
    ) -> None:
        self.price: Final = price
        self.points: Final = points
        self.cards: Final = cards
        self.sale: Final = sale
        self.most_points: Final = most_points
        self.most_cards: Final = most_cards


@mypyc_attr(acyclic=True)
class Economy:
    """The use of goods by a tableau.

    production, windfalls: worlds by kind, encoded like goods.
    prices: sale bonuses by kind; index 0 applies to all kinds.
    points, cards: upper bounds for one full production.
    used: number of its goods that are used.
    sale: its best sale.
    """

    def __init__(
        self,
        production: i64,
        windfalls: i64,
        windfall_powers: int,
        prices: list[int],
        by_sale_price: list[int],
        consumption: Consumption,
    ) -> None:
        self.production: i64 = production
        self.windfalls: i64 = windfalls
        self.windfall_powers: Final = windfall_powers
        self.prices: Final = prices
        self.consumption: Final = consumption
        self._kinds_by_price: Final = by_sale_price
        self._with_more_cards: Final[dict[int, Economy]] = {}
        """Cached economies with one more card, by Facts.economy."""
        self._proceeds: Final[dict[int, Proceeds]] = {}
        goods = production + windfalls
        filled: i64 = windfall_powers + 1
        most = count_all(production) + min(count_all(windfalls), filled)
        self.points, self.used = consumption.max_points(goods, most)
        self.cards = consumption.max_cards(goods, most)
        self.sale = float(self.sale_price(self.best_sale(goods)))

    def with_card(self, facts: Facts) -> Economy:
        """Return the economy of the tableau with one more card."""
        if not facts.changes_goods:
            return self
        cached = self._with_more_cards.get(facts.economy)
        if cached is None:
            cached = self._with_more_cards[facts.economy] = self._add_card(facts)
        return cached

    def _add_card(self, facts: Facts) -> Economy:
        production, windfalls = self.production, self.windfalls
        if facts.produces:
            production += one_good(facts.kind)
        elif facts.windfall:
            windfalls += one_good(facts.kind)
        prices, by_price = self.prices, self._kinds_by_price
        if facts.changes_prices:
            prices = [prices[kind] + facts.price_bonus[kind] for kind in range(len(prices))]
            by_price = by_sale_price(prices)
        consumption = self.consumption
        if facts.consumers:
            consumption = consumption.with_consumers(facts.consumers)
        powers = self.windfall_powers + facts.windfall_powers
        return Economy(production, windfalls, powers, prices, by_price, consumption)

    def proceeds_of(self, goods: i64) -> Proceeds:
        """Return the estimated use of goods."""
        cached = self._proceeds.get(goods)
        if cached is None:
            points, cards, _remaining = self.consumption.use(goods)
            sale = float(self.sale_price(self.best_sale(goods)))
            most_points, _used = self.consumption.max_points(goods, count_all(goods))
            most_cards = self.consumption.max_cards(goods, count_all(goods))
            price = float(price_of(goods))
            cached = Proceeds(price, points, cards, sale, most_points, most_cards)
            self._proceeds[goods] = cached
        return cached

    def value(self, weighing: FeatureWeights, goods: i64) -> float:
        """Return the value of goods on worlds."""
        if not goods:
            return 0.0
        proceeds = self.proceeds_of(goods)
        return (
            weighing.goods * proceeds.price
            + weighing.goods_points * proceeds.most_points
            + weighing.goods_cards * proceeds.most_cards
            + weighing.goods_sale * proceeds.sale
        )

    def best_sale(self, goods: i64) -> int:
        """Return the kind of the good with the highest sale price, or 0."""
        for kind in self._kinds_by_price:
            if count(goods, kind):
                return kind
        return 0

    def sale_price(self, kind: int) -> int:
        """Return the cards for a good of a kind, or 0 for kind 0."""
        return max(0, BASE_PRICES[kind] + self.prices[0] + self.prices[kind]) if kind else 0


def no_economy() -> Economy:
    """Return the economy of an empty tableau."""
    prices = [0] * 6
    return Economy(0, 0, 0, prices, by_sale_price(prices), Consumption([]))


def by_sale_price(prices: list[int]) -> list[int]:
    """Return the kinds of goods that can be sold with these bonuses, by falling price."""
    kinds: list[int] = []
    sorted_prices: list[int] = []
    for kind in range(1, 5):
        price = BASE_PRICES[kind] + prices[kind]
        if price >= 0:
            index = len(kinds)
            while index and sorted_prices[index - 1] < price:
                index -= 1
            kinds.insert(index, kind)
            sorted_prices.insert(index, price)
    return kinds
