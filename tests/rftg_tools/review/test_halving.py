"""Options are tried out: the best one is found, few games are spent on bad ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rftg_tools.review.decisions import behind_best
from rftg_tools.review.halving import LEAST, try_out


def fixed(chances: list[float]) -> tuple[list[tuple[int, int]], Callable[[int, int], float]]:
    played: list[tuple[int, int]] = []

    def play(option: int, game: int) -> float:
        played.append((option, game))
        return float(Random(f"{option}/{game}").random() < chances[option])

    return played, play


def test_the_best_of_many_options_is_found_with_most_games_for_good_ones() -> None:
    chances = [0.3, 0.1, 0.2, 0.9, 0.1, 0.2, 0.3, 0.1, 0.2, 0.1]
    played, play = fixed(chances)
    trials = try_out(play, len(chances), {0}, 400)
    assert trials.best() == 3
    assert len(played) <= 400
    assert len(trials.shares[3]) > 5 * min(len(one) for one in trials.shares)


def test_options_that_are_kept_are_played_to_the_last() -> None:
    _played, play = fixed([0.0] + [0.9] * 7)
    trials = try_out(play, 8, {0, 5}, 300)
    assert {0, 5} <= set(trials.finalists())


def test_all_options_meet_the_same_games_from_the_first() -> None:
    played, play = fixed([0.5] * 6)
    trials = try_out(play, 6, {1}, 120)
    for option, shares in enumerate(trials.shares):
        assert [game for one, game in played if one == option] == list(range(len(shares)))


def test_a_difference_comes_from_games_that_chose_no_finalist() -> None:
    _played, play = fixed([0.2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    trials = try_out(play, 8, {0}, 400)
    most = max(len(one) for one in trials.shares)
    found = trials.difference(trials.best(), 0)
    assert 0 < trials.fair < most
    assert found.count == most - trials.fair


def test_of_two_options_all_games_are_fair() -> None:
    _played, play = fixed([0.5, 0.6])
    trials = try_out(play, 2, {0}, 100)
    assert trials.fair == 0
    assert [len(one) for one in trials.shares] == [50, 50]


def test_each_option_has_some_games_however_few_there_are() -> None:
    _played, play = fixed([0.5] * 9)
    trials = try_out(play, 9, {0}, 1)
    assert all(len(one) >= LEAST for one in trials.shares)


def test_of_equal_options_the_one_named_first_is_best() -> None:
    _played, play = fixed([1.0, 1.0, 1.0])
    assert try_out(play, 3, {0}, 60).best() == 0


@pytest.mark.parametrize("options", [2, 3, 4, 8])
def test_among_equal_options_one_is_rarely_behind_by_more_than_its_interval(options: int) -> None:
    """By chance in 5 of 200 trials; 11 are seen once in a hundred such tests."""
    surely = 0
    for trial in range(200):
        rng = Random(f"{options}/{trial}")
        kept = {0, 1} if options > 3 else {0}
        trials = try_out(lambda _option, _game, rng=rng: rng.random() < 0.5, options, kept, 240)
        found = behind_best(trials, 0)
        surely += found is not None and found.mean > found.half
    assert surely <= 11
