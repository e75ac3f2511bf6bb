"""Weights of habits, learned from trials of random changes.

In a generation, each trial changes all weights at random and plays the same deals with the change
against the opposite change. The weights then move in the directions that gained points. The result
is the mean over the last half of the generations.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from rftg_dev.train.common import (
    MAX_ROUNDS,
    SETTINGS,
    Mind,
    Setting,
    describe_settings,
    origin,
    write,
)
from rftg_engine import actions
from rftg_engine.bots import habits, networks, play_out
from rftg_engine.bots.habits import FORMAT, PREDICTED_ACTIONS, PREDICTORS, Weights
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot
from rftg_engine.bots.seats import stage_number
from rftg_engine.game import new_game
from rftg_engine.phases.scoring import result
from rftg_engine.view import View
from rftg_tools.progress import with_progress
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

STEP: Final = 0.22
"""Size of a change relative to the weight."""
MIN_STEP: Final = 0.08
"""Size of the change to a weight that is 0."""
MAX_MARGIN: Final = 25.0
"""Larger margins count as this."""
WIN: Final = 6.0
"""Value of a win in points, in addition to the margin."""
RECORDED_SHARE: Final = 0.15
"""Share of action choices that are recorded to train the predictors."""
RATE: Final = 0.2
"""Steps by which a weight moves per standard error of its gain."""
MAX_ERRORS: Final = 4.0
"""Gains beyond this many standard errors count as this."""
MEMORY: Final = 0.6
"""Share of the previous generation's direction that is kept."""
PREDICTOR_RATE: Final = 0.02
Call = tuple[list[float], int]
"""Predictors of a player's position, and the index in FORESEEN of the action selected there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--generations", type=int, default=100, help="(default 100)")
    parser.add_argument("--trials", type=int, default=500, help="trials per generation")
    parser.add_argument("--start", type=Path, default=habits.SHIPPED, help="to start from")
    parser.add_argument("--value", type=Path, help="the bots' value (default: the shipped)")
    parser.add_argument("--policy", type=Path, default=networks.POLICY_FILE, help="their policy")


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play all generations, write the weights after each, and yield a report at the end.

    Raises OSError and ValueError.
    """
    mind = Mind(args.start, args.value, args.policy)
    mind.check()
    weights = habits.read(args.start)
    files = (args.start, args.value, args.policy)
    start = origin(*[path for path in files if path is not None])
    generations = play_generations(
        weights, mind, args.seed, args.generations, args.trials, args.jobs
    )
    history: list[Weights] = []
    for learned in with_progress(generations, args.generations, "generations"):
        history.append(learned)
        counts = {"seed": args.seed, "generations": len(history), "trials": args.trials}
        write(args.output, as_data(mean(history[len(history) // 2 :]), {**counts, **start}))
    yield f"{len(history)} generations of {args.trials} trials"


def play_generations(
    weights: Weights, mind: Mind, seed: int, count: int, trials: int, jobs: int | None
) -> Iterator[Weights]:
    """Yield the weights after each generation. mind: the other files that the bots play by."""
    direction = [0.0] * len(values(weights))
    for generation in range(count):
        work = partial(play_trial, weights, mind, f"{seed}/{generation}")
        results = list(map_in_parallel(work, range(trials), jobs))
        direction = blend(direction, gains(results))
        predictors = train_predictors(
            weights.predictors, [call for trial in results for call in trial.calls]
        )
        moved = move(values(weights), direction)
        weights = with_values(weights._replace(predictors=predictors), moved)
        yield weights


def mean(history: Sequence[Weights]) -> Weights:
    """Return the mean of weights, with the predictors of the last, which learned from all calls."""
    columns = zip(*map(values, history), strict=True)
    return with_values(history[-1], [sum(column) / len(history) for column in columns])


def as_data(weights: Weights, trained: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a weights file (see rftg_engine.bots.habits)."""
    return {
        "format": FORMAT,
        "trained": {**trained, "settings": describe_settings()},
        "habits": {
            name: [round(value, 4) for value in pair]
            for name, pair in zip(habits.NAMES, weights.habits, strict=True)
        },
        "actions": {
            name: [round(value, 4) for value in row]
            for name, row in zip(PREDICTED_ACTIONS, weights.predictors, strict=True)
        },
    }


# --- the weights that trials change


def values(weights: Weights) -> list[float]:
    """Return the habits as one list."""
    return [value for pair in weights.habits for value in pair]


def with_values(weights: Weights, numbers: list[float]) -> Weights:
    """Return weights with the numbers of `values` replaced; some habits are at least 0."""
    new_habits = list(zip(numbers[::2], numbers[1::2], strict=True))
    for index in habits.NEVER_NEGATIVE:
        first, last = new_habits[index]
        new_habits[index] = (max(0.0, first), max(0.0, last))
    return weights._replace(habits=new_habits)


def step_size(number: float) -> float:
    """Return the size of a change of a weight."""
    return MIN_STEP + STEP * abs(number)


def gains(trials: Sequence[Trial]) -> list[float]:
    """Return the gain per weight from its change, in standard errors."""
    mean_margin = sum(trial.margin for trial in trials) / len(trials)
    spread = sqrt(sum((trial.margin - mean_margin) ** 2 for trial in trials) / len(trials))
    error = max(1e-9, spread / sqrt(len(trials)))
    slopes = [0.0] * len(trials[0].change)
    for trial in trials:
        for index, change in enumerate(trial.change):
            slopes[index] += change * trial.margin
    return [max(-MAX_ERRORS, min(MAX_ERRORS, slope / len(trials) / error)) for slope in slopes]


def move(numbers: list[float], direction: list[float]) -> list[float]:
    """Return the weights after a step along a direction."""
    return [
        number + RATE * step_size(number) * part
        for number, part in zip(numbers, direction, strict=True)
    ]


def blend(old: list[float], new: list[float]) -> list[float]:
    """Return a new direction mixed with the previous one."""
    return [MEMORY * a + (1.0 - MEMORY) * b for a, b in zip(old, new, strict=True)]


def train_predictors(weights: list[list[float]], calls: Sequence[Call]) -> list[list[float]]:
    """Return the weights of the predictors after a pass over some calls, as a softmax."""
    trained = [row[:] for row in weights]
    scale = [
        max(1.0, sqrt(sum(call[0][index] ** 2 for call in calls) / max(1, len(calls))))
        for index in range(len(PREDICTORS))
    ]
    for predictors, chosen in calls:
        odds = [
            exp(max(-30.0, min(30.0, sum(a * b for a, b in zip(row, predictors, strict=True)))))
            for row in trained
        ]
        total = sum(odds)
        for action in range(len(PREDICTED_ACTIONS)):
            error = (action == chosen) - odds[action] / total
            row = trained[action]
            for index, value in enumerate(predictors):
                row[index] += PREDICTOR_RATE * error * value / scale[index] ** 2
    return trained


# --- trials


@dataclass(frozen=True, slots=True)
class Trial:
    """Result of a trial.

    change: change per weight, in steps. margin: lead of the changed weights over the opposite.
    """

    change: list[float]
    margin: float
    calls: list[Call]


class RecordingExpert:
    """An expert that records some of its actions with the predictors of its position."""

    def __init__(self, knowledge: Knowledge, seed: str) -> None:
        self.knowledge = knowledge
        self.bot = ExpertBot(knowledge)
        self.rng = Random(seed)
        self.calls: list[Call] = []

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the expert."""
        answer = self.bot.choose(decision, look)
        if decision.kind in ACTION_KINDS and self.rng.random() < RECORDED_SHARE:
            view = look()
            for action in answer:
                name = actions.NAMES[actions.plain(action)]
                if name in PREDICTED_ACTIONS:
                    stage = self.knowledge.stage(stage_number(view))
                    outlook = self.knowledge.outlook(view.me, stage, view.seats[view.me])
                    self.calls.append((outlook.predictors(), PREDICTED_ACTIONS.index(name)))
        return answer


def play_trial(weights: Weights, mind: Mind, seed: str, number: int) -> Trial:
    """Play a trial: a random change against its opposite, from both sides."""
    setting = SETTINGS[number % len(SETTINGS)]
    table = table_of(setting.sets)
    shipped = mind.knowledge(table)
    rng = Random(f"{seed}/{number}")
    numbers = values(weights)
    change = [rng.gauss(0.0, 1.0) for _value in numbers]
    moves = [step_size(number) * step for number, step in zip(numbers, change, strict=True)]
    sides = []
    for sign in (1.0, -1.0):
        changed = [number + sign * move for number, move in zip(numbers, moves, strict=True)]
        sides.append(Knowledge(table, with_values(weights, changed), shipped.value, shipped.policy))
    calls: list[Call] = []
    margins = [_play(setting, sides, f"{seed}/{number}", turn, calls) for turn in range(2)]
    return Trial(change, sum(margins) / 2.0, calls)


def _play(
    setting: Setting, sides: list[Knowledge], seed: str, turn: int, calls: list[Call]
) -> float:
    """Return the margin of the first side in a game in which both sides alternate by seat."""
    seats = range(setting.options.players)
    game = new_game(sides[0].table, setting.options, seed, None, False)
    bots = [RecordingExpert(sides[(seat + turn) % 2], f"{seed}/{seat}") for seat in seats]
    players: list[Any] = list(bots)
    play_out(game, players, MAX_ROUNDS)
    if not game.over:
        return 0.0
    calls += [call for bot in bots for call in bot.calls]
    scores = result(sides[0].table, game.state)
    margin = 0.0
    for seat in seats:
        share = (scores.scores[seat] + WIN * (seat in scores.winners)) * 2.0 / len(seats)
        margin += share if (seat + turn) % 2 == 0 else -share
    return max(-MAX_MARGIN, min(MAX_MARGIN, margin))
