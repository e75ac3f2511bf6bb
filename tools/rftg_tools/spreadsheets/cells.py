"""Cells of a table: where each is, what it holds, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_ROWS: Final = 2_001
"""Rows of a table at most: a head, and as many cards as a set can have."""
MOST_COLUMNS: Final = 100
MOST_CELL: Final = 10_000
"""Characters of a cell at most."""
_LETTERS: Final = 26
_SHOWN: Final = 60
"""Characters of a cell that a problem shows."""


class Unreadable(Exception):
    """A table that cannot be read at all; says why and what to do."""


class BadCell(ValueError):
    """What a cell holds means nothing in its column; says what to write."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. number: from 1, as spreadsheets count. odd: cells that hold no text or
    number, such as a date: by their index, what they hold and what to do."""

    number: int
    cells: Sequence[str]
    odd: tuple[tuple[int, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it."""
        return not any(cell.strip() for cell in self.cells) and not self.odd


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A cell that cannot be taken as it is. column: from 0. help: what to write."""

    row: int
    column: int
    text: str
    help: str

    def __str__(self) -> str:
        """Return the place, the value and the help: `C7: "three": write a whole number`."""
        shown = " ".join(self.text.split())
        shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        value = f'"{shown}"' if shown else "empty"
        return f"{cell_name(self.row, self.column)}: {value}: {self.help}"


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell as spreadsheets have it. row: from 1. column: from 0."""
    return f"{column_name(column)}{row}"


def column_name(column: int) -> str:
    """Return the letters of a column: A for 0, AA for 26."""
    name, left = "", column + 1
    while left:
        left, digit = divmod(left - 1, _LETTERS)
        name = chr(ord("A") + digit) + name
    return name
