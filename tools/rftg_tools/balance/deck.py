"""The cards of a game by number, and the digest that identifies them.

A tested card is replaced by giving its numbers to another card. Every other card keeps its place in
every shuffle, so that two games are the same until the card is drawn.
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
