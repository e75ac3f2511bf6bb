"""Policy: the worth of selecting each action of Race beyond its estimate.

Some of the experts' action choices are played out in forks of the game (see playouts.py). A network
is fitted so that its chances to win match them: the log-odds of an option are its points, divided
by POLICY_POINTS_PER_E, plus a constant shared by all options of the choice. It also stays close to
the policy that the players used, which was learned from more games.

An example is a row of numbers: the number of the game, the inputs of a policy (POLICY_INPUTS), and
OPTION numbers for each of MAX_OPTIONS options.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Driver
from rftg_dev.train.common import (
    SETTINGS,
    Mind,
    add_fit_arguments,
    describe_settings,
    fit_notes,
    write,
)
from rftg_dev.train.placements import inputs_of
from rftg_dev.train.playouts import PlayingOutBot, play
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
from rftg_engine.bots import habits, networks
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import ACTIONS, POLICY_FORMAT, POLICY_INPUTS, Policy, read_policy
from rftg_engine.bots.players import total_of
from rftg_engine.bots.situation import Situation
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.progress import with_progress
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

BATCH: Final = 1024
RATE: Final = 0.003
POLICY_POINTS_PER_E: Final = 10.0
"""Points by which an option is better if its odds to win are higher by a factor of e. It is more
than for ratings, because later choices make up for a part of the difference."""
SCALE: Final = 20.0
"""Factor of chances that keeps gradients in a good range for rounding."""
DECAY: Final = 1e-3
"""Weight decay, for weights that do not help."""
STAY: Final = 0.4
"""Weight of the divergence from the policy of the players, relative to SCALE times the log loss."""
SOFTNESS: Final = 2.0
"""Points behind the best option that divide its probability, for the divergence, by e."""
LEVEL_STEPS: Final = 4
"""Newton steps to find the level of a choice."""
MAX_LOGIT: Final = 6.0
"""Largest difference of an option from the mean of its choice, in log-odds."""
MIN_CHANCE: Final = 0.01
"""Chances closer to 0 or 1 count as this far from it, so that their level stays finite."""
BEST: Final = 6
"""Number of options with the best values that are always played out."""
MAX_OPTIONS: Final = 9
"""Number of options that are played out; those beyond BEST are random."""
OPTION: Final = 4
"""Numbers per option: its two actions (NONE for a missing one), its estimate without a policy, and
its worth when played out. Rows without an option have NONE twice.
"""
NONE: Final = -1
INPUTS: Final = 1
OPTIONS: Final = INPUTS + len(POLICY_INPUTS)
WIDTH: Final = OPTIONS + MAX_OPTIONS * OPTION
PLAYED_OUT_SHARE: Final = 0.15
"""Share of choices that are played out."""
BLOCK: Final = 4
"""Consecutive games of the same kind."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_fit_arguments(parser, games=16_000, units=32, epochs=20)
    parser.add_argument("--start", type=Path, default=networks.POLICY_FILE, help="their policy")
    parser.add_argument("--value", type=Path, help="value of all players (default: the shipped)")
    parser.add_argument("--weights", type=Path, default=habits.SHIPPED, help="their weights")


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the policy, and yield a report. Raises OSError and ValueError."""
    mind = Mind(args.weights, args.value, args.start)
    mind.check()
    trained = {
        **fit_notes(args, args.weights, args.value, args.start),
        "settings": describe_settings(),
    }
    played = play_games(mind, args.seed, args.games, args.jobs)
    examples = stack_examples(with_progress(played, args.games, "games"), WIDTH)
    start = read_policy(args.start)
    epochs = fit_epochs(examples, args.units, args.epochs, args.seed, start)
    *_, fitted = with_progress(epochs, args.epochs, "epochs")
    write(args.output, {"format": POLICY_FORMAT, "trained": trained, **fitted.as_data()})
    report = f"{args.games} games, {len(examples)} choices"
    if fitted.gain is not None:
        report += f"; held-out games: {fitted.gain:+.2%} of a win per choice"
    yield report


# --- the games


class ActingBot(PlayingOutBot):
    """An expert with some random actions that plays out the options of some choices of actions.

    number: of the game.
    """

    def __init__(self, number: int, knowledge: Knowledge, game: Driver[State], seed: str) -> None:
        super().__init__(knowledge, game, seed)
        self.number: Final = number

    def answer(self, decision: Decision) -> Answer:
        """Return the expert's answer, or now and then a random one."""
        if isinstance(decision, Choice) and decision.kind == asks.ACTION:
            if len(decision.options) > 1 and self.rng.random() < PLAYED_OUT_SHARE:
                self._play_out(decision)
            if self.rng.random() < RANDOM_CHOICES:
                return self.rng.choice(decision.options)
        return super().answer(decision)

    def _play_out(self, decision: Choice) -> None:
        """Add an example."""
        evaluator = Evaluator(self.bot.knowledge, view_of(self.game.state, decision.player))
        situation = Situation(evaluator, decision.options)
        values, estimates = situation.values(), situation.estimates()
        best_first = sorted(decision.options, key=lambda option: -total_of(option, values))
        weaker = best_first[BEST:]
        self.rng.shuffle(weaker)
        played = [*best_first[:BEST], *weaker[: MAX_OPTIONS - BEST]]
        self.examples.append(self.number)
        self.examples.extend([*inputs_of(evaluator), *situation.inputs()])
        for option in played:
            second = option[1] if len(option) > 1 else NONE
            estimate, worth = total_of(option, estimates), self.worth(decision, option)
            self.examples.extend((option[0], second, estimate, worth))
        self.examples.extend((NONE, NONE, 0.0, 0.0) * (MAX_OPTIONS - len(played)))


