"""Ratings of all players' positions, and their chances to win."""

from __future__ import annotations

from math import exp

from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import POINTS_PER_E
from rftg_engine.bots.seats import Standing
from rftg_engine.view import View


def ratings(evaluator: Evaluator) -> list[float]:
    """Return the rating of each player's position, in points, as the owner of a view sees it."""
    view = evaluator.view
    return [
        evaluator.own_appraisal().points
        if seat == view.me
        else Standing(evaluator.knowledge, view, seat).appraisal().points
        for seat in range(len(view.seats))
    ]


def lead(evaluator: Evaluator) -> float:
    """Return the rating of the owner of a view minus the best other player's."""
    rated, me = ratings(evaluator), evaluator.view.me
    return rated[me] - max([rating for seat, rating in enumerate(rated) if seat != me])


def chances(knowledge: Knowledge, view: View) -> list[float]:
    """Return each player's chance to win, as the owner of the view estimates it."""
    rated = ratings(Evaluator(knowledge, view))
    best = max(rated)
    odds: list[float] = []
    total = 0.0
    for rating in rated:
        odds.append(exp(max(-30.0, (rating - best) / POINTS_PER_E)))
        total += odds[-1]
    return [odd / total for odd in odds]


def win_chance(knowledge: Knowledge, view: View) -> float:
    """Return the chance of a view's owner to win."""
    return chances(knowledge, view)[view.me]
