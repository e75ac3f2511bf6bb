"""The worth of using a power now: the change of the rating by what it gives and takes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rftg_engine import steps
from rftg_engine.bots import habits
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.facts import gain_of, token_worth
from rftg_engine.bots.goods import count, count_all, fill_worlds, one_good
from rftg_engine.bots.situation import EXPLORE_DRAW, EXPLORE_KEEP, NO_ACTION, bonus_of
from rftg_engine.cards.bound import BoundAction, BoundExplore, BoundMilitary, BoundPower
from rftg_engine.cards.terms import BoundPrice, Gain
from rftg_engine.turns.gains import GainChips, GainPrestige, PutUnderCard
from rftg_engine.turns.goods_gains import GoodOnPlacedWorld, ProduceGood, WindfallGood
from rftg_engine.turns.turn import BASE_PRICES

UNKNOWN_GAINS: Final = 1.0
"""Worth of a power whose gains cannot be rated, such as repairs."""


class Exchange:
    """What a use of a power gives and takes.

    cards: drawn. given: hand cards. goods: the player's goods afterwards. lost: points of other
    things.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator: Final = evaluator
        self.points = 0.0
        self.prestige = 0.0
        self.cards = 0.0
        self.given = 0
        self.lost = 0.0
        self.goods: i64 = evaluator.goods
        self.empty: i64 = evaluator.tableau_value.windfalls_left(evaluator.own_seat.goods)

    def give(self, power: BoundAction, gains: tuple[Gain, ...], times: int) -> None:
        """Add gains of a power a number of times."""
        evaluator = self.evaluator
        for gain in gains:
            points, cards = gain_of(gain, evaluator.stock)
            factor = float(times)
            if gain.per is not None and gain.per.count.things == "cards":
                factor *= gain.per.multiplier_for(evaluator.tableau_value.mask)
            self.cards += factor * cards
            if isinstance(gain, GainPrestige):
                self.prestige += factor * points / GainPrestige.worth[0]
            elif isinstance(gain, GainChips):
                self.points += factor * points * chips_factor(evaluator, power)
            elif isinstance(gain, (ProduceGood, GoodOnPlacedWorld)):
                self.goods += one_good(evaluator.knowledge.facts[power.card].kind) if times else 0
            elif isinstance(gain, WindfallGood):
                added = fill_worlds(of_kinds(self.empty, gain.kinds), gain.amount * times)
                self.goods += added
                self.empty -= added
            else:
                self.points += factor * points

    def take(self, price: BoundPrice, amount: int) -> None:
        """Subtract one part of a price."""
        evaluator = self.evaluator
        if price.what == "cards":
            self.given += amount
        elif price.what == "prestige":
            self.prestige -= amount
        elif price.what == "chips":
            self.points -= amount
        elif price.what == "tokens":
            self.points -= amount * token_worth(evaluator.tableau_value.lines, price.token)
        elif price.what == "goods":
            self.goods -= cheapest_goods(of_kinds(self.goods, price.goods.kinds), amount)
        elif price.what == "this":
            self.lost += evaluator.habits[habits.CARD_OF_TABLEAU] * evaluator.cost

    def worth(self) -> float:
        """Return the change of the rating."""
        change = self.evaluator.rating_change(
            self.points, round(self.prestige), self.goods, self.given, self.cards
        )
        return change - self.lost


def chips_factor(evaluator: Evaluator, power: BoundAction) -> int:
    """Return the chips that a power gains for each of its chips (base rulebook, Consume)."""
    if power.phase != "consume" or (power.price is not None and takes_cards(power.price)):
        return 1
    return bonus_of(evaluator.own_seat.actions, steps.CONSUME).chips


def takes_cards(price: BoundPrice) -> bool:
    """Return whether hand cards are a part of a price."""
    return any(part.what == "cards" for part in (price, *price.more))


def of_kinds(goods: i64, kinds: int) -> i64:
    """Return the goods of some kinds. kinds: mask of kinds, 0 for all."""
    if not kinds:
        return goods
    kept: i64 = 0
    kind: i64 = 1
    while kind <= 4:
        if kinds >> kind & 1:
            kept += count(goods, kind) * one_good(kind)
        kind += 1
    return kept


