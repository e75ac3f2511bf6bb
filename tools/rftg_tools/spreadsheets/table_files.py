"""CSV files and workbooks (.xlsx) as rows of cells.

CSV follows RFC 4180 and is safe to open: spreadsheets run a cell that starts with one of a few
characters as a formula, which could send its contents away. An apostrophe before such a text marks
it as text; reading removes it. Many spreadsheets split at semicolons instead of commas, so parts of
a cell after a semicolon, tab, bar or line break are escaped, too.

A workbook is an archive of XML and could be a decompression bomb, so it is read within limits.
"""

from __future__ import annotations

import asyncio
import base64
import csv
import importlib
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, time, timedelta
from io import BytesIO, StringIO
from typing import Any, Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.limits import WORKBOOK_MEGABYTES, WORKBOOK_SECONDS
from rftg_tools.workers.process import limit_resource
from rftg_tools.workers.worker import Data, WorkerEnded, working

MOST_ROWS: Final = 2_001
"""A header, and as many cards as a set can have."""
MOST_COLUMNS: Final = 100
MOST_CELL: Final = 10_000
"""In characters."""
_LETTERS: Final = 26
_SHOWN: Final = 60
"""Characters of a cell that a problem quotes."""


class UnreadableTable(Exception):
    """Table cannot be read. The message gives the reason and a solution."""


