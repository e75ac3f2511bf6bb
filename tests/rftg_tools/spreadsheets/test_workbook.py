"""Workbooks: cells as people fill them, and archives that are bombs."""

import asyncio
import zipfile
from datetime import date
from io import BytesIO
from typing import Any

import pytest

from rftg_tools.spreadsheets import table_files
from rftg_tools.spreadsheets.table import read_table
from rftg_tools.spreadsheets.table_files import (
    MissingLibrary,
    UnreadableTable,
    read_workbook_here,
)

openpyxl = pytest.importorskip("openpyxl")
pytest.importorskip("defusedxml")


def read_apart(data: bytes) -> tuple[list[table_files.Row], list[str]]:
    """The rows as a worker reads them."""
    return asyncio.run(table_files.read_workbook(data))


def made(*rows: list[Any], more: dict[str, list[list[Any]]] | None = None) -> bytes:
    """A workbook with these rows, and further sheets."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for name, others in (more or {}).items():
        sheet = book.create_sheet(name)
        for row in others:
            sheet.append(row)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def with_part(data: bytes, name: str, text: bytes) -> bytes:
    """A workbook with another text for one of its parts."""
    new = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(new, "w", 8) as archive:
        for part in old.namelist():
            archive.writestr(part, text if part == name else old.read(part))
    return new.getvalue()


HEAD = ["Title", "Type", "Cost", "VP", "Powers"]
SHEET = "xl/worksheets/sheet1.xml"


def test_cells_are_read_as_they_are_shown() -> None:
    rows, others = read_workbook_here(
        made(HEAD, ["Ice Moon", "world", 2, 1.0, "settle: military +1\nproduce: good"])
    )
    assert others == []
    read = read_table(rows)
    assert read.problems == ()
    assert read.cards[0] == {
        "title": "Ice Moon", "world": 2, "vp": 1,
        "powers": ["settle: military +1", "produce: good"],
    }  # fmt: skip


def test_a_row_of_a_million_cells_is_refused_before_it_is_read() -> None:
    row = b'<row r="1">' + b"<c/>" * 1_000_000 + b"</row>"
    text = b'<worksheet xmlns="x"><sheetData>' + row + b"</sheetData></worksheet>"
    with pytest.raises(UnreadableTable, match="far more cells"):
        read_workbook_here(with_part(made(HEAD), SHEET, text))


@pytest.mark.parametrize("row", [2_002, 90_000])
def test_a_row_beyond_the_limit_is_refused(row: int) -> None:
    book = openpyxl.load_workbook(BytesIO(made(HEAD, ["A", "world", 1, 1])))
    book.active[f"A{row}"] = "B"
    data = BytesIO()
    book.save(data)
    with pytest.raises(UnreadableTable, match="at most 2,001 rows"):
        read_workbook_here(data.getvalue())


def test_another_sheet_can_be_named_and_the_rest_are_told() -> None:
    data = made(["nothing"], more={"Cards": [HEAD, ["A", "world", 1, 1]], "Notes": [["x"]]})
    rows, others = read_workbook_here(data, "Cards")
    assert rows[0].cells[0] == "Title"
    assert others == ["Sheet", "Notes"]
    with pytest.raises(UnreadableTable, match="there are 'Sheet', 'Cards', 'Notes'"):
        read_workbook_here(data, "Crads")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (date(2026, 1, 2), "a date or time"),
        ("=1+1", "a formula without a value"),
        ("#REF!", "an error of the spreadsheet"),
    ],
)
def test_what_is_no_text_or_number_is_told_by_cell(value: object, message: str) -> None:
    rows, _others = read_workbook_here(made(HEAD, ["A", "world", value, 1]))
    (problem,) = read_table(rows).problems
    assert str(problem).startswith("C2: ")
    assert message in str(problem)


def test_empty_rows_between_keep_their_numbers() -> None:
    rows, _others = read_workbook_here(made(HEAD, [], ["A", "world", "x", 1]))
    assert str(read_table(rows).problems[0]).startswith('C3: "x"')


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04", b"Title,VP\n", made(HEAD)[:-200], made(HEAD)[200:]]
)
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableTable, match="no workbook"):
        read_workbook_here(data)


def test_an_archive_that_grows_or_has_very_many_parts_is_refused() -> None:
    grown = with_part(made(HEAD), SHEET, b" " * (table_files.MOST_UNPACKED + 1))
    assert len(grown) < 200_000
    many = BytesIO(made(HEAD))
    with zipfile.ZipFile(many, "a") as archive:
        for number in range(1_001):
            archive.writestr(f"part-{number}", b"")
    for data in (grown, many.getvalue()):
        with pytest.raises(UnreadableTable, match="unpacked"):
            read_workbook_here(data)


def test_entities_that_grow_are_refused() -> None:
    lines = ['<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">']
    lines += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)]
    bomb = "".join(lines) + "]><worksheet><sheetData><row><c><v>&a11;</v></c></row></sheetData>"
    data = with_part(made(HEAD), SHEET, (bomb + "</worksheet>").encode())
    with pytest.raises(UnreadableTable, match="no workbook"):
        read_workbook_here(data)


def test_a_sheet_that_says_it_is_huge_is_read_as_far_as_it_is_filled() -> None:
    book = openpyxl.load_workbook(BytesIO(made(HEAD, ["A", "world", 1, 1])))
    data = BytesIO()
    book.save(data)
    with zipfile.ZipFile(data) as archive:
        sheet = archive.read(SHEET)
    lying = sheet.replace(b'<dimension ref="A1:E2" />', b'<dimension ref="A1:XFD1048576" />')
    lying = lying.replace(b'ref="A1:E2"', b'ref="A1:XFD1048576"')
    rows, _others = read_workbook_here(with_part(data.getvalue(), SHEET, lying))
    assert [card["title"] for card in read_table(rows).cards] == ["A"]


def test_without_what_refuses_entities_no_workbook_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(openpyxl, "DEFUSEDXML", False)
    with pytest.raises(MissingLibrary, match="defusedxml"):
        read_workbook_here(made(HEAD))


def test_what_takes_too_long_ends_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Very many styles, which no cell uses: the process that reads them is ended."""
    styles = b'<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>' * 300_000
    with zipfile.ZipFile(BytesIO(made(HEAD))) as archive:
        text = archive.read("xl/styles.xml").replace(b"</cellXfs>", styles + b"</cellXfs>")
    monkeypatch.setattr(table_files, "WORKBOOK_SECONDS", 1)
    with pytest.raises(UnreadableTable, match="more than 1 second"):
        read_apart(with_part(made(HEAD), "xl/styles.xml", text))


def test_a_workbook_is_read_in_a_process_of_its_own() -> None:
    data = made(HEAD, ["A", "world", 1, 1])
    assert read_apart(data) == read_workbook_here(data)
    with pytest.raises(UnreadableTable, match="no workbook"):
        read_apart(data[:-200])


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED])
def test_parts_that_are_damaged_are_refused_however_they_are_packed(method: int) -> None:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        archive.writestr("xl/workbook.xml", b"<x>" * 5_000)
    damaged = bytearray(data.getvalue())
    damaged[60:90] = bytes(30)
    with pytest.raises(UnreadableTable, match="no workbook"):
        read_workbook_here(bytes(damaged))
