"""Where pieces lie on paper, where it is cut, and what lies behind what."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
