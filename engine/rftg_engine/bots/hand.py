"""A player's hand: its cards by potential, and its total value."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.learned import Eight
from rftg_engine.bots import features
from rftg_engine.bots.goods import FeatureWeights
from rftg_engine.bots.tableaus import PlacementValue, Stage

MAX_CARDS_SPENT: Final = 5
"""Cards beyond the hand limit that can still be placed or spent before the round ends."""
UNKNOWN: Final = -1e9
"""Marks a value that has not been computed yet."""
HAND_FEATURES: Final = [
    features.HAND,
    features.HAND_UNDER_3,
    features.HAND_OVER_4,
    features.HAND_OVER_8,
    features.BEST_CARD,
    features.NEXT_CARDS,
]
"""Features of the hand. Their weights also depend on its best cards."""


@mypyc_attr(acyclic=True)
class Price:
    """The price of a card.

    cards: from the hand, or UNAFFORDABLE. loss: points by which other things that are paid lower
    the rating.
    """

    def __init__(self, cards: int, loss: float = 0.0) -> None:
        self.cards: Final = cards
        self.loss: Final = loss


UNAFFORDABLE: Final = -1
"""Price of a card that cannot be placed, in cards."""


@mypyc_attr(acyclic=True)
class Candidate:
    """A card that the player of a view may place, with values cached for it.

    worth: gain from placing it, before its price.
    potential: value of having it in hand.
    hand_synergy: value for the other cards in hand.
    price: without a discount, if powers that must be chosen can lower it; once computed.
    part: change to the sums of the value's units from placing it, once computed.
    """

    def __init__(self, placement_value: PlacementValue) -> None:
        self.placement_value: Final = placement_value
        self.facts: Final = placement_value.facts
        self.card: Final[int] = placement_value.facts.card
        self.is_world: Final[bool] = placement_value.facts.is_world
        self.worth = UNKNOWN
        self.potential = UNKNOWN
        self.hand_synergy = UNKNOWN
        self.price: Price | None = None
        self.part: list[Eight] = []


@mypyc_attr(acyclic=True)
class Hand:
    """Cards in hand, by falling potential.

    max_useful_cards: maximum number of cards that the player can keep or spend. hopes: potentials
    of cards that may be drawn, rising. present_value: value of the hand, once `weigh` has been
    called.
    """

    def __init__(
        self, stage: Stage, candidates: list[Candidate], limit: int, hopes: list[float]
    ) -> None:
        self.stage: Final = stage
        self.max_useful_cards: Final[float] = float(limit + MAX_CARDS_SPENT)
        self.hopes: Final = hopes
        self.weighing: FeatureWeights = stage
        self.present_value = 0.0
        self.is_weighed = False
        self.cards: Final[list[Candidate]] = []
        for candidate in candidates:
            index = len(self.cards)
            while index and self.cards[index - 1].potential < candidate.potential:
                index -= 1
            self.cards.insert(index, candidate)
        first, second, third = self.best(None, 3)
        self._present_amounts: Final = self._amounts(float(len(self.cards)), first, second, third)

    def weigh(self, weighing: FeatureWeights) -> None:
        """Set the weights that the hand is valued by."""
        self.weighing = weighing
        first, second, third = self.best(None, 3)
        self.present_value = self.value(len(self.cards), first, second, third)
        self.is_weighed = True

    def find(self, card: int) -> Candidate | None:
        """Return a card of the hand, or None."""
        for candidate in self.cards:
            if candidate.card == card:
                return candidate
        return None

    def value(self, count: float, first: float, second: float, third: float) -> float:
        """Return the value of a hand of `count` cards, given its three highest potentials.

        Cards that can be neither kept nor spent add nothing.
        """
        weighing = self.weighing
        count = min(count, self.max_useful_cards)
        value = weighing.hand * count
        if count < 3:
            value += weighing.hand_under_3 * (3 - count)
        elif count > 4:
            value += weighing.hand_over_4 * (count - 4)
            if count > 8:
                value += weighing.hand_over_8 * (count - 8)
        best = max(0.0, first)
        next_two = max(0.0, second) + max(0.0, third)
        return value + weighing.best_card * best + weighing.next_cards * next_two

    def draw_gain(self, draw_count: float, keep_count: float) -> float:
        """Return the gain from drawing cards and keeping some of them."""
        first, second, third = self._best_after_drawing(self.best(None, 3), draw_count, keep_count)
        return self.value(len(self.cards) + keep_count, first, second, third) - self.present_value

    def _best_after_drawing(
        self, best: tuple[float, float, float], draw_count: float, keep_count: float
    ) -> tuple[float, float, float]:
        """Return the three highest potentials that are expected after drawing cards."""
        first, second, third = best
        for index in range(min(3, int(keep_count))):
            rank = max(0.0, (draw_count - index) / (draw_count + 1.0))
            hope = self.hopes[min(len(self.hopes) - 1, int(rank * len(self.hopes)))]
            if hope > first:
                first, second, third = hope, first, second
            elif hope > second:
                second, third = hope, second
            elif hope > third:
                third = hope
        return first, second, third

    def changes_from_giving(self, given: int, draw_count: float) -> list[float]:
        """Return the changes of HAND_FEATURES when the worst cards are given away and cards are
        drawn."""
        remaining = max(0, len(self.cards) - given)
        best = self.best(None, min(3, remaining))
        first, second, third = self._best_after_drawing(best, draw_count, draw_count)
        after = self._amounts(remaining + draw_count, first, second, third)
        return [amount - self._present_amounts[index] for index, amount in enumerate(after)]

    def changes_from_placing(self, placed: Candidate, price: int, draw_count: float) -> list[float]:
        """Return the changes of HAND_FEATURES when a card is placed for a price and cards are
        drawn."""
        remaining = max(0, len(self.cards) - 1 - price)
        first, second, third = self.best(placed, min(3, remaining))
        after = self._amounts(remaining + draw_count, first, second, third)
        return [amount - self._present_amounts[index] for index, amount in enumerate(after)]

    def _amounts(self, count: float, first: float, second: float, third: float) -> list[float]:
        """Return HAND_FEATURES of a hand of `count` cards, given its three highest potentials."""
        count = min(count, self.max_useful_cards)
        return [
            count,
            *features.hand_sizes(count),
            max(0.0, first),
            max(0.0, second) + max(0.0, third),
        ]

    def best(self, placed: Candidate | None, maximum: int) -> tuple[float, float, float]:
        """Return the three highest potentials among the first `maximum` cards, without a placed
        card."""
        card_count = 0
        first = second = third = 0.0
        for candidate in self.cards:
            if card_count >= maximum:
                break
            if placed is not None and candidate.card == placed.card:
                continue
            if card_count == 0:
                first = candidate.potential
            elif card_count == 1:
                second = candidate.potential
            else:
                third = candidate.potential
            card_count += 1
        return first, second, third
