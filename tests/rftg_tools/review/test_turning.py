"""Turning points: what chance hardly explains, the largest first of all."""

from __future__ import annotations

from rftg_tools.review.decisions import Behind, Rated, Rating
from rftg_tools.review.turning import MOST, jumps, slips


def rating(number: int, lost: float, half: float, luck: float) -> Rating:
    options = (Rated((1,), 0.5, 0.4, 0.6, 99), Rated((2,), 0.4, 0.3, 0.5, 99))
    behind = Behind(lost, half, 99, luck) if lost else None
    return Rating(number, options, 1 if lost else 0, 0, 2, behind, 0)


def test_a_choice_that_lost_more_than_chance_explains_is_a_turning_point() -> None:
    found = slips([rating(0, 0.0, 0.0, 1.0), rating(1, 0.2, 0.1, 1e-4), rating(2, 0.1, 0.2, 0.3)])
    assert [(one.number, one.lost) for one in found] == [(1, 0.2)]


def test_among_many_choices_one_that_stands_out_a_little_is_none() -> None:
    many = [rating(number, 0.05, 0.1, 0.5) for number in range(60)]
    assert slips([*many, rating(60, 0.1, 0.09, 0.03)]) == []
    assert slips([*many, rating(60, 0.3, 0.09, 1e-9)]) != []


def test_the_largest_losses_are_told_in_the_order_of_the_game() -> None:
    found = slips([rating(number, 0.1 + number / 100, 0.01, 1e-9) for number in range(9)])
    assert [one.number for one in found] == list(range(9 - MOST, 9))


def test_a_jump_of_the_chart_is_told_of_who_gained() -> None:
    (found,) = jumps([(0.5, 0.5), (0.52, 0.48), (0.9, 0.1), (0.91, 0.09)], 100)
    assert (found.point, found.seat, found.before, found.after) == (2, 0, 0.52, 0.9)
    assert 0 < found.half < 0.2


def test_a_chart_that_only_trembles_has_no_jumps() -> None:
    assert jumps([(0.5, 0.5), (0.55, 0.45), (0.48, 0.52), (0.53, 0.47)], 100) == []
    assert jumps([(0.5, 0.5)], 100) == []
