"""Rows of a workbook (.xlsx), read within bounds: it is an archive of XML, and may be a bomb."""

from __future__ import annotations

import importlib
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import date, time, timedelta
from io import BytesIO
from typing import Any, Final

from rftg_dsl.limits import WORKBOOK_MEGABYTES, WORKBOOK_SECONDS
from rftg_tools.spreadsheets.cells import MOST_COLUMNS, MOST_ROWS, Row, Unreadable
from rftg_tools.spreadsheets.csv_text import check_size, unguarded
from rftg_tools.workers.process import LimitExceeded, call_bounded

MOST_BYTES: Final = 10_000_000
"""Largest workbook that is read, in bytes."""
MOST_UNPACKED: Final = 50_000_000
"""Bytes of all that is in it, unpacked; the archive says so, and no part is read beyond it."""
_MOST_PARTS: Final = 1_000
_MOST_ELEMENTS: Final = 1_000_000
"""Beginnings and ends of elements in the XML of all parts: a row of a million cells is read as a
whole, and takes a gigabyte and more than a minute."""
_AT_ONCE: Final = 1_000_000
"""Bytes of a part that are unpacked at a time to count them."""
_LAST_ROW: Final = 1_048_576
"""The last row that spreadsheets have."""
_FORMULA: Final = "f"
_ERRORS: Final = (
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA",
    "#SPILL!", "#CALC!",
)  # fmt: skip
"""What a spreadsheet shows where it cannot compute a cell."""


class NoLibrary(ImportError):
    """What reads workbooks is not installed."""


def rows_of_workbook(data: bytes, sheet: str | None = None) -> tuple[list[Row], list[str]]:
    """Call `read_workbook` in a process limited to WORKBOOK_SECONDS and WORKBOOK_MEGABYTES.

    Raises Unreadable, NoLibrary.
    """
    bounds = {"seconds": WORKBOOK_SECONDS, "megabytes": WORKBOOK_MEGABYTES}
    try:
        rows: tuple[list[Row], list[str]] = call_bounded(read_workbook, data, sheet, **bounds)
    except LimitExceeded as problem:
        raise Unreadable(f"it cannot be read: {problem}; save it as `CSV UTF-8`") from None
    return rows


def read_workbook(data: bytes, sheet: str | None = None) -> tuple[list[Row], list[str]]:
    """Return the rows of a sheet of a workbook, the first one where none is named, and the names
    of the others.

    Raises Unreadable, NoLibrary.
    """
    load = _loader()
    try:
        _check_archive(data)
        with closing(load(BytesIO(data), read_only=True, data_only=False)) as written:
            names = list(written.sheetnames)
            name = _chosen(names, sheet)
            formulas = list(_cells(written[name]))
            _check_end(written[name])
        values = formulas
        if any(_is_formula(cell) for row in formulas for cell in row):
            with closing(load(BytesIO(data), read_only=True, data_only=True)) as computed:
                values = list(_cells(computed[name]))
    except (Unreadable, MemoryError):
        raise
    except Exception:  # the library and the archive raise whatever their parts do for damage
        raise Unreadable("it is damaged or no workbook; save it as .xlsx or `CSV UTF-8`") from None
    pairs = enumerate(zip(formulas, values, strict=False), 1)
    rows = [_row(number, written, value) for number, (written, value) in pairs]
    return rows, [other for other in names if other != name]


def _check_archive(data: bytes) -> None:
    """Refuse what would be too large when it is unpacked. Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise Unreadable(f"a workbook has at most {MOST_BYTES:,} bytes")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise Unreadable(f"unpacked, a workbook has at most {MOST_UNPACKED:,} bytes")
        if sum(_elements(archive, part) for part in parts) > _MOST_ELEMENTS:
            raise Unreadable("it has far more cells than a set has cards; clear those away")


def _elements(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> int:
    """Return how many elements of XML begin and end in a part of an archive, at most."""
    found = 0
    with archive.open(part) as file:
        while data := file.read(_AT_ONCE):
            found += data.count(b"<")
    return found


def _loader() -> Any:
    """Return what opens workbooks. Raises NoLibrary."""
    try:
        openpyxl: Any = importlib.import_module("openpyxl")
    except ModuleNotFoundError:
        raise NoLibrary("openpyxl") from None
    if not openpyxl.DEFUSEDXML:  # entities in XML that grow without end are refused by it alone
        raise NoLibrary("defusedxml")
    return openpyxl.load_workbook


def _chosen(names: list[str], sheet: str | None) -> str:
    """Return the sheet that is read. Raises Unreadable."""
    if sheet is None:
        return names[0]
    if sheet not in names:
        raise Unreadable(f"it has no sheet {sheet!r}; there are {', '.join(map(repr, names))}")
    return sheet


def _cells(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of each row. Raises Unreadable."""
    if not hasattr(sheet, "iter_rows"):
        raise Unreadable("its first sheet is a chart: name another one with `--sheet`")
    rows = sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS + 1)
    for number, cells in enumerate(rows, 1):
        filled = [index for index, cell in enumerate(cells, 1) if cell.value is not None]
        longest = max((len(str(cell.value)) for cell in cells if cell.value is not None), default=0)
        check_size(number, max(filled, default=0), longest)
        yield cells[: max(filled, default=0)]


def _check_end(sheet: Any) -> None:
    """Refuse a sheet in which something stands below the last row that is read.

    Raises Unreadable.
    """
    columns = MOST_COLUMNS + 1
    rows = sheet.iter_rows(MOST_ROWS + 1, _LAST_ROW, max_col=columns, values_only=True)
    for number, values in enumerate(rows, MOST_ROWS + 1):
        if any(values) and any(str(value).strip() for value in values if value is not None):
            check_size(number, 1, 0)


def _row(number: int, written: tuple[Any, ...], values: tuple[Any, ...]) -> Row:
    cells: list[str] = []
    odd: list[tuple[int, str]] = []
    for index, cell in enumerate(written):
        value = values[index].value if index < len(values) else None
        text, problem = _text(cell, value)
        cells.append(text)
        if problem:
            odd.append((index, problem))
    return Row(number, cells, tuple(odd))


def _is_formula(cell: Any) -> bool:
    return getattr(cell, "data_type", "") == _FORMULA


def _text(cell: Any, value: Any) -> tuple[str, str]:
    """Return what a cell shows as text, and what is wrong with it; "" for nothing."""
    if _is_formula(cell) and value is None:
        return str(cell.value), "a formula without a value: write what it comes to"
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
    return unguarded(str(value).replace("\r\n", "\n").replace("\r", "\n")), ""
