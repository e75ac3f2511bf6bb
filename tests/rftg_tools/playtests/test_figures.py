"""Figures: whose seats are counted, by version, with intervals of few numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rftg_tools.playtests.figures import Version, versions_of
from rftg_tools.playtests.intervals import mean_of, student
from rftg_tools.playtests.played import CardPlayed, InSeat, Person, PlayedGame
from tests.rftg_tools.playtests import a_mark


def a_game(*seats: InSeat, version: str = "abc", over: bool = True, players: int = 3) -> PlayedGame:
    """A game of Ann, who won by herself, and Bo, with one card."""
    people = (Person(0, "Ann", 30, 1.0), Person(1, "Bo", 21, 0.0))
    if not over:
        people = tuple(replace(one, score=None, share=None) for one in people)
    card = CardPlayed("yard", "Salvage Yard", version, ("cost 1",), seats)
    return PlayedGame("race", "", "", over, 9, players, people, (card,))


ANN = InSeat(0, drawn=2, kept=True, played=4, worth=3.0)
BO = InSeat(1, drawn=5, kept=False, played=None, worth=None)


def one_of(*games: PlayedGame) -> Version:
    (found,) = versions_of(games, ())
    return found


def test_a_card_is_counted_once_for_each_person_that_it_came_to() -> None:
    found = one_of(a_game(ANN, BO), a_game(BO), a_game())
    assert (found.games, found.seats, found.drawn, found.kept, found.played) == (3, 6, 3, 1, 1)


def test_points_and_wins_are_of_those_who_played_it() -> None:
    found = one_of(a_game(ANN, BO), a_game(replace(BO, played=6, worth=1.0), players=2))
    wins, score = found.wins, found.score
    assert wins is not None
    assert score is not None
    assert (wins.won, wins.of) == (1.0, 2)
    assert wins.even == pytest.approx(1 / 3 + 1 / 2)
    assert 0 < wins.low < 0.5 < wins.high < 1
    assert score.mean == 25.5
    assert found.rounds is not None
    assert (found.rounds.mean, found.rounds.least, found.rounds.most) == (5.0, 4, 6)


def test_a_game_without_an_end_counts_as_far_as_it_goes_and_nobody_won_it() -> None:
    found = one_of(a_game(replace(ANN, worth=None), over=False))
    assert (found.games, found.ended, found.played) == (1, 0, 1)
    assert found.wins is None
    assert found.score is None
    assert found.worth is None


def test_each_text_of_a_card_is_told_by_itself_the_last_one_first() -> None:
    games = [a_game(ANN, version=version) for version in ("old", "new", "old", "new")]
    assert [one.version for one in versions_of(games, ())] == ["new", "old"]
    assert [one.version for one in versions_of(games[:3], ())] == ["old", "new"]


def test_marks_stand_with_the_text_that_they_are_about_also_without_their_game() -> None:
    known, lost = a_mark(), a_mark(version="gone", game="deleted")
    found = versions_of([a_game(ANN)], [known, lost])
    assert [(one.version, one.games, one.marks) for one in found] == [
        ("abc", 1, [known]),
        ("gone", 0, [lost]),
    ]


def test_the_interval_of_a_few_numbers_is_as_wide_as_they_make_it() -> None:
    assert mean_of([]) is None
    once, twice, many = (mean_of(numbers) for numbers in ([4.0], [4.0, 6.0], [4.0, 6.0] * 50))
    assert once is not None
    assert once.half is None
    assert twice is not None
    assert twice.half == pytest.approx(12.7062 * (2.5 / 2) ** 0.5)
    assert many is not None
    assert many.half == pytest.approx(1.984 * ((100 / 99 + 0.01) / 100) ** 0.5, rel=0.001)
    alike = mean_of([5.0, 5.0])
    assert alike is not None
    assert alike.half == pytest.approx(6.35, abs=0.01)


@pytest.mark.parametrize(
    ("freedom", "half"), [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (120, 1.980)]
)
def test_half_of_an_interval_is_that_of_the_tables(freedom: int, half: float) -> None:
    assert student(freedom) == pytest.approx(half, abs=0.001)
