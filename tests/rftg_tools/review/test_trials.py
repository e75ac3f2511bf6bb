"""Options are tried out: those worth it are compared, no longer than until enough is known."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from rftg_tools.intervals import wilson
from rftg_tools.review.decisions import (
    MIN_GAMES,
    Trials,
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
