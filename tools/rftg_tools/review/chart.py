"""The winning chances over a recorded game: hands as they are, what is drawn in unknown order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from gamekit.chance import Chance
from gamekit.driver import Driver
from rftg_engine import steps
from rftg_engine.modules.robot.state import robot_in
from rftg_engine.modules.robot.turn import SEAT
from rftg_engine.state import State
from rftg_tools.review.plan import Plan, begin, groups, race_of, shares
from rftg_tools.review.trials import mean

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
        following = state.todo[0] if state.todo else ""
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
    if not state.todo:
        return tuple(shares(plan, game, ""))
    race = race_of(game)
    won = []
    for nth in range(plan.chart_games):
        chance = Chance(f"chart/{point.steps}/{nth}")
        twin = Driver(race.with_chance(chance), shuffled(state, chance), None, False, False)
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


def shuffled(state: State, chance: Chance) -> State:
    """Return the state with all cards that will be drawn in another order."""
    twin = state.copy()
    for nth, supply in enumerate((twin, *twin.players)):
        supply.deck = chance.shuffle(supply.deck, -1 - nth)
    if robot_in(twin) is not None:
        # The robot draws from its stack, which lies where a player's hand does.
        stack = twin.players[SEAT]
        stack.hand = chance.shuffle(stack.hand, -2 - len(twin.players))
    return twin
