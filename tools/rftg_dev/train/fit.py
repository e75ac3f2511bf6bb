"""The fit of the value: by how much a lead will still change, by the inputs of a position.

A layer of softsign units beside a linear part (network.py), fitted to standardised inputs by Adam.
The gradient of errors beyond MOST_ERROR is clipped, and after some steps what has the wrong sign
is set to 0, so that more of an input that does no harm never makes a position worse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rftg_dev.train.examples import AHEAD, GAME, LEAD, NOTES
from rftg_engine.bots import features, inputs

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
LEAST_SLOPE: Final = 0.01
"""Points for one more of an input that never makes a position worse."""
MOST_LEAD: Final = 40.0
"""Leads beyond this count as this."""
HELD_OUT: Final = (21, 7)
"""Games whose number divided by the first leaves the second judge, and nothing is fitted to them.

Prime to the kinds of games and players, which come in turn, so that all are among them.
"""
FURTHER: Final = (features.HAND_OVER_4, features.HAND_OVER_8)
MOST_TAKEN: Final = 0.4
"""The part of what a card in hand brings that each of FURTHER takes off again, at most."""
NEVER_HELPFUL: Final = (
    *(inputs.OTHERS + nth for nth in inputs.NEVER_HARMFUL if 0 < nth < features.COUNT),
    *FURTHER,
    features.HAND_UNDER_3,
)
"""What makes a position no better: what the others have that helps them, hands of the wrong size.

The score of the others is left out, as it counts in the lead besides.
"""


class Model:
    """The network while it is fitted; inputs and what is foretold are standardised."""

    def __init__(self, units: int, rng: np.random.Generator) -> None:
        count = inputs.COUNT
        self.rows: Floats = normal(rng, (count, units), count)
        self.biases: Floats = np.zeros(units, np.float32)
        self.outer: Floats = normal(rng, (units,), units)
        self.direct: Floats = np.zeros(count, np.float32)
        self.bias: Floats = np.zeros(1, np.float32)

    @property
    def parts(self) -> list[Floats]:
        """All that is fitted, in the order of `slopes`."""
        return [self.rows, self.biases, self.outer, self.direct, self.bias]

    def foretold(self, x: Floats) -> Floats:
        """Return what it foretells of some positions."""
        units = softsign(x @ self.rows + self.biases)
        found: Floats = units @ self.outer + x @ self.direct + self.bias[0]
        return found

    def slopes(self, x: Floats, y: Floats, decay: float = DECAY) -> list[Floats]:
        """Return the gradient of half the mean squared error, errors clipped; and the decay."""
        reached = x @ self.rows + self.biases
        units = softsign(reached)
        foretold = units @ self.outer + x @ self.direct + self.bias[0]
        error = np.clip(foretold - y, -MOST_ERROR, MOST_ERROR) / np.float32(len(x))
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


class Signs:
    """The inputs of which more never makes a position worse (1), or never better (-1).

    least: of the direct weight of each, times its sign. What never makes it worse makes it a little
    better, however seldom it mattered in the games. The score's is that of a point lost for each,
    as it counts in the lead besides.
    """

    def __init__(self, scale: Scale) -> None:
        self.signs: Floats = np.zeros(inputs.COUNT, np.float32)
        self.signs[list(inputs.NEVER_HARMFUL)] = 1
        self.signs[list(NEVER_HELPFUL)] = -1
        points = scale.inputs.spread / np.float32(scale.lead_spread)
        self.least: Floats = np.where(self.signs > 0, LEAST_SLOPE * points, 0).astype(np.float32)
        self.least[features.SCORE] = -points[features.SCORE]
        spread = scale.inputs.spread
        self.taken: Floats = MOST_TAKEN * spread[list(FURTHER)] / spread[features.HAND]

    def project(self, model: Model) -> None:
        """Set what has the wrong sign, or takes off too much, to the nearest that does not."""
        model.rows[model.rows * model.outer * self.signs[:, None] < 0] = 0
        wrong = (self.signs != 0) & (model.direct * self.signs < self.least)
        model.direct[wrong] = self.least[wrong]
        further, ways = list(FURTHER), np.sign(model.outer)
        most = np.outer(self.taken, model.rows[features.HAND] * ways)
        model.rows[further] = ways * np.maximum(model.rows[further] * ways, -most)
        most = self.taken * model.direct[features.HAND]
        model.direct[further] = np.maximum(model.direct[further], -most)


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

    def folded(self, rows: Floats, biases: Floats) -> tuple[Floats, Floats]:
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

    def foretold(self, x: Floats) -> Floats:
        """Return by how many points leads will still change."""
        reached = x @ self.rows + self.biases
        found: Floats = softsign(reached) @ self.outer + x @ self.direct + np.float32(self.bias)
        return found


def still_to_come(examples: Floats) -> Floats:
    """Return by how much the lead changed after each example."""
    found: Floats = np.clip(examples[:, LEAD], -MOST_LEAD, MOST_LEAD) - examples[:, AHEAD]
    return found


def held_out(examples: Floats) -> NDArray[np.bool_]:
    """Return of each example whether it is of a game that is held out."""
    divisor, rest = HELD_OUT
    found: NDArray[np.bool_] = examples[:, GAME].astype(np.int64) % divisor == rest
    return found


def scale_of(x: Floats, y: Floats) -> Scale:
    """Return the means and standard deviations of some inputs and of what is foretold."""
    spread = max(LEAST_SPREAD, float(y.std(dtype=np.float64)))
    return Scale(Standard.of(x), float(y.mean(dtype=np.float64)), spread)


def fitted(examples: Floats, units: int, epochs: int, seed: int) -> Iterator[tuple[Model, Scale]]:
    """Yield the model after each epoch: the same one, fitted further."""
    used = ~held_out(examples)
    x, y = examples[used, NOTES:], still_to_come(examples)[used]
    scale = scale_of(x, y)
    x, y = scale.inputs.standard(x), ((y - scale.lead_mean) / scale.lead_spread).astype(np.float32)
    rng = np.random.default_rng(seed)
    model = Model(units, rng)
    signs = Signs(scale)
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


def folded(model: Model, scale: Scale) -> Folded:
    """Return a model in terms of inputs as they are, and of points."""
    rows, biases = scale.inputs.folded(model.rows, model.biases)
    direct: Floats = model.direct * np.float32(scale.lead_spread)
    shift: Floats = scale.inputs.mean / scale.inputs.spread
    bias = float(model.bias[0]) * scale.lead_spread + scale.lead_mean - float(shift @ direct)
    outer: Floats = model.outer * np.float32(scale.lead_spread)
    return Folded(rows, biases, outer, direct / scale.inputs.spread, bias)


def root_mean_square(network: Folded, examples: Floats) -> float:
    """Return by how many points a network is wrong."""
    error = network.foretold(examples[:, NOTES:]) - still_to_come(examples)
    return float(np.sqrt(np.mean(error.astype(np.float64) ** 2)))


def as_rows(network: Folded, typical: tuple[Floats, Floats]) -> dict[str, Any]:
    """Return the numbers of a network as they are written (see network.py)."""
    columns = (network.rows.T, network.direct[None], typical[0][None], typical[1][None])
    table = np.concatenate(columns).T
    return {
        "outer": rounded(network.outer),
        "biases": rounded(np.append(network.biases, np.float32(network.bias))),
        "inputs": {name: rounded(row) for name, row in zip(inputs.NAMES, table, strict=True)},
    }


def rounded(numbers: Floats) -> list[float]:
    """Return numbers as they are written."""
    return [round(float(number), 5) + 0.0 for number in numbers]
