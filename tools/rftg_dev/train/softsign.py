"""A network of softsign units beside a linear part (gamekit.learned), fitted by Adam.

Inputs and what is foretold are standardised. The gradient of errors beyond MOST_ERROR is clipped,
and after some steps what has the wrong sign is set right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

BATCH: Final = 4096
RATE: Final = 0.004
"""Of the first epoch; it falls to LAST_RATE with the last."""
LAST_RATE: Final = 2e-5
MEAN_MEMORY: Final = 0.9
SQUARE_MEMORY: Final = 0.999
PROJECTED: Final = 3
"""Steps from one look at the signs to the next."""
DECAY: Final = 1e-3
"""How fast weights fall to 0 that do not help, such as those of inputs that no game has shown."""
MOST_ERROR: Final = 2.5
"""In standard deviations of what is foretold."""
MOST_DEVIATION: Final = 8.0
"""Inputs beyond so many standard deviations count as this."""
LEAST_SPREAD: Final = 0.01
"""The standard deviation of inputs that are nearly always the same."""
MOST_LEAD: Final = 40.0
"""Leads beyond this count as this."""
HELD_OUT: Final = (21, 7)
"""Games whose number divided by the first leaves the second judge, and nothing is fitted to them.

Prime to the kinds of games and players, which come in turn, so that all are among them.
"""


class Model:
    """The network while it is fitted; inputs and what is foretold are standardised."""

    def __init__(self, count: int, units: int, rng: np.random.Generator) -> None:
        self.rows: Floats = normal(rng, (count, units), count)
        self.biases: Floats = np.zeros(units, np.float32)
        self.outer: Floats = normal(rng, (units,), units)
        self.direct: Floats = np.zeros(count, np.float32)
        self.bias: Floats = np.zeros(1, np.float32)

    @property
    def parts(self) -> list[Floats]:
        """All that is fitted, in the order of `slopes`."""
        return [self.rows, self.biases, self.outer, self.direct, self.bias]

    def predict(self, x: Floats) -> Floats:
        """Return what it foretells of some positions."""
        units = softsign(x @ self.rows + self.biases)
        found: Floats = units @ self.outer + x @ self.direct + self.bias[0]
        return found

    def slopes(self, x: Floats, y: Floats, decay: float = DECAY) -> list[Floats]:
        """Return the gradient of half the mean squared error, errors clipped; and the decay."""
        reached = x @ self.rows + self.biases
        units = softsign(reached)
        predict = units @ self.outer + x @ self.direct + self.bias[0]
        error = np.clip(predict - y, -MOST_ERROR, MOST_ERROR) / np.float32(len(x))
        back = np.outer(error, self.outer) / (1 + np.abs(reached)) ** 2
        return [
            x.T @ back + decay * self.rows,
            back.sum(0),
            units.T @ error,
            x.T @ error + decay * self.direct,
            error.sum(keepdims=True),
        ]


def normal(rng: np.random.Generator, shape: tuple[int, ...], fan: int) -> Floats:
    """Return weights to begin with. fan: how many each unit sums up."""
    return rng.normal(0.0, 1.0 / np.sqrt(fan), shape).astype(np.float32)


def softsign(reached: Floats) -> Floats:
    """Return what units give that are reached by so much: -1 to 1."""
    found: Floats = reached / (1 + np.abs(reached))
    return found


class Adam:
    """The steps of a model: its gradient, smoothed and scaled (Kingma and Ba, 2014).

    parts: of the model, which are changed in place.
    """

    def __init__(self, parts: list[Floats]) -> None:
        self.parts = parts
        self.steps = 0
        self.means = [np.zeros_like(part) for part in parts]
        self.squares = [np.zeros_like(part) for part in parts]

    def step(self, slopes: list[Floats], rate: float) -> None:
        """Move the model down a gradient."""
        self.steps += 1
        of_mean = 1 - MEAN_MEMORY**self.steps
        of_square = 1 - SQUARE_MEMORY**self.steps
        parts = zip(self.parts, slopes, self.means, self.squares, strict=True)
        for part, slope, mean, square in parts:
            mean += (1 - MEAN_MEMORY) * (slope - mean)
            square += (1 - SQUARE_MEMORY) * (slope * slope - square)
            part -= rate * (mean / of_mean) / (np.sqrt(square / of_square) + 1e-8)


class Signs(Protocol):
    """What holds a model to the signs that its weights must have."""

    def project(self, model: Model) -> None:
        """Set what has the wrong sign to the nearest that has not."""


@dataclass(frozen=True, slots=True)
class Standard:
    """The means and standard deviations of inputs."""

    mean: Floats
    spread: Floats

    @classmethod
    def of(cls, x: Floats) -> Standard:
        """Return those of some inputs."""
        mean = x.mean(0, dtype=np.float64)
        spread = np.array([column.std(dtype=np.float64) for column in x.T])  # each, for memory
        return cls(mean.astype(np.float32), np.maximum(spread, LEAST_SPREAD).astype(np.float32))

    def standard(self, x: Floats) -> Floats:
        """Return inputs, standardised."""
        found: Floats = x - self.mean
        found /= self.spread
        return np.clip(found, -MOST_DEVIATION, MOST_DEVIATION, out=found)

    def in_points(self, rows: Floats, biases: Floats) -> tuple[Floats, Floats]:
        """Return weights and biases of a layer in terms of inputs as they are."""
        shift: Floats = self.mean / self.spread
        moved: Floats = shift @ rows
        return rows / self.spread[:, None], biases - moved


@dataclass(frozen=True, slots=True)
class Scale:
    """The means and standard deviations of the inputs, and of what is foretold."""

    inputs: Standard
    lead_mean: float
    lead_spread: float


@dataclass(frozen=True, slots=True)
class Folded:
    """A network in terms of inputs as they are, and of points."""

    rows: Floats
    biases: Floats
    outer: Floats
    direct: Floats
    bias: float

    def predict(self, x: Floats) -> Floats:
        """Return by how many points leads will still change."""
        reached = x @ self.rows + self.biases
        found: Floats = softsign(reached) @ self.outer + x @ self.direct + np.float32(self.bias)
        return found


def scale_of(x: Floats, y: Floats) -> Scale:
    """Return the means and standard deviations of some inputs and of what is foretold."""
    spread = max(LEAST_SPREAD, float(y.std(dtype=np.float64)))
    return Scale(Standard.of(x), float(y.mean(dtype=np.float64)), spread)


def changes(ahead: Floats, lead: Floats) -> Floats:
    """Return by how much leads changed. ahead: before. lead: at the end of the game."""
    found: Floats = np.clip(lead, -MOST_LEAD, MOST_LEAD) - ahead
    return found


def is_held_out(games: Floats) -> NDArray[np.bool_]:
    """Return of each game's number whether that game is held out."""
    divisor, rest = HELD_OUT
    found: NDArray[np.bool_] = games.astype(np.int64) % divisor == rest
    return found


