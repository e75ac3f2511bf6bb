"""Chart of winning chances over a recorded game, and its turning points.

Hands are as they were; the draw piles are shuffled. Turning points that chance could explain are
left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from gamekit.chance import Chance
from gamekit.driver import Driver
from rftg_engine import steps
from rftg_engine.modules.robot.state import robot_in
from rftg_engine.modules.robot.turn import SEAT
from rftg_engine.state import State
from rftg_tools.balance.statistics import benjamini_hochberg, two_sided
from rftg_tools.intervals import Z
from rftg_tools.review.decisions import Rating, mean
from rftg_tools.review.plan import Plan, begin, groups, race_of, shares

_BESIDE: Final = (steps.ROUND_END, steps.SEARCH)
"""Steps before which there is no point: little lies between them and the next ones."""


@dataclass(frozen=True, slots=True)
class Point:
    """A moment between two steps of the game. steps: done until then. answers: given until then.

    round, step: what comes next, "" for the end of the game. done: the steps since the point
    before this one, with their rounds.
    """

    steps: int
    answers: int
    round: int
    step: str
    done: tuple[tuple[int, str], ...]

    @property
    def name(self) -> str:
        """What it is called among all that is looked at."""
        return f"chart {self.steps}"


@dataclass(slots=True)
class _Walk:
    """The recorded game, step by step."""

    points: list[Point] = field(default_factory=list)
    done: list[tuple[int, str]] = field(default_factory=list)
    steps: int = 0
    answers: int = 0

    def end_step(self, name: str, state: State) -> None:
        """Note that a step is done: there may be a point after it."""
        self.steps += 1
        self.done.append((state.round, name))
        following = state.pending_steps[0] if state.pending_steps else ""
        starts = following in (steps.CHOOSE, steps.ROUND_START) and name != steps.ROUND_START
        if following in _BESIDE or (following == steps.CHOOSE and not starts):
            return
        round_ = state.round + starts
        self.points.append(Point(self.steps, self.answers, round_, following, tuple(self.done)))
        self.done = []


def points(plan: Plan) -> list[Point]:
    """Return all points of the chart: each round's start, before each phase, the end."""
    walk = _Walk()
    game = begin(plan, walk.end_step)
    for given in groups(plan, game):
        walk.answers = given + len(game.pending)
    return walk.points


def chances(plan: Plan, point: Point) -> tuple[float, ...]:
    """Return by seat the share of wins in games played out from a point.

    At the end of the game it is that of the result.
    """
    state, game = _state_at(plan, point.steps)
    if not state.pending_steps:
        return tuple(shares(plan, game, ""))
    race = race_of(game)
    won = []
    for nth in range(plan.chart_games):
        chance = Chance(f"chart/{point.steps}/{nth}")
        twin = Driver(race.with_chance(chance), shuffle_unknown(state, chance), None, False, False)
        won.append(shares(plan, twin, chance.seed))
    return tuple(mean(one[seat] for one in won) for seat in range(plan.options.players))


def _state_at(plan: Plan, steps: int) -> tuple[State, Driver[State]]:
    """Return the state after so many steps, and the game."""
    states: list[State] = []
    done = [0]

    def end_step(_name: str, state: State) -> None:
        done[0] += 1
        if done[0] == steps:
            states.append(state.copy())

    game = begin(plan, end_step)
    for _given in groups(plan, game):
        if states:
            break
    return states[0], game


def shuffle_unknown(state: State, chance: Chance) -> State:
    """Return the state with all cards that will be drawn in another order."""
    twin = state.copy()
    for nth, supply in enumerate((twin, *twin.players)):
        supply.deck = chance.shuffle(supply.deck, -1 - nth)
    if robot_in(twin) is not None:
        # The robot draws from its stack, which lies where a player's hand does.
        stack = twin.players[SEAT]
        stack.hand = chance.shuffle(stack.hand, -2 - len(twin.players))
    return twin


MOST: Final = 5
"""Maximum number of each kind."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A choice that lost chances. number: of the answer. lost: in shares of a win, half: of its
    interval.
    """

    number: int
    lost: float
    half: float


@dataclass(frozen=True, slots=True)
class Swing:
    """A change of a player's chance between two points of the chart, by luck or others' choices.

    point: the number of the later one. before, after: the chances. half: of the interval of their
    difference.
    """

    point: int
    seat: int
    before: float
    after: float
    half: float


def find_mistakes(ratings: Sequence[Rating]) -> list[Mistake]:
    """Return the choices that lost most, in the order of the game."""
    behind = [(rating.number, rating.behind) for rating in ratings if rating.behind is not None]
    stand = benjamini_hochberg([one.p_value for _number, one in behind])
    lost = [
        Mistake(number, one.mean, one.half)
        for (number, one), stands in zip(behind, stand, strict=True)
        if stands and one.mean - one.half > 0
    ]
    lost.sort(key=lambda slip: -slip.lost)
    return sorted(lost[:MOST], key=lambda slip: slip.number)


def find_swings(chart: Sequence[Sequence[float]], games: int) -> list[Swing]:
    """Return the largest changes of chances, in the order of the game.

    chart: by point the chances of all players, that of the result last. games: for each point.
    """
    changes = [
        _change(number, before, after, games)
        for number, (before, after) in enumerate(pairwise(chart), 1)
    ]
    p_values = [_p_value(change, len(chart[0]), games) for change in changes]
    stand = benjamini_hochberg(p_values)
    changed = [one for one, stands in zip(changes, stand, strict=True) if stands]
    changed.sort(key=lambda jump: -abs(jump.after - jump.before))
    return sorted(changed[:MOST], key=lambda jump: jump.point)


def _change(number: int, before: Sequence[float], after: Sequence[float], games: int) -> Swing:
    """Return the change of the player whose chance has changed most; a gain rather than a loss."""
    seats = range(len(before))
    seat = max(seats, key=lambda one: (abs(after[one] - before[one]), after[one], -one))
    error = sum(_variance(one[seat], games) for one in (before, after)) / games
    return Swing(number, seat, before[seat], after[seat], Z * error**0.5)


def _p_value(jump: Swing, seats: int, games: int) -> float:
    """Return how probable it is that some seat's chance changes so much where none has changed.

    Both points are of one chance then, which both tell of. Student's distribution is told by the
    normal one (Abramowitz & Stegun 1964, 26.7.8). Of two seats one loses what the other gains.
    """
    both = _variance((jump.before + jump.after) / 2, 2 * games)
    student = abs(jump.after - jump.before) / (2 * both / games) ** 0.5
    freedom = max(1, 2 * games - 2)
    normal = student * (1 - 1 / (4 * freedom)) / (1 + student**2 / (2 * freedom)) ** 0.5
    return min(1.0, (seats if seats > 2 else 1) * two_sided(normal))


def _variance(chance: float, games: int) -> float:
    """Return the variance of one game, with one more of each end (Agresti & Caffo 2000)."""
    drawn = (chance * games + 1) / (games + 2)
    return drawn * (1 - drawn)
