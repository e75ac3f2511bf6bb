"""Places, backs, legends and names of printed pieces."""

import re
from contextlib import closing
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

import rftg_dsl.wording
from rftg_dsl.library import load
from rftg_dsl.model import Card, CardSet
from rftg_dsl.syntax.parser import parse_power
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import THEMES, BadTheme, load_theme, shipped_themes
from rftg_tools.faces.typesetting import Typesetter
from rftg_tools.sheets.layout import (
    BLEED,
    CARD,
    FLIPS,
    LONG,
    PAPERS,
    SHORT,
    DoesNotFit,
    Grid,
    Line,
    Place,
)
from rftg_tools.sheets.legend import LEGEND, legend_data, read_legend
from rftg_tools.sheets.pieces import BACKS, CardCopies, changed_copies, select_cards
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.writing import safe_name, unique_names
from tests.rftg_tools.sheets.reading import read_pages

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
GUTTERS = st.floats(0, 6).map(lambda gutter: round(gutter, 1))
BLEEDS = st.floats(0, BLEED).map(lambda bleed: round(bleed, 1))


def test_nine_cards_lie_in_the_middle_of_an_a4_sheet() -> None:
    places = Grid(A4).places()
    assert [(one.x, one.y) for one in places] == [
        (x, y) for y in (16.5, 104.5, 192.5) for x in (10.5, 73.5, 136.5)
    ]


def test_cards_that_touch_bleed_only_at_the_outside() -> None:
    first, *_rest = places = Grid(A4).places()
    assert first == Place(10.5, 16.5, left=3, top=3, right=0, bottom=0)
    assert places[4] == Place(73.5, 104.5, 0, 0, 0, 0)


@pytest.mark.parametrize(("gutter", "shown"), [(2.0, 1.0), (5.0, 2.5), (6.0, 3.0)])
def test_the_art_goes_on_to_the_middle_of_a_gutter_as_far_as_it_reaches(
    gutter: float, shown: float
) -> None:
    middle = Grid(A4, gutter=gutter).places()[4]
    assert (middle.left, middle.top, middle.right, middle.bottom) == (shown,) * 4


@given(GUTTERS, BLEEDS)
def test_no_mark_lies_on_a_card_or_its_bleed_or_off_the_paper(gutter: float, bleed: float) -> None:
    grid = Grid(A4, gutter=gutter, bleed=bleed)
    for mark in grid.marks():
        assert 0 <= mark.x1 <= mark.x2 <= A4.width
        assert 0 <= mark.y1 <= mark.y2 <= A4.height
        assert not any(touches(mark, place) for place in grid.places())


def touches(mark: Line, place: Place) -> bool:
    """Whether a mark meets what is printed of a card."""
    left, right = place.x - place.left, place.x + CARD.width + place.right
    top, bottom = place.y - place.top, place.y + CARD.height + place.bottom
    return left < mark.x2 and mark.x1 < right and top < mark.y2 and mark.y1 < bottom


@given(GUTTERS)
def test_every_cut_has_a_mark_at_both_ends(gutter: float) -> None:
    grid = Grid(A4, gutter=gutter)
    marks = grid.marks()
    for place in grid.places():
        for x in (place.x, place.x + CARD.width):
            ends = [mark for mark in marks if mark.x1 == mark.x2 and abs(mark.x1 - x) < 0.001]
            assert len(ends) >= 2
        for y in (place.y, place.y + CARD.height):
            ends = [mark for mark in marks if mark.y1 == mark.y2 and abs(mark.y1 - y) < 0.001]
            assert len(ends) >= 2


def test_a_wide_gutter_has_marks_of_its_own() -> None:
    assert len(Grid(A4, gutter=6, bleed=3).marks()) == 2 * 6 * 2
    assert len(Grid(A4, gutter=6, bleed=1.5).marks()) == 2 * 6 * 4


def test_pieces_that_touch_are_cut_once() -> None:
    assert len(Grid(A4).marks()) == 2 * (4 + 4)


