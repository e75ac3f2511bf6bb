"""Options are tried out until enough is known, and turning points are found."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from rftg_tools.intervals import wilson
from rftg_tools.review.chart import MAX_TURNING_POINTS, find_mistakes, find_swings
from rftg_tools.review.decisions import (
    MIN_GAMES,
    RatedAnswer,
    Rating,
    Trials,
    WinLoss,
    behind_best,
    finalists_of,
    is_precise,
    try_out,
)


def fixed(chances: list[float]) -> tuple[list[tuple[int, int]], Callable[[int, int], float]]:
    played: list[tuple[int, int]] = []

    def play(option: int, game: int) -> float:
        played.append((option, game))
        return float(Random(f"{option}/{game}").random() < chances[option])

    return played, play


def never(_trials: Trials) -> bool:
    return False


def test_those_kept_and_the_most_promising_of_the_others_are_compared() -> None:
    assert finalists_of([3, 1, 0, 2], {1, 3}) == (0, 1, 3)
    assert finalists_of([3, 1, 0, 2], {2}) == (2, 3)
    assert finalists_of([1, 0], {0, 1}) == (0, 1)


def test_of_those_compared_the_one_that_wins_most_is_best() -> None:
    chances = [0.3, 0.1, 0.2, 0.9, 0.1, 0.2, 0.3, 0.1, 0.2, 0.1]
    played, play = fixed(chances)
    trials = try_out(play, len(chances), (0, 3), 400, never)
    assert trials.best() == 3
    assert len(played) <= 400
    assert [len(one) for one in trials.shares] == [192, 2, 2, 192, *[2] * 6]


def test_all_options_meet_the_same_games_from_the_first() -> None:
    played, play = fixed([0.5] * 6)
    trials = try_out(play, 6, (1, 4), 120, never)
    for option, shares in enumerate(trials.shares):
        assert [game for one, game in played if one == option] == list(range(len(shares)))


def test_each_option_has_some_games_however_few_there_are() -> None:
    _played, play = fixed([0.5] * 9)
    trials = try_out(play, 9, (0, 1), 1, never)
    assert all(len(one) == MIN_GAMES for one in trials.shares)


def test_of_equal_options_the_one_named_first_is_best() -> None:
    _played, play = fixed([1.0, 1.0, 1.0])
    assert try_out(play, 3, (0, 1, 2), 60, never).best() == 0


def test_no_more_games_are_played_than_the_width_of_the_intervals_takes() -> None:
    """Ten million games may be played; chances of a half take most, sure ones fewest."""
    for chance, games in ((0.5, 190), (0.9, 70), (1.0, 30)):
        _played, play = fixed([chance, chance])
        trials = try_out(play, 2, (0, 1), 10**7, partial(is_precise, 0, 0.1))
        assert games - 30 <= len(trials.shares[0]) <= games + 30
        low, high = wilson(sum(trials.shares[0]), len(trials.shares[0]))
        assert high - low <= 0.2
        found = behind_best(trials, 0)
        assert found is None or found.margin <= 0.1


@pytest.mark.parametrize("options", [2, 3])
@pytest.mark.parametrize("chance", [0.5, 0.9])
def test_among_equal_options_one_is_rarely_behind_by_more_than_its_interval(
    options: int, chance: float
) -> None:
    """By chance in 5 of 200 trials; 11 are seen once in a hundred such tests."""
    surely = 0
    for trial in range(200):
        rng = Random(f"{options}/{trial}")
        finalists = tuple(range(options))
        trials = try_out(
            lambda _option, _game, rng=rng: float(rng.random() < chance),
            options,
            finalists,
            240,
            partial(is_precise, 0, 0.13),
        )
        found = behind_best(trials, 0)
        surely += found is not None and found.mean > found.margin
    assert surely <= 11


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
