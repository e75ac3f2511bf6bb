"""Value of positions of Race, learned from games between bots.

Each round is an example. A network rates the position of each player at its start, and is fitted so
that the players' chances to win, which are the softmax of their ratings, are as likely as possible
(minimal cross-entropy). In turn, each player knows the own hand and not those of the others. The
network is also fitted to placements (see placements.py), which teach what causes wins and does not
only go with them.
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
from numpy.typing import NDArray

from gamekit import learned
from gamekit.decisions import Answer, Choice, Decision
from rftg_dev.harness import positive
from rftg_dev.positions import Line, files_of, kind_of, parse, snapshots, split_games
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
from rftg_dev.train.placements import (
    Batches,
    Choices,
    inputs_of,
    inputs_without_hand,
    play_out_placements,
    teacher_placements,
)
from rftg_dev.train.softsign import (
    LAST_RATE,
    RATE,
    Adam,
    Floats,
    Folded,
    Model,
    Standardization,
    is_held_out,
    stack_examples,
)
from rftg_dev.train.weights import step_size, values, with_values
from rftg_engine.bots import features, habits, networks, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.habits import STAGES
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import POINTS_PER_E, VALUE_FORMAT, Value
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot
from rftg_engine.bots.seats import stage_of
from rftg_engine.game import new_game
from rftg_engine.phases.scoring import result
from rftg_engine.view import View
from rftg_tools.progress import with_progress
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

GAME: Final = 0
SEAT: Final = 1
STAGE: Final = 2
WON: Final = 3
NOTES: Final = 4
"""Number of columns before the inputs.

GAME: its number. SEAT: of the player. STAGE: of the game, 0 to habits.STAGES. WON: share of the
win.
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
NEVER_HELPFUL: Final = (*HAND_PENALTIES, features.HAND_UNDER_3)
"""Inputs that never make a position better: hands of the wrong size."""
BATCH: Final = 512
"""Rounds per step of the fit."""
MIN_CHANCE: Final = 1e-9
SAMPLE_STEP: Final = 5
"""Every fifth example is enough for the typical inputs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_fit_arguments(parser, games=13_000, units=24, epochs=20)
    parser.add_argument("--start", type=Path, help="bots' value (default: the shipped)")
    parser.add_argument("--policy", type=Path, default=networks.POLICY_FILE, help="their policy")
    parser.add_argument("--weights", type=Path, default=habits.SHIPPED, help="their weights")
    parser.add_argument("--teacher", type=Path, metavar="FOLDER", help="also learn from its games")
    parser.add_argument(
        "--played-out",
        type=int,
        default=0,
        metavar="GAMES",
        help="games whose placements are played out (default 0: a teacher shows them)",
    )
    parser.add_argument(
        "--invasion", action="store_true", help="learn the value for sets with an invasion"
    )
    parser.add_argument(
        "--repeat", type=positive, default=REPEAT, help=f"weight of the teacher (default {REPEAT})"
    )


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the value, and yield a report. Raises OSError and ValueError."""
    mind = Mind(args.weights, args.start, args.policy)
    mind.check()
    settings = tuple(s for s in SETTINGS if s.has_invasion == args.invasion)
    lessons = [] if args.teacher is None else read_teacher(args.teacher)
    trained = {
        **fit_notes(args, args.weights, args.start, args.policy),
        "settings": describe_settings(settings),
        "played out": args.played_out,
        **({} if args.teacher is None else {"taught": len(lessons), "repeat": args.repeat}),
    }
    course = Course(args.seed, args.games, mind, settings)
    taught = with_progress(teacher_examples(course, lessons, args.jobs), len(lessons), "lessons")
    games = chain(
        with_progress(play_games(course, args.jobs), args.games, "games"),
        repeat_games(taught, args.repeat),
    )
    examples = stack_examples(games, WIDTH)
    shown = with_progress(teacher_placements(mind, lessons, args.jobs), len(lessons), "lessons")
    played = play_out_placements(mind, settings, args.seed, args.played_out, args.jobs)
    scale = Standardization.from_inputs(examples[:, NOTES:])
    choices = [
        Choices(list(shown), scale, taught=True),
        Choices(list(with_progress(played, args.played_out, "games")), scale, taught=False),
    ]
    data, report = fit_value(examples, choices, (args.units, args.epochs), args.seed)
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
        self.round: Final = view.round
        self.me: Final = view.me
        self.stage: Final = stage_of(knowledge, view).number
        self.rows: Final = (inputs_of(evaluator), inputs_without_hand(evaluator))


