"""Value of positions of Race, learned from games between bots.

Each position at the start of a round is an example. A network is fitted to how much the lead still
changes, and the spread of its errors turns a lead into a chance to win.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from gamekit import learned
from gamekit.decisions import Answer, Choice, Decision
from gamekit.game import Result
from rftg_dev.harness import positive
from rftg_dev.train.common import (
    MAX_ROUNDS,
    SETTINGS,
    Mind,
    Setting,
    add_fit_arguments,
    describe_settings,
    fit_notes,
    write,
)
from rftg_dev.train.softsign import (
    Floats,
    Folded,
    Model,
    Scale,
    fit_held_in,
    is_held_out,
    lead_changes,
    root_mean_square,
    stack_examples,
)
from rftg_dev.train.weights import step_size, values, with_values
from rftg_dev.yardstick import Line, files_of, kind_of, parse, snapshots, split_games
from rftg_engine.bots import features, habits, networks, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.habits import STAGES
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import VALUE_FORMAT, Value
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot
from rftg_engine.bots.seats import stage_of
from rftg_engine.game import new_game
from rftg_engine.phases.scoring import result
from rftg_engine.view import View
from rftg_tools.progress import with_progress
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

GAME: Final = 0
STAGE: Final = 1
AHEAD: Final = 2
LEAD: Final = 3
WON: Final = 4
NOTES: Final = 5
"""Number of columns before the inputs.

GAME: its number. STAGE: of the game, 0 to habits.STAGES. AHEAD: lead over the best opponent if the
game ended now. LEAD: the same at the end. WON: share of the win.
"""
WIDTH: Final = NOTES + features.INPUT_COUNT
TAUGHT: Final = -1
"""Game number of all games of a teacher, so that none of them is held out."""
BLOCK: Final = 10
"""Consecutive games of the same kind between the same two varied minds."""
CHANGE: Final = 0.6
"""Standard deviation of the random changes of weights, in steps (see weights.py)."""
RANDOM_CHOICES: Final = 0.04
"""Share of action choices that are made at random."""

REPEAT: Final = 2
MIN_SLOPE: Final = 0.01
"""Smallest slope, in points, of an input that never makes a position worse."""
HAND_PENALTIES: Final = (features.HAND_OVER_4, features.HAND_OVER_8)
MAX_PENALTY: Final = 0.4
"""Largest share of a card's value that each hand penalty subtracts."""
NEVER_HELPFUL: Final = (
    *(features.OTHERS + index for index in features.NEVER_HARMFUL if 0 < index < features.COUNT),
    *HAND_PENALTIES,
    features.HAND_UNDER_3,
)
"""Inputs that never make a position better: those that help opponents, and hands of the wrong size.

The opponents' score is not included, because it also counts in the lead.
"""
LAST_SPREADS: Final = tuple(half / 2 for half in range(2, 10))
"""Spreads of the errors at the end of a game that are tried."""
GROWTHS: Final = tuple(tenth / 10 for tenth in range(12))
"""Increases of the spread per earlier stage that are tried."""
MAX_EXPONENT: Final = 30.0
MIN_CHANCE: Final = 1e-9
SAMPLE_STEP: Final = 5
"""Every fifth example is enough for the typical inputs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_fit_arguments(parser, games=60_000, units=12, epochs=30)
    parser.add_argument("--start", type=Path, default=networks.VALUE_FILE, help="bots' value")
    parser.add_argument("--policy", type=Path, default=networks.POLICY_FILE, help="their policy")
    parser.add_argument("--weights", type=Path, default=habits.SHIPPED, help="their weights")
    parser.add_argument("--teacher", type=Path, metavar="FOLDER", help="also learn from its games")
    parser.add_argument(
        "--repeat", type=positive, default=REPEAT, help=f"weight of the teacher (default {REPEAT})"
    )


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the value, and yield a report. Raises OSError and ValueError."""
    mind = Mind(args.weights, args.start, args.policy)
    mind.read()
    lessons = [] if args.teacher is None else read_teacher(args.teacher)
    trained = {
        **fit_notes(args, args.weights, args.start, args.policy),
        "settings": describe_settings(),
        **({} if args.teacher is None else {"taught": len(lessons), "repeat": args.repeat}),
    }
    course = Course(args.seed, args.games, mind)
    taught = with_progress(teacher_examples(course, lessons, args.jobs), len(lessons), "lessons")
    games = chain(
        with_progress(play_games(course, args.jobs), args.games, "games"),
        repeat_games(taught, args.repeat),
    )
    data, report = fit_value(games, (args.units, args.epochs), args.seed)
    write(args.output, {"format": networks.VALUE_FORMAT, "trained": trained, **data})
    yield f"{args.games} games, {report}"


