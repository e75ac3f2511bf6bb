"""Sheets of paper: sizes, places, marks, backs, fonts and words, read from the PDF itself."""

import re
import subprocess
import sys
from collections import Counter
from contextlib import closing
from datetime import date
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import ImageFont
from pypdf import PdfReader

from rftg_dsl.library import load
from rftg_tools.faces.theme import load_theme, shipped_themes
from rftg_tools.sheets.aids import aid_batches
from rftg_tools.sheets.layout import CARD, LONG, PAPERS, SHORT, Batch, Grid, Piece, Place, Size
from rftg_tools.sheets.pieces import game_parts
from rftg_tools.sheets.printing import Printer
from tests.rftg_tools.sheets.made import cards_of_set, pdf_of
from tests.rftg_tools.sheets.reading import MM, Box, Page, Point, read_pages, texts_of
from tests.sampling import sampled

SET = "gathering-storm"
"""22 cards, start worlds of both colours among them."""
A4, LETTER = PAPERS["a4"], PAPERS["letter"]
TENTH = 0.1
GRIDS = [
    Grid(A4),
    Grid(LETTER),
    Grid(A4, gutter=4.0, bleed=1.5),
    Grid(A4, gutter=6.0),
    Grid(LETTER, gutter=3.0, bleed=3.0, has_crop_marks=False),
    Grid(A4, bleed=0.0),
]


@cache
def pages_of(grid: Grid, backs: str = LONG) -> list[Page]:
    return read_pages(pdf_of(SET, grid, backs))


def window(place: Place, size: Size = CARD) -> Box:
    """What is seen of a piece: to its cut and as much beyond it as is shown."""
    return (
        place.x - place.left,
        place.y - place.top,
        place.x + size.width + place.right,
        place.y + size.height + place.bottom,
    )


@pytest.mark.parametrize(("name", "paper"), PAPERS.items())
def test_a_page_is_as_large_as_its_paper(name: str, paper: Size) -> None:
    for page in pages_of(Grid(paper)):
        assert page.width == pytest.approx(paper.width, abs=TENTH)
        assert page.height == pytest.approx(paper.height, abs=TENTH)


@pytest.mark.parametrize("grid", GRIDS)
def test_every_card_lies_in_its_place(grid: Grid) -> None:
    pages = pages_of(grid)[::2]
    assert [len(page.windows) for page in pages] == [9, 9, 4]
    for page in pages:
        for shown, place in zip(page.windows, grid.places(len(page.windows)), strict=True):
            assert shown.window == pytest.approx(window(place), abs=TENTH)


@pytest.mark.parametrize("grid", GRIDS)
def test_every_crop_mark_is_where_the_grid_has_it(grid: Grid) -> None:
    wanted = sorted((line.x1, line.y1, line.x2, line.y2) for line in grid.marks())
    for page in pages_of(grid)[::2]:
        assert len(page.lines) == len(wanted)
        for line, mark in zip(sorted(page.lines), wanted, strict=True):
            assert line == pytest.approx(mark, abs=TENTH)


@pytest.mark.parametrize("flip", [LONG, SHORT])
@pytest.mark.parametrize("grid", [GRIDS[0], GRIDS[2]])
def test_every_back_lies_behind_its_front_when_the_sheet_is_turned(grid: Grid, flip: str) -> None:
    pages = pages_of(grid, flip)
    assert len(pages) == 6
    width, height = grid.paper.width, grid.paper.height
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert len(front.windows) == len(back.windows)
        for card, behind in zip(front.windows, back.windows, strict=True):
            left, top, right, bottom = card.window
            turned = (
                (width - right, top, width - left, bottom)
                if flip == LONG
                else (left, height - bottom, right, height - top)
            )
            assert behind.window == pytest.approx(turned, abs=TENTH)
            ((_number, upright),) = behind.pictures
            assert upright == (flip == LONG)


@pytest.mark.parametrize(
    ("grid", "flip"), [*((grid, LONG) for grid in GRIDS), (GRIDS[0], SHORT), (GRIDS[2], SHORT)]
)
def test_the_middle_of_every_back_is_behind_that_of_its_card(grid: Grid, flip: str) -> None:
    for front, back in zip(*(pages_of(grid, flip)[side::2] for side in (0, 1)), strict=True):
        places = grid.places(len(front.windows))
        for shown, place in zip(back.windows, places, strict=True):
            assert shown.middles[0] == pytest.approx(behind(place, grid, flip), abs=TENTH)


@pytest.mark.parametrize("flip", [LONG, SHORT])
@pytest.mark.parametrize("gutter", [0.0, 2.0])
def test_so_it_is_with_what_lies_beside_the_cards(gutter: float, flip: str) -> None:
    grid = Grid(A4, gutter=gutter, bleed=1.0)
    table = game_parts(load(["brink-of-war"]).sets, ["brink-of-war"])
    with closing(Printer(load_theme())) as printer:
        batches = aid_batches(table, grid, printer.theme)
        pages = read_pages(printer.sheets(batches, flip))
    sheet = 1
    for batch in batches:
        size, capacity = batch.grid.piece, batch.grid.capacity
        for number in range(batch.sheets):
            places = batch.grid.places(batch.count - capacity * number)
            for shown, place in zip(pages[sheet].windows, places, strict=True):
                wanted = behind(place, batch.grid, flip, size)
                assert shown.middles[0] == pytest.approx(wanted, abs=TENTH)
            sheet += 2


