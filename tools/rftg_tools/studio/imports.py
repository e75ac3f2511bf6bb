"""A table of cards made a new card file in a folder of the studio; never in place of another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_dsl.limits import FILE_BYTES, SET_ID
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.rewriting import create_atomically
from rftg_dsl.source.schema import ID_PATTERN
from rftg_tools.spreadsheets.card_file import Head, draft_file
from rftg_tools.spreadsheets.cells import Row, Unreadable
from rftg_tools.spreadsheets.csv_text import rows_of_csv
from rftg_tools.spreadsheets.table import read_table
from rftg_tools.spreadsheets.workbook import NoLibrary, rows_of_workbook

_ARCHIVE: Final = b"PK\x03\x04"
"""How workbooks begin, and no text."""
_SHOWN: Final = 50


class CannotImport(Exception):
    """Why no file was written. cells: what cannot be read, by cell."""

    def __init__(self, why: str, cells: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.cells = cells


@dataclass(frozen=True, slots=True)
class Imported:
    """A file that was written. notes: what of the table is left out. errors: what `check` finds."""

    path: Path
    cards: int
    notes: tuple[str, ...]
    errors: int


def import_table(data: bytes, set_id: str, folder: Path) -> Imported:
    """Write the cards of a table as SET_ID.yaml into a folder. Raises CannotImport."""
    path = folder / f"{_checked(set_id)}.yaml"
    if path.exists() or path.is_symlink():
        raise CannotImport(f"{path.name} is there already: choose another id")
    try:
        rows, notes = _rows(data)
        read = read_table(rows)
        if read.problems:
            cells = tuple(str(problem) for problem in read.problems[:_SHOWN])
            raise CannotImport("These cells cannot be read, and so nothing was written.", cells)
        text, compilation = draft_file(path, read.cards, read.game, Head(set_id))
    except Unreadable as problem:
        raise CannotImport(f"The table cannot be read: {problem}") from None
    if len(text.encode("utf-8")) > FILE_BYTES:
        raise CannotImport(f"A card file has at most {FILE_BYTES:,} bytes.")
    try:
        create_atomically(path, text)
    except FileExistsError:
        raise CannotImport(f"{path.name} is there already: choose another id") from None
    except OSError as error:
        raise CannotImport(f"{path.name} cannot be written: {error.strerror}") from None
    errors = sum(found.severity == "error" for found in compilation.diagnostics)
    return Imported(path, len(read.cards), (*notes, *read.notes), errors)


def _checked(set_id: str) -> str:
    """Return an id that a new set can have. Raises CannotImport."""
    if not re.search(ID_PATTERN, set_id) or len(set_id) > SET_ID:
        raise CannotImport("The id of a set is made of small letters, digits and hyphens.")
    if set_id in shipped_ids():
        raise CannotImport(f"{set_id} is the id of a shipped set: choose another.")
    return set_id


def _rows(data: bytes) -> tuple[list[Row], tuple[str, ...]]:
    """Return the rows of a table, and what is left out of it. Raises CannotImport, Unreadable."""
    if not data.startswith(_ARCHIVE):
        return rows_of_csv(data), ()
    try:
        rows, others = rows_of_workbook(data)
    except NoLibrary as missing:
        why = f"Workbooks need {missing}: install it, or save the table as CSV UTF-8."
        raise CannotImport(why) from None
    notes = (f"the first sheet is read; others are {', '.join(others)}",) if others else ()
    return rows, notes
