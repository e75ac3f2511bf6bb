"""An order of all that some sets are printed as, from what is wished of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from rftg_dsl.games import ROLL
from rftg_dsl.model import CardSet
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.choice import Copies, cards_of, one_each, with_other_sides
from rftg_tools.sheets.grid import BLEED, LONG, PAPERS, SQUARE, Grid, fullest
from rftg_tools.sheets.pages import NO_BACKS
from rftg_tools.sheets.pieces import as_printed
from rftg_tools.sheets.table import table_of
from rftg_tools.sheets.writing import Order


@dataclass(frozen=True, slots=True)
class Paper:
    """Sheets of paper. size: a key of grid.PAPERS. gutter, bleed: in mm. marked: with crop marks.

    backs: NO_BACKS or a word of grid.FLIPS; None for what is usual. day: stated on them.
    """

    size: str = "a4"
    gutter: float = 0.0
    bleed: float = BLEED
    marked: bool = True
    backs: str | None = None
    day: date | None = None


PLAIN: Final = Paper()


def has_tiles(sets: Sequence[CardSet]) -> bool:
    """Return whether there are tiles of Roll for the Galaxy among some sets."""
    return any(card_set.game == ROLL.id for card_set in sets)


def order_of(
    sets: Sequence[CardSet],
    ids: Sequence[str],
    theme: Theme,
    paper: Paper = PLAIN,
    cards: Sequence[Copies] | None = None,
    each_once: bool = False,
) -> Order:
    """Return the order of the sets with some ids. cards: those chosen of them; None for all.

    sets: required ones first. each_once: one copy of each card. Of a tile that is chosen by one
    face both are printed. Raises DoesNotFit, BadTheme.
    """
    tiles = has_tiles(sets)
    every = cards_of(sets, ids)
    chosen = every if cards is None else cards
    if tiles:
        chosen = with_other_sides(chosen, every)
    if each_once:
        chosen = one_each(chosen)
    title = ", ".join(card_set.title for card_set in sets if card_set.id in ids)
    backs = paper.backs or (LONG if tiles else NO_BACKS)
    printed, table = as_printed(sets, chosen, theme), table_of(sets, ids)
    return Order(title, printed, _grid(paper, tiles), backs, paper.day, table, cards is None)


def _grid(paper: Paper, tiles: bool) -> Grid:
    """Return where cards or tiles lie on a sheet. Raises DoesNotFit."""
    size = PAPERS[paper.size]
    if tiles:
        return fullest(size, SQUARE, paper.gutter, paper.bleed, paper.marked)
    return Grid(size, gutter=paper.gutter, bleed=paper.bleed, marked=paper.marked)
