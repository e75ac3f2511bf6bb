"""The cards of a game by number, and what a card is compared with: peers and alternatives.

A tested card is replaced by giving its numbers to another card. Every other card keeps its place in
every shuffle, so that two games are the same until the card is drawn.

Alternatives of a card are not played together: with several versions of a strong card in one deck,
other players draw them too, and the effect on the drawer shrinks to a third.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl.library import cards_in_use
from rftg_dsl.limits import COST
from rftg_dsl.model import Card, CardSet
from rftg_dsl.syntax.formatter import format_power
from rftg_engine.cards.table import Table


@dataclass(frozen=True, slots=True)
class Deck:
    """A numbered deck: the card for each number, and the sets with its goals and rule modules."""

    sets: tuple[CardSet, ...]
    cards: tuple[Card, ...]

    def table(self) -> Table:
        """Bind the cards."""
        return Table(self.sets, self.cards)

    def numbers(self, title: str) -> tuple[int, ...]:
        """Return the numbers of a card's copies."""
        return tuple(number for number, card in enumerate(self.cards) if card.title == title)

    def with_instead(self, numbers: Sequence[int], replacement: Card) -> Deck:
        """Return the deck with a replacement at these numbers.

        A replaced start world passes on its printed number and colour, which determine the first
        player and the choice of start worlds.
        """
        cards = list(self.cards)
        for number in numbers:
            cards[number] = replace(replacement, start=cards[number].start, copies=1)
        return Deck(self.sets, tuple(cards))

    def digest(self) -> str:
        """Return a SHA-256 digest of all cards and sets, independent of formatting."""
        content = [
            [_card_content(card) for card in self.cards],
            [_set_content(s) for s in self.sets],
        ]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def deck_of(sets: Sequence[CardSet]) -> Deck:
    """Return the cards of the given sets, required sets first, with a number for each copy."""
    cards = [replace(card, copies=1) for card in cards_in_use(sets) for _copy in range(card.copies)]
    return Deck(tuple(sets), tuple(cards))


def official_deck(sets: Sequence[CardSet], shipped: Collection[str]) -> Deck:
    """Return the cards of the shipped sets only, played by the rules of all sets.

    Goals, search categories and rule modules of the other sets stay, so that games with official
    cards and with the tested cards follow the same rules.
    """
    official = deck_of([card_set for card_set in sets if card_set.id in shipped])
    rules = [
        card_set
        for card_set in sets
        if card_set.id in shipped or card_set.modules or card_set.goals or card_set.search
    ]
    return Deck(tuple(rules), official.cards)


def _card_content(card: Card) -> list[object]:
    """Return the facts about a card that matter in a game."""
    start = card.start
    return [
        card.title,
        card.type,
        card.cost,
        card.vp,
        card.military,
        card.kind,
        "holds" if card.holds else card.windfall,
        card.production,
        card.keywords,
        [start.number, start.colour] if start else None,
        card.prestige,
        [format_power(line.power) for line in card.powers],
    ]


def _set_content(card_set: CardSet) -> list[object]:
    """Return the facts about a set, except its cards, that matter in a game."""
    return [
        card_set.players,
        card_set.modules,
        [[goal.title, goal.most, goal.text, goal.needs] for goal in card_set.goals],
        [[search.title, search.text, search.only_with_takeovers] for search in card_set.search],
    ]


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
