"""Which official cards a card is fairly compared with: those one could have drawn in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rftg_dsl.model import Card

FEWEST_ALIKE: Final = 3
"""Cards that must get their goods in the same way, for only such to be compared with."""


@dataclass(frozen=True, slots=True)
class Peers:
    """Official cards to compare a card with, each title once.

    about: what they are in common, such as "3-cost development". exact: they have its very cost.
    """

    cards: tuple[Card, ...]
    about: str
    exact: bool

    @property
    def average(self) -> str:
        """What a card is compared with, in words."""
        if len(self.cards) == 1:
            return f"{self.cards[0].title}, the only official {self.about}"
        return f"an average {self.about}"


def peers_of(card: Card, official: Sequence[Card]) -> Peers | None:
    """Return the official cards of the same type and cost, or defense.

    Of the nearest where there is none.

    A start world's are all start worlds. Where three or more worlds get goods in the card's way
    (production, windfall, not at all), the others are left out. None without any official card
    of the type.
    """
    alike = [one for one in official if _type(one) == _type(card)]
    if not alike:
        return None
    if card.start:
        return Peers(tuple(alike), "start world", True)
    cost = min((abs(one.cost - card.cost), one.cost) for one in alike)[1]
    same = [one for one in alike if one.cost == cost]
    goods = [one for one in same if _goods(one) == _goods(card)]
    narrow = card.type == "world" and len(goods) >= FEWEST_ALIKE
    about = _about(card, cost, _goods(card) if narrow else "")
    return Peers(tuple(goods if narrow else same), about, cost == card.cost)


def _type(card: Card) -> tuple[str, bool, bool]:
    """Return the type of a card: start worlds are of one type, whether military or not."""
    return card.type, card.military and not card.start, card.start is not None


def _goods(card: Card) -> str:
    if card.production:
        return "production"
    return "windfall" if card.windfall or card.holds else "goodless"


def _about(card: Card, cost: int, goods: str) -> str:
    if card.type == "development":
        return f"{cost}-cost development"
    military = "military" if card.military else "non-military"
    number = "defense" if card.military else "cost"
    if goods == "goodless":
        return f"{military} world of {number} {cost} without goods"
    words = " ".join(word for word in (military, goods, "world") if word)
    return f"{words} of {number} {cost}"
