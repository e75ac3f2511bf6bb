"""Sheets of shipped cards as PDF, for tests to read."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Final

from rftg_dsl.games import RACE
from rftg_dsl.library import load
from rftg_dsl.resources import shipped_ids
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.faces.theme import load_theme
from rftg_tools.faces.typesetting import File
from rftg_tools.sheets.layout import NO_BACKS, PAPERS, Batch, Grid, Piece
from rftg_tools.sheets.pieces import card_piece, printed_copies, select_cards, single_copies
from rftg_tools.sheets.printing import Printer

Cards = Sequence[tuple[PrintedCard, int]]
_BLANK: Final = File(
    "blank.svg",
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69 94">'
    b'<rect width="69" height="94" fill="#123"/></svg>',
)


@cache
def cards_of_set(name: str, each: bool = False, theme: str = "space") -> Cards:
    """The cards of a shipped set, or of all of them, with how many of each there are."""
    sets = load(shipped_ids(RACE)).sets
    cards = select_cards(sets, [name] if name != "all" else [one.id for one in sets])
    return printed_copies(sets, single_copies(cards) if each else cards, load_theme(theme))


@cache
def pdf_of(
    name: str,
    grid: Grid | None = None,
    backs: str = NO_BACKS,
    day: date | None = None,
    each: bool = False,
    theme: str = "space",
) -> bytes:
    """The sheets of a shipped set as PDF, without their art, which is slow to read back."""
    with closing(Printer(load_theme(theme))) as printer:
        cards = cards_of_set(name, each)
        pieces = [(_blank(card_piece(card, printer.theme)), count) for card, count in cards]
        batch = Batch(name, grid or Grid(PAPERS["a4"]), pieces)
        return printer.sheets([batch], backs, name, day)


def _blank(piece: Piece) -> Piece:
    return replace(piece, facts={**piece.facts, "art": {"file": _BLANK}})
