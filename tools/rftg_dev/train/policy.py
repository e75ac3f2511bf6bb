"""Policy: the worth of selecting each action of Race beyond its estimate.

For half of the experts' action choices, the options are played out in simulated games, as `master`
does. Options are chosen with a probability that falls with the points they are behind (softmax).
The network is fitted so that the expected chance to win of the chosen option rises: a gradient over
all options, valued by their playouts ("Mean Actor-Critic", Allen et al., 2017). With several
iterations it is expert iteration (Anthony, Tian and Barber, 2017).

An example is a row of numbers: the number of the game, the inputs of a policy (POLICY_INPUTS), and
OPTION numbers for each of MAX_OPTIONS options.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.decisions import Answer, Choice, Decision
from rftg_dev.harness import positive
from rftg_dev.train.common import (
    MAX_ROUNDS,
    SETTINGS,
    Mind,
    add_fit_arguments,
    describe_settings,
    fit_notes,
    write,
)
from rftg_dev.train.placements import inputs_of
from rftg_dev.train.softsign import (
    LAST_RATE,
    Adam,
    Floats,
    Standardization,
    is_held_out,
    random_weights,
    rounded,
    softsign,
    stack_examples,
)
from rftg_dev.train.value import RANDOM_CHOICES
from rftg_engine import asks
from rftg_engine.bots import habits, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import (
    ACTIONS,
    POLICY_FORMAT,
    POLICY_INPUTS,
    Policy,
    read_policy,
)
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot, best_option, look_ahead, total_of
from rftg_engine.bots.situation import Situation
from rftg_engine.game import new_game
from rftg_engine.view import View
from rftg_tools.progress import with_progress
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

ITERATIONS: Final = 1
SAMPLES: Final = 6
BATCH: Final = 1024
RATE: Final = 0.003
SOFTNESS: Final = 1.0
"""Points behind the best option that divide the probability by e."""
SCALE: Final = 20.0
"""Factor of chances that keeps gradients in a good range for rounding."""
DECAY: Final = 1e-3
"""Weight decay, for weights that do not help."""
STAY: Final = 0.1
"""Weight of the divergence from the policy to start from."""
BEST: Final = 6
"""Number of options with the best estimates that are always played out."""
MAX_OPTIONS: Final = 9
"""Number of options that are played out; those beyond BEST are random."""
OPTION: Final = 4
"""Numbers per option: its two actions (NONE for a missing one), its estimate without a policy, and
its chance to win when played out. Rows without an option have NONE twice.
"""
NONE: Final = -1
INPUTS: Final = 1
OPTIONS: Final = INPUTS + len(POLICY_INPUTS)
WIDTH: Final = OPTIONS + MAX_OPTIONS * OPTION
RECORDED_SHARE: Final = 0.5
"""Share of choices that are played out."""
IMPROVED_SHARE: Final = 0.4
"""Share of the recorded choices in which the bot then takes the option that won most."""
BUDGET: Final = 2_000_000
"""Work limit for the simulated games of a choice."""
BLOCK: Final = 4
"""Consecutive games of the same kind."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_fit_arguments(parser, games=5_600, units=32, epochs=15)
    parser.add_argument(
        "--iterations", type=positive, default=ITERATIONS, help=f"(default {ITERATIONS})"
    )
    parser.add_argument(
        "--samples", type=positive, default=SAMPLES, help=f"simulated games per choice ({SAMPLES})"
    )
    parser.add_argument(
        "--start",
        type=Path,
        help="policy of the first iteration, and to stay close to (default: none)",
    )
    parser.add_argument("--value", type=Path, help="value of all players (default: the shipped)")
    parser.add_argument("--weights", type=Path, default=habits.SHIPPED, help="their weights")


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the policy of each iteration, and yield reports.

    Raises OSError and ValueError.
    """
    mind = Mind(args.weights, args.value, args.start)
    mind.check()
    trained = {
        **fit_notes(args, args.weights, args.value, args.start),
        "settings": describe_settings(),
        "samples": args.samples,
    }
    tables: list[Floats] = []
    data: dict[str, Any] | None = None
    for iteration in range(1, args.iterations + 1):
        course = Course(f"{args.seed}/{iteration - 1}", args.games, args.samples, mind, data)
        games = with_progress(play_games(course, args.jobs), course.games, "games")
        tables.append(stack_examples(games, WIDTH))
        examples: Floats = np.concatenate(tables)
        start = None if args.start is None else read_policy(args.start)
        epochs = fit_epochs(examples, args.units, args.epochs, args.seed, start)
        *_, fitted = with_progress(epochs, args.epochs, "epochs")
        notes = {**trained, "iterations": iteration}
        data = {"format": POLICY_FORMAT, "trained": notes, **fitted.as_data()}
        write(args.output, data)
        report = f"iteration {iteration}, {len(examples)} choices"
        if fitted.gain is not None:
            report += f"; held-out games: {fitted.gain:+.2%} of a win per choice"
        yield report


# --- the games


@dataclass(frozen=True, slots=True)
class Course:
    """Games to learn from.

    samples: simulated games per choice. mind: of all players. data: the policy learned so far.
    """

    seed: str
    games: int
    samples: int
    mind: Mind
    data: dict[str, Any] | None


class RecordingBot:
    """An expert that plays out some of its action choices and records them in `examples`."""

    def __init__(self, knowledge: Knowledge, course: Course, game: int, seat: int) -> None:
        self.bot: Final = ExpertBot(knowledge)
        self.course: Final = course
        self.game: Final = game
        self.seed: Final = f"{course.seed}/{game}/{seat}"
        self.rng: Final = Random(self.seed)
        self.examples: Final[array[float]] = array("f")

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the expert's answer, a better one that was played out, or a random one."""
        if not isinstance(decision, Choice) or decision.kind not in ACTION_KINDS:
            return self.bot.choose(decision, look)
        evaluator = Evaluator(self.bot.knowledge, look())
        situation = Situation(evaluator, decision.options)
        values = situation.values()
        best = best_option(decision.options, values)
        if decision.kind != asks.ACTION:
            return best
        if self.rng.random() < RECORDED_SHARE:
            chances = self._record(situation, decision.options, values)
            if chances and self.rng.random() < IMPROVED_SHARE:
                return max(chances, key=lambda option: chances[option])
        if self.rng.random() < RANDOM_CHOICES:
            return self.rng.choice(decision.options)
        return best

    def _record(
        self, situation: Situation, options: tuple[Answer, ...], values: dict[int, float]
    ) -> dict[Answer, float]:
        """Record an example, and return the chance to win of each option that was played out."""
        evaluator, estimates = situation.evaluator, situation.estimates()
        best_first = sorted(options, key=lambda option: -total_of(option, values))
        weaker = best_first[BEST:]
        self.rng.shuffle(weaker)
        played = [*best_first[:BEST], *weaker[: MAX_OPTIONS - BEST]]
        seed = f"{self.seed}/{evaluator.view.round}"
        chances = look_ahead(evaluator, played, seed, self.course.samples, BUDGET)
        if len(played) < 2 or not chances:
            return {}
        self.examples.append(self.game)
        self.examples.extend([*inputs_of(evaluator), *situation.inputs()])
        for option, chance in zip(played, chances, strict=True):
            second = option[1] if len(option) > 1 else NONE
            self.examples.extend((option[0], second, total_of(option, estimates), chance))
        self.examples.extend((NONE, NONE, 0.0, 0.0) * (MAX_OPTIONS - len(played)))
        return dict(zip(played, chances, strict=True))


