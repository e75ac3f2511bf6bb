"""The cards of a game, number by number, and the digest that identifies them.

A card under test is taken out by giving its numbers to another: every other card keeps its place
in every shuffle, so that two games go the same way until the card is drawn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from rftg_dsl.library import cards_in_use
from rftg_dsl.model import Card, CardSet
from rftg_dsl.syntax.formatter import format_power
from rftg_engine.cards.table import Table


@dataclass(frozen=True, slots=True)
class Deck:
    """Sets, which bring goals and modules of rules, and a card for each number."""

    sets: tuple[CardSet, ...]
    cards: tuple[Card, ...]

    def table(self) -> Table:
        """Return the cards, bound."""
        return Table(self.sets, self.cards)

    def numbers(self, title: str) -> tuple[int, ...]:
        """Return the numbers of a card's copies."""
        return tuple(number for number, card in enumerate(self.cards) if card.title == title)

    def with_instead(self, numbers: Sequence[int], other: Card) -> Deck:
        """Return the deck with another card at these numbers.

        A start world leaves its printed number and colour, which decide who begins and what is
        offered with it.
        """
        cards = list(self.cards)
        for number in numbers:
            cards[number] = replace(other, start=cards[number].start, copies=1)
        return Deck(self.sets, tuple(cards))

    def digest(self) -> str:
        """Return SHA-256 of all that these cards and sets say, whatever their files look like."""
        said = [[_said_by_card(card) for card in self.cards], [_said_by_set(s) for s in self.sets]]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def deck_of(sets: Sequence[CardSet]) -> Deck:
    """Return the cards of some sets, required ones first, each copy with a number of its own."""
    cards = [replace(one, copies=1) for one in cards_in_use(sets) for _copy in range(one.copies)]
    return Deck(tuple(sets), tuple(cards))


def official_deck(sets: Sequence[CardSet], shipped: Collection[str]) -> Deck:
    """Return the cards of the shipped sets alone, played by the rules that all sets bring.

    Goals, search categories and modules of other sets stay, so that games with official cards
    are of the same game as those with the cards under test.
    """
    official = deck_of([card_set for card_set in sets if card_set.id in shipped])
    rules = [
        card_set
        for card_set in sets
        if card_set.id in shipped or card_set.modules or card_set.goals or card_set.search
    ]
    return Deck(tuple(rules), official.cards)


def _said_by_card(card: Card) -> list[object]:
    """Return what a game knows of a card."""
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


def _said_by_set(one: CardSet) -> list[object]:
    """Return what a game knows of a set besides its cards."""
    return [
        one.players,
        one.modules,
        [[goal.title, goal.most, goal.text, goal.needs] for goal in one.goals],
        [[search.title, search.text, search.only_with_takeovers] for search in one.search],
    ]
