"""Trials of changed weights, and what they teach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from rftg_dev.minds import Mind
from rftg_dev.train.common import MOST_ROUNDS, SETTINGS, Setting
from rftg_engine import actions
from rftg_engine.bots import features, habits, play_out
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.network import Network
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot
from rftg_engine.bots.seats import stage_number
from rftg_engine.bots.weights import FORESEEN, PREDICTORS, STAGES, Weights
from rftg_engine.phases.scoring import result
from rftg_engine.race import new_game
from rftg_engine.view import View
from rftg_tools.simulation.race import table_of

STEP: Final = 0.22
"""How far a weight is changed, as a part of itself."""
LEAST_STEP: Final = 0.08
"""The change of a weight of 0."""
MOST: Final = 25.0
"""Margins beyond this count as this: who leads by far has won."""
WIN: Final = 6.0
"""Points that winning is worth besides the margin."""
NOTED: Final = 0.15
"""The part of all choices of actions that is noted, to learn to foresee them."""
Pairs = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it. change: by weight, in steps. margin: of the changed over the opposite."""

    change: list[float]
    margin: float
    calls: list[tuple[list[float], int]]


class RecordingExpert:
    """An expert whose actions are noted now and then, with the predictors that foretold them."""

    def __init__(self, known: Knowledge, seed: str) -> None:
        self.known = known
        self.bot = ExpertBot(known)
        self.rng = Random(seed)
        self.calls: list[tuple[list[float], int]] = []

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the expert."""
        answer = self.bot.choose(decision, look)
        if decision.kind in ACTION_KINDS and self.rng.random() < NOTED:
            view = look()
            for action in answer:
                name = actions.NAMES[actions.plain(action)]
                if name in FORESEEN:
                    stage = self.known.stage(stage_number(view))
                    outlook = self.known.outlook(view.me, stage, view.seats[view.me])
                    self.calls.append((outlook.predictors(), FORESEEN.index(name)))
        return answer


def values(weights: Weights) -> list[float]:
    """Return the weights that trials change, one after the other."""
    return [value for pair in (*weights.features[1:], *weights.habits) for value in pair]


def with_values(weights: Weights, numbers: list[float]) -> Weights:
    """Return the same weights with others in the place of `values`, but for wrong signs.

    A point stays a point.
    """
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    count = len(weights.features) - 1
    own = pairs[count:]
    for nth in habits.NEVER_NEGATIVE:
        first, last = own[nth]
        own[nth] = (max(0.0, first), max(0.0, last))
    return Weights([weights.features[0], *pairs[:count]], own, weights.predictors)


def steps(numbers: list[float], network: Network | None) -> list[float]:
    """Return how far each weight is changed: by what it comes to beside the slope of a value."""
    found = [LEAST_STEP + STEP * abs(number) for number in numbers]
    if network is not None:
        for nth, slope in enumerate(_slopes(network)):
            found[nth] = LEAST_STEP + STEP * abs(numbers[nth] + slope)
    return found


def _slopes(network: Network) -> list[float]:
    """Return the slope of a value beside each weight of a feature, in the order of `values`."""
    first, last = (network.typical_slopes(stage, features.COUNT) for stage in (0, STAGES))
    return [slope for pair in zip(first[1:], last[1:], strict=True) for slope in pair]


@dataclass(frozen=True, slots=True)
class Beside:
    """What weights are learned beside: a value and a policy.

    habits: these alone are learned.
    """

    mind: Mind
    habits: bool = False

    def steps(self, numbers: list[float]) -> list[float]:
        """Return how far each weight is changed."""
        _weights, network, _policy = self.mind.read()
        found = steps(numbers, network)
        if self.habits:
            count = 2 * (features.COUNT - 1)
            found[:count] = [0.0] * count
        return found


Parts = tuple[Pairs, Pairs, list[list[float]]]
"""Weights as what any process can be sent."""


def parts(weights: Weights) -> Parts:
    """Return the parts of weights, from which they can be made again."""
    return weights.features, weights.habits, weights.predictors


def trial(parts: Parts, beside: Beside, seed: str, number: int) -> Trial:
    """Play trial `number`: one change, played from both sides."""
    setting = SETTINGS[number % len(SETTINGS)]
    table = table_of(setting.sets)
    _weights, network, policy = beside.mind.read()
    rng = Random(f"{seed}/{number}")
    weights = Weights(*parts)
    numbers = values(weights)
    change = [rng.gauss(0.0, 1.0) for _value in numbers]
    moves = [size * one for size, one in zip(beside.steps(numbers), change, strict=True)]
    sides = []
    for sign in (1.0, -1.0):
        moved = [value + sign * move for value, move in zip(numbers, moves, strict=True)]
        sides.append(Knowledge(table, with_values(weights, moved), network, policy))
    calls: list[tuple[list[float], int]] = []
    margins = [_play(setting, sides, f"{seed}/{number}", turn, calls) for turn in range(2)]
    return Trial(change, sum(margins) / 2.0, calls)


def _play(
    setting: Setting,
    sides: list[Knowledge],
    seed: str,
    turn: int,
    calls: list[tuple[list[float], int]],
) -> float:
    """Return the margin of the first side in a game where the sides sit by turns."""
    seats = range(setting.options.players)
    game = new_game(sides[0].table, setting.options, seed, None, False)
    bots = [RecordingExpert(sides[(seat + turn) % 2], f"{seed}/{seat}") for seat in seats]
    players: list[Any] = list(bots)
    play_out(game, players, MOST_ROUNDS)
    if not game.over:
        return 0.0
    calls += [call for bot in bots for call in bot.calls]
    ended = result(sides[0].table, game.state)
    margin = 0.0
    for seat in seats:
        share = (ended.scores[seat] + WIN * (seat in ended.winners)) * 2.0 / len(seats)
        margin += share if (seat + turn) % 2 == 0 else -share
    return max(-MOST, min(MOST, margin))


RATE: Final = 0.2
"""Steps that a weight moves for each standard error by which its change paid."""
MOST_ERRORS: Final = 4.0
MEMORY: Final = 0.6
"""How much of the direction of the generation before is kept."""
PREDICTOR_RATE: Final = 0.02


def direction(trials: Sequence[Trial]) -> list[float]:
    """Return by weight how many standard errors its change has paid: the slope of the margin."""
    mean = sum(trial.margin for trial in trials) / len(trials)
    spread = sqrt(sum((trial.margin - mean) ** 2 for trial in trials) / len(trials))
    error = max(1e-9, spread / sqrt(len(trials)))
    slopes = [0.0] * len(trials[0].change)
    for one in trials:
        for index, change in enumerate(one.change):
            slopes[index] += change * one.margin
    limit = MOST_ERRORS
    return [max(-limit, min(limit, slope / len(trials) / error)) for slope in slopes]


def moved(numbers: list[float], way: list[float], sizes: list[float]) -> list[float]:
    """Return the weights moved along a direction. sizes: of the step of each."""
    return [
        number + RATE * step * one for number, step, one in zip(numbers, sizes, way, strict=True)
    ]


def blended(old: list[float], new: list[float]) -> list[float]:
    """Return a direction that remembers the one before."""
    return [MEMORY * one + (1.0 - MEMORY) * other for one, other in zip(old, new, strict=True)]


def foresight(
    weights: list[list[float]], calls: Sequence[tuple[list[float], int]]
) -> list[list[float]]:
    """Return the weights of the predictors after these calls.

    They are trained as a softmax, one call after the other.
    """
    found = [row[:] for row in weights]
    scale = [
        max(1.0, sqrt(sum(call[0][index] ** 2 for call in calls) / max(1, len(calls))))
        for index in range(len(PREDICTORS))
    ]
    for seen, chosen in calls:
        odds = [
            exp(max(-30.0, min(30.0, sum(a * b for a, b in zip(row, seen, strict=True)))))
            for row in found
        ]
        whole = sum(odds)
        for action in range(len(FORESEEN)):
            missed = (action == chosen) - odds[action] / whole
            row = found[action]
            for index, value in enumerate(seen):
                row[index] += PREDICTOR_RATE * missed * value / scale[index] ** 2
    return found
