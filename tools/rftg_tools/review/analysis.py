"""All moments of a recorded game looked at, in parallel, and what has been found so far.

A moment is a point of the chart or a decision. What is found at each depends on nothing but the
plan, so moments may be looked at anywhere and in several goes.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from rftg_tools.review.chart import Point, chances, points
from rftg_tools.review.decisions import rate
from rftg_tools.review.plan import Plan
from rftg_tools.workers.processes import map_in_parallel

Findings = dict[str, Any]
"""By name of the moment what was found there, as data of JSON."""
_ANSWER: Final = "answer "


@dataclass(frozen=True, slots=True)
class Spot:
    """A moment. point: of the chart, or number: of the answer to a decision."""

    point: Point | None
    number: int

    @property
    def name(self) -> str:
        """Such as `chart 12` for the point after 12 steps, `answer 3`."""
        return f"{_ANSWER}{self.number}" if self.point is None else self.point.name


def spots(plan: Plan) -> list[Spot]:
    """Return all moments, in the order of the game."""
    chart = [Spot(point, point.answers) for point in points(plan)]
    asked = [Spot(None, number) for number in range(len(plan.answers))]
    return sorted([*chart, *asked], key=lambda spot: (spot.number, spot.point is None))


def is_decision(name: str) -> bool:
    """Return whether this is the name of a decision, and not of a point of the chart."""
    return name.startswith(_ANSWER)


def decisions_found(findings: Mapping[str, Any]) -> int:
    """Return how many decisions have been looked at."""
    return sum(map(is_decision, findings))


def analyse(plan: Plan, spot: Spot) -> Any:
    """Return what is found at a moment; None for a decision that is not rated."""
    if spot.point is not None:
        return list(chances(plan, spot.point))
    rating = rate(plan, spot.number)
    return None if rating is None else rating.data()


def analyse_all(
    plan: Plan, known: Mapping[str, Any], jobs: int | None
) -> Generator[tuple[str, Any], None, None]:
    """Yield name and finding of each moment that is not among those known."""
    left = [spot for spot in spots(plan) if spot.name not in known]
    names = [spot.name for spot in left]
    yield from zip(names, map_in_parallel(partial(analyse, plan), left, jobs), strict=True)
