"""What each phase would bring to a player: with the bonus of choosing it, and without."""

from __future__ import annotations

from typing import Final

from rftg_engine import actions
from rftg_engine.bots import features
from rftg_engine.bots.evaluator import NO_WAY, Evaluator
from rftg_engine.bots.forecast import CONSUME, DEVELOP, EXPLORE, SETTLE
from rftg_engine.bots.goods import best_sale, sale_price

NO_ACTION: Final = -1
"""Stands for a phase that somebody else has chosen."""
EXPLORE_DRAW: Final = {NO_ACTION: 2, actions.EXPLORE_5: 7, actions.EXPLORE_1_1: 3}
EXPLORE_KEEP: Final = {NO_ACTION: 1, actions.EXPLORE_5: 1, actions.EXPLORE_1_1: 2}
DEVELOP_LESS: Final = 1
PRESTIGE_LESS: Final = 3
PRESTIGE_DRAW: Final = 6
PRESTIGE_CARDS: Final = 3


class Gains:
    """The gains of a position by phase, in points of the evaluation, each computed once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.sums = evaluator.standing.sums

    def explore(self, action: int, prestige: bool = False) -> float:
        """Return cards more, the best of those drawn."""
        evaluator = self.evaluator
        draw = EXPLORE_DRAW[action] + self.sums[features.EXPLORE_DRAW]
        keep = EXPLORE_KEEP[action] + self.sums[features.EXPLORE_KEEP]
        if prestige:
            draw, keep = draw + PRESTIGE_DRAW, keep + 1
        draw = max(draw, keep, 1.0)
        return evaluator.drawing(draw, keep)

    def place(self, worlds: bool, less: int, drawn: float, nth: int = 0) -> float:
        """Return the value of the best card that can be placed, or of the nth best after it.

        It is 0 where there is none.
        """
        found = sorted(self.placings(worlds, less, drawn), reverse=True)
        return max(0.0, found[nth]) if len(found) > nth else 0.0

    def placings(self, worlds: bool, less: int, drawn: float) -> list[float]:
        """Return what each card that can be placed now brings."""
        evaluator = self.evaluator
        is_world = evaluator.table.is_world
        purse = len(evaluator.hand) - 1
        at_once = self.sums[features.SETTLE_CARDS if worlds else features.DEVELOP_CARDS]
        found = []
        for card in evaluator.hand:
            if is_world[card] == worlds and not evaluator.is_built(card):
                price = evaluator.price(card, less)
                if price != NO_WAY and price <= purse:
                    found.append(evaluator.placing(card, price, drawn + at_once))
        return found

    def consume(self, action: int, prestige: bool = False) -> float:
        """Return chips and cards from goods, after a sale if that was chosen."""
        evaluator = self.evaluator
        weights, standing = evaluator.weights, evaluator.standing
        goods = evaluator.goods[:]
        cards = self.sums[features.CONSUME_CARDS]
        chips = 1
        if action == actions.CONSUME_TRADE:
            sold = self.sale(goods)
            cards += sold
            if prestige:
                cards += PRESTIGE_CARDS if sold else 0
                chips = 2
        elif action == actions.CONSUME_X2:
            chips = 3 if prestige else 2
        points, more, _left = standing.consumption.use(goods)
        cards += more
        points = points * chips + self.sums[features.CONSUME_POINTS]
        kept = standing.goods_value(weights, goods)
        return (
            weights[features.SCORE] * points
            + evaluator.drawing(cards, cards)
            + kept
            - evaluator.goods_now
        )

    def sale(self, goods: list[int]) -> int:
        """Return cards for the best sale, whose good is taken off."""
        prices = self.evaluator.standing.prices
        sold = best_sale(prices, goods)
        if sold:
            goods[sold] -= 1
        return sale_price(prices, sold)

    def produce(self, bonus: int, prestige: bool = False) -> float:
        """Return goods on empty worlds, cards and points.

        bonus: windfall worlds for having chosen it.
        """
        evaluator = self.evaluator
        standing = evaluator.standing
        goods = produced(evaluator, bonus + prestige)
        cards = self.sums[features.PRODUCE_CARDS] + (PRESTIGE_CARDS if prestige else 0)
        points = self.sums[features.PRODUCE_POINTS]
        more = standing.goods_value(evaluator.weights, goods) - evaluator.goods_now
        return more + evaluator.drawing(cards, cards) + evaluator.weights[features.SCORE] * points


def produced(evaluator: Evaluator, bonus: int) -> list[int]:
    """Return the goods by kind after Produce."""
    standing, known = evaluator.standing, evaluator.known
    goods = evaluator.goods[:]
    empty = [0] * 5
    has_good = evaluator.mine.goods
    for world in standing.tableau:
        one = known.facts[world]
        if world not in has_good:
            if one.produces:
                goods[one.kind] += 1
            elif one.windfall:
                empty[one.kind] += 1
    more = standing.windfall_powers + bonus
    for kind in range(4, 0, -1):
        added = min(more, empty[kind])
        goods[kind] += added
        more -= added
    return goods


def own_gain(gains: Gains, action: int) -> float:
    """Return what an action brings to who chooses it, the phases of others aside."""
    prestige = action >= actions.PRESTIGE
    plain = actions.plain(action)
    if plain in (actions.EXPLORE_5, actions.EXPLORE_1_1):
        return gains.explore(plain, prestige)
    if plain == actions.DEVELOP:
        return gains.place(False, PRESTIGE_LESS if prestige else DEVELOP_LESS, 0.0)
    if plain == actions.DEVELOP_2:
        return gains.place(False, DEVELOP_LESS, 0.0, 1)
    if plain == actions.SETTLE:
        return gains.place(True, PRESTIGE_LESS if prestige else 0, 1.0)
    if plain == actions.SETTLE_2:
        return gains.place(True, 0, 1.0, 1)
    if plain == actions.PRODUCE:
        return gains.produce(1, prestige)
    return gains.consume(plain, prestige)


def shared_gain(gains: Gains, phase: int) -> float:
    """Return what a phase brings that others have chosen. phase: its number in forecast.PHASES."""
    if phase == EXPLORE:
        return gains.explore(NO_ACTION)
    if phase == DEVELOP:
        return gains.place(False, 0, 0.0)
    if phase == SETTLE:
        return gains.place(True, 0, 0.0)
    if phase == CONSUME:
        return gains.consume(NO_ACTION)
    return gains.produce(0)