@pytest.mark.parametrize(
    ("flip", "order"),
    [(LONG, [2, 1, 0, 5, 4, 3, 8, 7, 6]), (SHORT, [6, 7, 8, 3, 4, 5, 0, 1, 2])],
)
def test_what_lies_behind_a_card_is_mirrored_about_the_edge_that_is_flipped(
    flip: str, order: list[int]
) -> None:
    places = Grid(A4).places()
    assert [Grid(A4).behind(place, flip) for place in places] == [places[at] for at in order]


@given(GUTTERS, BLEEDS, st.sampled_from(FLIPS), st.integers(0, 9))
def test_what_lies_behind_the_back_is_the_front(
    gutter: float, bleed: float, flip: str, count: int
) -> None:
    grid = Grid(A4, gutter=gutter, bleed=bleed)
    for place in grid.places(count):
        again = grid.behind(grid.behind(place, flip), flip)
        assert (again.x, again.y) == pytest.approx((place.x, place.y))
        assert replace(again, x=place.x, y=place.y) == place


def test_beside_an_empty_place_a_card_bleeds() -> None:
    *_first, fourth, fifth = Grid(A4).places(5)
    assert fourth == Place(10.5, 104.5, left=3, top=0, right=0, bottom=3)
    assert fifth == Place(73.5, 104.5, left=0, top=0, right=3, bottom=3)


@pytest.mark.parametrize(
    ("paper", "gutter", "bleed", "advice"),
    [
        ("a4", 7.0, 3.0, "a gutter of 6 mm or a bleed of 2 mm"),
        ("a4", 12.0, 3.0, "222 mm wide.*210 mm; use a gutter of 6 mm$"),
        ("letter", 4.0, 3.0, "a gutter of 3.2 mm or a bleed of 2.2 mm"),
        ("a4", 0.0, 4.0, "the bleed must be 0 to 3 mm"),
        ("a4", -1.0, 3.0, "the gutter must be 0 mm or more"),
        ("a4", float("nan"), 3.0, "the gutter must be 0 mm or more"),
        ("a4", 0.0, float("nan"), "the bleed must be 0 to 3 mm"),
    ],
)
def test_what_does_not_fit_is_an_error_that_says_what_does(
    paper: str, gutter: float, bleed: float, advice: str
) -> None:
    with pytest.raises(DoesNotFit, match=advice):
        Grid(PAPERS[paper], gutter=gutter, bleed=bleed)


def test_what_is_advised_fits() -> None:
    assert Grid(LETTER, gutter=3.2, bleed=3.0).capacity == 9
    assert Grid(LETTER, gutter=4.0, bleed=2.2).capacity == 9


def test_a_sheet_without_marks_needs_no_room_for_them() -> None:
    grid = Grid(A4, gutter=7.5, bleed=3, has_crop_marks=False)
    assert grid.marks() == []
    with pytest.raises(DoesNotFit, match=r"^the sheet would be 211 mm wide, but"):
        Grid(A4, gutter=8, bleed=3, has_crop_marks=False)


@cache
def backs_of(theme: str) -> dict[str, Image.Image]:
    """The backs of a theme by name, as pictures with 5 dots to the millimetre."""
    with closing(Printer(load_theme(theme))) as printer:
        made = {name: printer.back_picture(name, dpi=127) for name in BACKS}
    return {name: Image.open(BytesIO(data)).convert("RGB") for name, data in made.items()}


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart at the mean, from 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize("theme", shipped_themes())
def test_every_back_is_unlike_the_others(theme: str) -> None:
    backs = backs_of(theme)
    for name, back in backs.items():
        assert all(apart(back, other) > 1 for key, other in backs.items() if key != name)


@pytest.mark.parametrize("name", BACKS)
@pytest.mark.parametrize("theme", shipped_themes())
def test_a_back_looks_the_same_upside_down(theme: str, name: str) -> None:
    back = backs_of(theme)[name]
    assert apart(back, back.rotate(180)) < 3