def examples_of(positions: Iterable[Position], game: int, winners: Sequence[int]) -> array[float]:
    """Return the rows of all positions of a game, by round and seat."""
    numbers: array[float] = array("f")
    for position in sorted(positions, key=lambda position: (position.round, position.me)):
        won = 1 / len(winners) if position.me in winners else 0
        for row in position.rows:
            numbers.extend((game, position.me, position.stage, won))
            numbers.extend(row)
    return numbers


@dataclass(frozen=True, slots=True)
class Course:
    """Games to learn from. mind: of all players, who vary it. settings: kinds of games, in turn."""

    seed: int
    games: int
    mind: Mind
    settings: tuple[Setting, ...]


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
    setting = course.settings[block % len(course.settings)]
    rng = Random(f"{course.seed}/{block}")
    judge = course.mind.knowledge(table_of(setting.sets))
    value_file = course.mind.value_file_of(judge.table)
    sides = [vary(judge, value_file, rng) for _side in range(2)]
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
    if not game.over:
        return array("f")
    positions = [position for bot in bots for position in bot.positions]
    return examples_of(positions, number, result(judge.table, game.state).winners)


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
    positions = [Position(judge, snapshot.view) for snapshot in snapshots(game)]
    return examples_of(positions, TAUGHT, game["result"]["winners"])


# --- the fit


def fit_value(
    examples: Floats, choices: Sequence[Choices], size: tuple[int, int], seed: int
) -> tuple[dict[str, Any], str]:
    """Return the learned members of a value file, and a report. size: units and epochs.

    Raises ValueError if there are too few examples.
    """
    seats = seats_of(examples)
    held_out = is_held_out(examples[seats[:, 0], GAME])
    if held_out.all():
        raise ValueError("all games are held out to judge the fit: play more games")
    epochs = fit_epochs(examples, seats[~held_out], choices, size, seed)
    *_, network = with_progress(epochs, size[1], "epochs")
    data = network.as_data(features.INPUT_NAMES, *typical_inputs(examples))
    report = f"{len(seats)} rounds, {sum(len(c.rows) for c in choices)} placements"
    if held_out.any():
        report += f"; held-out games: log loss {log_loss(network, examples, seats[held_out]):.4f}"
    return data, report


def seats_of(examples: Floats) -> NDArray[np.int64]:
    """Return the examples of each round: the row of each seat with the hand, or -1 for no seat.

    The row without the hand follows it.
    """
    known = np.arange(0, len(examples), 2)
    starts = np.flatnonzero(examples[known, SEAT] == 0)
    counts = np.diff(np.append(starts, len(known)))
    seats = np.full((len(starts), int(counts.max())), -1, np.int64)
    for seat in range(seats.shape[1]):
        present = counts > seat
        seats[present, seat] = known[starts[present] + seat]
    return seats