class BadCell(ValueError):
    """Value is not allowed in its column. The message says what to write."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    number: from 1, as in spreadsheets. invalid: index and problem of each cell that is neither
    text nor number, such as a date.
    """

    number: int
    cells: Sequence[str]
    invalid: tuple[tuple[int, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether all cells are empty."""
        return not any(cell.strip() for cell in self.cells) and not self.invalid


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """An unusable cell. column: index from 0. help: advice on what to write."""

    row: int
    column: int
    text: str
    help: str

    def __str__(self) -> str:
        """Return place, value and help, such as `C7: "three": write a whole number`."""
        shown = " ".join(self.text.split())
        shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        value = f'"{shown}"' if shown else "empty"
        return f"{cell_name(self.row, self.column)}: {value}: {self.help}"


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell, such as B7. row: from 1. column: from 0."""
    return f"{column_name(column)}{row}"


def column_name(column: int) -> str:
    """Return the letters of a column: A for 0, AA for 26."""
    name, left = "", column + 1
    while left:
        left, digit = divmod(left - 1, _LETTERS)
        name = chr(ord("A") + digit) + name
    return name


MOST_CSV_BYTES: Final = 5_000_000
_BOM: Final = "\ufeff"
"""Without it, spreadsheets read UTF-8 as an older encoding."""
_SIGNS: Final = "[=+\\-@＝＋－＠]"
_FORMULA: Final = re.compile(rf"'*(?:\s*{_SIGNS}|[\t\r\n])")
_ESCAPED: Final = re.compile(rf"'+(?:\s*{_SIGNS}|[\t\r\n])")
_PART: Final = re.compile(rf"""([;|\t\r\n]["\s]*)('*{_SIGNS})""")
_ESCAPED_PART: Final = re.compile(rf"""([;|\t\r\n]["\s]*)'('*{_SIGNS})""")
_NUMBER: Final = re.compile(r"-?[0-9]+")
_SEPARATORS: Final = ",;\t"


def escape_formulas(text: str) -> str:
    """Return a cell in which no spreadsheet sees a formula."""
    return text if _NUMBER.fullmatch(text) else _escape(text)


def _escape(text: str) -> str:
    parts = _PART.sub(r"\1'\2", text)
    return f"'{parts}" if _FORMULA.match(parts) else parts


def unescape_formulas(text: str) -> str:
    """Undo `escape_formulas`."""
    return _ESCAPED_PART.sub(r"\1\2", text[1:] if _ESCAPED.match(text) else text)


def write_csv(rows: Iterable[Sequence[str]]) -> bytes:
    """Return rows as CSV in UTF-8 with a byte order mark."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    for first, *rest in rows:  # if commas are text, a number is the beginning of a longer cell
        writer.writerow([_escape(first), *map(escape_formulas, rest)])
    return (_BOM + text.getvalue()).encode("utf-8")


def read_csv(data: bytes) -> list[Row]:
    """Return the rows of a CSV file separated by commas, semicolons or tabs.

    Raises UnreadableTable.
    """
    if len(data) > MOST_CSV_BYTES:
        raise UnreadableTable(f"a table has at most {MOST_CSV_BYTES:,} bytes")
    text = _decode(data)
    if "\0" in text:
        raise UnreadableTable("it is no text: save it as `CSV UTF-8`")
    reader = csv.reader(StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    rows = []
    try:
        for number, cells in enumerate(reader, 1):
            rows.append(Row(number, [_clean(cell) for cell in cells]))
            _check_size(number, len(cells), max(map(len, cells), default=0))
    except csv.Error as error:
        raise UnreadableTable(f"line {reader.line_num} is no CSV: {error}") from None
    return rows


def _check_size(row: int, columns: int, longest: int) -> None:
    """Raise UnreadableTable for a row that is beyond the limits."""
    if row > MOST_ROWS:
        raise UnreadableTable(f"a table has at most {MOST_ROWS:,} rows")
    if columns > MOST_COLUMNS:
        raise UnreadableTable(
            f"row {row} has {columns} columns; a table has at most {MOST_COLUMNS}"
        )
    if longest > MOST_CELL:
        raise UnreadableTable(f"row {row} has a cell of more than {MOST_CELL:,} characters")


def _clean(text: str) -> str:
    return unescape_formulas(text.replace("\r\n", "\n").replace("\r", "\n"))


def _decode(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark. Raises UnreadableTable."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableTable("it is no text in UTF-8: save it as `CSV UTF-8`") from None


def _separator(text: str) -> str:
    """Return the most frequent separator in the first line, ignoring quoted text."""
    first = re.sub(r'"[^"]*"', "", text).lstrip("\r\n").partition("\n")[0]
    return max(_SEPARATORS, key=first.count)


MOST_WORKBOOK_BYTES: Final = 10_000_000
MOST_UNPACKED: Final = 50_000_000
"""Total size of all parts as the archive states it; no part is read beyond its stated size."""
_MOST_PARTS: Final = 1_000
_MOST_ELEMENTS: Final = 1_000_000
"""Start and end tags in the XML of all parts: the library reads a row completely, and a million
cells take a gigabyte and more than a minute."""
_WALL_CLOCK_FACTOR: Final = 3
"""Seconds of waiting for each permitted second of processor time."""
_BLOCK: Final = 1_000_000
"""Bytes unpacked at a time to count tags."""
_LAST_ROW: Final = 1_048_576
"""The last row of any spreadsheet."""
_ERRORS: Final = (
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA",
    "#SPILL!", "#CALC!",
)  # fmt: skip
"""Texts that a spreadsheet shows if it cannot compute a cell."""


class MissingLibrary(ImportError):
    """A library for workbooks is not installed."""


async def read_workbook(data: bytes, sheet: str | None = None) -> tuple[list[Row], list[str]]:
    """Return the rows of a sheet (default: the first), and the names of the other sheets.

    A worker that is limited to WORKBOOK_SECONDS and WORKBOOK_MEGABYTES reads the workbook. Raises
    UnreadableTable, MissingLibrary.
    """
    request = {
        "data": base64.b64encode(data).decode(),
        "sheet": sheet,
        "seconds": WORKBOOK_SECONDS,
        "megabytes": WORKBOOK_MEGABYTES,
    }
    try:
        async with (
            asyncio.timeout(_WALL_CLOCK_FACTOR * WORKBOOK_SECONDS),
            working(__name__, request) as worker,
        ):
            answer = await worker.receive()
    except (TimeoutError, WorkerEnded):
        limit = f"{counted(WORKBOOK_SECONDS, 'second')} or {WORKBOOK_MEGABYTES} MB of memory"
        raise UnreadableTable(
            f"it cannot be read: it takes more than {limit}; save it as `CSV UTF-8`"
        ) from None
    if "missing" in answer:
        raise MissingLibrary(answer["missing"])
    if "problem" in answer:
        raise UnreadableTable(answer["problem"])
    rows = [
        Row(number, cells, tuple((index, problem) for index, problem in invalid))
        for number, cells, invalid in answer["rows"]
    ]
    return rows, answer["others"]


def handle(request: Data) -> Iterator[Data]:
    """Read a workbook, as the worker that `read_workbook` starts."""
    limit_resource("RLIMIT_CPU", request["seconds"])
    limit_resource("RLIMIT_AS", request["megabytes"] * 1_000_000)
    try:
        rows, others = read_workbook_here(base64.b64decode(request["data"]), request["sheet"])
        yield {"rows": [(row.number, row.cells, row.invalid) for row in rows], "others": others}
    except MissingLibrary as library:
        yield {"missing": str(library)}
    except UnreadableTable as problem:
        yield {"problem": str(problem)}


def read_workbook_here(data: bytes, sheet: str | None = None) -> tuple[list[Row], list[str]]:
    """Do the work of `read_workbook` without a worker."""
    load = _find_loader()
    try:
        _check_archive(data)
        with closing(load(BytesIO(data), read_only=True, data_only=False)) as written:
            names = list(written.sheetnames)
            name = _choose_sheet(names, sheet)
            formulas = list(_read_cells(written[name]))
            _check_last_rows(written[name])
        values = formulas
        if any(_is_formula(cell) for row in formulas for cell in row):
            with closing(load(BytesIO(data), read_only=True, data_only=True)) as computed:
                values = list(_read_cells(computed[name]))
    except (UnreadableTable, MemoryError):
        raise
    except Exception:  # damage can make the library and the archive raise anything
        raise UnreadableTable(
            "it is damaged or no workbook; save it as .xlsx or `CSV UTF-8`"
        ) from None
    pairs = enumerate(zip(formulas, values, strict=False), 1)
    rows = [_read_row(number, written, value) for number, (written, value) in pairs]
    return rows, [other for other in names if other != name]


def _check_archive(data: bytes) -> None:
    """Raise UnreadableTable for an archive that is too large or would be after unpacking."""
    if len(data) > MOST_WORKBOOK_BYTES:
        raise UnreadableTable(f"a workbook has at most {MOST_WORKBOOK_BYTES:,} bytes")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise UnreadableTable(f"unpacked, a workbook has at most {MOST_UNPACKED:,} bytes")
        if sum(_count_tags(archive, part) for part in parts) > _MOST_ELEMENTS:
            raise UnreadableTable("it has far more cells than a set has cards; clear those away")


def _count_tags(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> int:
    """Return the largest possible number of XML tags in a part of an archive."""
    with archive.open(part) as file:
        return sum(block.count(b"<") for block in iter(lambda: file.read(_BLOCK), b""))


def _find_loader() -> Any:
    """Return the function that opens workbooks. Raises MissingLibrary."""
    try:
        openpyxl: Any = importlib.import_module("openpyxl")
    except ModuleNotFoundError:
        raise MissingLibrary("openpyxl") from None
    if not openpyxl.DEFUSEDXML:  # only defusedxml refuses XML entities that grow without end
        raise MissingLibrary("defusedxml")
    return openpyxl.load_workbook


def _choose_sheet(names: list[str], sheet: str | None) -> str:
    """Return the name of the sheet to read. Raises UnreadableTable."""
    if sheet is None:
        return names[0]
    if sheet not in names:
        raise UnreadableTable(f"it has no sheet {sheet!r}; there are {', '.join(map(repr, names))}")
    return sheet


def _read_cells(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of each row. Raises UnreadableTable."""
    if not hasattr(sheet, "iter_rows"):
        raise UnreadableTable("its first sheet is a chart: name another one with `--sheet`")
    rows = sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS + 1)
    for number, cells in enumerate(rows, 1):
        filled = [index for index, cell in enumerate(cells, 1) if cell.value is not None]
        longest = max((len(str(cell.value)) for cell in cells if cell.value is not None), default=0)
        _check_size(number, max(filled, default=0), longest)
        yield cells[: max(filled, default=0)]


def _check_last_rows(sheet: Any) -> None:
    """Raise UnreadableTable if there is a value below the last row that is read."""
    columns = MOST_COLUMNS + 1
    rows = sheet.iter_rows(MOST_ROWS + 1, _LAST_ROW, max_col=columns, values_only=True)
    for number, values in enumerate(rows, MOST_ROWS + 1):
        if any(values) and any(str(value).strip() for value in values if value is not None):
            _check_size(number, 1, 0)


def _read_row(number: int, written: tuple[Any, ...], values: tuple[Any, ...]) -> Row:
    cells: list[str] = []
    invalid: list[tuple[int, str]] = []
    for index, cell in enumerate(written):
        value = values[index].value if index < len(values) else None
        text, problem = _read_cell(cell, value)
        cells.append(text)
        if problem:
            invalid.append((index, problem))
    return Row(number, cells, tuple(invalid))


def _is_formula(cell: Any) -> bool:
    return getattr(cell, "data_type", "") == "f"


def _read_cell(cell: Any, value: Any) -> tuple[str, str]:
    """Return the displayed text of a cell, and its problem or ""."""
    if _is_formula(cell) and value is None:
        return str(cell.value), "a formula without a value: write its result"
    if isinstance(value, str) and value in _ERRORS:
        return value, "an error of the spreadsheet: write a value"
    if isinstance(value, date | time | timedelta):
        return str(value), "a date or time: set the cell's format to text and write it again"
    if value is None:
        return "", ""
    if isinstance(value, bool):
        return ("yes" if value else "no"), ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return str(int(value)), ""
    return _clean(str(value)), ""
