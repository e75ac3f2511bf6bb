"""How much of a win a result counts for."""

from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from rftg_tools.balance.outcome import CLOSE, credits_of
from tests.rftg_tools.balance.trying import with_lead


@pytest.mark.parametrize(
    ("lead", "credit"), [(0, 0.5), (CLOSE, 1.0), (3 * CLOSE, 1.0), (1, 0.616), (8, 1.061)]
)
def test_a_close_result_counts_in_part(lead: int, credit: float) -> None:
    assert credits_of(with_lead(lead)) == pytest.approx([credit, 1 - credit], abs=0.001)


def test_of_many_players_each_is_compared_with_the_best_of_the_others() -> None:
    made = with_lead(1)
    last = replace(made.seats[1], score=0)
    credits = credits_of(replace(made, seats=(*made.seats, last)))
    assert credits == pytest.approx([*credits_of(made), 0.0])


def test_points_change_the_credits_as_they_change_the_wins() -> None:
    rng = Random(3)
    leads = [round(rng.gauss(0, 9)) for _game in range(20_000)]

    def gain(points: int) -> tuple[float, float]:
        wins = (float(lead + points > 0) + 0.5 * (lead + points == 0) for lead in leads)
        return fmean(wins) - 0.5, fmean(credits_of(with_lead(lead + points))[0] for lead in leads)

    for points in (2, 5, 10):
        won, credited = gain(points)
        assert credited - 0.5 == pytest.approx(won, rel=0.06)