def cheapest_goods(goods: i64, amount: int) -> i64:
    """Return up to `amount` goods of the kinds that sell for the lowest prices."""
    taken: i64 = 0
    for kind in sorted(range(1, 5), key=lambda kind: BASE_PRICES[kind]):
        here = min(count(goods, kind), amount - count_all(taken))
        taken += here * one_good(kind)
    return taken


def worth_of_paying(evaluator: Evaluator, power: BoundPower, amount: int) -> float:
    """Return the worth of paying an amount of the first part of a power's price, and the other
    parts in full, for the best of its gains."""
    if isinstance(power, BoundExplore):
        draw, keep = EXPLORE_DRAW[NO_ACTION], EXPLORE_KEEP[NO_ACTION]
        drawn = evaluator.draw_gain(draw + power.draw, keep + power.keep)
        drawn -= evaluator.draw_gain(draw, keep)
        return drawn + evaluator.rating_change(0.0, 0, evaluator.goods, amount, 0.0)
    if not isinstance(power, BoundAction):
        return UNKNOWN_GAINS
    times = max(0, amount - power.free) if power.each else 1
    best = -1_000.0
    for gains in (power.gains, *power.choices):
        exchange = Exchange(evaluator)
        exchange.give(power, gains, times)
        if power.price is not None:
            exchange.take(power.price, amount)
            for part in power.price.more:
                exchange.take(part, max(1, part.count))
        best = max(best, exchange.worth())
    return best


def use_worth(evaluator: Evaluator, power: BoundAction) -> float:
    """Return the worth of using a power, with the best amount of a variable price."""
    if not any(can_be_rated(gain) for gains in (power.gains, *power.choices) for gain in gains):
        return UNKNOWN_GAINS
    price = power.price
    if price is None:
        return worth_of_paying(evaluator, power, 1)
    held = _held(evaluator, price)
    most = held if price.count < 0 else min(price.count, held)
    least = 1 if price.up_to else most
    return max([worth_of_paying(evaluator, power, n) for n in range(least, most + 1)] or [0.0])


def can_be_rated(gain: Gain) -> bool:
    """Return whether the worth of a gain is known."""
    is_good = isinstance(gain, (ProduceGood, WindfallGood, GoodOnPlacedWorld))
    return is_good or gain.worth != (0.0, 0.0)


def _held(evaluator: Evaluator, price: BoundPrice) -> int:
    """Return the amount of a price that the player has."""
    seat = evaluator.own_seat
    if price.what == "cards":
        return len(evaluator.view.hand)
    if price.what == "prestige":
        return seat.prestige
    if price.what == "chips":
        return seat.vp
    if price.what == "tokens":
        return dict(seat.tokens).get(price.token, 0)
    return len(seat.goods) if price.what == "goods" else 1


def best_number_of_cards(
    evaluator: Evaluator, power: BoundPower | None, most: int, all_or_none: bool
) -> int:
    """Return the number of hand cards, up to `most`, that is best given to a power.

    power: None for the prestige card, which gives a point for each card.
    """
    if isinstance(power, BoundMilitary):
        return most  # the power has already been chosen
    worths = {0: 0.0}
    for number in [most] if all_or_none else range(1, most + 1):
        if power is None:
            worths[number] = evaluator.rating_change(number, 0, evaluator.goods, number, 0.0)
        else:
            worths[number] = worth_of_paying(evaluator, power, number)
    return max(worths, key=lambda number: worths[number])


def best_number_to_put_under(evaluator: Evaluator, most: int) -> int:
    """Return the number of hand cards, up to `most`, that is best put under another card."""
    points, cards = PutUnderCard.worth
    worths = {0: 0.0}
    for number in range(1, most + 1):
        worths[number] = evaluator.rating_change(
            number * points, 0, evaluator.goods, number, number * cards
        )
    return max(worths, key=lambda number: worths[number])
