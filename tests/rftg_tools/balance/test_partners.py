"""Partners: found where a second card helps the owner of one more than that of another."""

from random import Random

import pytest

from rftg_tools.balance.games import Seat
from rftg_tools.balance.tally import Partners, Side

TITLES = ["Tried", "Friend", "Good For All", *(f"Card {number}" for number in range(30))]


def fill(side: Side, rng: Random, friendship: float, games: int) -> None:
    """Players of a card who have each other one with a chance of 30 %."""
    for _game in range(games):
        tableau = tuple(card for card in range(1, len(TITLES)) if rng.random() < 0.3)
        chance = 0.4 + friendship * (1 in tableau) + 0.2 * (2 in tableau)
        side.add(Seat(float(rng.random() < chance), 20, (0, *tableau), 0, 0, 0, ()))


def partners(friendship: float, games: int, seed: int) -> Partners:
    found = Partners(TITLES, (0,))
    rng = Random(seed)
    fill(found.tested, rng, friendship, games)
    fill(found.control, rng, 0.0, games)
    return found


def test_a_friend_is_found_and_a_card_that_is_good_for_all_is_none() -> None:
    (found,) = partners(0.25, 2_000, 1).significant()
    assert found.title == "Friend"
    assert found.effect.low < 0.25 < found.effect.high


def test_without_friends_hardly_ever_one_is_named() -> None:
    named = sum(bool(partners(0.0, 300, seed).significant()) for seed in range(60))
    assert named <= 6


def test_with_few_games_nothing_is_compared() -> None:
    few = partners(0.5, 60, 2)
    assert few.tested_count() == 0
    assert few.significant() == []


def test_the_gain_is_that_of_those_with_the_card_over_those_without() -> None:
    side = Side(TITLES, (0,))
    rng = Random(3)
    fill(side, rng, 0.3, 500)
    beside = side.by_partner["Friend"]
    rest = (side.all.mean * 500 - beside.mean * beside.count) / (500 - beside.count)
    gain = side.gain("Friend")
    assert gain is not None
    assert gain[0] == pytest.approx(beside.mean - rest)
    assert gain[1] == pytest.approx(
        beside.mean * (1 - beside.mean) / (beside.count - 1)
        + rest * (1 - rest) / (500 - beside.count - 1)
    )
