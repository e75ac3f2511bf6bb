"""Loading of sets by name, with their requirements, and the cards of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import RACE, Game
from rftg_dsl.model import Card, CardSet
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.source.locate import find_set

__all__ = [
    "cards_in_use",
    "find_set",
    "load",
    "load_shipped",
    "unshipped_with_goals",
    "without_editions",
]


def load(specs: Sequence[str]) -> Compilation:
    """Compile sets named by id or path and their requirements, required sets first.

    Raises LookupError for an unknown set, OSError for a file that can't be opened, and ValueError
    for too many files. Errors inside files are in the diagnostics.
    """
    return compile_files([find_set(spec) for spec in specs])


def load_shipped(game: Game = RACE) -> Compilation:
    """Compile all shipped sets of a game, except editions that reprint cards of other sets."""
    return without_editions(compile_files(shipped_sets(game)))


def without_editions(compilation: Compilation) -> Compilation:
    """Return a compilation without editions, which reprint cards of other sets."""
    pairs = zip(compilation.units, compilation.required, strict=True)
    originals = [(unit, needed) for unit, needed in pairs if not unit.is_edition]
    return Compilation([unit for unit, _ in originals], [needed for _, needed in originals])


def cards_in_use(sets: Sequence[CardSet]) -> tuple[Card, ...]:
    """Return the cards of a game with these sets, without replaced cards and with added copies.

    sets: required sets first, as `load` returns them.
    """
    cards: list[Card] = []
    for card_set in sets:
        cards = [card for card in cards if card.title not in card_set.replaces]
        added = dict(card_set.adds_copies)
        cards = [_with_copies(card, added.get(card.title, 0)) for card in cards]
        cards += card_set.cards
    return tuple(cards)


def unshipped_with_goals(sets: Sequence[CardSet]) -> list[str]:
    """Return the ids of sets that are not shipped and have goals.

    They turn goals on by default.
    """
    return [card_set.id for card_set in sets if card_set.goals and card_set.id not in shipped_ids()]


def _with_copies(card: Card, added: int) -> Card:
    return replace(card, copies=card.copies + added) if added else card
