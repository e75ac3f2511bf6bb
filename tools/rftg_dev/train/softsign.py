"""A network of softsign units next to a linear part (gamekit.learned), fitted by Adam.

Inputs are standardized. For Roll, `fit_model` also standardizes the target, a lead, and clips
errors beyond MAX_ERROR.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from rftg_tools.progress import with_progress

Floats = NDArray[np.float32]

BATCH: Final = 4096
RATE: Final = 0.004
"""Learning rate of the first epoch; it falls to LAST_RATE in the last."""
LAST_RATE: Final = 2e-5
MEAN_MEMORY: Final = 0.9
SQUARE_MEMORY: Final = 0.999
SIGNS_EVERY: Final = 3
"""Steps between two corrections of signs."""
DECAY: Final = 1e-3
"""Weight decay, for weights that do not help, such as weights of inputs that are always 0."""
MAX_ERROR: Final = 2.5
"""In standard deviations of the target."""
MAX_DEVIATION: Final = 8.0
"""Inputs beyond this many standard deviations count as this."""
MIN_SPREAD: Final = 0.01
"""Smallest standard deviation of an input."""
MAX_LEAD: Final = 40.0
"""Larger leads count as this."""
HELD_OUT: Final = (21, 7)
"""Divisor and remainder of the numbers of games that are held out to judge a fit.

The divisor is coprime to the cycles of settings and players, so that every kind is held out.
"""


class Model:
    """The network while it is fitted; inputs and target are standardized."""

    def __init__(self, count: int, units: int, rng: np.random.Generator) -> None:
        self.rows: Floats = random_weights(rng, (count, units), count)
        self.biases: Floats = np.zeros(units, np.float32)
        self.outer: Floats = random_weights(rng, (units,), units)
        self.direct: Floats = np.zeros(count, np.float32)
        self.bias: Floats = np.zeros(1, np.float32)

    @property
    def parts(self) -> list[Floats]:
        """All parameters, in the order of `gradient`."""
        return [self.rows, self.biases, self.outer, self.direct, self.bias]

    def predict(self, x: Floats) -> Floats:
        """Return the prediction for each row."""
        units = softsign(x @ self.rows + self.biases)
        predictions: Floats = units @ self.outer + x @ self.direct + self.bias[0]
        return predictions

    def gradient(self, x: Floats, error: Floats) -> list[Floats]:
        """Return the gradient of a loss, plus decay. error: the loss's slope per prediction."""
        sums = x @ self.rows + self.biases
        units = softsign(sums)
        back = np.outer(error, self.outer) / (1 + np.abs(sums)) ** 2
        return [
            x.T @ back + DECAY * self.rows,
            back.sum(0),
            units.T @ error,
            x.T @ error + DECAY * self.direct,
            error.sum(keepdims=True),
        ]


def random_weights(rng: np.random.Generator, shape: tuple[int, ...], fan_in: int) -> Floats:
    """Return initial weights. fan_in: inputs per unit."""
    return rng.normal(0.0, 1.0 / np.sqrt(fan_in), shape).astype(np.float32)


def softsign(sums: Floats) -> Floats:
    """Return the softsign of each sum, from -1 to 1."""
    outputs: Floats = sums / (1 + np.abs(sums))
    return outputs


class Adam:
    """The Adam optimizer (Kingma and Ba, 2014). parts: parameters, changed in place."""

    def __init__(self, parts: list[Floats]) -> None:
        self.parts = parts
        self.steps = 0
        self.means = [np.zeros_like(part) for part in parts]
        self.squares = [np.zeros_like(part) for part in parts]

    def step(self, gradient: list[Floats], rate: float) -> None:
        """Move the parameters down a gradient."""
        self.steps += 1
        mean_share = 1 - MEAN_MEMORY**self.steps
        square_share = 1 - SQUARE_MEMORY**self.steps
        parts = zip(self.parts, gradient, self.means, self.squares, strict=True)
        for part, slope, mean, square in parts:
            mean += (1 - MEAN_MEMORY) * (slope - mean)
            square += (1 - SQUARE_MEMORY) * (slope * slope - square)
            part -= rate * (mean / mean_share) / (np.sqrt(square / square_share) + 1e-8)


class Signs(Protocol):
    """Constraints on the signs of a model's weights."""

    def project(self, model: Model) -> None:
        """Replace weights with a wrong sign by the nearest allowed ones."""


@dataclass(frozen=True, slots=True)
class Standardization:
    """Means and standard deviations of inputs."""

    mean: Floats
    spread: Floats

    @classmethod
    def from_inputs(cls, x: Floats) -> Standardization:
        """Return the means and standard deviations of the inputs."""
        mean = x.mean(0, dtype=np.float64)
        spread = np.array([column.std(dtype=np.float64) for column in x.T])  # saves memory
        return cls(mean.astype(np.float32), np.maximum(spread, MIN_SPREAD).astype(np.float32))

    def standardize(self, x: Floats) -> Floats:
        """Return standardized inputs."""
        standardized: Floats = x - self.mean
        standardized /= self.spread
        return np.clip(standardized, -MAX_DEVIATION, MAX_DEVIATION, out=standardized)

    def fold(self, rows: Floats, biases: Floats) -> tuple[Floats, Floats]:
        """Return the weights and biases of a layer for inputs that are not standardized."""
        shift: Floats = self.mean / self.spread
        moved: Floats = shift @ rows
        return rows / self.spread[:, None], biases - moved


