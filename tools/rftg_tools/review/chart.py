"""Chart of the chances to win during a recorded game, and its turning points.

Sampled games keep the hands and shuffle the draw piles. Turning points that could be due to chance
are omitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from gamekit.chance import Chance
from gamekit.driver import Driver
from rftg_tools.balance.statistics import benjamini_hochberg, two_sided
from rftg_tools.intervals import Z
from rftg_tools.review.decisions import Rating, mean
from rftg_tools.review.plan import Plan, begin, groups, shares
from rftg_tools.review.reviewer import Reviewer


@dataclass(frozen=True, slots=True)
class Point:
    """A moment between two steps. steps, answers: their numbers so far.

    round, step: the next step, or "" at the end of the game. done: steps since the previous point,
    with their rounds.
    """

    steps: int
    answers: int
    round: int
    step: str
    done: tuple[tuple[int, str], ...]

    @property
    def name(self) -> str:
        """Name among all moments."""
        return f"chart {self.steps}"


@dataclass(slots=True)
class _PointCollector:
    """Collects the points of the chart during a replay."""

    reviewer: Reviewer
    points: list[Point] = field(default_factory=list)
    done: list[tuple[int, str]] = field(default_factory=list)
    steps: int = 0
    answers: int = 0

    def end_step(self, name: str, state: Any) -> None:
        """Count a step, and add a point if there is one after it."""
        self.steps += 1
        self.done.append((state.round, name))
        next_step = state.pending_steps[0] if state.pending_steps else ""
        rounds = self.reviewer.rounds_until_point(name, next_step)
        if rounds is None:
            return
        round_ = state.round + rounds
        self.points.append(Point(self.steps, self.answers, round_, next_step, tuple(self.done)))
        self.done = []


def points(plan: Plan) -> list[Point]:
    """Return all points of the chart: before each round and each phase, and the end."""
    collector = _PointCollector(plan.reviewer)
    game = begin(plan, collector.end_step)
    for first in groups(plan, game):
        collector.answers = first + len(game.pending)
    return collector.points


def chances(plan: Plan, point: Point) -> tuple[float, ...]:
    """Return the share of wins by seat in games sampled from a point.

    At the end of the game, return the shares of the result.
    """
    state, game = _state_at(plan, point.steps)
    if not state.pending_steps:
        return tuple(shares(plan, game, ""))
    results = []
    for index in range(plan.chart_games):
        chance = Chance(f"chart/{point.steps}/{index}")
        shuffled = plan.rules.shuffle_unknown(state, chance)
        sampled = Driver(game.flow.with_chance(chance), shuffled, None, False, False)
        results.append(shares(plan, sampled, chance.seed))
    return tuple(mean(result[seat] for result in results) for seat in range(plan.options.players))


def _state_at(plan: Plan, steps: int) -> tuple[Any, Driver[Any]]:
    """Return the state after a number of steps, and the game."""
    states: list[Any] = []
    count = [0]

    def end_step(_name: str, state: Any) -> None:
        count[0] += 1
        if count[0] == steps:
            states.append(state.copy())

    game = begin(plan, end_step)
    for _given in groups(plan, game):
        if states:
            break
    return states[0], game


MAX_TURNING_POINTS: Final = 5
"""Maximum number of turning points of each kind."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A choice that lost chances.

    number: index of the answer. lost, margin: the loss and its margin of error, as shares of a win.
    """

    number: int
    lost: float
    margin: float


@dataclass(frozen=True, slots=True)
class Swing:
    """A change in a player's chance between two points, due to luck or other players' choices.

    point: index of the later point. before, after: the chances. margin: margin of error of their
    difference.
    """

    point: int
    seat: int
    before: float
    after: float
    margin: float


def find_mistakes(ratings: Sequence[Rating]) -> list[Mistake]:
    """Return the choices that lost most, in the order of the game."""
    losses = [(rating.number, rating.behind) for rating in ratings if rating.behind is not None]
    significant = benjamini_hochberg([loss.p_value for _number, loss in losses])
    mistakes = [
        Mistake(number, loss.mean, loss.margin)
        for (number, loss), is_significant in zip(losses, significant, strict=True)
        if is_significant and loss.mean - loss.margin > 0
    ]
    mistakes.sort(key=lambda mistake: -mistake.lost)
    return sorted(mistakes[:MAX_TURNING_POINTS], key=lambda mistake: mistake.number)


def find_swings(chart: Sequence[Sequence[float]], games: int) -> list[Swing]:
    """Return the largest changes in chances, in the order of the game.

    chart: chances of all players at each point, ending with the result. games: number per point.
    """
    changes = [
        _change(number, before, after, games)
        for number, (before, after) in enumerate(pairwise(chart), 1)
    ]
    p_values = [_p_value(change, len(chart[0]), games) for change in changes]
    significant = benjamini_hochberg(p_values)
    swings = [
        change
        for change, is_significant in zip(changes, significant, strict=True)
        if is_significant
    ]
    swings.sort(key=lambda swing: -abs(swing.after - swing.before))
    return sorted(swings[:MAX_TURNING_POINTS], key=lambda swing: swing.point)


def _change(number: int, before: Sequence[float], after: Sequence[float], games: int) -> Swing:
    """Return the largest change in a player's chance; gains win ties."""
    seats = range(len(before))
    seat = max(seats, key=lambda seat: (abs(after[seat] - before[seat]), after[seat], -seat))
    error = sum(_variance(chances[seat], games) for chances in (before, after)) / games
    return Swing(number, seat, before[seat], after[seat], Z * error**0.5)


def _p_value(swing: Swing, seats: int, games: int) -> float:
    """Return the probability of such a change in any seat's chance if no chance has changed.

    The variance is pooled. Student's t is converted to a normal score (Abramowitz & Stegun 1964,
    26.7.8). With two seats, there is only one independent change.
    """
    pooled = _variance((swing.before + swing.after) / 2, 2 * games)
    student = abs(swing.after - swing.before) / (2 * pooled / games) ** 0.5
    freedom = max(1, 2 * games - 2)
    normal = student * (1 - 1 / (4 * freedom)) / (1 + student**2 / (2 * freedom)) ** 0.5
    return min(1.0, (seats if seats > 2 else 1) * two_sided(normal))


def _variance(chance: float, games: int) -> float:
    """Return the variance of one game, after adding a win and a loss (Agresti & Caffo 2000)."""
    adjusted = (chance * games + 1) / (games + 2)
    return adjusted * (1 - adjusted)