def repeat_games(games: Iterable[array[float]], times: int) -> Iterator[array[float]]:
    """Yield the examples of each game several times."""
    for game in games:
        yield from [game] * times


# --- the games


class Position:
    """A position from one player's view. rows: its inputs with and without the hand."""

    def __init__(self, knowledge: Knowledge, view: View) -> None:
        evaluator = Evaluator(knowledge, view)
        self.me: Final = view.me
        self.stage: Final = stage_of(knowledge, view).number
        self.ahead: Final = evaluator.global_inputs.ahead
        self.rows: Final = (inputs_of(evaluator), inputs_without_hand(evaluator))

    def examples(self, game: int, scores: Result) -> array[float]:
        """Return an example for each row, given the scores at the end."""
        opponents = [score for seat, score in enumerate(scores.scores) if seat != self.me]
        lead = scores.scores[self.me] - max(opponents)
        won = 1 / len(scores.winners) if self.me in scores.winners else 0
        numbers: array[float] = array("f")
        for row in self.rows:
            numbers.extend((game, self.stage, self.ahead, lead, won))
            numbers.extend(row)
        return numbers


def inputs_of(evaluator: Evaluator) -> list[float]:
    """Return all inputs of the value for the owner of a view."""
    amounts = inputs_without_hand(evaluator)
    for index, amount in zip(*evaluator.best_card_inputs(evaluator.hand), strict=True):
        amounts[index] = amount
    return amounts


def inputs_without_hand(evaluator: Evaluator) -> list[float]:
    """Return the inputs that do not depend on the cards in hand; the others are 0."""
    knowledge, view, global_inputs = evaluator.knowledge, evaluator.view, evaluator.global_inputs
    amounts = [0.0] * features.INPUT_COUNT
    share = 1.0 / (len(view.seats) - 1)
    for seat, seat_view in enumerate(view.seats):
        first, part = (0, 1.0) if seat == view.me else (features.OTHERS, share)
        _add(amounts, first, knowledge.tableau_value(seat_view.tableau).sums, part)
    for index, amount in zip(global_inputs.indices, global_inputs.amounts, strict=True):
        amounts[index] += amount
    return amounts


def _add(amounts: list[float], first: int, added: Sequence[float], part: float) -> None:
    for index, amount in enumerate(added):
        amounts[first + index] += part * amount


@dataclass(frozen=True, slots=True)
class Course:
    """Games to learn from. mind: of all players, who vary it."""

    seed: int
    games: int
    mind: Mind


class RecordingBot:
    """An expert with some random actions that records its position at the start of each round.

    judge: knowledge that ranks the cards in hand, the same for all players.
    """

    def __init__(self, knowledge: Knowledge, judge: Knowledge, seed: str) -> None:
        self.bot = ExpertBot(knowledge)
        self.judge = judge
        self.rng = Random(seed)
        self.positions: list[Position] = []
        self._round = -1

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the expert's answer, or now and then a random one."""
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            view = look()
            if view.round != self._round:
                self._round = view.round
                self.positions.append(Position(self.judge, view))
            if self.rng.random() < RANDOM_CHOICES:
                return self.rng.choice(decision.options)
        return self.bot.choose(decision, look)


