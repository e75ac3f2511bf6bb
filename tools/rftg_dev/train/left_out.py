"""Cards and keywords that are left out of training, to measure bots on cards they have not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, islice
from random import Random
from typing import Final

from rftg_dsl.bundle import pack, unpack
from rftg_dsl.library import cards_in_use, load_shipped
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_engine.cards.table import Table
from rftg_tools.simulation.race import table_of

PART: Final = 3
"""One card in so many is left out by its title."""
KEYWORDS: Final = 2


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is left out: cards by title, and all that bear one of the keywords or name it."""

    titles: frozenset[str]
    keywords: frozenset[str]

    def has(self, card: Card) -> bool:
        """Return whether a card is left out. Start worlds never are: games need them."""
        if card.start is not None:
            return False
        return card.title in self.titles or not self.keywords.isdisjoint(keywords_of(card))


def keywords_of(card: Card) -> set[str]:
    """Return the keywords that a card bears and those that its powers name."""
    selectors = [one for line in card.powers for one in selectors_in(line.power)]
    return {*card.keywords, *(word for one in selectors for word, _place in keywords_in(one))}


@cache
def left_out(seed: int) -> LeftOut:
    """Return what a seed leaves out, of all official cards but start worlds."""
    cards = [card for one in load_shipped().sets for card in one.cards if card.start is None]
    titles = sorted({card.title for card in cards})
    keywords = sorted({word for card in cards for word in card.keywords})
    rng = Random(f"left out/{seed}")
    return LeftOut(
        frozenset(rng.sample(titles, len(titles) // PART)),
        frozenset(rng.sample(keywords, KEYWORDS)),
    )


@cache
def table_without(sets: tuple[str, ...], seed: int | None) -> Table:
    """Return the cards of some sets, bound, without those that a seed leaves out.

    The deck is as large as with them: of the others there are more copies. With a small deck games
    would be other games, and teach other things. seed: None for all cards.
    """
    if seed is None:
        return table_of(sets)
    unpacked = unpack(pack(sets))
    every = cards_in_use(unpacked)
    cards = [card for card in every if not left_out(seed).has(card)]
    return Table(unpacked, filled_up(cards, size_of(every), Random(f"filled up/{seed}")))


def size_of(cards: Iterable[Card]) -> int:
    """Return how many cards there are, each copy counted."""
    return sum(card.copies for card in cards)


def filled_up(cards: Sequence[Card], size: int, rng: Random) -> list[Card]:
    """Return cards with more copies of some, taken by turns, until there are so many in all.

    Of start worlds there are no more.
    """
    order = [nth for nth, card in enumerate(cards) if card.start is None]
    rng.shuffle(order)
    more = Counter(islice(cycle(order), size - size_of(cards)))
    return [replace(card, copies=card.copies + more[nth]) for nth, card in enumerate(cards)]
