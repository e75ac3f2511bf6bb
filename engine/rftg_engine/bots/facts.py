"""Facts about a card, read once from its bound powers: the basis of all estimates."""

from __future__ import annotations

from typing import Final, assert_never

from mypy_extensions import i64

from rftg_engine.bots import features
from rftg_engine.bots.shares import (
    Share,
    TokenPrice,
    effective_share,
    free_places,
    share_covered,
    share_of_goods,
    share_placed,
)
from rftg_engine.cards.bound import (
    AnyPower,
    BoundAction,
    BoundCostChange,
    BoundExplore,
    BoundInstead,
    BoundMilitary,
    BoundPlace,
    BoundPower,
    BoundRequirement,
    BoundRule,
    BoundSalePrice,
    BoundScore,
    BoundTakeOver,
)
from rftg_engine.cards.moments import (
    AFTER_DISCARDING,
    CONSUME,
    CONSUME_END,
    ENDS,
    PRODUCE,
    ROUND_END,
    ROUND_START,
)
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ALL, NO_LIMIT, BoundPrice, Gain, single_kind
from rftg_engine.turns.gains import GainPrestige, GainTokens, RevealCards
from rftg_engine.turns.goods_gains import GoodOnPlacedWorld, ProduceGood, WindfallGood
from rftg_engine.turns.turn import BASE_PRICES

CARD_POINTS: Final = 0.6
"""Points for one drawn card, if points and cards are added up in one number."""


SINGLE_USE_VALUE: Final = 0.4
"""Value of a power that can be used once, relative to one that is used in each of its phases."""


CONDITION_VALUE: Final = 0.5
"""Value of a power with a condition about its phase, relative to one without it."""


class Adjustment:
    """A change in an amount for the cards that a power covers.

    cards: whether the change applies to a card, by card id: the power covers the card and the card
    has the required type.
    """

    def __init__(self, covers: bytes, amount: int, kinds: list[bool], kind: bool = True) -> None:
        self.amount: Final = amount
        self.cards: Final = [
            is_kind == kind and covers[card] != 0 for card, is_kind in enumerate(kinds)
        ]


MAX_GOODS_TAKEN: Final = 3
"""Estimated maximum number of goods for one use that does not gain something for each good."""


class ConsumeUse:
    """A consume power that takes goods for points and cards.

    kind: kind of the goods, or 0 for any or several kinds.
    count: number of goods, for all parts of the price.
    up_to: whether fewer are allowed.
    different: whether the goods have different kinds. This is an estimate for a price such as a
        rare good and a genes good.
    each: whether the gains are per good, not counting the first `free` goods.
    """

    def __init__(self, power: BoundAction, price: BoundPrice, points: float, cards: float) -> None:
        self.number = power.number
        parts = [part for part in price.parts if part.what == "goods"]
        kinds = {int(single_kind(part.goods.kinds)) for part in parts}
        count = sum([99 if part.count < 0 else part.count for part in parts])
        self.kind: i64 = min(kinds) if len(kinds) == 1 else 0
        self.count: i64 = count
        self.up_to = parts[0].up_to or parts[0].count < 0
        self.different = parts[0].different or (0 not in kinds and len(kinds) == count > 1)
        self.each = power.each
        self.free: i64 = power.free
        self.points = points
        self.cards = cards
        goods = 1 if self.each else max(1, min(int(self.count), MAX_GOODS_TAKEN))
        self.point_rate = points / goods
        self.card_rate = cards / goods

    def is_better_than(self, other: ConsumeUse) -> bool:
        """Return whether this power is better used before another.

        More points per good come first, then more cards per good, then fewer kinds of goods. This
        way a power that gains more cards never takes goods that could gain points.
        """
        if self.point_rate != other.point_rate:
            return self.point_rate > other.point_rate
        if self.card_rate != other.card_rate:
            return self.card_rate > other.card_rate
        if (self.kind == 0) != (other.kind == 0):
            return self.kind != 0
        return self.number < other.number


