"""Peers of a card: the official cards that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rftg_dsl.model import Card

FEWEST_ALIKE: Final = 3
"""Minimum number of worlds that get goods in the same way, to compare only with those."""


@dataclass(frozen=True, slots=True)
class Peers:
    """Official cards to compare a card with, each title once.

    description: what they have in common, such as "3-cost development". has_same_cost: whether they
    cost as much as the card.
    """

    cards: tuple[Card, ...]
    description: str
    has_same_cost: bool

    @property
    def average(self) -> str:
        """Description of the comparison."""
        if len(self.cards) == 1:
            return f"{self.cards[0].title}, the only official {self.description}"
        return f"an average {self.description}"


def peers_of(card: Card, official: Sequence[Card]) -> Peers | None:
    """Return the official cards of the same type and cost (or defense), or of the nearest cost.

    For a start world, these are all start worlds. If three or more worlds get goods in the same way
    (production, windfall, not at all), the others are excluded. None if no official card has the
    type.
    """
    candidates = [other for other in official if _type(other) == _type(card)]
    if not candidates:
        return None
    if card.start:
        return Peers(tuple(candidates), "start world", True)
    cost = min((abs(other.cost - card.cost), other.cost) for other in candidates)[1]
    same_cost = [other for other in candidates if other.cost == cost]
    same_goods = [other for other in same_cost if _goods(other) == _goods(card)]
    is_narrow = card.type == "world" and len(same_goods) >= FEWEST_ALIKE
    description = _describe(card, cost, _goods(card) if is_narrow else "")
    return Peers(tuple(same_goods if is_narrow else same_cost), description, cost == card.cost)


def _type(card: Card) -> tuple[str, bool, bool]:
    """Return the type of a card; military and other start worlds count as one type."""
    return card.type, card.military and not card.start, card.start is not None


def _goods(card: Card) -> str:
    if card.production:
        return "production"
    return "windfall" if card.windfall or card.holds else "goodless"


def _describe(card: Card, cost: int, goods: str) -> str:
    if card.type == "development":
        return f"{cost}-cost development"
    military = "military" if card.military else "non-military"
    cost_name = "defense" if card.military else "cost"
    if goods == "goodless":
        return f"{military} world of {cost_name} {cost} without goods"
    words = " ".join(word for word in (military, goods, "world") if word)
    return f"{words} of {cost_name} {cost}"
