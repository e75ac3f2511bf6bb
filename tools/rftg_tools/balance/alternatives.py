"""A card at another price or of other points, each played in its place in games of its own.

Not beside it: with several versions of a strong card in one deck others come by them too, and what
any of them does for who draws it shrinks to a third.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rftg_dsl.limits import COST
from rftg_dsl.model import Card, CardSet
from rftg_tools.balance.peers import peers_of


@dataclass(frozen=True, slots=True)
class Alternative:
    """A card with another cost or other points. change: what it has then: "cost 4", "1 VP"."""

    title: str
    cost: int
    vp: int | None
    change: str


def alternatives_of(card: Card, official: Sequence[Card]) -> list[Alternative]:
    """Return the card one cheaper and one dearer, and with a VP less and a VP more.

    None of a start world, which is dealt and not paid for. No cost without official cards of that
    very cost to be compared with, no VP where a card counts them, and no number below 0.
    """
    return [] if card.start else [*_at_other_costs(card, official), *_with_other_points(card)]


def _at_other_costs(card: Card, official: Sequence[Card]) -> Iterator[Alternative]:
    word = "defense" if card.military else "cost"
    for cost in (card.cost - 1, card.cost + 1):
        if 0 <= cost <= COST:
            peers = peers_of(replace(card, cost=cost), official)
            if peers is not None and peers.exact:
                yield Alternative(card.title, cost, card.vp, f"{word} {cost}")


def _with_other_points(card: Card) -> Iterator[Alternative]:
    for vp in () if card.vp is None else (card.vp - 1, card.vp + 1):
        if vp >= 0:
            yield Alternative(card.title, card.cost, vp, f"{vp} VP")


def with_alternative(sets: Sequence[CardSet], one: Alternative) -> tuple[CardSet, ...]:
    """Return sets with an alternative in the place of the card of its title."""
    return tuple(
        replace(card_set, cards=tuple(_changed(card, one) for card in card_set.cards))
        for card_set in sets
    )


def _changed(card: Card, one: Alternative) -> Card:
    return replace(card, cost=one.cost, vp=one.vp) if card.title == one.title else card
