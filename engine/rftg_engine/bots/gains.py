"""What each phase would bring to a player: with the bonus of choosing it, and without."""

from __future__ import annotations

from typing import Final

from rftg_engine import actions
from rftg_engine.bots import features
from rftg_engine.bots.evaluator import NO_WAY, Evaluator
from rftg_engine.bots.goods import filled, of_kind
from rftg_engine.bots.phases import CONSUME, DEVELOP, EXPLORE, SETTLE

NO_ACTION: Final = -1
"""Stands for a phase that somebody else has chosen."""
EXPLORE_DRAW: Final = {NO_ACTION: 2, actions.EXPLORE_5: 7, actions.EXPLORE_1_1: 3}
EXPLORE_KEEP: Final = {NO_ACTION: 1, actions.EXPLORE_5: 1, actions.EXPLORE_1_1: 2}
DEVELOP_LESS: Final = 1
PRESTIGE_LESS: Final = 3
PRESTIGE_DRAW: Final = 6
PRESTIGE_CARDS: Final = 3
_MIXED: Final = 0.5
"""What it is worth that any card of the hand may go in Explore, in cards kept."""


class Gains:
    """The gains of a position by phase, in points of the evaluation, each computed once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.sums = evaluator.standing.sums
        self.mixed = _MIXED if evaluator.table.mixes_explore else 0.0

    def explore(self, action: int, prestige: bool = False) -> float:
        """Return cards more, the best of those drawn."""
        draw = EXPLORE_DRAW[action] + self.sums[features.EXPLORE_DRAW]
        keep = EXPLORE_KEEP[action] + self.sums[features.EXPLORE_KEEP] + self.mixed
        if prestige:
            draw, keep = draw + PRESTIGE_DRAW, keep + 1
        draw = max(1.0, max(draw, keep))
        return self.evaluator.hand.drawing(draw, keep)

    def place(self, worlds: bool, less: int, drawn: float, second: bool = False) -> float:
        """Return the value of the best card that can be placed, or of the second best.

        It is 0 where there is none.
        """
        evaluator = self.evaluator
        cards = evaluator.hand.cards
        purse = len(cards) - 1
        drawn += self.sums[features.SETTLE_CARDS if worlds else features.DEVELOP_CARDS]
        best = next_best = 0.0
        for one in cards:
            if one.is_world != worlds or one.prospect.built:
                continue
            price = evaluator.price(one, less)
            if price == NO_WAY or price > purse:
                continue
            value = evaluator.placing(one, price, drawn)
            if value > best:
                best, next_best = value, best
            elif value > next_best:
                next_best = value
        return next_best if second else best

    def consume(self, action: int, prestige: bool = False) -> float:
        """Return chips and cards from goods, after a sale if that was chosen."""
        evaluator = self.evaluator
        weights, economy = evaluator.weights, evaluator.standing.economy
        goods = evaluator.goods
        cards = self.sums[features.CONSUME_CARDS]
        chips = 1
        if action == actions.CONSUME_TRADE:
            kind = economy.best_sale(goods)
            goods -= of_kind(kind)
            sold = economy.sale_price(kind)
            cards += sold
            if prestige:
                cards += PRESTIGE_CARDS if sold else 0
                chips = 2
        elif action == actions.CONSUME_X2:
            chips = 3 if prestige else 2
        points, more, left = economy.consumption.use(goods)
        cards += more
        points = points * chips + self._affordable(features.CONSUME_POINTS)
        return (
            weights[features.SCORE] * points
            + evaluator.hand.drawing(cards, cards)
            + evaluator.goods_worth(left)
            - evaluator.goods_now
        )

    def produce(self, bonus: int, prestige: bool = False) -> float:
        """Return goods on empty worlds, cards and points.

        bonus: windfall worlds for having chosen it.
        """
        evaluator = self.evaluator
        weights, standing = evaluator.weights, evaluator.standing
        full = evaluator.mine.goods
        powers = standing.economy.windfall_powers + bonus + prestige
        goods = evaluator.goods + standing.production_left(full)
        goods += filled(standing.windfalls_left(full), powers)
        cards = self.sums[features.PRODUCE_CARDS] + (PRESTIGE_CARDS if prestige else 0)
        points = self._affordable(features.PRODUCE_POINTS)
        more = evaluator.goods_worth(goods) - evaluator.goods_now
        for stakes in evaluator.stakes:
            more += stakes.produced(bonus > 0)
        return more + evaluator.hand.drawing(cards, cards) + weights[features.SCORE] * points

    def _affordable(self, feature: int) -> float:
        """Return the points of a phase, without those that cost more tokens than the player has."""
        standing = self.evaluator.standing
        if not standing.token_prices:
            return self.sums[feature]
        held = dict(self.evaluator.mine.tokens)
        return self.sums[feature] - standing.beyond_means(feature, held)


def own_gain(gains: Gains, action: int) -> float:
    """Return what an action brings to who chooses it, the phases of others aside."""
    prestige = action >= actions.PRESTIGE
    plain = actions.plain(action)
    if plain in (actions.EXPLORE_5, actions.EXPLORE_1_1):
        return gains.explore(plain, prestige)
    if plain == actions.DEVELOP:
        return gains.place(False, PRESTIGE_LESS if prestige else DEVELOP_LESS, 0.0)
    if plain == actions.DEVELOP_2:
        return gains.place(False, DEVELOP_LESS, 0.0, second=True)
    if plain == actions.SETTLE:
        return gains.place(True, PRESTIGE_LESS if prestige else 0, 1.0)
    if plain == actions.SETTLE_2:
        return gains.place(True, 0, 1.0, second=True)
    if plain == actions.PRODUCE:
        return gains.produce(1, prestige)
    return gains.consume(plain, prestige)


def shared_gain(gains: Gains, phase: int) -> float:
    """Return what a phase brings that others have chosen. phase: its number in phases.PHASES."""
    if phase == EXPLORE:
        return gains.explore(NO_ACTION)
    if phase == DEVELOP:
        return gains.place(False, 0, 0.0)
    if phase == SETTLE:
        return gains.place(True, 0, 0.0)
    if phase == CONSUME:
        return gains.consume(NO_ACTION)
    return gains.produce(0)