def play_games(mind: Mind, seed: int, games: int, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    play = partial(play_block, mind, seed, games)
    for block in map_in_parallel(play, range(0, games, BLOCK), jobs):
        yield from block


def play_block(mind: Mind, seed: int, games: int, first: int) -> list[array[float]]:
    """Return the examples of each game of a block."""
    setting = SETTINGS[first // BLOCK % len(SETTINGS)]
    knowledge = mind.knowledge(table_of(setting.sets))
    return [
        play(knowledge, setting, f"{seed}/{number}", partial(ActingBot, number))
        for number in range(first, min(first + BLOCK, games))
    ]


# --- the fit


@dataclass(frozen=True, slots=True)
class Choices:
    """Examples as tables with a row per choice.

    actions: two per option; len(ACTIONS) for a missing one. worths: when played out; 0 for a
    missing option. stay: probability of each option by the policy to stay close to, or no columns.
    """

    inputs: Floats
    is_option: NDArray[np.bool_]
    actions: NDArray[np.int64]
    estimates: Floats
    worths: Floats
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
        stay = choices.probabilities(np.array(leanings, np.float32).reshape(-1, len(ACTIONS)))
        return replace(choices, stay=stay)

    def probabilities(self, leanings: Floats) -> Floats:
        """Return the probability of each option, which falls with the points it is behind."""
        points = np.where(self.is_option, self.points(leanings), np.float32(-1e9))
        odds = np.exp((points - points.max(1, keepdims=True)) / np.float32(SOFTNESS))
        shares: Floats = odds / odds.sum(1, keepdims=True)
        return shares

    def best(self, leanings: Floats) -> NDArray[np.int64]:
        """Return the index of the chosen option per choice."""
        points = np.where(self.is_option, self.points(leanings), -np.inf)
        indices: NDArray[np.int64] = points.argmax(1)
        return indices

    def points(self, leanings: Floats) -> Floats:
        """Return the points of each option."""
        padded = np.concatenate([leanings, np.zeros((len(leanings), 1), np.float32)], axis=1)
        flat = self.actions.reshape(len(leanings), -1)
        added = np.take_along_axis(padded, flat, axis=1).reshape(self.actions.shape).sum(2)
        points: Floats = self.estimates + added
        return points

    def errors(self, leanings: Floats) -> Floats:
        """Return each option's predicted chance to win minus its worth; 0 for a missing one."""
        counts = self.is_option.sum(1, keepdims=True)
        mean = self._mean(self.worths, counts).clip(MIN_CHANCE, 1 - MIN_CHANCE)
        points = self.points(leanings)
        logits = (points - self._mean(points, counts)) / np.float32(POLICY_POINTS_PER_E)
        logits = logits.clip(-MAX_LOGIT, MAX_LOGIT)
        level = np.log(mean / (1 - mean))
        for _step in range(LEVEL_STEPS):
            chances = 1 / (1 + np.exp(-logits - level))
            slope = self._mean(chances * (1 - chances), counts)
            change = (mean - self._mean(chances, counts)) / (slope + np.float32(1e-3))
            level += change.clip(-2, 2)
        chances = 1 / (1 + np.exp(-logits - level))
        errors: Floats = np.where(self.is_option, chances - self.worths, np.float32(0))
        return errors

    def _mean(self, amounts: Floats, counts: NDArray[np.int64]) -> Floats:
        """Return the mean over the options of each choice."""
        total = np.where(self.is_option, amounts, np.float32(0)).sum(1, keepdims=True)
        means: Floats = (total / counts).astype(np.float32)
        return means

    def select(self, rows: NDArray[Any]) -> Choices:
        """Return some of the choices."""
        return Choices(
            self.inputs[rows],
            self.is_option[rows],
            self.actions[rows],
            self.estimates[rows],
            self.worths[rows],
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
        """Return the gradient of the mean log loss of the options, plus divergence and decay."""
        sums = x @ self.rows + self.biases
        units = softsign(sums)
        leanings = units @ self.outer + self.lasting
        pull = choices.errors(leanings) * np.float32(scale / POLICY_POINTS_PER_E / len(x))
        if choices.stay.size:
            divergence = choices.probabilities(leanings) - choices.stay
            pull += divergence * np.float32(STAY / SOFTNESS / len(x))
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
    choices = Choices.from_examples(examples[~held_out], start)
    judged = Choices.from_examples(examples[held_out])
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
    """Return the mean increase of the worth due to the policy."""
    rows = np.arange(len(leanings))
    with_policy = choices.worths[rows, choices.best(leanings)]
    without = choices.worths[rows, choices.best(np.zeros_like(leanings))]
    return float((with_policy - without).astype(np.float64).mean())