class Line:
    """A line of a scoring table.

    mask: cards that it counts and that no earlier line of its card counts. rate: points for one of
    them, divided by the number of cards in use.
    """

    def __init__(self, power: BoundScore, counted: int, cards: int) -> None:
        per = power.per
        count = per.count if per is not None else None
        self.things = count.things if count is not None else "kinds" if power.table else "once"
        self.mask = count.mask & ~counted if count is not None and self.things == "cards" else 0
        self.token = count.token if count is not None else ""
        self.condition = power.condition
        self.divisor = per.divisor if per is not None else 1
        self.maximum = per.maximum if per is not None else NO_LIMIT
        self.amount = power.amount
        self.table = (0, *power.table)
        self.rate: Final[float] = self.amount / (self.divisor * cards)

    def missing_points(self, tableau: int) -> float:
        """Return the points for cards outside a tableau, divided by the number of cards in use."""
        if self.maximum < NO_LIMIT and self.count_in(tableau) >= self.maximum:
            return 0.0
        return self.rate * (self.mask & ~tableau).bit_count() if self.mask else 0.0

    def count_in(self, tableau: int) -> int:
        """Return how often the points are scored for a tableau."""
        return min(self.maximum, (tableau & self.mask).bit_count() // self.divisor)


TOKEN_POINTS: Final = GainTokens.worth[0]
"""Points for a token, if its owner has nothing yet that counts it."""


def points_per_token(lines: list[Line], token: str) -> float:
    """Return the points that scoring lines give for each token of a class."""
    return sum([line.amount / line.divisor for line in lines if line.token == token])


def token_worth(lines: list[Line], token: str) -> float:
    """Return the value of a token, in points, for a player with these scoring lines."""
    return max(TOKEN_POINTS, points_per_token(lines, token))


class Facts:
    """Facts about a card.

    kind: kind of its good, or 0 if it has no good.
    steady: amounts by feature that never change.
    amounts: pairs of feature and steady amount, without zeros.
    expected: `amounts` and the expected effect of other cards, if it is the first card of a
        tableau.
    copies: all cards with the title of a development.
    economy: number shared by all cards with the same effect on goods.
    stock: remaining tokens of each class.
    token_prices: prices of its powers in tokens.
    used_up: features and steady amounts by number of the action, for actions that discard the card.
        Military and discounts are not among them, because they are worth keeping for a better card.
    """

    def __init__(self, table: Table, card: int, stock: dict[str, int]) -> None:
        self.stock = stock
        self.card = card
        self.bit = 1 << card
        self.cost = table.cost[card]
        self.is_world = table.is_world[card]
        self.military = table.military[card]
        self.copies = table.same_title[card]
        self.kind = min(4, table.kind[card])
        self.produces = table.production[card]
        self.windfall = table.windfall[card]
        self.comes_with_good = table.comes_with_good[card]
        self.steady = [0.0] * features.COUNT
        self.shares: list[Share] = []
        self.token_prices: list[TokenPrice] = []
        self.used_up: dict[int, list[tuple[int, float]]] = {}
        self.consumers: list[ConsumeUse] = []
        self.lines: list[Line] = []
        self.price_bonus = [0] * 6
        self.changes_goods = self.produces or self.comes_with_good
        self.windfall_powers = 0
        self.phases = table.phases[card]
        self.costs: list[Adjustment] = []
        """Cost changes always in force."""
        self.force: list[Adjustment] = []
        """Military, of which the amount is added."""
        self._counted = 0
        self._cards = len(table.cards)
        self._read(table)
        self.amounts = [(feature, amount) for feature, amount in enumerate(self.steady) if amount]
        self.expected = self.amounts + self._shared()
        self.changes_prices = any(bonus != 0 for bonus in self.price_bonus)
        self.economy = card

    def _shared(self) -> list[tuple[int, float]]:
        amounts: list[tuple[int, float]] = []
        for share in self.shares:
            amounts.append((share.feature, share.amount_now(self.bit)))
            amounts.append((share.feature_later, share.amount_later(self.bit)))
        room = free_places(self.bit)
        for line in self.lines:
            amounts.append((features.SCORE_GROWTH, room * line.missing_points(self.bit)))
        return amounts

    def goods_changed(self) -> tuple[object, ...]:
        """Return the facts that change the use of goods."""
        consumers = tuple([consumer.number for consumer in self.consumers])
        worlds = (self.kind, self.produces, self.windfall, self.windfall_powers)
        return *worlds, *self.price_bonus, *consumers

    def _read(self, table: Table) -> None:
        card = self.card
        self.steady[features.SCORE] += table.vp[card] + table.cards[card].prestige
        self.steady[features.PRESTIGE] += table.cards[card].prestige
        self.steady[features.PLACED] += 1
        if self.produces:
            self.steady[features.PRODUCTION] += 1
            self.steady[features.PRODUCTION_PRICE] += BASE_PRICES[self.kind]
        if self.windfall:
            self.steady[features.WINDFALLS] += 1
        for power in table.by_card[card]:
            if can_matter(power):
                self._power(table, power)

    def _add(
        self, feature: int, amount: float, power: BoundPower, gain: Gain | None = None
    ) -> Share:
        share = Share(feature, amount, power, gain, self._cards)
        if share.steady:
            self.steady[feature] += amount
            if amount and isinstance(power, BoundAction) and power.takes("this"):
                self.used_up.setdefault(power.number, []).append((feature, amount))
        elif amount:
            self.shares.append(share)
        return share

    def _power(self, table: Table, power: AnyPower) -> None:
        match power:
            case BoundExplore():
                part = 0.5 if power.price is not None else 1.0
                self._add(features.EXPLORE_DRAW, part * power.draw, power)
                self._add(features.EXPLORE_KEEP, part * power.keep + 0.5 * power.mix, power)
            case BoundCostChange():
                self._cost(table, power)
            case BoundMilitary():
                self._military(table, power)
            case BoundInstead():
                share = share_covered(table, power, True)
                self._add(features.OTHER_WAYS, 2 * share * (0.5 if power.price else 1.0), power)
            case BoundPlace():
                share = share_covered(table, power, power.phase == "settle")
                self._add(features.PLACE_MORE, share * (0.5 if power.price else 1.0), power)
            case BoundTakeOver():
                self._add(
                    features.TAKEOVER, effective_share(share_covered(table, power, True)), power
                )
            case BoundSalePrice():
                self._price(table, power)
            case BoundAction():
                self._action(table, power)
            case BoundRule() | BoundRequirement():
                pass
            case BoundScore():
                self._score(table, power)
            case _:
                assert_never(power)

    def _score(self, table: Table, power: BoundScore) -> None:
        line = Line(power, self._counted, self._cards)
        self._counted |= line.mask
        self.lines.append(line)
        if line.things != "cards":
            self.steady[features.SCORE_GROWTH] += 0.5

    def _cost(self, table: Table, power: BoundCostChange) -> None:
        worlds = power.phase == "settle"
        feature = features.SETTLE_COST if worlds else features.DEVELOP_COST
        share = share_covered(table, power, worlds)
        if power.price is not None or power.to >= 0:
            self._add(feature, (1.5 if power.to >= 0 else -0.5 * power.amount) * share, power)
            return
        self._add(feature, -power.amount * share, power)
        self.costs.append(Adjustment(power.covers, power.amount, table.is_world, worlds))

    def _military(self, table: Table, power: BoundMilitary) -> None:
        if power.defending or power.against_invasions:
            self._add(features.DEFENSE, power.amount, power)
        elif power.price is not None:
            times = power.price.count if power.each else 1
            self._add(features.CALLED_UP, power.amount * max(1, times), power)
        elif power.mask == ALL:
            self._add(features.MILITARY, power.amount, power)
            self.force.append(Adjustment(power.covers, power.amount, table.military))
        else:
            share = effective_share(share_covered(table, power, True))
            self._add(features.SPECIALISED, power.amount * share, power)
            self.force.append(Adjustment(power.covers, power.amount, table.military))

    def _price(self, table: Table, power: BoundSalePrice) -> None:
        kinds, everywhere = power.goods.kinds, power.goods.worlds == ALL
        self._add(features.PRICE, power.amount * share_of_goods(table, power.goods), power)
        if power.here or not everywhere or power.is_live:
            return
        for kind in range(5):
            if kinds >> kind & 1 or (kinds == 0 and kind == 0):
                self.price_bonus[kind] += power.amount
        self.changes_goods = True

    def _action(self, table: Table, power: BoundAction) -> None:
        price = power.price
        self._prestige(table, power)
        takes_card = power.takes("this")
        consumes = power.moment in (CONSUME, CONSUME_END) and not takes_card
        takes_goods = power.takes("goods") and not power.takes("tokens")
        if price is not None and takes_goods and consumes:
            self._consume(table, power, price)
            return
        is_single = power.once or power.moment == AFTER_DISCARDING or takes_card
        once = SINGLE_USE_VALUE if is_single else 1.0
        once *= effective_share(share_covered(table, power, power.phase != "develop"))
        once *= share_of_goods(table, power.goods)
        for gain in power.gains:
            self._gain(table, power, gain, once)
        cost = _points_spent(power)
        if cost:
            points, cards = gains_of(power, self.stock)
            net_points = max(0.1, (points + cards * CARD_POINTS) * (2 if power.each else 1) - cost)
            feature = _POINTS_AT.get(_phase_of(power), features.ROUND_GAINS)
            share = self._add(feature, net_points * once, power)
            for part in price.parts if price is not None else ():
                if part.what == "tokens":
                    self.token_prices.append(TokenPrice(share, part))

    def _prestige(self, table: Table, power: BoundAction) -> None:
        """Add the prestige that a power gains in a round."""
        is_single = power.once or power.takes("this")
        share = share_covered(table, power, power.phase != "develop")
        share = effective_share(share) * (0.0 if is_single else 1.0)
        for gain in power.gains:
            if isinstance(gain, GainPrestige):
                amount, _cards = gain_of(gain, self.stock)
                self._add(features.PRESTIGE_GAINS, amount * share, power, gain)

    def _consume(self, table: Table, power: BoundAction, price: BoundPrice) -> None:
        share = CONDITION_VALUE if power.moment == CONSUME_END else 1.0
        for part in price.parts:
            if part.what == "goods" and part.goods.worlds != ALL:
                share *= share_of_goods(table, part.goods)
        if share:
            points, cards = gains_of(power, self.stock)
            points -= _points_spent(power)
            cards = max(0.0, cards + min(0.0, points) / CARD_POINTS)
            points = max(0.0, points)
            self.consumers.append(ConsumeUse(power, price, points * share, cards * share))
            self.changes_goods = True

    def _gain(self, table: Table, power: BoundAction, gain: Gain, share: float) -> None:
        if isinstance(gain, (WindfallGood, ProduceGood, GoodOnPlacedWorld)):
            if power.moment == PRODUCE and isinstance(gain, ProduceGood) and not self.windfall:
                return
            self.windfall_powers += power.moment == PRODUCE
            self.changes_goods = True
            self._add(features.WINDFALL_GOODS, share, power, gain)
            return
        if _points_spent(power):
            return
        points, cards = gain_of(gain, self.stock)
        phase = _phase_of(power)
        condition = power.condition
        if power.moment in ENDS and condition is not None:
            share *= CONDITION_VALUE
            if condition.high == NO_LIMIT and condition.count.things == "placed":
                share *= share_placed(table, condition.count, phase)
        if gain.per is not None:
            share *= share_of_goods(table, gain.per.count.goods)
            if gain.per.count.things == "placed":
                share *= share_placed(table, gain.per.count, phase)
        if cards:
            feature = _CARDS_AT.get(phase, features.ROUND_GAINS)
            points_per_card = CARD_POINTS if feature == features.ROUND_GAINS else 1.0
            self._add(feature, cards * share * points_per_card, power, gain)
        if points:
            self._add(_POINTS_AT.get(phase, features.ROUND_GAINS), points * share, power, gain)


_SPENT: Final = {"cards": CARD_POINTS, "prestige": 1.2, "chips": 1.0, "tokens": TOKEN_POINTS}
"""Points for one unit of a price, except goods."""

_CARDS_AT: Final[dict[str, int]] = {
    "explore": features.EXPLORE_KEEP,
    "develop": features.DEVELOP_CARDS,
    "settle": features.SETTLE_CARDS,
    "consume": features.CONSUME_CARDS,
    "produce": features.PRODUCE_CARDS,
}
"""Feature for cards drawn in a phase."""

_POINTS_AT: Final[dict[str, int]] = {
    "explore": features.ROUND_GAINS,
    "develop": features.ROUND_GAINS,
    "settle": features.ROUND_GAINS,
    "consume": features.CONSUME_POINTS,
    "produce": features.PRODUCE_POINTS,
    "game end": features.SCORE,
}
"""Feature for points gained in a phase."""


def _points_spent(power: BoundAction) -> float:
    """Return the value, in points, of what a price takes besides goods and the card."""
    parts = power.price.parts if power.price is not None else ()
    return sum([min(2, abs(part.count)) * _SPENT.get(part.what, 0.0) for part in parts])


def _phase_of(power: BoundAction) -> str:
    return power.phase if power.moment not in (ROUND_START, ROUND_END) else "round"


def can_matter(power: BoundPower) -> bool:
    """Return whether the cards in use include any that a power applies to, counts or requires."""
    if power.mask == 0 and not power.source.meets_invaders:
        return False
    condition = power.condition
    is_plain = condition is not None and condition.is_plain
    if condition is not None and is_plain and condition.count.mask.bit_count() < condition.low:
        return False
    return power.per is None or power.per.count.things != "cards" or power.per.count.mask != 0


def gains_of(power: BoundPower, stock: dict[str, int]) -> tuple[float, float]:
    """Return the points and cards from one use of a power. stock: remaining tokens by class."""
    points = cards = 0.0
    for gain in power.gains:
        more_points, more_cards = gain_of(gain, stock)
        points += more_points
        cards += more_cards
    return points, cards


def gain_of(gain: Gain, stock: dict[str, int]) -> tuple[float, float]:
    """Return the points and cards from a gain.

    Counts that only the phase determines are taken as 2. stock: remaining tokens by class.
    """
    times = 1.0
    if gain.per is not None:
        count = gain.per.count
        if count.things == "placed":
            times = 1.0 / gain.per.divisor
        elif count.things != "cards":
            times = min(gain.per.maximum, 2.0 / gain.per.divisor)
        elif not count.mask:
            times = 0.0
    points, cards = gain.worth
    if isinstance(gain, RevealCards):
        times *= gain.share
    if isinstance(gain, GainTokens) and gain.amount * times > stock[gain.token]:
        return stock[gain.token] * points, stock[gain.token] * cards
    return gain.amount * times * points, gain.amount * times * cards
