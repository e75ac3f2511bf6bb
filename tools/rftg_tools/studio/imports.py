"""A table of cards made a new card file in a folder of the studio; never in place of another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_dsl.diagnostics.model import ERROR
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.limits import FILE_BYTES, SET_ID
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.rewriting import create_atomically
from rftg_dsl.source.schema import ID_PATTERN
from rftg_tools.spreadsheets.card_file import Head, draft_file, required_keywords
from rftg_tools.spreadsheets.table import read_table
from rftg_tools.spreadsheets.table_files import (
    MissingLibrary,
    Problem,
    Row,
    UnreadableTable,
    read_csv,
    read_workbook,
)

_ARCHIVE: Final = b"PK\x03\x04"
"""How workbooks begin, and no text."""
_SHOWN: Final = 50


class CannotImport(Exception):
    """Why no file was written.

    cells: those that cannot be used. can_leave_out: whether the rest can be imported without them.
    """

    def __init__(
        self, why: str, cells: Sequence[Problem] = (), can_leave_out: bool = False
    ) -> None:
        super().__init__(why)
        self.cells = _listed(cells)
        self.can_leave_out = can_leave_out


@dataclass(frozen=True, slots=True)
class Imported:
    """A file that was written.

    notes: what of the table is left out, and new keywords. errors, warnings: that `check` finds.
    """

    path: Path
    cards: int
    notes: tuple[str, ...]
    errors: int
    warnings: int


def import_table(data: bytes, set_id: str, folder: Path, allow_loss: bool = False) -> Imported:
    """Write the cards of a table as SET_ID.yaml into a folder.

    allow_loss: leave out cells that no card can hold. Raises CannotImport.
    """
    path = folder / f"{_checked(set_id)}.yaml"
    if path.exists() or path.is_symlink():
        raise CannotImport(f"{path.name} is there already: choose another id")
    head = Head(set_id)
    try:
        rows, notes = _rows(data)
        read = read_table(rows, keywords=lambda game: required_keywords(path, game, head))
        if read.problems or (read.losses and not allow_loss):
            cells = sorted([*read.problems, *read.losses])
            why = "Nothing was written, because these cells cannot be used."
            raise CannotImport(why, cells, can_leave_out=not read.problems)
        draft = draft_file(path, read.cards, read.game, head)
    except UnreadableTable as problem:
        raise CannotImport(f"The table cannot be read: {problem}") from None
    if len(draft.text.encode("utf-8")) > FILE_BYTES:
        raise CannotImport(f"A card file has at most {FILE_BYTES:,} bytes.")
    try:
        create_atomically(path, draft.text)
    except FileExistsError:
        raise CannotImport(f"{path.name} is there already: choose another id") from None
    except OSError as error:
        raise CannotImport(f"{path.name} cannot be written: {error.strerror}") from None
    found = draft.compilation.diagnostics
    errors = sum(finding.severity == ERROR for finding in found)
    notes += (*read.notes, *(f"left out: {cell}" for cell in _listed(read.losses)))
    if draft.keywords:
        notes += (f"new keywords: {', '.join(draft.keywords)}",)
    return Imported(path, len(read.cards), notes, errors, len(found) - errors)


def _listed(cells: Sequence[Problem]) -> tuple[str, ...]:
    """Return a line for each cell up to a limit, and one for how many more there are."""
    more = len(cells) - _SHOWN
    rest = (f"and {counted(more, 'more cell')}",) if more > 0 else ()
    return (*map(str, cells[:_SHOWN]), *rest)


def _checked(set_id: str) -> str:
    """Return an id that a new set can have. Raises CannotImport."""
    if not re.search(ID_PATTERN, set_id) or len(set_id) > SET_ID:
        raise CannotImport("The id of a set is made of small letters, digits and hyphens.")
    if set_id in shipped_ids():
        raise CannotImport(f"{set_id} is the id of a shipped set: choose another.")
    return set_id


def _rows(data: bytes) -> tuple[list[Row], tuple[str, ...]]:
    """Return the rows of a table and notes. Raises CannotImport, UnreadableTable."""
    if not data.startswith(_ARCHIVE):
        return read_csv(data), ()
    try:
        rows, others = read_workbook(data)
    except MissingLibrary as missing:
        why = f"Workbooks need {missing}: install it, or save the table as CSV UTF-8."
        raise CannotImport(why) from None
    notes = (f"the first sheet is read; others are {', '.join(others)}",) if others else ()
    return rows, notes