def fit_model(
    x: Floats, y: Floats, size: tuple[int, int], seed: int, signs_of: Callable[[Scale], Signs]
) -> Iterator[tuple[Model, Scale]]:
    """Yield the model after each epoch: the same one, fitted further.

    size: how many units and epochs. signs_of: gives what holds the model to its signs.
    """
    units, epochs = size
    scale = scale_of(x, y)
    x, y = scale.inputs.standard(x), ((y - scale.lead_mean) / scale.lead_spread).astype(np.float32)
    rng = np.random.default_rng(seed)
    model = Model(x.shape[1], units, rng)
    signs = signs_of(scale)
    adam = Adam(model.parts)
    for epoch in range(epochs):
        rate = RATE * (1 - epoch / epochs) + LAST_RATE
        order = rng.permutation(len(x))
        for first in range(0, len(x), BATCH):
            some = order[first : first + BATCH]
            adam.step(model.slopes(x[some], y[some]), rate)
            if adam.steps % PROJECTED == 0:
                signs.project(model)
        signs.project(model)
        yield model, scale


def in_points(model: Model, scale: Scale) -> Folded:
    """Return a model in terms of inputs as they are, and of points."""
    rows, biases = scale.inputs.in_points(model.rows, model.biases)
    direct: Floats = model.direct * np.float32(scale.lead_spread)
    shift: Floats = scale.inputs.mean / scale.inputs.spread
    bias = float(model.bias[0]) * scale.lead_spread + scale.lead_mean - float(shift @ direct)
    outer: Floats = model.outer * np.float32(scale.lead_spread)
    return Folded(rows, biases, outer, direct / scale.inputs.spread, bias)


def rounded(numbers: Floats) -> list[float]:
    """Return numbers as they are written."""
    return [round(float(number), 5) + 0.0 for number in numbers]
