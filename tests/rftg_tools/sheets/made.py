"""Sheets of shipped cards as PDF, for tests to read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache

from rftg_dsl.library import load
from rftg_dsl.resources import shipped_ids
from rftg_tools.faces.facts import Printed
from rftg_tools.faces.theme import load_theme
from rftg_tools.sheets.choice import cards_of, one_each
from rftg_tools.sheets.grid import PAPERS, Grid
from rftg_tools.sheets.pages import NO_BACKS, Batch
from rftg_tools.sheets.pieces import as_printed, card_piece
from rftg_tools.sheets.printing import Printer

Cards = Sequence[tuple[Printed, int]]


@cache
def cards_of_set(name: str, each: bool = False) -> Cards:
    """The cards of a shipped set, or of all of them, with how many of each there are."""
    sets = load(shipped_ids()).sets
    cards = cards_of(sets, [name] if name != "all" else [one.id for one in sets])
    return as_printed(sets, one_each(cards) if each else cards)


@cache
def pdf_of(
    name: str,
    grid: Grid | None = None,
    backs: str = NO_BACKS,
    day: date | None = None,
    each: bool = False,
    theme: str = "space",
) -> bytes:
    """The sheets of a shipped set as PDF."""
    with Printer(load_theme(theme)) as printer:
        pieces = [(card_piece(one, printer.theme), n) for one, n in cards_of_set(name, each)]
        batch = Batch(name, grid or Grid(PAPERS["a4"]), pieces)
        return printer.sheets([batch], backs, name, day)
