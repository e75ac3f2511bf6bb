"""CSV: RFC 4180, no formulas for spreadsheets to run, and what people save it as."""

import csv
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftg_tools.spreadsheets.table_files import (
    MOST_CELL,
    MOST_CSV_BYTES,
    UnreadableTable,
    cell_name,
    escape_formulas,
    read_csv,
    unescape_formulas,
    write_csv,
)


def cells_of(data: bytes) -> list[list[str]]:
    return [list(row.cells) for row in read_csv(data)]


def test_lines_end_as_rfc_4180_says_and_quotes_are_doubled() -> None:
    data = write_csv([["a", 'say "b"', "c,d", "two\nlines"], ["é", "", "", ""]])
    assert data.decode("utf-8") == ('\ufeffa,"say ""b""","c,d","two\nlines"\r\né,,,\r\n')


@pytest.mark.parametrize(
    "text", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1", "''=1", "-a"]
)
def test_no_spreadsheet_takes_a_text_for_a_formula(text: str) -> None:
    assert escape_formulas(text).startswith("'")
    assert unescape_formulas(escape_formulas(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "-1",
        "'",
        "'quoted'",
        "a=1",
        "produce: good",
        "settle: military +1\ndevelop: cost -1",
    ],
)
def test_other_texts_and_negative_numbers_stay_as_they_are(text: str) -> None:
    assert escape_formulas(text) == unescape_formulas(text) == text


CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=30)
CELLS |= st.text("ab=-;|\t\n\"' ", max_size=10)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=5), min_size=1, max_size=5))
def test_what_is_written_is_read_as_it_was(rows: list[list[str]]) -> None:
    rows = [["head", "end"], *rows]
    assert cells_of(write_csv(rows)) == rows
    for separator in ",;\t|":
        assert not formulas(write_csv(rows), separator)


def formulas(data: bytes, separator: str) -> list[str]:
    """What a spreadsheet runs that splits at a separator."""
    text = StringIO(data.decode("utf-8-sig"), newline="")
    rows = csv.reader(text, delimiter=separator)
    cells = [cell.lstrip() for row in rows for cell in row if not _NUMBER.fullmatch(cell)]
    return [cell for cell in cells if cell.startswith(tuple("=+-@＝＋－＠"))]


_NUMBER = re.compile("-?[0-9]+")


@pytest.mark.parametrize(
    "text",
    ["A;=1+cmd|'/C calc'!A0", "A|=1", 'A;"=1', "A; =1", "A\n=1", "A;'=1", "A;\t-1", ";=1;=2", "-1"],
)
def test_no_part_of_a_cell_is_a_formula_where_other_characters_separate(text: str) -> None:
    for row in ([text, "b"], ["a", text], ["a,b", text, text]):
        data = write_csv([["Title", "VP", ""], row])
        assert cells_of(data)[1] == row
        for separator in ";\t|,":
            assert not formulas(data, separator)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_of_the_first_line_parts_the_cells(separator: str) -> None:
    text = f'Title{separator}"VP, or ; points"{separator}Cost\nA{separator}1{separator}2\n'
    assert cells_of(text.encode())[1] == ["A", "1", "2"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_read_as_spreadsheets_save_it(encoding: str) -> None:
    assert cells_of("Tïtle,VP\r\nÄ,1\r\n".encode(encoding)) == [["Tïtle", "VP"], ["Ä", "1"]]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("Tïtle,VP\n".encode("latin-1"), "CSV UTF-8"),
        (b"PK\x03\x04\0\0", "CSV UTF-8"),
        (b"a\0b", "no text"),
        (b'a,"b\n', "no CSV"),
        (b"a," * 200, "at most 100"),
        (b"a\n" * 2_100, "2,001 rows"),
        (b"x" * (MOST_CELL + 1), "10,000 characters"),
        (b"x" * (MOST_CSV_BYTES + 1), "5,000,000 bytes"),
    ],
)
def test_what_is_no_table_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableTable, match=message):
        read_csv(data)


def test_cells_are_named_as_spreadsheets_do() -> None:
    assert [cell_name(1, column) for column in (0, 25, 26, 51, 52, 701, 702)] == [
        "A1", "Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1",
    ]  # fmt: skip
