"""A set as CSV, and what of it no table of cards holds."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.games import GAMES
from rftg_dsl.model import CardSet
from rftg_tools.spreadsheets.csv_text import csv_of
from rftg_tools.spreadsheets.table import cards_of_unit, table_of_cards


def csv_of_set(compilation: Compilation, card_set: CardSet) -> bytes:
    """Return the cards of a set that was compiled as CSV, the same for the same cards."""
    (unit,) = (unit for unit in compilation.units if unit.id == card_set.id)
    return csv_of(table_of_cards(cards_of_unit(unit, card_set), GAMES[card_set.game]))


def left_out(card_set: CardSet) -> Iterator[str]:
    """Yield what a table of a set's cards does not hold."""
    tests = len(card_set.tests)
    parts = [
        counted(number, thing)
        for number, thing in ((len(card_set.goals), "goal"), (tests, "card test"))
        if number
    ]
    if parts:
        yield f"the table holds the cards alone, without {' and '.join(parts)} of the set"
