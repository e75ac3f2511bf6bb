"""What goods will become: consumption and sales, estimated without playing the phase."""

from __future__ import annotations

from rftg_engine.bots.facts import Consumer
from rftg_engine.turns.trading import BASE_PRICES


class Consumption:
    """Consume powers in the order in which they are best used: the highest rate, the choosiest.

    wanted: by kind, how many of them take that kind alone.
    """

    def __init__(self, consumers: list[Consumer]) -> None:
        self.consumers = sorted(consumers, key=_rank) if len(consumers) > 1 else consumers
        self.wanted = [0] * 5
        for consumer in consumers:
            self.wanted[consumer.kind] += 1

    def use(self, goods: list[int]) -> tuple[float, float, int]:
        """Return points and cards that come of goods, and the goods that are left.

        goods: how many of each kind, by number; it is used up.
        """
        points = cards = 0.0
        left = goods[1] + goods[2] + goods[3] + goods[4]
        for consumer in self.consumers:
            if not left:
                break
            taken = self._take(consumer, goods, left)
            if taken:
                left -= taken
                times = taken - consumer.free if consumer.each else 1
                points += consumer.points * times
                cards += consumer.cards * times
        return points, cards, left

    def _take(self, consumer: Consumer, goods: list[int], left: int) -> int:
        """Take the goods of one use and return how many they were."""
        kind = consumer.kind
        if kind:
            taken = consumer.count if consumer.count < goods[kind] else goods[kind]
            if taken < consumer.count and not consumer.up_to:
                return 0
            goods[kind] -= taken
            return taken
        if consumer.different:
            return _take_different(consumer, goods)
        count = consumer.count if consumer.count < left else left
        if count < consumer.count and not consumer.up_to:
            return 0
        for _nth in range(count):
            goods[self._least_wanted(goods)] -= 1
        return count

    def _least_wanted(self, goods: list[int]) -> int:
        """Return the kind that the fewest choosy consumers want.

        Of several it is the cheapest.
        """
        best, least = 0, 99
        for kind in range(1, 5):
            if goods[kind] and self.wanted[kind] < least:
                best, least = kind, self.wanted[kind]
        return best


def _rank(consumer: Consumer) -> tuple[float, bool, int]:
    return -consumer.rate, consumer.kind == 0, consumer.number


def _take_different(consumer: Consumer, goods: list[int]) -> int:
    kinds = [kind for kind in range(1, 5) if goods[kind]]
    if len(kinds) < consumer.count and not consumer.up_to:
        return 0
    for kind in kinds[: consumer.count]:
        goods[kind] -= 1
    return min(len(kinds), consumer.count)


def best_sale(prices: list[int], goods: list[int]) -> int:
    """Return the kind of the good that sells for most, 0 for none.

    prices: bonuses; index 0 for all.
    """
    best, sold = -1, 0
    for kind in range(1, 5):
        if goods[kind] and BASE_PRICES[kind] + prices[kind] > best:
            best, sold = BASE_PRICES[kind] + prices[kind], kind
    return sold


def sale_price(prices: list[int], kind: int) -> int:
    """Return cards for a good of a kind, 0 for no good."""
    return max(0, BASE_PRICES[kind] + prices[0] + prices[kind]) if kind else 0
