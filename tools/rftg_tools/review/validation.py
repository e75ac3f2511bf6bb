"""Findings out of a file, which a stranger may have written: those that a review can be made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamekit.decisions import Answer, Decision
from rftg_tools.review.analysis import Findings
from rftg_tools.review.chart import points
from rftg_tools.review.decisions import Behind, Rated, Rating
from rftg_tools.review.plan import Plan, begin, groups


def valid_findings(plan: Plan, read: Mapping[str, Any]) -> Findings:
    """Return the findings of moments of the plan that have the form of one.

    Others can be made again.
    """
    seats = plan.options.players
    found = {
        point.name: read[point.name]
        for point in points(plan)
        if _are_chances(read.get(point.name), seats)
    }
    game = begin(plan)
    for first in groups(plan, game):
        decisions = game.pending[: len(plan.answers) - first]
        for number, decision in enumerate(decisions, first):
            name = f"answer {number}"
            if name in read and _is_of(read[name], number, decision, plan.answers[number]):
                found[name] = read[name]
    return found


def _are_chances(data: Any, seats: int) -> bool:
    return isinstance(data, list) and len(data) == seats and all(map(_is_share, data))


def _is_of(data: Any, number: int, decision: Decision, taken: Answer) -> bool:
    """Return whether this is what can be found at a decision. taken: the answer that was given."""
    if data is None:
        return True
    try:
        rating = Rating.of(data)
    except (KeyError, TypeError, ValueError):
        return False
    places = range(len(rating.options))
    return (
        all(type(one) is int for one in (rating.taken, rating.bot, rating.legal, rating.true_cards))
        and rating.number == number
        and rating.taken in places
        and rating.bot in places
        and all(_is_option(option, decision) for option in rating.options)
        and rating.options[rating.taken].answer == taken
        and (rating.behind is None or _is_behind(rating.behind))
    )


def _is_option(option: Rated, decision: Decision) -> bool:
    return (
        all(type(one) is int for one in (*option.answer, option.games))
        and option.games > 0
        and all(map(_is_share, (option.win, option.low, option.high)))
        and decision.refusal(option.answer) is None
    )


def _is_behind(behind: Behind) -> bool:
    return (
        type(behind.pairs) is int
        and all(map(_is_share, (behind.half, behind.p_value)))
        and type(behind.mean) in (int, float)
        and -1 <= behind.mean <= 1
    )


def _is_share(value: Any) -> bool:
    """Return whether this is a number from 0 to 1; NaN is none."""
    return type(value) in (int, float) and 0 <= value <= 1
