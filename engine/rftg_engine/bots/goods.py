"""What goods will become: consumption and sales, reckoned without playing the phase."""

from __future__ import annotations

from rftg_engine.bots.facts import Consumer
from rftg_engine.trading import BASE_PRICES


def by_use(consumers: list[Consumer]) -> list[Consumer]:
    """The order in which consumers are best used: the highest rate, then the choosiest."""
    return sorted(consumers, key=_rank)


def _rank(consumer: Consumer) -> tuple[float, bool, int]:
    return -consumer.rate, consumer.kind == 0, consumer.number


def consume(consumers: list[Consumer], goods: list[int]) -> tuple[float, float, int]:
    """Points and cards that consumers (see by_use) make of goods, and the goods that are left.

    goods: how many of each kind, by number; it is used up.
    """
    points = cards = 0.0
    left = sum(goods)
    for consumer in consumers:
        if not left:
            break
        taken = _take(consumer, consumers, goods, left)
        left -= taken
        times = max(0, taken - consumer.free) if consumer.each else min(1, taken)
        points += consumer.points * times
        cards += consumer.cards * times
    return points, cards, left


def _take(consumer: Consumer, others: list[Consumer], goods: list[int], left: int) -> int:
    """Takes the goods of one use; how many they were."""
    if consumer.kind:
        taken = min(consumer.count, goods[consumer.kind])
        if taken < consumer.count and not consumer.up_to:
            return 0
        goods[consumer.kind] -= taken
        return taken
    if consumer.different:
        return _take_different(consumer, goods)
    count = min(consumer.count, left)
    if count < consumer.count and not consumer.up_to:
        return 0
    for _nth in range(count):
        goods[_least_wanted(others, goods)] -= 1
    return count


def _take_different(consumer: Consumer, goods: list[int]) -> int:
    kinds = [kind for kind in range(1, 5) if goods[kind]]
    if len(kinds) < consumer.count and not consumer.up_to:
        return 0
    for kind in kinds[: consumer.count]:
        goods[kind] -= 1
    return min(len(kinds), consumer.count)


def _least_wanted(consumers: list[Consumer], goods: list[int]) -> int:
    """The kind, of those there are, that the fewest choosy consumers want; then the cheapest."""
    best, least = 0, 99
    for kind in range(1, 5):
        if goods[kind]:
            wanted = 0
            for consumer in consumers:
                if consumer.kind == kind:
                    wanted += 1
            if wanted < least:
                best, least = kind, wanted
    return best


def best_price(prices: list[int], goods: list[int]) -> int:
    """Cards for the good that sells for most. prices: bonuses by kind, index 0 for all kinds."""
    best = 0
    for kind in range(1, 5):
        if goods[kind]:
            best = max(best, BASE_PRICES[kind] + prices[0] + prices[kind])
    return best
