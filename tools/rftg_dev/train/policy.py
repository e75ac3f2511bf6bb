"""Policy: the worth of selecting each action of Race beyond its estimate.

For half of the experts' action choices, the options are played out in simulated games, as `master`
does. Options are chosen with a probability that falls with the points they are behind (softmax).
The network is fitted so that the expected chance to win of the chosen option rises: a gradient over
all options, valued by their playouts ("Mean Actor-Critic", Allen et al., 2017). With several
iterations it is expert iteration (Anthony, Tian and Barber, 2017).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rftg_dev.harness import positive
from rftg_dev.train.choices import INPUTS, MAX_OPTIONS, OPTION, OPTIONS, WIDTH, Course, play_games
from rftg_dev.train.common import Mind, add_fit_arguments, race_notes, write
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
from rftg_engine.bots import network, policy, weights
from rftg_tools.progress import with_progress

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_fit_arguments(parser, games=5_600, units=32, epochs=15)
    parser.add_argument(
        "--iterations", type=positive, default=ITERATIONS, help=f"(default {ITERATIONS})"
    )
    parser.add_argument(
        "--samples", type=positive, default=SAMPLES, help=f"simulated games per choice ({SAMPLES})"
    )
    parser.add_argument("--start", type=Path, help="policy of the first iteration (default: none)")
    parser.add_argument("--value", type=Path, default=network.SHIPPED, help="value of all players")
    parser.add_argument("--weights", type=Path, default=weights.SHIPPED, help="their weights")


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the policy of each iteration, and yield reports.

    Raises OSError and ValueError.
    """
    mind = Mind(args.weights, args.value, args.start)
    mind.read()
    trained = {**race_notes(args, args.weights, args.value, args.start), "samples": args.samples}
    tables: list[Floats] = []
    data: dict[str, Any] | None = None
    for iteration in range(1, args.iterations + 1):
        course = Course(f"{args.seed}/{iteration - 1}", args.games, args.samples, mind, data)
        games = with_progress(play_games(course, args.jobs), course.games, "games")
        tables.append(stack_examples(games, WIDTH))
        examples: Floats = np.concatenate(tables)
        epochs = fit_epochs(examples, args.units, args.epochs, args.seed)
        *_, fitted = with_progress(epochs, args.epochs, "epochs")
        notes = {**trained, "iterations": iteration}
        data = {"format": policy.FORMAT, "trained": notes, **fitted.as_data()}
        write(args.output, data)
        report = f"iteration {iteration}, {len(examples)} choices"
        if fitted.gain is not None:
            report += f"; held-out games: {fitted.gain:+.2%} of a win per choice"
        yield report


@dataclass(frozen=True, slots=True)
class Choices:
    """Examples as tables with a row per choice.

    actions: two per option; len(policy.ACTIONS) for a missing one.
    """

    inputs: Floats
    is_option: NDArray[np.bool_]
    actions: NDArray[np.int64]
    estimates: Floats
    chances: Floats

    @classmethod
    def from_examples(cls, examples: Floats) -> Choices:
        """Return the choices of a table of examples (see choices.py)."""
        options = examples[:, OPTIONS:].reshape(-1, MAX_OPTIONS, OPTION)
        actions = options[:, :, :2].astype(np.int64)
        return cls(
            examples[:, INPUTS:OPTIONS],
            actions[:, :, 0] >= 0,
            np.where(actions < 0, len(policy.ACTIONS), actions),
            options[:, :, 2],
            options[:, :, 3],
        )

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
        )


class Model:
    """The network while it is fitted; its inputs are standardized."""

    def __init__(self, units: int, rng: np.random.Generator) -> None:
        count = len(policy.ACTIONS)
        self.rows: Floats = random_weights(rng, (policy.COUNT, units), policy.COUNT)
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
        back = np.zeros((len(x), len(policy.ACTIONS) + 1), np.float32)
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
        """Return the learned members of a policy file (see rftg_engine.bots.policy)."""
        actions = np.concatenate([self.outer, self.lasting[None]]).T
        return {
            "biases": rounded(self.biases),
            "inputs": {n: rounded(row) for n, row in zip(policy.NAMES, self.rows, strict=True)},
            "actions": {n: rounded(row) for n, row in zip(policy.ACTIONS, actions, strict=True)},
        }


def fit_epochs(examples: Floats, units: int, epochs: int, seed: int) -> Iterator[Fitted]:
    """Yield the network after each epoch."""
    held_out = is_held_out(examples[:, 0])
    choices, judged = (
        Choices.from_examples(examples[~held_out]),
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
