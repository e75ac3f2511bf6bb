"""Which cards are printed, and how many copies of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rftg_dsl.library import cards_in_use
from rftg_dsl.model import Card, CardSet
from rftg_tools.faces.facts import printed_text


@dataclass(frozen=True, slots=True)
class Copies:
    """A card and how many times it is printed."""

    card: Card
    count: int


def cards_of(sets: Sequence[CardSet], asked: Collection[str]) -> list[Copies]:
    """Return the cards of the sets that are asked for, by set and then as the file has them.

    sets: required ones first. asked: ids of sets. What one of these replaces is left out, and the
    copies that one adds are counted in. Copies added to cards of other sets come last.
    """
    named = [card_set for card_set in sets if card_set.id in asked]
    found = {card.title: Copies(card, card.copies) for card in cards_in_use(named)}
    elsewhere = {card.title: card for card in cards_in_use(sets) if card.title not in found}
    added: Counter[str] = Counter()
    for one in named:
        added.update(dict(one.adds_copies))
    more = [Copies(elsewhere[title], added[title]) for title in added if title in elsewhere]
    return [*found.values(), *more]


def one_each(cards: Sequence[Copies]) -> list[Copies]:
    """Return one copy of each card."""
    return [Copies(one.card, 1) for one in cards]


def changed(cards: Sequence[Copies], before: Sequence[CardSet]) -> list[Copies]:
    """Return the cards that are new or printed otherwise than in the sets `before`.

    Of a card that is as it was and has more copies now, the copies that came to it.
    """
    old = {card.title: card for card in cards_in_use(before)}
    return [left for one in cards if (left := _left_to_print(one, old.get(one.card.title))).count]


def with_other_sides(cards: Sequence[Copies], known: Sequence[Copies]) -> list[Copies]:
    """Return some faces of tiles with the other ones of the same tiles, in the order of `known`."""
    chosen = {one.card.title: one.count for one in cards}
    found = []
    for one in known:
        tile = one.card.tile
        count = chosen.get(one.card.title, chosen.get(tile.other, 0) if tile else 0)
        if count:
            found.append(Copies(one.card, count))
    return found


def _left_to_print(one: Copies, old: Card | None) -> Copies:
    if old is None or printed_text(one.card) != printed_text(old):
        return one
    return Copies(one.card, max(0, one.card.copies - old.copies))
