"""The weights at one stage of a game, and what they make of single cards."""

from __future__ import annotations

from typing import Final

from rftg_engine.bots import features
from rftg_engine.bots.facts import Facts


class Weighing:
    """What more of each feature is worth, in points; those that are asked for most have names."""

    def __init__(self, weights: list[float]) -> None:
        self.weights: Final = weights
        self.goods: Final[float] = weights[features.GOODS]
        self.goods_points: Final[float] = weights[features.GOODS_POINTS]
        self.goods_cards: Final[float] = weights[features.GOODS_CARDS]
        self.goods_sale: Final[float] = weights[features.GOODS_SALE]
        self.hand: Final[float] = weights[features.HAND]
        self.hand_under_3: Final[float] = weights[features.HAND_UNDER_3]
        self.hand_over_4: Final[float] = weights[features.HAND_OVER_4]
        self.hand_over_8: Final[float] = weights[features.HAND_OVER_8]
        self.best_card: Final[float] = weights[features.BEST_CARD]
        self.next_cards: Final[float] = weights[features.NEXT_CARDS]


class Stage(Weighing):
    """The weights at one stage of a game, as they are in a typical position.

    beside: weights that come to those that a network finds in a position; without a network they
    are all there is. habits: how a player behaves (habits.py). steady: what each
    card is expected to add, whatever the tableau. cost: what a card paid is worth. hopes: what
    cards are worth in hand, tableau and hand aside, least first.
    """

    def __init__(
        self,
        number: int,
        beside: list[float],
        slopes: list[float],
        habits: list[float],
        facts: list[Facts],
        costs: list[int],
    ) -> None:
        super().__init__([one + other for one, other in zip(beside, slopes, strict=True)])
        weights = self.weights
        self.number: Final = number
        self.beside: Final = beside
        self.habits: Final = habits
        self.cost: Final = card_cost(self.hand)
        self.steady: list[float] = []
        for one in facts:
            worth = 0.0
            for feature, amount in one.expected:
                worth += weights[feature] * amount
            self.steady.append(worth)
        self._potentials: Final = [
            max(0.0, worth - self.cost * cost)
            for worth, cost in zip(self.steady, costs, strict=True)
        ]
        self.hopes: Final = sorted(self._potentials)
        self._hopes_beside: dict[int, list[float]] = {}

    def hopes_beside(self, built: int) -> list[float]:
        """Return the hopes of a player who cannot place some cards because of earlier copies.

        built: those cards, as bits.
        """
        if not built:
            return self.hopes
        found = self._hopes_beside.get(built)
        if found is None:
            worth = enumerate(self._potentials)
            found = sorted([0.0 if built >> card & 1 else one for card, one in worth])
            self._hopes_beside[built] = found
        return found


def card_cost(hand: float) -> float:
    """Return what a card paid is worth. hand: what a card more in hand is."""
    return max(0.2, hand)


def dot(weights: list[float], amounts: list[float]) -> float:
    """Return the weighted sum."""
    total = 0.0
    for index in range(len(weights)):
        if amounts[index]:
            total += weights[index] * amounts[index]
    return total
