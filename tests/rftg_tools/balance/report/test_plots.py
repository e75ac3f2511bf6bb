"""Plots: places in percent that lie where the numbers do."""

from collections import Counter
from math import inf

import pytest

from rftg_tools.balance.report.plots import (
    NOTHING,
    difference,
    histogram,
    mean,
    round_step,
    scale_of,
    share,
    signed,
    strip,
)
from rftg_tools.balance.statistics import Estimate


@pytest.mark.parametrize(
    ("least", "step"), [(0.07, 0.1), (0.1, 0.1), (1.1, 2), (3, 5), (5, 5), (51, 100)]
)
def test_steps_are_round(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


@pytest.mark.parametrize("numbers", [[], [0], [-3, 7], [40], [-0.2, 0.1], [-60, -2]])
def test_a_scale_has_room_for_all_numbers_and_zero(numbers: list[float]) -> None:
    scale = scale_of(numbers)
    for number in [0.0, *numbers]:
        assert scale.low < number < scale.high
    assert 1 <= len(scale.marks) <= 8
    assert "0" in [mark.text.removesuffix(".0") for mark in scale.marks]


def test_numbers_beyond_a_scale_lie_at_its_end() -> None:
    scale = scale_of([-5, 5])
    assert (scale.at(-100), scale.at(0), scale.at(100)) == (0, 50, 100)


def test_a_strip_shows_its_interval_the_range_and_the_others() -> None:
    scale = scale_of([-10, 10])
    made = strip(scale, Estimate(4, 2, 100), (-5, 5), [("Gem World", 1.5)])
    assert made.start is not None
    assert made.end is not None
    assert made.start < made.middle < made.end
    assert made.band == (scale.at(-5), pytest.approx(scale.at(5) - scale.at(-5)))
    assert [mark.text for mark in made.others] == ["Gem World +1.5"]
    assert made.text == "+4.0 ± 2.0 per 100 games; official cards from −5.0 to +5.0"


def test_an_interval_that_goes_on_beyond_its_scale_says_so() -> None:
    scale = scale_of([-10, 10])
    far, near = (strip(scale, Estimate(mean, 8, 100)) for mean in (30, -6))
    assert (far.extends_below, far.extends_above, far.is_middle_visible) == (False, True, False)
    assert (near.extends_below, near.extends_above, near.is_middle_visible) == (True, False, True)
    inside = strip(scale, Estimate(2, 1, 100))
    assert (inside.extends_below, inside.extends_above, inside.is_middle_visible) == (
        False,
        False,
        True,
    )


def test_too_few_games_have_no_interval() -> None:
    made = strip(scale_of([-10, 10]), Estimate(4, inf, 3))
    assert (made.start, made.end, made.text) == (None, None, "too few games")


def test_a_histogram_shows_shares_of_both_sides() -> None:
    made = histogram(Counter({10: 30, 11: 10}), Counter({11: 5, 12: 5}), "rounds")
    assert made is not None
    assert [(one.value, one.ours, one.official) for one in made.columns] == [
        (10, "75%", "0%"),
        (11, "25%", "50%"),
        (12, "0%", "50%"),
    ]
    assert made.columns[0].height == pytest.approx(3 * made.columns[1].height, abs=0.05)
    assert all(0 <= one.height <= 100 for one in made.columns)
    assert all(0 <= y <= 100 for one in made.steps for y in (one.y1, one.y2))
    assert [mark.text for mark in made.marks] == ["10", "11", "12"]


def test_the_line_of_a_histogram_has_no_gap() -> None:
    made = histogram(Counter({1: 1}), Counter({2: 3, 4: 1, 9: 2}), "rounds")
    assert made is not None
    ends = [(one.x2, one.y2) for one in made.steps]
    begins = [(one.x1, one.y1) for one in made.steps]
    for end, begin in zip(ends, begins[1:], strict=False):
        assert end == begin or end[1] == begin[1] == 100


def test_many_numbers_are_taken_together() -> None:
    made = histogram(Counter(range(20, 120)), Counter({60: 1}), "points")
    assert made is not None
    assert len(made.columns) <= 26
    assert made.unit == "points, in steps of 5"


def test_one_side_may_have_nothing() -> None:
    assert histogram(Counter(), Counter({3: 1}), "rounds") is not None
    assert histogram(Counter(), Counter(), "rounds") is None


def test_figures_are_as_people_read_them() -> None:
    assert [signed(one) for one in (4.06, -0.3, 0.04, -0.04)] == ["+4.1", "−0.3", "0.0", "0.0"]
    assert [share(one) for one in (0.0, 0.042, 0.42, 1.0)] == ["0%", "4.2%", "42%", "100%"]
    assert share(1, 0) == NOTHING
    assert difference(Estimate(-2, 0.5, 100)) == "−2.0 ± 0.5"
    assert difference(Estimate(-2, inf, 3)) == NOTHING
    assert mean(Estimate(16, 0.2, 100)) == "16.0 ± 0.2"
