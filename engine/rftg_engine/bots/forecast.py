"""The other players, by what is open of them: what they may call, and gain from a phase."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from rftg_engine import actions
from rftg_engine.bots import features, policy_weights
from rftg_engine.bots.goods import Proceeds, count_all
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.standing import Stage
from rftg_engine.bots.weights import FORESEEN, STAGES
from rftg_engine.view import View

PHASES: Final[tuple[str, ...]] = ("explore", "develop", "settle", "consume", "produce")
"""The phases that can be shared."""
EXPLORE: Final = 0
DEVELOP: Final = 1
SETTLE: Final = 2
CONSUME: Final = 3
PRODUCE: Final = 4

NO_PHASE: Final = -1
NUMBER_OF_PHASE: Final = [
    PHASES.index(phase) if phase in PHASES else NO_PHASE for phase in actions.PHASE_OF
]
"""The number in PHASES of the phase that an action selects, or NO_PHASE."""
PHASE_OF: Final = [NUMBER_OF_PHASE[actions.NAMES.index(name)] for name in FORESEEN]
"""The same of each foreseen action."""
READY_HAND: Final = 5.0
"""Cards in hand with which a player can be trusted to place one."""


class Rival:
    """A player as all others see them."""

    def __init__(self, known: Knowledge, stage: Stage, view: View, seat: int) -> None:
        self.known = known
        self.stage = stage
        self.seat = view.seats[seat]
        self.standing = known.standing(self.seat.tableau)
        economy = self.standing.economy
        self.goods: i64 = self.standing.goods_of(self.seat.goods)
        self.proceeds: Proceeds = economy.becomes(self.goods)
        self.coming: i64 = self.standing.production_left(self.seat.goods)

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
        """Return the probability of each foreseen action."""
        predictors = self.predictors()
        counted = [index for index, amount in enumerate(predictors) if amount]
        odds = []
        whole = 0.0  # a loop: since Python 3.12 sum() rounds floats in another way
        for weights in self.known.weights.predictors:
            total = 0.0
            for index in counted:
                total += weights[index] * predictors[index]
            odds.append(exp(min(30.0, max(-30.0, total))))
            whole += odds[-1]
        return [one / whole for one in odds]

    def calls(self, cards: int) -> list[float]:
        """Return the probability that they call each of PHASES.

        cards: the actions that each chooses.
        """
        called = [0.0] * len(PHASES)
        if self.seat.actions:
            for action in self.seat.actions:
                name = actions.PHASE_OF[actions.plain(action)].removesuffix(" 2")
                if name in PHASES:
                    called[PHASES.index(name)] = 1.0
            return called
        for number, chance in enumerate(self.chances()):
            called[PHASE_OF[number]] += chance
        if cards == 2:
            called = [1.0 - (1.0 - one) ** 2 for one in called]
        return called

    def gains(self) -> list[float]:
        """Return what each of PHASES brings them."""
        policy = self.stage.policy
        card = self.stage.weights[features.HAND]
        sums = self.standing.sums
        ready = min(1.0, self.seat.hand_count / READY_HAND)
        return [
            card * (policy[policy_weights.OTHERS_EXPLORE] + sums[features.EXPLORE_KEEP]),
            ready * (policy[policy_weights.OTHERS_DEVELOP] + card * sums[features.DEVELOP_CARDS]),
            ready * (policy[policy_weights.OTHERS_SETTLE] + card * sums[features.SETTLE_CARDS]),
            self._consume_gain(card),
            self._produce_gain(card),
        ]

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
        return self.standing.economy.value(self.stage.weights, goods)
