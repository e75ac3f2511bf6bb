"""What goods will become: consumption and sales, estimated without playing the phase.

Goods are counted by kind in one integer, a byte for each kind: `of_kind` is one good, and goods
are added and taken away as numbers are.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from rftg_engine.bots import features
from rftg_engine.bots.facts import MOST_TAKEN, ConsumeUse, Facts
from rftg_engine.turns.goods import BASE_PRICES


def of_kind(kind: i64) -> i64:
    """Return one good of a kind; none for kind 0."""
    return 1 << (8 * kind - 8) if kind else 0


def count(goods: i64, kind: i64) -> i64:
    """Return how many of the goods are of a kind (1 to 4)."""
    return goods >> (8 * kind - 8) & 255


def count_all(goods: i64) -> i64:
    """Return how many goods there are."""
    return (goods & 255) + (goods >> 8 & 255) + (goods >> 16 & 255) + (goods >> 24)


def count_kinds(goods: i64) -> i64:
    """Return how many kinds the goods are of."""
    kinds: i64 = 0
    kind: i64 = 1
    while kind <= 4:
        kinds += 1 if count(goods, kind) else 0
        kind += 1
    return kinds


def price_of(goods: i64) -> i64:
    """Return the price of all goods, without bonuses."""
    price: i64 = 0
    kind: i64 = 1
    while goods >> (8 * kind - 8):
        price += count(goods, kind) * BASE_PRICES[kind]
        kind += 1
    return price


def filled(worlds: i64, most: i64) -> i64:
    """Return goods for at most so many of these worlds, which are counted as goods are.

    The dearest kinds come first.
    """
    goods: i64 = 0
    kind: i64 = 4
    while kind and most > 0:
        added = min(most, count(worlds, kind))
        goods += added * of_kind(kind)
        most -= added
        kind -= 1
    return goods


@mypyc_attr(acyclic=True)
class Consumption:
    """Consume powers in the order in which they are best used: the highest rate, the choosiest.

    wanted: by kind, as goods are counted, how many of them take that kind alone.
    """

    def __init__(self, consumers: list[ConsumeUse]) -> None:
        self.consumers: Final = consumers
        wanted: i64 = 0
        for consumer in consumers:
            wanted += of_kind(consumer.kind)
        self.wanted: i64 = wanted

    def with_more(self, more: list[ConsumeUse]) -> Consumption:
        """Return the same with more consume powers."""
        consumers = self.consumers[:]
        for consumer in more:
            place = len(consumers)
            while place and consumer.comes_before(consumers[place - 1]):
                place -= 1
            consumers.insert(place, consumer)
        return Consumption(consumers)

    def use(self, goods: i64) -> tuple[float, float, i64]:
        """Return points and cards that come of goods, and the goods that are left."""
        points = cards = 0.0
        for consumer in self.consumers:
            if not goods:
                break
            left = self._left(consumer, goods)
            if left != goods:
                times = 1.0
                if consumer.each:
                    times = float(count_all(goods) - count_all(left) - consumer.free)
                points += consumer.points * times
                cards += consumer.cards * times
                goods = left
        return points, cards, goods

    def most_points(self, goods: i64) -> tuple[float, float]:
        """Return the most points that goods may bring, and how many of them have a use.

        Each good brings its part of what a use brings, and goes where that is most: a bound that no
        power lowers by giving more. What is played (`use`) may be less, as powers get in each
        other's way: three different goods for one leave none for the next.
        """
        return _most(self.consumers, [one.point_rate for one in self.consumers], goods)

    def most_cards(self, goods: i64) -> float:
        """Return the most cards that goods may bring."""
        consumers: list[ConsumeUse] = []
        rates: list[float] = []
        for consumer in self.consumers:
            place = len(rates)
            while place and rates[place - 1] < consumer.card_rate:
                place -= 1
            consumers.insert(place, consumer)
            rates.insert(place, consumer.card_rate)
        return _most(consumers, rates, goods)[0]

    def _left(self, consumer: ConsumeUse, goods: i64) -> i64:
        """Return what one use leaves of goods: all of them where it cannot be made."""
        kind = consumer.kind
        if not kind and consumer.different:
            return _less_different(consumer, goods)
        available = count(goods, kind) if kind else count_all(goods)
        if available < consumer.count and not consumer.up_to:
            return goods
        taken = min(available, consumer.count)
        if kind:
            return goods - taken * of_kind(kind)
        while taken > 0:
            goods -= of_kind(self._least_wanted(goods))
            taken -= 1
        return goods

    def _least_wanted(self, goods: i64) -> i64:
        """Return the kind that the fewest choosy consumers want.

        Of several it is the cheapest.
        """
        best: i64 = 0
        least: i64 = 99
        kind: i64 = 1
        while kind <= 4:
            if count(goods, kind) and count(self.wanted, kind) < least:
                best, least = kind, count(self.wanted, kind)
            kind += 1
        return best


def _most(consumers: list[ConsumeUse], rates: list[float], goods: i64) -> tuple[float, float]:
    """Return what goods bring at these rates, the highest first, and how many are used."""
    total = 0.0
    idle = count_all(goods)
    left = goods
    for nth, consumer in enumerate(consumers):
        if not idle:
            break
        kind = consumer.kind
        taken = min(_takes(consumer, goods), idle)
        if kind:
            taken = min(taken, count(left, kind))
            left -= taken * of_kind(kind)
        idle -= taken
        total += rates[nth] * float(taken)
    return total, float(count_all(goods) - idle)


def _takes(consumer: ConsumeUse, goods: i64) -> i64:
    """Return how many goods one use gets something for, if all are there for it."""
    kind = consumer.kind
    available = count(goods, kind) if kind else count_all(goods)
    if not kind and consumer.different:
        available = count_kinds(goods)
    if available < consumer.count and not consumer.up_to:
        return 0
    taken = min(available, consumer.count)
    return max(0, taken - consumer.free) if consumer.each else min(taken, MOST_TAKEN)


def _less_different(consumer: ConsumeUse, goods: i64) -> i64:
    """Return what is left when one good each of as many kinds is taken, the cheapest first."""
    left = goods
    taken: i64 = 0
    kind: i64 = 1
    while kind <= 4 and taken < consumer.count:
        if count(goods, kind):
            left -= of_kind(kind)
            taken += 1
        kind += 1
    return left if taken == consumer.count or consumer.up_to else goods


class FeatureWeights:
    """What more of each feature is worth, in points; those that are asked for most have names."""

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
    """What goods become: their price, points and cards for them, and the best sale."""

    def __init__(self, price: float, points: float, cards: float, sale: float) -> None:
        self.price: Final = price
        self.points: Final = points
        self.cards: Final = cards
        self.sale: Final = sale


@mypyc_attr(acyclic=True)
class Economy:
    """What a tableau makes of goods.

    production, windfalls: worlds by kind, counted as goods are. prices: bonuses by kind; index 0
    for all. points, cards, used, sale: what one full production may become, how many of its goods
    have a use and the best sale of one.
    """

    def __init__(
        self,
        production: i64,
        windfalls: i64,
        windfall_powers: int,
        prices: list[int],
        dearest_first: list[int],
        consumption: Consumption,
    ) -> None:
        self.production: i64 = production
        self.windfalls: i64 = windfalls
        self.windfall_powers: Final = windfall_powers
        self.prices: Final = prices
        self.consumption: Final = consumption
        self._dearest_first: Final = dearest_first
        self._grown: Final[dict[int, Economy]] = {}
        """With a card more, by what the card changes."""
        self._becomes: Final[dict[int, Proceeds]] = {}
        goods = production + filled(windfalls, windfall_powers + 1)
        self.points, self.used = consumption.most_points(goods)
        self.cards = consumption.most_cards(goods)
        self.sale = float(self.sale_price(self.best_sale(goods)))

    def with_card(self, facts: Facts) -> Economy:
        """Return the economy of a tableau with a card more."""
        if not facts.changes_goods:
            return self
        found = self._grown.get(facts.economy)
        if found is None:
            found = self._grown[facts.economy] = self._with(facts)
        return found

    def _with(self, facts: Facts) -> Economy:
        production, windfalls = self.production, self.windfalls
        if facts.produces:
            production += of_kind(facts.kind)
        elif facts.windfall:
            windfalls += of_kind(facts.kind)
        prices, dearest = self.prices, self._dearest_first
        if facts.changes_prices:
            prices = [prices[kind] + facts.price_bonus[kind] for kind in range(len(prices))]
            dearest = dearest_first(prices)
        consumption = self.consumption
        if facts.consumers:
            consumption = consumption.with_more(facts.consumers)
        powers = self.windfall_powers + facts.windfall_powers
        return Economy(production, windfalls, powers, prices, dearest, consumption)

    def becomes(self, goods: i64) -> Proceeds:
        """Return what goods become."""
        found = self._becomes.get(goods)
        if found is None:
            points, cards, _left = self.consumption.use(goods)
            sale = float(self.sale_price(self.best_sale(goods)))
            found = Proceeds(float(price_of(goods)), points, cards, sale)
            self._becomes[goods] = found
        return found

    def value(self, weighing: FeatureWeights, goods: i64) -> float:
        """Return what goods on worlds are worth."""
        if not goods:
            return 0.0
        found = self.becomes(goods)
        return (
            weighing.goods * found.price
            + weighing.goods_points * found.points
            + weighing.goods_cards * found.cards
            + weighing.goods_sale * found.sale
        )

    def best_sale(self, goods: i64) -> int:
        """Return the kind of the good that sells for most, 0 for none."""
        for kind in self._dearest_first:
            if count(goods, kind):
                return kind
        return 0

    def sale_price(self, kind: int) -> int:
        """Return cards for a good of a kind, 0 for no good."""
        return max(0, BASE_PRICES[kind] + self.prices[0] + self.prices[kind]) if kind else 0


def no_economy() -> Economy:
    """Return the economy of no cards."""
    prices = [0] * 6
    return Economy(0, 0, 0, prices, dearest_first(prices), Consumption([]))


def dearest_first(prices: list[int]) -> list[int]:
    """Return the kinds of goods that can be sold with these bonuses, the dearest first."""
    kinds: list[int] = []
    sold: list[int] = []
    for kind in range(1, 5):
        price = BASE_PRICES[kind] + prices[kind]
        if price >= 0:
            place = len(kinds)
            while place and sold[place - 1] < price:
                place -= 1
            kinds.insert(place, kind)
            sold.insert(place, price)
    return kinds
