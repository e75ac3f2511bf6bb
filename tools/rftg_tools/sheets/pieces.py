"""Cards as pieces of a game: their faces, and which back each has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rftg_dsl.model import Card, CardSet
from rftg_tools.faces.facts import face_facts, printed_cards
from rftg_tools.faces.printed import Printed
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.tiles import tile_facts
from rftg_tools.sheets.choice import Copies
from rftg_tools.sheets.grid import SQUARE
from rftg_tools.sheets.pages import Piece

GAME: Final = "game"
ACTION: Final = "action"
GOAL: Final = "goal"
BACKS: Final = (GAME, "start blue", "start red", ACTION, GOAL)
"""The backs that a theme draws, by name."""


def back_of(card: Card) -> str:
    """Return the name of a card's back: that of all game cards, or the one of its start colour."""
    return GAME if card.start is None else f"start {card.start.colour}"


def back_piece(name: str, draw: str = "back") -> Piece:
    """Return the back of that name."""
    return Piece(draw, {"page": BACKS.index(name) + 1})


def as_printed(
    sets: Iterable[CardSet], cards: Sequence[Copies], theme: Theme
) -> list[tuple[Printed, int]]:
    """Return the cards with the sets that they stand in, and how many of each are printed.

    Raises BadTheme.
    """
    known = {
        (card.card.set_id, card.card.title): card
        for card_set in sets
        for card in printed_cards(card_set, theme)
    }
    return [
        (replace(known[card.card.set_id, card.card.title], card=card.card), card.count)
        for card in cards
    ]


def card_piece(one: Printed, theme: Theme) -> Piece:
    """Return a card's face, with its back; or one face of a tile."""
    if one.card.tile is not None:
        return Piece("tile", tile_facts(one, theme), size=SQUARE)
    return Piece("face", face_facts(one, theme), back_piece(back_of(one.card)))