def play_games(course: Course, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    for games in map_in_parallel(partial(play_block, course), range(0, course.games, BLOCK), jobs):
        yield from games


def play_block(course: Course, first: int) -> list[array[float]]:
    """Return the examples of each game of a block."""
    block = first // BLOCK
    setting = SETTINGS[block % len(SETTINGS)]
    rng = Random(f"{course.seed}/{block}")
    judge = course.mind.knowledge(table_of(setting.sets))
    sides = [vary(judge, course.mind.value, rng) for _side in range(2)]
    games = range(first, min(first + BLOCK, course.games))
    return [_play(course, setting, sides, judge, game) for game in games]


def vary(knowledge: Knowledge, value_file: Path, rng: Random) -> Knowledge:
    """Return the same knowledge with random changes of the habits and of the value's linear part.

    The weight of a victory point does not change.
    """
    numbers = values(knowledge.weights)
    varied = [number + CHANGE * step_size(number) * rng.gauss(0.0, 1.0) for number in numbers]
    data = learned.read(value_file, VALUE_FORMAT, dict)
    linear_part = len(data["outer"])
    slopes = knowledge.value.typical_slopes(STAGES // 2)
    for name, slope in zip(features.NAMES[1:], slopes[1:], strict=True):
        data["inputs"][name][linear_part] += CHANGE * step_size(slope) * rng.gauss(0.0, 1.0)
    weights = with_values(knowledge.weights, varied)
    return Knowledge(knowledge.table, weights, Value(data), knowledge.policy)


def _play(
    course: Course, setting: Setting, sides: list[Knowledge], judge: Knowledge, number: int
) -> array[float]:
    """Return the examples of a game; none if it does not end. The sides alternate by seat."""
    seed = f"{course.seed}/{number}"
    game = new_game(judge.table, setting.options, seed, None, False)
    bots = [
        RecordingBot(sides[(seat + number) % len(sides)], judge, f"{seed}/{seat}")
        for seat in range(setting.options.players)
    ]
    players: list[Any] = list(bots)
    play_out(game, players, MAX_ROUNDS)
    numbers: array[float] = array("f")
    if game.over:
        scores = result(judge.table, game.state)
        for bot in bots:
            for position in bot.positions:
                numbers.extend(position.examples(number, scores))
    return numbers


# --- games of a teacher: another player in every seat


def read_teacher(folder: Path) -> list[Line]:
    """Return the games to learn from, without those that the yardstick holds out.

    Raises OSError and ValueError.
    """
    return [line for path in files_of(folder).values() for line in split_games(path)[0]]


def teacher_examples(course: Course, lines: list[Line], jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game of a teacher, in order."""
    yield from map_in_parallel(partial(_examples_of, course), lines, jobs)


def _examples_of(course: Course, line: Line) -> array[float]:
    game = parse(line)
    kind = kind_of(game["kind"])
    judge = course.mind.knowledge(kind.table)
    totals = tuple(game["result"]["scores"])
    scores = Result(totals, (0,) * len(totals), tuple(game["result"]["winners"]))
    numbers: array[float] = array("f")
    for snapshot in snapshots(game):
        numbers.extend(Position(judge, snapshot.view).examples(TAUGHT, scores))
    return numbers


# --- the fit


def fit_value(
    games: Iterable[array[float]], size: tuple[int, int], seed: int
) -> tuple[dict[str, Any], str]:
    """Return the learned members of a value file, and a report. size: units and epochs.

    Raises ValueError if there are too few examples.
    """
    examples = stack_examples(games, WIDTH)
    held_out = is_held_out(examples[:, GAME])
    changes = lead_changes(examples[:, AHEAD], examples[:, LEAD])
    network = fit_held_in(examples[:, NOTES:], changes, held_out, size, seed, RaceSigns)
    fitted = with_known_hand(examples[~held_out])
    is_taught = fitted[:, GAME] == TAUGHT
    if is_taught.any():  # the bots play at random now and then, so their games are less certain
        fitted = fitted[is_taught]
    spread = find_spread(fitted, network.predict(fitted[:, NOTES:]))
    data = {
        "spread": [spread.last, spread.growth],
        **network.as_data(features.INPUT_NAMES, *typical_inputs(examples)),
    }
    report = f"{len(examples)} examples"
    if held_out.any():
        judged = with_known_hand(examples[held_out])
        error = value_error(network, examples[held_out])
        loss = log_loss(judged, network.predict(judged[:, NOTES:]), spread.last, spread.growth)
        report += f"; held-out games: error of leads {error:.2f} points, log loss {loss:.4f}"
    return data, report


class RaceSigns:
    """Inputs of which more never makes a position worse (1) or never better (-1).

    minimum: smallest direct weight per input, times its sign. It is positive for inputs that never
    harm, even if they rarely mattered in the games. For the own score it is minus one point per
    point, because the score also counts in the lead.
    """

    def __init__(self, scale: Scale) -> None:
        self.signs: Floats = np.zeros(features.INPUT_COUNT, np.float32)
        self.signs[list(features.NEVER_HARMFUL)] = 1
        self.signs[list(NEVER_HELPFUL)] = -1
        points = scale.inputs.spread / np.float32(scale.lead_spread)
        self.minimum: Floats = np.where(self.signs > 0, MIN_SLOPE * points, 0).astype(np.float32)
        self.minimum[features.SCORE] = -points[features.SCORE]
        spread = scale.inputs.spread
        self.penalties: Floats = MAX_PENALTY * spread[list(HAND_PENALTIES)] / spread[features.HAND]

    def project(self, model: Model) -> None:
        """Replace weights with a wrong sign and too large penalties by the nearest allowed ones."""
        model.rows[model.rows * model.outer * self.signs[:, None] < 0] = 0
        wrong = (self.signs != 0) & (model.direct * self.signs < self.minimum)
        model.direct[wrong] = self.minimum[wrong]
        penalties, unit_signs = list(HAND_PENALTIES), np.sign(model.outer)
        limit = np.outer(self.penalties, model.rows[features.HAND] * unit_signs)
        model.rows[penalties] = unit_signs * np.maximum(model.rows[penalties] * unit_signs, -limit)
        limit = self.penalties * model.direct[features.HAND]
        model.direct[penalties] = np.maximum(model.direct[penalties], -limit)


def value_error(network: Folded, examples: Floats) -> float:
    """Return the root mean square error of a network on some examples, in points."""
    changes = lead_changes(examples[:, AHEAD], examples[:, LEAD])
    return root_mean_square(network.predict(examples[:, NOTES:]) - changes)


@dataclass(frozen=True, slots=True)
class Spread:
    """Spread of the errors (see Value). loss: mean log loss of the chances to win."""

    last: float
    growth: float
    loss: float


def find_spread(examples: Floats, predictions: Floats) -> Spread:
    """Return the spread that gives the best chances to win.

    examples: with the hand known. predictions: predicted change of each lead.
    """
    spreads = (
        Spread(last, growth, log_loss(examples, predictions, last, growth))
        for last in LAST_SPREADS
        for growth in GROWTHS
    )
    return min(spreads, key=lambda spread: spread.loss)


def log_loss(examples: Floats, predictions: Floats, last: float, growth: float) -> float:
    """Return the mean log loss of the chances to win that follow from leads and a spread."""
    lead = (examples[:, AHEAD] + predictions).astype(np.float64)
    spread = last + growth * (STAGES - examples[:, STAGE].astype(np.float64))
    chance = 1 / (1 + np.exp(-np.clip(lead / spread, -MAX_EXPONENT, MAX_EXPONENT)))
    won = examples[:, WON].astype(np.float64)
    low = np.log(np.maximum(1 - chance, MIN_CHANCE))
    high = np.log(np.maximum(chance, MIN_CHANCE))
    return float(-np.mean(won * high + (1 - won) * low))


def with_known_hand(examples: Floats) -> Floats:
    """Return the examples that include the hand."""
    known: Floats = examples[examples[:, NOTES + features.HAND_KNOWN] > 0]
    return known


def typical_inputs(examples: Floats) -> tuple[Floats, Floats]:
    """Return the mean inputs at the start and at the end of games, by linear regression."""
    sample = examples[::SAMPLE_STEP]
    progress = sample[:, STAGE].astype(np.float64) / STAGES
    line = np.stack([np.ones(len(progress)), progress], axis=1)
    first, slope = np.linalg.lstsq(line, sample[:, NOTES:].astype(np.float64), rcond=None)[0]
    return first.astype(np.float32), (first + slope).astype(np.float32)
