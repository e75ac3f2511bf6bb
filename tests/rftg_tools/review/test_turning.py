"""Turning points: what chance hardly explains, the largest first of all."""

from random import Random

import pytest

from rftg_tools.review.chart import MAX_TURNING_POINTS, find_mistakes, find_swings
from rftg_tools.review.decisions import RatedAnswer, Rating, WinLoss


def rating(number: int, lost: float, margin: float, p_value: float) -> Rating:
    options = (RatedAnswer((1,), 0.5, 0.4, 0.6, 99), RatedAnswer((2,), 0.4, 0.3, 0.5, 99))
    behind = WinLoss(lost, margin, 99, p_value) if lost else None
    return Rating(number, options, 1 if lost else 0, 0, 2, behind, 0)


def test_a_choice_that_lost_more_than_chance_explains_is_a_turning_point() -> None:
    found = find_mistakes(
        [rating(0, 0.0, 0.0, 1.0), rating(1, 0.2, 0.1, 1e-4), rating(2, 0.1, 0.2, 0.3)]
    )
    assert [(one.number, one.lost) for one in found] == [(1, 0.2)]


def test_among_many_choices_one_that_stands_out_a_little_is_none() -> None:
    many = [rating(number, 0.05, 0.1, 0.5) for number in range(60)]
    assert find_mistakes([*many, rating(60, 0.1, 0.09, 0.03)]) == []
    assert find_mistakes([*many, rating(60, 0.3, 0.09, 1e-9)]) != []


def test_the_largest_losses_are_told_in_the_order_of_the_game() -> None:
    found = find_mistakes([rating(number, 0.1 + number / 100, 0.01, 1e-9) for number in range(9)])
    assert [one.number for one in found] == list(range(9 - MAX_TURNING_POINTS, 9))


def test_a_jump_of_the_chart_is_told_of_who_gained() -> None:
    (found,) = find_swings([(0.5, 0.5), (0.52, 0.48), (0.9, 0.1), (0.91, 0.09)], 100)
    assert (found.point, found.seat, found.before, found.after) == (2, 0, 0.52, 0.9)
    assert 0 < found.margin < 0.2


def test_a_chart_that_only_trembles_has_no_jumps() -> None:
    assert find_swings([(0.5, 0.5), (0.55, 0.45), (0.48, 0.52), (0.53, 0.47)], 100) == []
    assert find_swings([(0.5, 0.5)], 100) == []
    assert find_swings([(0.5, 0.5), (0.4, 0.6)], 1) == []


@pytest.mark.parametrize("players", [2, 4, 6])
def test_of_charts_in_which_nothing_happens_one_in_twenty_has_a_jump(players: int) -> None:
    """However many players one could be of; 18 of 200 are seen once in a hundred such tests."""
    rng = Random(players)
    charts = [[_even(rng, players, 96) for _point in range(45)] for _chart in range(200)]
    assert sum(bool(find_swings(chart, 96)) for chart in charts) <= 18


def _even(rng: Random, players: int, games: int) -> list[float]:
    """The chances of a point where all win as often."""
    winners = rng.choices(range(players), k=games)
    return [winners.count(seat) / games for seat in range(players)]
