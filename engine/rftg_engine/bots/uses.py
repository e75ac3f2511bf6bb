"""The worth of using a power now: the change of the rating by its gains and its price."""

from __future__ import annotations

from mypy_extensions import i64

from rftg_engine.bots import habits
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.facts import gain_of, token_worth
from rftg_engine.bots.goods import fill_worlds, one_good
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.terms import Gain
from rftg_engine.turns.gains import GainPrestige
from rftg_engine.turns.goods_gains import ProduceGood, WindfallGood


class Gained:
    """What one use of a power gains: points, prestige, cards and goods.

    goods: the player's goods afterwards.
    """

    def __init__(
        self, evaluator: Evaluator, power: BoundPower | None, gains: tuple[Gain, ...]
    ) -> None:
        self.points = 0.0
        self.prestige = 0.0
        self.cards = 0.0
        self.goods: i64 = evaluator.goods
        for gain in gains:
            points, cards = gain_of(gain, evaluator.stock)
            self.cards += cards
            if isinstance(gain, GainPrestige):
                self.prestige += points / GainPrestige.worth[0]
            elif power is not None and isinstance(gain, ProduceGood):
                self.goods += one_good(evaluator.knowledge.facts[power.card].kind)
            elif isinstance(gain, WindfallGood):
                empty_worlds = evaluator.tableau_value.windfalls_left(evaluator.own_seat.goods)
                self.goods += fill_worlds(empty_worlds, 1)
            else:
                self.points += points

    def worth(self, evaluator: Evaluator, times: int = 1, paid: int = 0) -> float:
        """Return the worth of gaining this a number of times for a number of hand cards."""
        points, prestige = times * self.points, round(times * self.prestige)
        return evaluator.change(points, prestige, self.goods, paid, times * self.cards)


def use_worth(evaluator: Evaluator, power: BoundPower) -> float:
    """Return the worth of using a power whose price is not goods."""
    price = power.price
    gained = Gained(evaluator, power, power.gains)
    if price is None:
        return gained.worth(evaluator)
    count = max(1, price.count)
    if price.what == "cards":
        most = min(abs(price.count), len(evaluator.view.hand))
        worths = worths_of_giving(evaluator, power, gained, most)
        return max(worths if price.up_to else (worths[0], worths[-1]))
    if price.what == "prestige":
        gained.prestige -= count
    elif price.what == "chips":
        gained.points -= count
    elif price.what == "tokens":
        gained.points -= count * token_worth(evaluator.tableau_value.lines, price.token)
    worth = gained.worth(evaluator)
    if price.what == "this":
        worth -= evaluator.habits[habits.CARD_OF_TABLEAU] * evaluator.cost
    return worth


def worths_of_giving(
    evaluator: Evaluator, power: BoundPower | None, gained: Gained, most: int
) -> list[float]:
    """Return the worth of giving 0 to `most` hand cards for gains.

    power: whose gains they are, or None if they are for each card.
    """
    worths = [0.0]
    for count in range(1, most + 1):
        times = 1
        if power is None:
            times = count
        elif isinstance(power, BoundAction) and power.each:
            times = max(0, count - power.free)
        worths.append(gained.worth(evaluator, times, count))
    return worths