def seen_by(seats: NDArray[np.int64], viewers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows that a viewer of each round sees: only the own hand is known."""
    seen = seats + 1
    rounds = np.arange(len(seats))
    seen[rounds, viewers] = seats[rounds, viewers]
    return seen


def fit_epochs(
    examples: Floats,
    seats: NDArray[np.int64],
    choices: Sequence[Choices],
    size: tuple[int, int],
    seed: int,
) -> Iterator[Folded]:
    """Yield the network after each epoch.

    seats: the rounds to fit it to. choices: placements to fit it to. size: units and epochs.
    """
    units, epochs = size
    scale = Standardization.from_inputs(examples[:, NOTES:])
    x, won = scale.standardize(examples[:, NOTES:]), examples[:, WON]
    rng = np.random.default_rng(seed)
    model = Model(x.shape[1], units, rng)
    signs = RaceSigns(scale)
    adam = Adam(model.parts)
    players = (seats >= 0).sum(1)
    batches = [Batches(part, rng) for part in choices if len(part.rows)]
    for epoch in range(epochs):
        rate = RATE * (1 - epoch / epochs) + LAST_RATE
        order = rng.permutation(len(seats))
        viewers = rng.integers(0, players)
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            present = seats[batch] >= 0
            rows = seen_by(seats[batch], viewers[batch])[present]
            errors = np.zeros(present.shape, np.float32)
            errors[present] = model.predict(x[rows])
            errors = chances_of(errors, present)
            errors[present] -= won[rows]
            gradients = [model.gradient(x[rows], errors[present] / np.float32(len(batch)))]
            gradients += [part.gradient(model) for part in batches]
            adam.step([sum(slopes[1:], slopes[0]) for slopes in zip(*gradients, strict=True)], rate)
            signs.project(model)
        yield fold_ratings(model, scale)


def chances_of(ratings: Floats, present: NDArray[np.bool_]) -> Floats:
    """Return each seat's chance to win: the softmax of the ratings of the seats in the game."""
    odds = np.where(present, np.exp(ratings - ratings.max(1, keepdims=True)), np.float32(0))
    chances: Floats = odds / odds.sum(1, keepdims=True)
    return chances


def fold_ratings(model: Model, scale: Standardization) -> Folded:
    """Return the model with input scaling folded in; its ratings are in points."""
    points = np.float32(POINTS_PER_E)
    rows, biases = scale.fold(model.rows, model.biases)
    direct = model.direct * points
    bias = float(model.bias[0] * points - (scale.mean / scale.spread) @ direct)
    return Folded(rows, biases, model.outer * points, direct / scale.spread, bias)


def log_loss(network: Folded, examples: Floats, seats: NDArray[np.int64]) -> float:
    """Return the mean log loss of each viewer's chance to win, over viewers and rounds."""
    losses: list[Floats] = []
    present = seats >= 0
    for viewer in range(seats.shape[1]):
        rounds = np.flatnonzero(present[:, viewer])
        rows = seen_by(seats[rounds], np.full(len(rounds), viewer))
        points = network.predict(examples[rows.reshape(-1), NOTES:]).reshape(rows.shape)
        ratings: Floats = points / np.float32(POINTS_PER_E)
        chances = chances_of(ratings, present[rounds])[:, viewer]
        won = examples[seats[rounds, viewer], WON]
        low = np.log(np.maximum(1 - chances, MIN_CHANCE))
        losses.append(-(won * np.log(np.maximum(chances, MIN_CHANCE)) + (1 - won) * low))
    return float(np.concatenate(losses).mean(dtype=np.float64))


class RaceSigns:
    """Inputs of which more never makes a position worse (1) or never better (-1).

    minimum: smallest direct weight per input, times its sign. It is positive for inputs that never
    harm, even if they rarely mattered in the games.
    """

    def __init__(self, scale: Standardization) -> None:
        self.signs: Floats = np.zeros(features.INPUT_COUNT, np.float32)
        self.signs[list(features.NEVER_HARMFUL)] = 1
        self.signs[list(NEVER_HELPFUL)] = -1
        points = scale.spread / np.float32(POINTS_PER_E)
        self.minimum: Floats = np.where(self.signs > 0, MIN_SLOPE * points, 0).astype(np.float32)
        spread = scale.spread
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


def typical_inputs(examples: Floats) -> tuple[Floats, Floats]:
    """Return the mean inputs at the start and at the end of games, by linear regression."""
    sample = examples[::SAMPLE_STEP]
    progress = sample[:, STAGE].astype(np.float64) / STAGES
    line = np.stack([np.ones(len(progress)), progress], axis=1)
    first, slope = np.linalg.lstsq(line, sample[:, NOTES:].astype(np.float64), rcond=None)[0]
    return first.astype(np.float32), (first + slope).astype(np.float32)
