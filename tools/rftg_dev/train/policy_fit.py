"""The fit of the policy: what choosing each action is worth beside its estimate.

Options are chosen with a probability that falls with the points they are behind (softmax), and the
network is moved so that the chance to win of what is chosen rises: a gradient over all options,
valued by what rounds played out came to ("Mean Actor-Critic", Allen et al., 2017). With games of
players that have learned so, it is expert iteration (Anthony, Tian and Barber, 2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rftg_dev.train.choices import INPUTS, MOST, OPTION, OPTIONS
from rftg_dev.train.fit import held_out
from rftg_dev.train.softsign import (
    LAST_RATE,
    Adam,
    Floats,
    Standard,
    normal,
    rounded,
    softsign,
)
from rftg_engine.bots import policy

BATCH: Final = 1024
RATE: Final = 0.003
SOFTNESS: Final = 1.0
"""Points behind the best that make an option e times less likely."""
SCALE: Final = 20.0
"""By which chances are multiplied, so that slopes are neither lost in rounding nor huge."""
DECAY: Final = 1e-3
"""How fast weights fall to 0 that do not help."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Examples as tables, a row a choice. actions: two for each option; the number after the last
    of policy.ACTIONS stands for none.
    """

    inputs: Floats
    there: NDArray[np.bool_]
    actions: NDArray[np.int64]
    estimates: Floats
    chances: Floats

    @classmethod
    def of(cls, examples: Floats) -> Choices:
        """Return the choices of a table of examples (choices.py)."""
        options = examples[:, OPTIONS:].reshape(-1, MOST, OPTION)
        actions = options[:, :, :2].astype(np.int64)
        return cls(
            examples[:, INPUTS:OPTIONS],
            actions[:, :, 0] >= 0,
            np.where(actions < 0, len(policy.ACTIONS), actions),
            options[:, :, 2],
            options[:, :, 3],
        )

    def best(self, leanings: Floats) -> NDArray[np.int64]:
        """Return the place of the option that is chosen in each."""
        found: NDArray[np.int64] = self.logits(leanings).argmax(1)
        return found

    def logits(self, leanings: Floats) -> Floats:
        """Return the points of each option; of what is none a number far below all others."""
        padded = np.concatenate([leanings, np.zeros((len(leanings), 1), np.float32)], axis=1)
        flat = self.actions.reshape(len(leanings), -1)
        more = np.take_along_axis(padded, flat, axis=1).reshape(self.actions.shape).sum(2)
        found: Floats = np.where(self.there, self.estimates + more, np.float32(-1e9))
        return found

    def some(self, where: NDArray[Any]) -> Choices:
        """Return some of them."""
        return Choices(
            self.inputs[where],
            self.there[where],
            self.actions[where],
            self.estimates[where],
            self.chances[where],
        )


class Model:
    """The network while it is fitted; its inputs are standardised."""

    def __init__(self, units: int, rng: np.random.Generator) -> None:
        count = len(policy.ACTIONS)
        self.rows: Floats = normal(rng, (policy.COUNT, units), policy.COUNT)
        self.biases: Floats = np.zeros(units, np.float32)
        self.outer: Floats = np.zeros((units, count), np.float32)
        self.lasting: Floats = np.zeros(count, np.float32)

    @property
    def parts(self) -> list[Floats]:
        """All that is fitted, in the order of `slopes`."""
        return [self.rows, self.biases, self.outer, self.lasting]

    def leanings(self, x: Floats) -> Floats:
        """Return the points that come to each action."""
        found: Floats = softsign(x @ self.rows + self.biases) @ self.outer + self.lasting
        return found

    def mean_chance(self, x: Floats, choices: Choices) -> float:
        """Return the mean chance to win of what is chosen."""
        odds = _odds(choices.logits(self.leanings(x)))
        return float((odds * choices.chances).sum(1).astype(np.float64).mean())

    def slopes(
        self, x: Floats, choices: Choices, scale: float = SCALE, decay: float = DECAY
    ) -> list[Floats]:
        """Return the gradient of the mean chance, its sign turned; and the decay."""
        reached = x @ self.rows + self.biases
        units = softsign(reached)
        odds = _odds(choices.logits(units @ self.outer + self.lasting))
        mean = (odds * choices.chances).sum(1, keepdims=True)
        pull = odds * (mean - choices.chances) * np.float32(scale / SOFTNESS / len(x))
        back = np.zeros((len(x), len(policy.ACTIONS) + 1), np.float32)
        rows = np.arange(len(x))[:, None, None]
        np.add.at(back, (rows, choices.actions), pull[:, :, None])
        back = back[:, :-1]
        inner = (back @ self.outer.T) / (1 + np.abs(reached)) ** 2
        return [
            x.T @ inner + decay * self.rows,
            inner.sum(0),
            units.T @ back + decay * self.outer,
            back.sum(0),
        ]


def _odds(logits: Floats) -> Floats:
    """Return the probability of each option."""
    odds = np.exp((logits - logits.max(1, keepdims=True)) / SOFTNESS)
    found: Floats = odds / odds.sum(1, keepdims=True)
    return found


@dataclass(frozen=True, slots=True)
class Fitted:
    """A network in terms of inputs as they are. gain: what it is worth on games held out.

    That is the chance to win that a choice is worth more than by the estimate alone, on average;
    None where no game was held out.
    """

    rows: Floats
    biases: Floats
    outer: Floats
    lasting: Floats
    gain: float | None

    def as_data(self) -> dict[str, Any]:
        """Return the numbers as they are written (see rftg_engine.bots.policy)."""
        actions = np.concatenate([self.outer, self.lasting[None]]).T
        return {
            "biases": rounded(self.biases),
            "inputs": {n: rounded(row) for n, row in zip(policy.NAMES, self.rows, strict=True)},
            "actions": {n: rounded(row) for n, row in zip(policy.ACTIONS, actions, strict=True)},
        }


def fit_epochs(examples: Floats, units: int, epochs: int, seed: int) -> Iterator[Fitted]:
    """Yield the network after each epoch: the same one, fitted further."""
    apart = held_out(examples)
    choices, judges = Choices.of(examples[~apart]), Choices.of(examples[apart])
    standard = Standard.of(choices.inputs)
    x, y = standard.standard(choices.inputs), standard.standard(judges.inputs)
    rng = np.random.default_rng(seed)
    model = Model(units, rng)
    adam = Adam(model.parts)
    for epoch in range(epochs):
        rate = RATE * (1 - epoch / epochs) + LAST_RATE
        order = rng.permutation(len(x))
        for first in range(0, len(x), BATCH):
            where = order[first : first + BATCH]
            adam.step(model.slopes(x[where], choices.some(where)), rate)
        gain = _gain(judges, model.leanings(y)) if apart.any() else None
        rows, biases = standard.in_points(model.rows, model.biases)
        yield Fitted(rows, biases, model.outer, model.lasting, gain)


def _gain(choices: Choices, leanings: Floats) -> float:
    """Return by how much the chance to win of what is chosen is larger than without the policy."""
    each = np.arange(len(leanings))
    with_it = choices.chances[each, choices.best(leanings)]
    without = choices.chances[each, choices.best(np.zeros_like(leanings))]
    return float((with_it - without).astype(np.float64).mean())
