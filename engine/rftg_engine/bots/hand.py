"""The hand of a player: its cards by what they may bring, and what it is worth as a whole."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from rftg_engine.bots.goods import FeatureWeights
from rftg_engine.bots.standing import PlacementValue, Stage

SPENT_IN_TIME: Final = 5
"""Cards beyond the hand limit that may still be placed and paid with before the round ends."""
UNKNOWN: Final = -1e9
"""What has not been computed yet."""


@mypyc_attr(acyclic=True)
class Candidate:
    """A card that the player of a view may come to place, with what is known of it so far.

    worth: what placing it adds, its price left aside. potential: what having it in hand may bring.
    help: what it does for the other cards in hand. price: hand cards to place it, nothing off.
    """

    def __init__(self, prospect: PlacementValue) -> None:
        self.prospect: Final = prospect
        self.facts: Final = prospect.facts
        self.card: Final[int] = prospect.facts.card
        self.is_world: Final[bool] = prospect.facts.is_world
        self.worth = UNKNOWN
        self.potential = UNKNOWN
        self.help = UNKNOWN
        self.price: int | None = None


@mypyc_attr(acyclic=True)
class Hand:
    """Cards in hand by potential, the best first.

    most: cards that its owner can keep or spend. hopes: potentials of cards that may be drawn,
    least first. now: what the hand is worth as a whole, once it is weighed.
    """

    def __init__(
        self, stage: Stage, candidates: list[Candidate], limit: int, hopes: list[float]
    ) -> None:
        self.stage: Final = stage
        self.most: Final[float] = float(limit + SPENT_IN_TIME)
        self.hopes: Final = hopes
        self.weighing: FeatureWeights = stage
        self.now = 0.0
        self.cards: Final[list[Candidate]] = []
        for one in candidates:
            place = len(self.cards)
            while place and self.cards[place - 1].potential < one.potential:
                place -= 1
            self.cards.insert(place, one)

    def weigh(self, weighing: FeatureWeights) -> None:
        """Set by what the hand is valued."""
        self.weighing = weighing
        first, second, third = self.best(None, 3)
        self.now = self.value(len(self.cards), first, second, third)

    def find(self, card: int) -> Candidate | None:
        """Return a card of the hand, None if it is not there."""
        for one in self.cards:
            if one.card == card:
                return one
        return None

    def value(self, count: float, first: float, second: float, third: float) -> float:
        """Return what a hand of `count` cards is worth, with these potentials as the best.

        Cards that can be neither kept nor spent are worth nothing.
        """
        stage = self.weighing
        count = min(count, self.most)
        value = stage.hand * count
        if count < 3:
            value += stage.hand_under_3 * (3 - count)
        elif count > 4:
            value += stage.hand_over_4 * (count - 4)
            if count > 8:
                value += stage.hand_over_8 * (count - 8)
        best = max(0.0, first)
        following = max(0.0, second) + max(0.0, third)
        return value + stage.best_card * best + stage.next_cards * following

    def drawing(self, drawn: float, kept: float) -> float:
        """Return what drawing some cards and keeping some of them adds."""
        if drawn <= 0:
            return 0.0
        first, second, third = self.best(None, 3)
        for nth in range(min(3, int(kept))):
            part = max(0.0, (drawn - nth) / (drawn + 1.0))
            hope = self.hopes[min(len(self.hopes) - 1, int(part * len(self.hopes)))]
            if hope > first:
                first, second, third = hope, first, second
            elif hope > second:
                second, third = hope, second
            elif hope > third:
                third = hope
        return self.value(len(self.cards) + kept, first, second, third) - self.now

    def respond_to_placement(self, one: Candidate, price: int, drawn: float) -> float:
        """Return what it is worth when a card has been placed for a price, and cards drawn."""
        left = len(self.cards) - 1 - price
        first, second, third = self.best(one, min(3, left))
        return self.value(max(0, left) + drawn, first, second, third)

    def best(self, placed: Candidate | None, most: int) -> tuple[float, float, float]:
        """Return the best potentials, those of `most` cards at most, without a card placed."""
        found = 0
        first = second = third = 0.0
        for one in self.cards:
            if found >= most:
                break
            if placed is not None and one.card == placed.card:
                continue
            if found == 0:
                first = one.potential
            elif found == 1:
                second = one.potential
            else:
                third = one.potential
            found += 1
        return first, second, third
