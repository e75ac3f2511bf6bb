"""What a tableau is worth, and what each further card would add to it."""

from __future__ import annotations

from rftg_engine.bots import features
from rftg_engine.bots.facts import Consumer, Facts, Line, Share
from rftg_engine.bots.goods import Consumption, best_sale, sale_price
from rftg_engine.turns.trading import BASE_PRICES


class Stage:
    """The weights at one stage. policy: how a player behaves (policy_weights.py).

    steady: what the steady features of each card add.
    """

    def __init__(
        self, number: int, weights: list[float], policy: list[float], facts: list[Facts]
    ) -> None:
        self.number = number
        self.weights = weights
        self.policy = policy
        self.steady = [dot(weights, one.steady) for one in facts]


def dot(weights: list[float], amounts: list[float]) -> float:
    """Return the weighted sum."""
    total = 0.0
    for index in range(len(weights)):
        if amounts[index]:
            total += weights[index] * amounts[index]
    return total


class Standing:
    """A tableau in the terms of the evaluation.

    mask: its cards. production, windfalls: worlds by kind. military: against all worlds.
    worths: by stage, what further cards would add, costs: what they would cost, as far as it has
    been asked.
    """

    def __init__(self, facts: list[Facts], tableau: tuple[int, ...]) -> None:
        self.facts = facts
        self.tableau = tableau
        self.mask = 0
        self.sums = [0.0] * features.COUNT
        self.production = [0] * 5
        self.windfalls = [0] * 5
        self.windfall_powers = 0
        self.phases = 0
        self.prices = [0] * 6
        self.shares: list[Share] = []
        self.consumers: list[Consumer] = []
        self.lines: list[Line] = []
        self.worths: dict[int, dict[int, float]] = {}
        self.costs: dict[int, int] = {}
        self._goods: dict[int, tuple[float, float, float, float]] = {}
        for card in tableau:
            self._add(facts[card])
        self.consumption = Consumption(self.consumers)
        self.military = 0
        for share in self.shares:
            amount = share.now(self.mask)
            self.sums[share.feature] += amount
        self.military = int(self.sums[features.MILITARY])
        self.variable = self.points(self.mask, self.lines, self.military, 0, 0)
        self.sums[features.SCORE] += self.variable
        self.full = all_goods(
            self.consumption, self.production, self.windfalls, self.windfall_powers, self.prices
        )
        for index, amount in enumerate(self.full):
            self.sums[features.MAKES_POINTS + index] = amount

    def _add(self, facts: Facts) -> None:
        self.mask |= facts.bit
        self.phases |= facts.phases
        for index, amount in enumerate(facts.steady):
            if amount:
                self.sums[index] += amount
        if facts.produces:
            self.production[facts.kind] += 1
        elif facts.windfall:
            self.windfalls[facts.kind] += 1
        self.windfall_powers += facts.windfall_powers
        for kind, bonus in enumerate(facts.price_bonus):
            self.prices[kind] += bonus
        self.shares += facts.shares
        self.consumers += facts.consumers
        self.lines += facts.lines

    # --- parts of the evaluation that are no sums over cards

    def points(self, mask: int, lines: list[Line], military: int, vp: int, prestige: int) -> float:
        """Return the variable points of a tableau with these cards and lines."""
        total = 0.0
        for line in lines:
            if line.mask:
                total += line.amount * ((mask & line.mask).bit_count() // line.divisor)
            else:
                total += self._other_points(mask, line, military, vp, prestige)
        return total

    def _other_points(self, mask: int, line: Line, military: int, vp: int, prestige: int) -> float:
        things = line.things
        if things == "kinds":
            return float(line.table[min(self.kinds(mask), len(line.table) - 1)])
        if things == "once":
            condition = line.condition
            if condition is None or not condition.is_plain:
                return 0.5 * line.amount
            return float(line.amount if condition.met_by(mask) else 0)
        number = 0
        if things == "chips":
            number = vp
        elif things == "prestige":
            number = prestige
        elif things == "military":
            number = military
        elif things == "negative military":
            number = max(0, -military)
        return float(line.amount * int(number / line.divisor))

    def kinds(self, mask: int) -> int:
        """Return kinds of production and windfall worlds, of the tableau or with one card more."""
        more = mask & ~self.mask
        extra = self.facts[more.bit_length() - 1].kind if more else 0
        found = 0
        for kind in range(1, 5):
            if self.production[kind] or self.windfalls[kind] or kind == extra:
                found += 1
        return found

    # --- further cards

    def worth(self, stage: Stage, card: int) -> float:
        """Return what placing a card adds to the evaluation, without its price, good and chips."""
        known = self.worths.get(stage.number)
        if known is None:
            known = self.worths[stage.number] = {}
        found = known.get(card)
        if found is None:
            found = known[card] = self._worth(stage, self.facts[card])
        return found

    def _worth(self, stage: Stage, facts: Facts) -> float:
        weights = stage.weights
        mask = self.mask | facts.bit
        value = stage.steady[facts.card]
        military = facts.steady[features.MILITARY]
        for share in facts.shares:
            amount = share.now(mask)
            value += weights[share.feature] * amount
            if share.feature == features.MILITARY:
                military += amount
        for share in self.shares:
            if (share.per | share.needs) & facts.bit:
                change = share.now(mask) - share.now(self.mask)
                value += weights[share.feature] * change
        if self.lines or facts.lines:
            with_it = self.points(
                mask, self.lines + facts.lines, self.military + int(military), 0, 0
            )
            value += weights[features.SCORE] * (with_it - self.variable)
        if facts.changes_goods:
            value += self._more_goods(weights, facts)
        return value

    def _more_goods(self, weights: list[float], facts: Facts) -> float:
        """Return what a card adds to what a full production becomes."""
        production, windfalls = self.production, self.windfalls
        if facts.produces:
            production = production[:]
            production[facts.kind] += 1
        elif facts.windfall:
            windfalls = windfalls[:]
            windfalls[facts.kind] += 1
        consumption = self.consumption
        if facts.consumers:
            consumption = Consumption(self.consumers + facts.consumers)
        prices = [have + more for have, more in zip(self.prices, facts.price_bonus, strict=True)]
        powers = self.windfall_powers + facts.windfall_powers
        full = all_goods(consumption, production, windfalls, powers, prices)
        old = self.full
        return (
            weights[features.MAKES_POINTS] * (full[0] - old[0])
            + weights[features.MAKES_CARDS] * (full[1] - old[1])
            + weights[features.SPARE_GOODS] * (full[2] - old[2])
            + weights[features.BEST_SALE] * (full[3] - old[3])
        )

    def chip_points(self, card: int, vp: int, prestige: int) -> float:
        """Return what the lines of a card give for chips and prestige."""
        total = 0.0
        for line in self.facts[card].lines:
            if line.things in ("chips", "prestige"):
                total += self._other_points(0, line, 0, vp, prestige)
        return total

    # --- goods

    def goods_of(self, worlds: tuple[int, ...]) -> list[int]:
        """Return the goods on these worlds by kind."""
        goods = [0] * 5
        for world in worlds:
            goods[self.facts[world].kind] += 1
        return goods

    def goods_features(self, goods: list[int]) -> tuple[float, float, float, float]:
        """Return price, points, cards and best sale of goods, in the order of the features."""
        key = goods[1] + 100 * (goods[2] + 100 * (goods[3] + 100 * goods[4]))
        found = self._goods.get(key)
        if found is None:
            found = self._goods[key] = self._goods_features(goods)
        return found

    def _goods_features(self, goods: list[int]) -> tuple[float, float, float, float]:
        price = 0
        for kind in range(1, 5):
            price += goods[kind] * BASE_PRICES[kind]
        sale = sale_price(self.prices, best_sale(self.prices, goods))
        points, cards, _left = self.consumption.use(goods[:])
        return float(price), points, cards, float(sale)

    def goods_value(self, weights: list[float], goods: list[int]) -> float:
        """Return what goods on worlds are worth."""
        if not (goods[1] or goods[2] or goods[3] or goods[4]):
            return 0.0
        price, points, cards, sale = self.goods_features(goods)
        return (
            weights[features.GOODS] * price
            + weights[features.GOODS_POINTS] * points
            + weights[features.GOODS_CARDS] * cards
            + weights[features.GOODS_SALE] * sale
        )


def all_goods(
    consumption: Consumption,
    production: list[int],
    windfalls: list[int],
    windfall_powers: int,
    prices: list[int],
) -> tuple[float, float, float, float]:
    """Return points, cards, goods without a use and the best sale of one full production."""
    goods = production[:]
    more = windfall_powers + 1
    for kind in range(4, 0, -1):
        added = min(more, windfalls[kind])
        goods[kind] += added
        more -= added
    sale = sale_price(prices, best_sale(prices, goods))
    points, cards, left = consumption.use(goods)
    return points, cards, float(left), float(sale)
