"""Fit of the value: by how much a lead will still change, and how likely that wins."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rftg_dev.train.positions import AHEAD, GAME, LEAD, NOTES, STAGE, TAUGHT, WIDTH, WON
from rftg_dev.train.softsign import (
    Floats,
    Folded,
    Model,
    Scale,
    changes,
    fit_model,
    in_points,
    is_held_out,
    rounded,
)
from rftg_engine.bots import features, inputs
from rftg_engine.bots.weights import STAGES
from rftg_tools.progress import with_progress

LEAST_SLOPE: Final = 0.01
"""Points for one more of an input that never makes a position worse."""
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


def still_to_come(examples: Floats) -> Floats:
    """Return by how much the lead changed after each example."""
    return changes(examples[:, AHEAD], examples[:, LEAD])


def held_out(examples: Floats) -> NDArray[np.bool_]:
    """Return of each example whether it is of a game that is held out."""
    return is_held_out(examples[:, GAME])


def fit_epochs(
    examples: Floats, units: int, epochs: int, seed: int
) -> Iterator[tuple[Model, Scale]]:
    """Yield the model after each epoch: the same one, fitted further."""
    used = ~held_out(examples)
    x, y = examples[used, NOTES:], still_to_come(examples)[used]
    yield from fit_model(x, y, (units, epochs), seed, Signs)


def root_mean_square(network: Folded, examples: Floats) -> float:
    """Return by how many points a network is wrong."""
    error = network.predict(examples[:, NOTES:]) - still_to_come(examples)
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


LAST_SPREADS: Final = tuple(nth / 2 for nth in range(2, 10))
"""Of the errors at the end of a game."""
GROWTHS: Final = tuple(nth / 10 for nth in range(12))
"""By how much more they are spread for each stage before."""
MOST: Final = 30.0
LEAST_CHANCE: Final = 1e-9
TYPICAL: Final = 5
"""One example in so many is enough to say what is typical."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far errors are spread (network.Network). loss: the mean log loss of the chances."""

    last: float
    growth: float
    loss: float


def spread_of(examples: Floats, predict: Floats) -> Spread:
    """Return the spread whose chances to win are the best.

    examples: with the hand known. foretold: by how much each lead will still change.
    """
    return min(
        (
            Spread(last, growth, log_loss(examples, predict, last, growth))
            for last in LAST_SPREADS
            for growth in GROWTHS
        ),
        key=lambda one: one.loss,
    )


def log_loss(examples: Floats, predict: Floats, last: float, growth: float) -> float:
    """Return the mean log loss of the chances to win that a spread makes of leads."""
    lead = (examples[:, AHEAD] + predict).astype(np.float64)
    spread = last + growth * (STAGES - examples[:, STAGE].astype(np.float64))
    chance = 1 / (1 + np.exp(-np.clip(lead / spread, -MOST, MOST)))
    won = examples[:, WON].astype(np.float64)
    low = np.log(np.maximum(1 - chance, LEAST_CHANCE))
    high = np.log(np.maximum(chance, LEAST_CHANCE))
    return float(-np.mean(won * high + (1 - won) * low))


def hand_known(examples: Floats) -> Floats:
    """Return the examples whose hand is known."""
    found: Floats = examples[examples[:, NOTES + inputs.HAND_KNOWN] > 0]
    return found


def typical_of(examples: Floats) -> tuple[Floats, Floats]:
    """Return the mean of each input at the start of games and at their end, by a straight line."""
    some = examples[::TYPICAL]
    come = some[:, STAGE].astype(np.float64) / STAGES
    line = np.stack([np.ones(len(come)), come], axis=1)
    found = np.linalg.lstsq(line, some[:, NOTES:].astype(np.float64), rcond=None)[0]
    return found[0].astype(np.float32), (found[0] + found[1]).astype(np.float32)


def stack_examples(games: Iterable[array[float]], width: int, without: str) -> Floats:
    """Return the examples of games as a table of a width.

    Raises ValueError where there is none. without: why that is so.
    """
    rows = [np.frombuffer(game, np.float32).reshape(-1, width) for game in games if game]
    if not rows:
        raise ValueError(f"{without}: play more games")
    found: Floats = np.concatenate(rows)
    return found


def learn(
    games: Iterable[array[float]], units: int, epochs: int, seed: int
) -> tuple[dict[str, Any], str]:
    """Return the parts of a value file that are learned, and in words how good they are.

    Raises ValueError where there is nothing to learn from.
    """
    examples = stack_examples(games, WIDTH, "no game came to its end")
    apart = held_out(examples)
    if apart.all():
        raise ValueError("all games are held out to judge by: play more games")
    *_, (model, scale) = with_progress(fit_epochs(examples, units, epochs, seed), epochs, "epochs")
    network = in_points(model, scale)
    known = hand_known(examples[~apart])
    of_teacher = known[:, GAME] == TAUGHT
    if of_teacher.any():  # others stray on purpose, so that less is sure than between good players
        known = known[of_teacher]
    spread = spread_of(known, network.predict(known[:, NOTES:]))
    data = {
        "spread": [spread.last, spread.growth],
        **as_rows(network, typical_of(examples)),
    }
    said = f"{len(examples)} examples"
    if apart.any():
        judges = examples[apart]
        error, seen = root_mean_square(network, judges), hand_known(judges)
        loss = log_loss(seen, network.predict(seen[:, NOTES:]), spread.last, spread.growth)
        said += f"; games held out: leads are off by {error:.2f} points, log loss {loss:.4f}"
    return data, said
