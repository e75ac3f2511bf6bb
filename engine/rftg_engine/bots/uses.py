"""The worth of using a power now: the change of the rating by its gains and its price."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rftg_engine.bots import habits
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.facts import gain_of, token_worth
from rftg_engine.bots.goods import fill_worlds, one_good
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.terms import BoundPrice, Gain
from rftg_engine.turns.gains import GainPrestige
from rftg_engine.turns.goods_gains import ProduceGood, WindfallGood


class Gained:
    """What a use of powers gains: points, prestige, cards and goods.

    goods: the player's goods afterwards.
    """

    def __init__(self, evaluator: Evaluator, points: float = 0.0) -> None:
        self.evaluator: Final = evaluator
        self.points = points
        self.prestige = 0.0
        self.cards = 0.0
        self.goods: i64 = evaluator.goods

    def add(self, power: BoundPower, gains: tuple[Gain, ...]) -> None:
        """Add gains of a power."""
        evaluator = self.evaluator
        for gain in gains:
            points, cards = gain_of(gain, evaluator.stock)
            self.cards += cards
            if isinstance(gain, GainPrestige):
                self.prestige += points / GainPrestige.worth[0]
            elif isinstance(gain, ProduceGood):
                self.goods += one_good(evaluator.knowledge.facts[power.card].kind)
            elif isinstance(gain, WindfallGood):
                empty_worlds = evaluator.tableau_value.windfalls_left(evaluator.own_seat.goods)
                self.goods += fill_worlds(empty_worlds, 1)
            else:
                self.points += points

    def pay(self, price: BoundPrice) -> None:
        """Subtract a price of prestige, chips or tokens."""
        count = max(1, price.count)
        if price.what == "prestige":
            self.prestige -= count
        elif price.what == "chips":
            self.points -= count
        elif price.what == "tokens":
            lines = self.evaluator.tableau_value.lines
            self.points -= count * token_worth(lines, price.token)

    def worth(self, times: int = 1, given: int = 0) -> float:
        """Return the worth of gaining this a number of times for a number of hand cards."""
        points, prestige = times * self.points, round(times * self.prestige)
        return self.evaluator.change(points, prestige, self.goods, given, times * self.cards)

    def worths(self, most: int, each: bool, free: int = 0) -> list[float]:
        """Return the worth of giving 0 to `most` hand cards.

        each: whether this is gained for each card, without the first `free`.
        """
        worths = [0.0]
        for given in range(1, most + 1):
            worths.append(self.worth(max(0, given - free) if each else 1, given))
        return worths


def use_worth(evaluator: Evaluator, power: BoundAction) -> float:
    """Return the worth of using a power whose price is not goods, with the best of its gains."""
    worth = gains_worth(evaluator, power, power.gains)
    for gains in power.choices:
        worth = max(worth, gains_worth(evaluator, power, gains))
    return worth


def gains_worth(evaluator: Evaluator, power: BoundAction, gains: tuple[Gain, ...]) -> float:
    """Return the worth of gains of a power for its price."""
    gained = Gained(evaluator)
    gained.add(power, gains)
    price = power.price
    if price is None:
        return gained.worth()
    if price.what == "cards":
        most = min(abs(price.count), len(evaluator.view.hand))
        worths = gained.worths(most, power.each, power.free)
        return max(worths if price.up_to else (worths[0], worths[-1]))
    gained.pay(price)
    if price.what == "this":
        return gained.worth() - evaluator.habits[habits.CARD_OF_TABLEAU] * evaluator.cost
    return gained.worth()
