"""What is open of a player: how likely each action is, and what each phase would bring them."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from rftg_engine.bots import features, habits
from rftg_engine.bots.goods import Proceeds, count_all
from rftg_engine.bots.stage import Stage
from rftg_engine.bots.standing import Standing
from rftg_engine.bots.weights import STAGES
from rftg_engine.view import Seat

READY_HAND: Final = 5.0
"""Cards in hand with which a player can be trusted to place one."""


@mypyc_attr(acyclic=True)
class Outlook:
    """A player as all see them, at a stage.

    actions: the weights of the predictors of each action that is foreseen.
    """

    def __init__(
        self, stage: Stage, standing: Standing, seat: Seat, actions: list[list[float]]
    ) -> None:
        self.stage: Final = stage
        self.standing: Final = standing
        self.seat: Final = seat
        self.goods: i64 = standing.goods_of(seat.goods)
        self.proceeds: Proceeds = standing.economy.becomes(self.goods)
        self.coming: i64 = standing.production_left(seat.goods)
        self._actions: Final = actions
        self._chances: list[float] = []
        self._gains: list[float] = []

    def is_of(self, stage: Stage, seat: Seat) -> bool:
        """Return whether it is still that of a player."""
        mine = self.seat
        return (
            self.stage is stage
            and mine.hand_count == seat.hand_count
            and mine.goods == seat.goods
            and mine.tableau == seat.tableau
        )

    def predictors(self) -> list[float]:
        """Return the predictors of what they will do, in the order of predictors.NAMES."""
        sums = self.standing.sums
        hand = self.seat.hand_count
        return [
            1.0,
            self.stage.number / STAGES,
            float(hand),
            float(max(0, hand - 4)),
            float(max(0, hand - 8)),
            self.proceeds.price,
            self.proceeds.points,
            self.proceeds.cards,
            self.proceeds.sale,
            float(count_all(self.coming)),
            sums[features.PRODUCE_CARDS],
            sums[features.EXPLORE_DRAW] * 0.5 + sums[features.EXPLORE_KEEP],
            sums[features.DEVELOP_COST] + sums[features.DEVELOP_CARDS],
            sums[features.SETTLE_COST] + sums[features.SETTLE_CARDS],
            sums[features.MILITARY],
        ]

    def chances(self) -> list[float]:
        """Return the probability of each action that is foreseen."""
        if not self._chances:
            predictors = self.predictors()
            counted = [index for index, amount in enumerate(predictors) if amount]
            odds = []
            whole = 0.0  # a loop: since Python 3.12 sum() rounds floats in another way
            for weights in self._actions:
                total = 0.0
                for index in counted:
                    total += weights[index] * predictors[index]
                odds.append(exp(min(30.0, max(-30.0, total))))
                whole += odds[-1]
            self._chances = [one / whole for one in odds]
        return self._chances

    def gains(self) -> list[float]:
        """Return what each phase that can be shared brings them."""
        if not self._gains:
            stage = self.stage
            card = stage.weights[features.HAND]
            sums = self.standing.sums
            ready = min(1.0, self.seat.hand_count / READY_HAND)
            develop = stage.habits[habits.OTHERS_DEVELOP] + card * sums[features.DEVELOP_CARDS]
            settle = stage.habits[habits.OTHERS_SETTLE] + card * sums[features.SETTLE_CARDS]
            self._gains = [
                card * (stage.habits[habits.OTHERS_EXPLORE] + sums[features.EXPLORE_KEEP]),
                ready * develop,
                ready * settle,
                self._consume_gain(card),
                self._produce_gain(card),
            ]
        return self._gains

    def _consume_gain(self, card: float) -> float:
        points = self.proceeds.points + self.standing.sums[features.CONSUME_POINTS]
        cards = self.proceeds.cards + self.standing.sums[features.CONSUME_CARDS]
        _points, _cards, left = self.standing.economy.consumption.use(self.goods)
        return points + card * cards + self._value(left) - self._value(self.goods)

    def _produce_gain(self, card: float) -> float:
        cards = self.standing.sums[features.PRODUCE_CARDS]
        goods = self.goods + self.coming
        return card * cards + self._value(goods) - self._value(self.goods)

    def _value(self, goods: i64) -> float:
        return self.standing.economy.value(self.stage, goods)