def behind(place: Place, grid: Grid, flip: str, size: Size = CARD) -> Point:
    """The middle of a piece as seen from behind, when the sheet is turned."""
    x, y = place.x + size.width / 2, place.y + size.height / 2
    return (grid.paper.width - x, y) if flip == LONG else (x, grid.paper.height - y)


@pytest.mark.parametrize("flip", [LONG, SHORT])
def test_game_cards_share_one_back_and_start_worlds_have_that_of_their_colour(flip: str) -> None:
    pages = pages_of(GRIDS[0], flip)
    backs = [shown.pictures[0][0] for page in pages[1::2] for shown in page.windows]
    cards = [one.card for one, count in cards_of_set(SET) for _ in range(count)]
    colours = [card.start.colour if card.start else "" for card in cards]
    assert len(backs) == len(cards)
    pairs = set(zip(colours, backs, strict=True))
    assert len(pairs) == len({back for _, back in pairs}) == 3


def test_a_back_is_in_the_file_once_however_often_it_is_shown() -> None:
    with_backs, without = (len(pdf_of(SET, GRIDS[0], backs)) for backs in (LONG, "none"))
    assert with_backs - without < 300_000 + 4_000 * len(pages_of(GRIDS[0])) // 2


def test_each_card_is_printed_as_often_as_its_set_says() -> None:
    words = "\n".join(page.words for page in pages_of(GRIDS[0]))
    printed = Counter(re.findall(r"^.* · \d+ ", words, re.MULTILINE))
    marks = Counter[str]()
    for one, count in cards_of_set(SET):
        marks[f"{one.set_title} · {one.number} "] += count
    assert {mark: printed[mark] for mark in marks} == marks
    assert sum(marks.values()) == 22


@pytest.mark.slow
def test_every_font_is_in_the_file() -> None:
    for page in PdfReader(BytesIO(pdf_of("all", each=True, theme="space"))).pages:
        fonts = cast("Any", page["/Resources"]).get("/Font", {})
        for font in (one.get_object() for one in fonts.values()):
            (shape,) = font["/DescendantFonts"]
            described = shape.get_object()["/FontDescriptor"]
            assert {"/FontFile2", "/FontFile3"} & set(described), font["/BaseFont"]


@pytest.mark.parametrize("theme", sampled(shipped_themes(), 9))
def test_every_title_can_be_found_in_the_text(theme: str, tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    path.write_bytes(pdf_of("all", each=True, theme=theme))
    words = " ".join(" ".join(texts_of(path)).split())
    assert [one.card.title for one, _ in cards_of_set("all") if one.card.title not in words] == []


def test_no_date_is_in_the_file_unless_one_is_stated() -> None:
    plain, stated = pdf_of("new-worlds"), pdf_of("new-worlds", day=date(2026, 11, 21))
    assert b"CreationDate" not in plain
    assert b"D:20261121000000" in stated
    assert "2026-11-21" not in read_pages(plain)[0].words
    assert all("2026-11-21" in page.words for page in read_pages(stated))


def test_the_foot_says_which_sheet_it_is_and_how_large_a_card_must_come_out() -> None:
    words = [page.words for page in pages_of(Grid(A4), LONG)]
    assert "sheet 2 of 3" in words[2]
    assert "Print at 100 %: each is 63 x 88 mm" in words[2]
    assert "Back of sheet 2 of 3" in words[3]


@pytest.mark.parametrize("grid", [Grid(A4), Grid(LETTER), Grid(A4, gutter=3.0, bleed=1.0)])
def test_no_two_words_of_the_foot_lie_upon_each_other(grid: Grid) -> None:
    title = "Race for the Galaxy, The Gathering Storm, Rebel vs Imperium, The Brink of War, Ours"
    with closing(Printer(load_theme())) as printer:
        chips = [Batch(title, grid, [(Piece("chip", {"kind": "vp", "worth": 1}), 10)])]
        (page, _last) = read_pages(printer.sheets(chips, day=date(2026, 11, 21)))
    foot = [(x, words) for x, size, words in page.lines_of_words if size == FOOT]
    assert [words for _, words in foot][1:] == [
        "sheet 1 of 2 · Print at 100 %: each is 63 x 88 mm",
        "2026-11-21",
    ]
    assert re.fullmatch(r"Race for the Galaxy, The Gathering Storm, Rebel .+…", foot[0][1])
    ends = [x + width_of(words) for x, words in foot]
    starts = [x for x, _words in foot[1:]]
    assert all(end < start for end, start in zip(ends, starts, strict=False))
    assert ends[-1] < grid.paper.width


FOOT = 5.5
"""The size of the words at the foot, in points."""


def width_of(words: str) -> float:
    """How many millimetres words at the foot take."""
    font = load_theme().file("fonts/BarlowSemiCondensed-Regular.ttf")
    return ImageFont.truetype(font, 1000).getlength(words) / 1000 * FOOT / MM


def test_a_page_without_room_at_its_foot_has_no_words_there() -> None:
    (page, *_rest) = pages_of(Grid(LETTER, gutter=3.0, bleed=3.0, has_crop_marks=False))
    assert "sheet 1" not in page.words


def test_cards_are_printed_without_loading_an_engine(tmp_path: Path) -> None:
    arguments = ["print", "base", "--only", "Old Earth", "--png", str(tmp_path)]
    code = (
        f"import sys; from rftg_dsl.cli import main; main({arguments})\n"
        "print('rftg_engine' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