def play_games(course: Course, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    for games in map_in_parallel(partial(play_block, course), range(0, course.games, BLOCK), jobs):
        yield from games


def play_block(course: Course, first: int) -> list[array[float]]:
    """Return the examples of each game of a block."""
    setting = SETTINGS[first // BLOCK % len(SETTINGS)]
    table = table_of(setting.sets)
    knowledge = course.mind.knowledge(table)
    if course.data is not None:
        learned = Policy(course.data)
        knowledge = Knowledge(table, knowledge.weights, knowledge.value, learned)
    games: list[array[float]] = []
    for number in range(first, min(first + BLOCK, course.games)):
        game = new_game(table, setting.options, f"{course.seed}/{number}", None, False)
        bots = [
            RecordingBot(knowledge, course, number, seat) for seat in range(setting.options.players)
        ]
        players: list[Any] = list(bots)
        play_out(game, players, MAX_ROUNDS)
        examples: array[float] = array("f")
        for bot in bots:
            examples.extend(bot.examples)
        games.append(examples)
    return games


# --- the fit


@dataclass(frozen=True, slots=True)
class Choices:
    """Examples as tables with a row per choice.

    actions: two per option; len(ACTIONS) for a missing one. stay: probability of each option by the
    policy to stay close to, or no columns.
    """

    inputs: Floats
    is_option: NDArray[np.bool_]
    actions: NDArray[np.int64]
    estimates: Floats
    chances: Floats
    stay: Floats

    @classmethod
    def from_examples(cls, examples: Floats, start: Policy | None = None) -> Choices:
        """Return the choices of a table of examples. start: policy to stay close to."""
        options = examples[:, OPTIONS:].reshape(-1, MAX_OPTIONS, OPTION)
        actions = options[:, :, :2].astype(np.int64)
        choices = cls(
            examples[:, INPUTS:OPTIONS],
            actions[:, :, 0] >= 0,
            np.where(actions < 0, len(ACTIONS), actions),
            options[:, :, 2],
            options[:, :, 3],
            np.zeros((len(examples), 0), np.float32),
        )
        if start is None:
            return choices
        leanings = [
            start.action_scores(start.layer.add(start.layer.biases, list(range(len(row))), row))
            for row in choices.inputs.tolist()
        ]
        logits = choices.logits(np.array(leanings, np.float32).reshape(-1, len(ACTIONS)))
        return replace(choices, stay=probabilities(logits))

    def best(self, leanings: Floats) -> NDArray[np.int64]:
        """Return the index of the chosen option per choice."""
        indices: NDArray[np.int64] = self.logits(leanings).argmax(1)
        return indices

    def logits(self, leanings: Floats) -> Floats:
        """Return the points of each option; a very low number for a missing option."""
        padded = np.concatenate([leanings, np.zeros((len(leanings), 1), np.float32)], axis=1)
        flat = self.actions.reshape(len(leanings), -1)
        added = np.take_along_axis(padded, flat, axis=1).reshape(self.actions.shape).sum(2)
        points: Floats = np.where(self.is_option, self.estimates + added, np.float32(-1e9))
        return points

    def select(self, rows: NDArray[Any]) -> Choices:
        """Return some of the choices."""
        return Choices(
            self.inputs[rows],
            self.is_option[rows],
            self.actions[rows],
            self.estimates[rows],
            self.chances[rows],
            self.stay[rows],
        )


class Model:
    """The network while it is fitted; its inputs are standardized."""

    def __init__(self, units: int, rng: np.random.Generator) -> None:
        count = len(ACTIONS)
        self.rows: Floats = random_weights(rng, (len(POLICY_INPUTS), units), len(POLICY_INPUTS))
        self.biases: Floats = np.zeros(units, np.float32)
        self.outer: Floats = np.zeros((units, count), np.float32)
        self.lasting: Floats = np.zeros(count, np.float32)

    @property
    def parts(self) -> list[Floats]:
        """All parameters, in the order of `gradient`."""
        return [self.rows, self.biases, self.outer, self.lasting]

    def leanings(self, x: Floats) -> Floats:
        """Return the points that the policy adds to each action."""
        points: Floats = softsign(x @ self.rows + self.biases) @ self.outer + self.lasting
        return points

    def gradient(
        self, x: Floats, choices: Choices, scale: float = SCALE, decay: float = DECAY
    ) -> list[Floats]:
        """Return the gradient of the negative mean chance to win, plus decay."""
        sums = x @ self.rows + self.biases
        units = softsign(sums)
        odds = probabilities(choices.logits(units @ self.outer + self.lasting))
        mean = (odds * choices.chances).sum(1, keepdims=True)
        pull = odds * (mean - choices.chances) * np.float32(scale / SOFTNESS / len(x))
        if choices.stay.size:
            pull += (odds - choices.stay) * np.float32(STAY / SOFTNESS / len(x))
        back = np.zeros((len(x), len(ACTIONS) + 1), np.float32)
        rows = np.arange(len(x))[:, None, None]
        np.add.at(back, (rows, choices.actions), pull[:, :, None])
        back = back[:, :-1]
        inner = (back @ self.outer.T) / (1 + np.abs(sums)) ** 2
        return [
            x.T @ inner + decay * self.rows,
            inner.sum(0),
            units.T @ back + decay * self.outer,
            back.sum(0),
        ]


def probabilities(logits: Floats) -> Floats:
    """Return the probability of each option."""
    odds = np.exp((logits - logits.max(1, keepdims=True)) / SOFTNESS)
    shares: Floats = odds / odds.sum(1, keepdims=True)
    return shares


@dataclass(frozen=True, slots=True)
class Fitted:
    """A network for inputs that are not standardized.

    gain: increase of the chance to win per choice in held-out games, compared with the estimates
    alone, or None if no game was held out.
    """

    rows: Floats
    biases: Floats
    outer: Floats
    lasting: Floats
    gain: float | None

    def as_data(self) -> dict[str, Any]:
        """Return the learned members of a policy file (see rftg_engine.bots.networks)."""
        actions = np.concatenate([self.outer, self.lasting[None]]).T
        return {
            "biases": rounded(self.biases),
            "inputs": {n: rounded(row) for n, row in zip(POLICY_INPUTS, self.rows, strict=True)},
            "actions": {n: rounded(row) for n, row in zip(ACTIONS, actions, strict=True)},
        }


def fit_epochs(
    examples: Floats, units: int, epochs: int, seed: int, start: Policy | None = None
) -> Iterator[Fitted]:
    """Yield the network after each epoch. start: policy to stay close to."""
    held_out = is_held_out(examples[:, 0])
    choices, judged = (
        Choices.from_examples(examples[~held_out], start),
        Choices.from_examples(examples[held_out]),
    )
    scale = Standardization.from_inputs(choices.inputs)
    x, y = scale.standardize(choices.inputs), scale.standardize(judged.inputs)
    rng = np.random.default_rng(seed)
    model = Model(units, rng)
    adam = Adam(model.parts)
    for epoch in range(epochs):
        rate = RATE * (1 - epoch / epochs) + LAST_RATE
        order = rng.permutation(len(x))
        for first in range(0, len(x), BATCH):
            rows = order[first : first + BATCH]
            adam.step(model.gradient(x[rows], choices.select(rows)), rate)
        gain = _gain(judged, model.leanings(y)) if held_out.any() else None
        rows_in_points, biases = scale.fold(model.rows, model.biases)
        yield Fitted(rows_in_points, biases, model.outer, model.lasting, gain)


def _gain(choices: Choices, leanings: Floats) -> float:
    """Return the mean increase of the chance to win due to the policy."""
    rows = np.arange(len(leanings))
    with_policy = choices.chances[rows, choices.best(leanings)]
    without = choices.chances[rows, choices.best(np.zeros_like(leanings))]
    return float((with_policy - without).astype(np.float64).mean())
