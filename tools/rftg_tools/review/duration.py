"""Estimate of how long a review takes on this machine, from a short sample of its games."""

from __future__ import annotations

from typing import Final

from rftg_tools.progress import seconds_per_call
from rftg_tools.review.plan import Plan, begin, shares

_PLAYED: Final = 0.55
"""Games for a decision, as a share of the most: many need fewer, glances included."""
_REST: Final = 0.5
"""Average share of a game that is played out."""


def expected_seconds(plan: Plan, decisions: int, moments: int, jobs: int) -> float:
    """Return the seconds that a review takes.

    decisions, moments: how many are not yet looked at; moments: those of the chart.
    """
    a_game = seconds_per_call(lambda number: shares(plan, begin(plan), f"sample/{number}"))
    games = decisions * plan.playouts * _PLAYED + moments * plan.chart_games
    return games * _REST * a_game / jobs