def test_backs_for_paper_leave_most_of_it_white() -> None:
    for back in backs_of("paper").values():
        light = back.convert("L").point(lambda level: 255 if level > 250 else 0)
        assert ImageStat.Stat(light).mean[0] > 0.8 * 255


WORDING = Path(rftg_dsl.wording.__path__[0])


@pytest.mark.parametrize("name", shipped_themes())
def test_every_icon_has_its_meaning(name: str) -> None:
    folder = THEMES / "space" / "icons"
    tiles = set(re.findall(r'"([a-z_]+)"', (WORDING / "roll.icons.jinja").read_text("utf-8")))
    cards = set(re.findall(r'"([a-z_]+)"', (WORDING / "icons.jinja").read_text("utf-8")))
    of_roll = {*tiles, "citizenry", "cup", "tile", "phase_assign", "phase_ship", "phase_always"}
    drawn = {path.stem for path in folder.glob("[!_]*.svg")} - (of_roll - cards)
    meant = {
        entry.glyph.name for section in read_legend(load_theme(name)) for entry in section.entries
    }
    assert meant == drawn


def test_an_icon_is_shown_as_it_stands_in_a_power_that_has_it() -> None:
    for entry in (entry for section in read_legend(load_theme()) for entry in section.entries):
        _text, power, glyphs = entry.example
        if entry.glyph.name.startswith("phase_") and entry.glyph not in glyphs:
            assert entry.glyph.name == f"phase_{power.phase.replace(' ', '_')}"
        elif entry.glyph.name == "keyword":
            assert entry.glyph.figure in [glyph.figure for glyph in glyphs]
        else:
            assert entry.glyph in glyphs


def test_an_example_is_in_the_english_that_cards_have() -> None:
    theme = load_theme()
    sections = legend_data(theme, Drawings(theme), PAPERS["a4"])["sections"]
    texts = [entry["text"] for section in sections for entry in section["entries"]]
    assert "Consume: spend 1 good for 1 VP." in texts
    assert "1 VP per military world" in texts
    assert "Setup: keep 5 cards of those dealt to you." in texts
    assert all(texts)
    assert not any("->" in text for text in texts)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_legend_has_every_meaning_on_two_pages(paper: str) -> None:
    theme = load_theme()
    data = legend_data(theme, Drawings(theme), PAPERS[paper])
    with closing(Typesetter(theme)) as typesetter:
        (made,) = typesetter.pages(LEGEND, data, "pdf")
    pages = read_pages(made)
    assert len(pages) == 2
    for page in pages:
        assert (page.width, page.height) == pytest.approx(
            (PAPERS[paper].width, PAPERS[paper].height), abs=0.1
        )
    words = " ".join(" ".join(page.words for page in pages).split())
    for section in read_legend(theme):
        assert section.title in words
        for entry in section.entries:
            assert entry.meaning in words


@pytest.mark.parametrize(
    "text",
    [
        "sections = 3",
        "[[sections]]\ntitle = 'Cards'",
        "not toml",
        "[[sections]]\nicons = {}",
        "[[sections]]\ntitle = 'Cards'\nicons.zork = 'a zork'",
    ],
)
def test_a_legend_that_cannot_be_read_is_an_error_that_names_its_file(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / "theme.toml").write_text('title = "Mine"', encoding="utf-8")
    (tmp_path / "icons.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadTheme, match=r"icons\.toml"):
        read_legend(load_theme(str(tmp_path)))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Earth's Lost Colony", "earths-lost-colony"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "c-windows"),
        ("Ångström & Söhne", "angstrom-sohne"),
        ("Đồng Nai", "đong-nai"),
        ("銀河帝国", "銀河帝国"),
        ("עולם אבוד", "עולם-אבוד"),
        ("CON", "con-card"),
        ("Com1", "com1-card"),
        ("...", "card"),
        ("🚀", "card"),
        ("x" * 200, "x" * 60),
    ],
)
def test_a_name_is_letters_digits_and_hyphens(title: str, name: str) -> None:
    assert safe_name(title) == name


