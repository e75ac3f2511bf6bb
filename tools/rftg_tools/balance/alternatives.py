"""Versions of a card with another cost or other points, each played instead of the card.

They are not played together: with several versions of a strong card in one deck, other players
draw them too, and the effect on the drawer shrinks to a third.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rftg_dsl.limits import COST
from rftg_dsl.model import Card, CardSet
from rftg_tools.balance.peers import peers_of


@dataclass(frozen=True, slots=True)
class Alternative:
    """A card with another cost or other points. change: such as "cost 4" or "1 VP"."""

    title: str
    cost: int
    vp: int | None
    change: str


def alternatives_of(card: Card, official: Sequence[Card]) -> list[Alternative]:
    """Return versions that cost 1 less and 1 more, and versions with 1 VP less and 1 VP more.

    There are none for start worlds, which are not paid for; no cost without official cards of that
    cost to compare with; no VP for cards with variable points; and no numbers below 0.
    """
    return [] if card.start else [*_at_other_costs(card, official), *_with_other_points(card)]


def _at_other_costs(card: Card, official: Sequence[Card]) -> Iterator[Alternative]:
    word = "defense" if card.military else "cost"
    for cost in (card.cost - 1, card.cost + 1):
        if 0 <= cost <= COST:
            peers = peers_of(replace(card, cost=cost), official)
            if peers is not None and peers.has_same_cost:
                yield Alternative(card.title, cost, card.vp, f"{word} {cost}")


def _with_other_points(card: Card) -> Iterator[Alternative]:
    for vp in () if card.vp is None else (card.vp - 1, card.vp + 1):
        if vp >= 0:
            yield Alternative(card.title, card.cost, vp, f"{vp} VP")


def with_alternative(sets: Sequence[CardSet], alternative: Alternative) -> tuple[CardSet, ...]:
    """Return sets with an alternative instead of its card."""
    return tuple(
        replace(card_set, cards=tuple(_changed(card, alternative) for card in card_set.cards))
        for card_set in sets
    )


def _changed(card: Card, alternative: Alternative) -> Card:
    if card.title != alternative.title:
        return card
    return replace(card, cost=alternative.cost, vp=alternative.vp)
