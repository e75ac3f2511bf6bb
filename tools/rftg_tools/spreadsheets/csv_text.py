"""CSV as RFC 4180 has it: written so that no spreadsheet runs it, and read as people save it.

A spreadsheet takes a cell for a formula that begins with one of a few characters, and so could be
made to send away what it holds. Before such a text an apostrophe is written, which spreadsheets
take as "this is text", and which is taken off where the table is read again. Many spreadsheets
split at semicolons instead, and take commas and quotes for text: so a part of a cell behind a
semicolon, a tab, a bar or a line end is guarded like a cell.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from rftg_tools.spreadsheets.cells import MOST_CELL, MOST_COLUMNS, MOST_ROWS, Row, Unreadable

MOST_BYTES: Final = 5_000_000
"""Largest CSV file that is read, in bytes."""
_BOM: Final = "\ufeff"
"""Without it, spreadsheets take UTF-8 for an older encoding."""
_SIGNS: Final = "[=+\\-@＝＋－＠]"
_FORMULA: Final = re.compile(rf"'*(?:\s*{_SIGNS}|[\t\r\n])")
_GUARDED: Final = re.compile(rf"'+(?:\s*{_SIGNS}|[\t\r\n])")
_PART: Final = re.compile(rf"""([;|\t\r\n]["\s]*)('*{_SIGNS})""")
_GUARDED_PART: Final = re.compile(rf"""([;|\t\r\n]["\s]*)'('*{_SIGNS})""")
_NUMBER: Final = re.compile(r"-?[0-9]+")
_SEPARATORS: Final = ",;\t"


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, nor a part of it."""
    return text if _NUMBER.fullmatch(text) else _guarded(text)


def _guarded(text: str) -> str:
    parts = _PART.sub(r"\1'\2", text)
    return f"'{parts}" if _FORMULA.match(parts) else parts


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given."""
    return _GUARDED_PART.sub(r"\1\2", text[1:] if _GUARDED.match(text) else text)


def csv_of(rows: Iterable[Sequence[str]]) -> bytes:
    """Return rows as CSV in UTF-8, with a mark of that at its beginning."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    for first, *rest in rows:  # where commas are text, a number is the beginning of a longer cell
        writer.writerow([_guarded(first), *map(guarded, rest)])
    return (_BOM + text.getvalue()).encode("utf-8")


def rows_of_csv(data: bytes) -> list[Row]:
    """Return the rows of a CSV file; its separator is a comma, a semicolon or a tab.

    Raises Unreadable.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(f"a table has at most {MOST_BYTES:,} bytes")
    text = _decoded(data)
    if "\0" in text:
        raise Unreadable("it is no text: save it as `CSV UTF-8`")
    reader = csv.reader(StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    rows = []
    try:
        for number, cells in enumerate(reader, 1):
            rows.append(Row(number, [_cell(cell) for cell in cells]))
            check_size(number, len(cells), max(map(len, cells), default=0))
    except csv.Error as error:
        raise Unreadable(f"line {reader.line_num} is no CSV: {error}") from None
    return rows


def check_size(row: int, columns: int, longest: int) -> None:
    """Refuse a table that is too large. Raises Unreadable."""
    if row > MOST_ROWS:
        raise Unreadable(f"a table has at most {MOST_ROWS:,} rows")
    if columns > MOST_COLUMNS:
        raise Unreadable(f"row {row} has {columns} columns; a table has at most {MOST_COLUMNS}")
    if longest > MOST_CELL:
        raise Unreadable(f"row {row} has a cell of more than {MOST_CELL:,} characters")


def _cell(text: str) -> str:
    return unguarded(text.replace("\r\n", "\n").replace("\r", "\n"))


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with a mark. Raises Unreadable."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise Unreadable("it is no text in UTF-8: save it as `CSV UTF-8`") from None


def _separator(text: str) -> str:
    """Return what parts the cells of the first line, outside of quotes."""
    first = re.sub(r'"[^"]*"', "", text).lstrip("\r\n").partition("\n")[0]
    return max(_SEPARATORS, key=first.count)