def test_no_two_files_have_one_name() -> None:
    titles = ["Moon", "moon!", "Moon 2", "MOON", "!", "?"]
    assert unique_names(titles) == ["moon", "moon-2", "moon-2-2", "moon-3", "card", "card-2"]


@pytest.fixture(scope="module")
def arc() -> tuple[CardSet, ...]:
    return load(["brink-of-war", "new-worlds"]).sets


def count_of(title: str, cards: list[CardCopies]) -> int:
    return sum(copies.count for copies in cards if copies.card.title == title)


def test_a_set_prints_its_own_cards_in_the_order_of_its_file(arc: tuple[CardSet, ...]) -> None:
    cards = select_cards(arc, ["base"])
    assert [copies.card for copies in cards] == list(arc[0].cards)
    assert all(copies.count == copies.card.copies for copies in cards)


def test_copies_added_to_another_card_come_last_or_are_counted_in(arc: tuple[CardSet, ...]) -> None:
    title = "Contact Specialist"
    cards = select_cards(arc, ["gathering-storm"])
    assert (cards[-1].card.title, cards[-1].count) == (title, 1)
    alone, both = select_cards(arc, ["base"]), select_cards(arc, ["base", "gathering-storm"])
    assert count_of(title, both) == count_of(title, alone) + 1
    assert [copies.card.title for copies in both].count(title) == 1


def test_a_replaced_card_is_printed_as_the_new_one(arc: tuple[CardSet, ...]) -> None:
    title = "Gambling World"
    cards = select_cards(arc, ["base", "rebel-vs-imperium"])
    assert [copies.card.set_id for copies in cards if copies.card.title == title] == [
        "rebel-vs-imperium"
    ]
    old = select_cards(arc, ["base", "gathering-storm"])
    assert [copies.card.set_id for copies in old if copies.card.title == title] == ["base"]


def with_cards(card_set: CardSet, *cards: Card) -> tuple[CardSet, ...]:
    return (replace(card_set, cards=cards, adds_copies=(), replaces=()),)


def test_what_is_new_or_says_something_else_has_changed(arc: tuple[CardSet, ...]) -> None:
    assert changed_copies(select_cards(arc, ["base"]), arc[:1]) == []
    first, second, third = arc[0].cards[:3]
    line = replace(second.powers[0], power=parse_power("explore: draw 1"), text="explore: draw 1")
    before = with_cards(arc[0], replace(first, vp=9), replace(second, powers=(line,)), third)
    now = [CardCopies(card, card.copies) for card in arc[0].cards[:4]]
    assert [copies.card for copies in changed_copies(now, before)] == [
        first,
        second,
        arc[0].cards[3],
    ]


def test_a_card_that_stands_elsewhere_and_is_spaced_otherwise_has_not_changed(
    arc: tuple[CardSet, ...],
) -> None:
    card = arc[0].cards[0]
    lines = tuple(replace(line, text=line.text + " ", line=99) for line in card.powers)
    before = with_cards(arc[0], replace(card, line=7, set_id="other", powers=lines))
    assert changed_copies([CardCopies(card, 1)], before) == []


def test_of_a_card_with_more_copies_only_those_that_came_to_it_are_printed(
    arc: tuple[CardSet, ...],
) -> None:
    card = replace(arc[0].cards[-1], copies=3)
    assert changed_copies([CardCopies(card, 3)], with_cards(arc[0], replace(card, copies=1))) == [
        CardCopies(card, 2)
    ]


def test_decks_have_as_many_cards_as_the_boxes_hold(arc: tuple[CardSet, ...]) -> None:
    every = select_cards(arc, [card_set.id for card_set in arc])
    assert sum(copies.count for copies in every) == 114 + 22 + 45 + 48 + 6 - 1
    sets = load(["second-edition"]).sets
    assert sum(c.count for c in select_cards(sets, ["base", "second-edition"])) == 114
    assert len(select_cards(sets, ["second-edition"])) == 5