@dataclass(frozen=True, slots=True)
class Scale:
    """Means and standard deviations of the inputs and of the target."""

    inputs: Standardization
    lead_mean: float
    lead_spread: float


@dataclass(frozen=True, slots=True)
class Folded:
    """A network with input and output scaling folded in: raw inputs in, points out."""

    rows: Floats
    biases: Floats
    outer: Floats
    direct: Floats
    bias: float

    def predict(self, x: Floats) -> Floats:
        """Return the prediction for each row, in points."""
        sums = x @ self.rows + self.biases
        points: Floats = softsign(sums) @ self.outer + x @ self.direct + np.float32(self.bias)
        return points

    def as_data(self, names: Sequence[str], *columns: Floats) -> dict[str, Any]:
        """Return the members of a value file. names: of the inputs. columns: more numbers each."""
        table = np.concatenate((self.rows.T, self.direct[None], *(c[None] for c in columns))).T
        return {
            "outer": rounded(self.outer),
            "biases": rounded(np.append(self.biases, np.float32(self.bias))),
            "inputs": {name: rounded(row) for name, row in zip(names, table, strict=True)},
        }


def scale_of(x: Floats, y: Floats) -> Scale:
    """Return the means and standard deviations of inputs and target."""
    spread = max(MIN_SPREAD, float(y.std(dtype=np.float64)))
    return Scale(Standardization.from_inputs(x), float(y.mean(dtype=np.float64)), spread)


def lead_changes(ahead: Floats, lead: Floats) -> Floats:
    """Return the changes of leads. ahead: lead in the position. lead: at the end of the game."""
    changes: Floats = np.clip(lead, -MAX_LEAD, MAX_LEAD) - ahead
    return changes


def is_held_out(games: Floats) -> NDArray[np.bool_]:
    """Return for each game number whether the game is held out."""
    divisor, remainder = HELD_OUT
    held_out: NDArray[np.bool_] = games.astype(np.int64) % divisor == remainder
    return held_out


def stack_examples(games: Iterable[array[float]], width: int) -> Floats:
    """Return the examples of games as a table of a width. Raises ValueError if there are none."""
    rows = [np.frombuffer(game, np.float32).reshape(-1, width) for game in games if game]
    if not rows:
        raise ValueError("the games gave no examples: play more games")
    table: Floats = np.concatenate(rows)
    return table


def fit_model(
    x: Floats, y: Floats, size: tuple[int, int], seed: int, signs_of: Callable[[Scale], Signs]
) -> Iterator[tuple[Model, Scale]]:
    """Yield the model after each epoch: always the same object.

    size: units and epochs. signs_of: makes the constraints on signs.
    """
    units, epochs = size
    scale = scale_of(x, y)
    y = ((y - scale.lead_mean) / scale.lead_spread).astype(np.float32)
    x = scale.inputs.standardize(x)
    rng = np.random.default_rng(seed)
    model = Model(x.shape[1], units, rng)
    signs = signs_of(scale)
    adam = Adam(model.parts)
    for epoch in range(epochs):
        rate = RATE * (1 - epoch / epochs) + LAST_RATE
        order = rng.permutation(len(x))
        for first in range(0, len(x), BATCH):
            batch = order[first : first + BATCH]
            error = np.clip(model.predict(x[batch]) - y[batch], -MAX_ERROR, MAX_ERROR)
            adam.step(model.gradient(x[batch], error / np.float32(len(batch))), rate)
            if adam.steps % SIGNS_EVERY == 0:
                signs.project(model)
        signs.project(model)
        yield model, scale


def fit_held_in(
    x: Floats,
    y: Floats,
    held_out: NDArray[np.bool_],
    size: tuple[int, int],
    seed: int,
    signs_of: Callable[[Scale], Signs],
) -> Folded:
    """Return a network fitted to all examples except those held out. Raises ValueError for none."""
    if held_out.all():
        raise ValueError("all games are held out to judge the fit: play more games")
    fits = fit_model(x[~held_out], y[~held_out], size, seed, signs_of)
    *_, (model, scale) = with_progress(fits, size[1], "epochs")
    return fold(model, scale)


def fold(model: Model, scale: Scale) -> Folded:
    """Return the model with input and output scaling folded in."""
    rows, biases = scale.inputs.fold(model.rows, model.biases)
    direct: Floats = model.direct * np.float32(scale.lead_spread)
    shift: Floats = scale.inputs.mean / scale.inputs.spread
    bias = float(model.bias[0]) * scale.lead_spread + scale.lead_mean - float(shift @ direct)
    outer: Floats = model.outer * np.float32(scale.lead_spread)
    return Folded(rows, biases, outer, direct / scale.inputs.spread, bias)


def root_mean_square(errors: Floats) -> float:
    """Return the root mean square of errors."""
    return float(np.sqrt(np.mean(errors.astype(np.float64) ** 2)))


def rounded(numbers: Floats) -> list[float]:
    """Return numbers as result files contain them."""
    return [round(float(number), 5) + 0.0 for number in numbers]
