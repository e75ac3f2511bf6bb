"""The fit of Roll's value: by how much a lead will still change."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from rftg_dev.train.learned import gathered
from rftg_dev.train.roll.games import AHEAD, GAME, LEAD, NOTES, SELECTED, WIDTH
from rftg_dev.train.softsign import (
    Floats,
    Folded,
    Model,
    Scale,
    changes,
    fit_model,
    folded,
    held_out_of,
    rounded,
)
from rftg_tools.progress import with_progress
from roll_engine.bots.lead import COUNT, INPUTS, NEVER_HARMFUL, SCORE
from roll_engine.rules import NUMBER_OF_PHASES

LEAST_SLOPE: Final = 0.01
"""Points for one more of what never makes a position worse."""


class Signs:
    """What a player has never makes the position worse, and what others have never better."""

    def __init__(self, scale: Scale) -> None:
        self.signs: Floats = np.zeros(len(INPUTS), np.float32)
        for nth in NEVER_HARMFUL:
            self.signs[nth] = 1
            self.signs[COUNT + nth] = -1
        points = scale.inputs.spread / np.float32(scale.lead_spread)
        self.least: Floats = np.where(self.signs > 0, LEAST_SLOPE * points, 0).astype(np.float32)
        self.signs[SCORE], self.least[SCORE] = 1, -points[SCORE]
        self.signs[COUNT + SCORE] = 0

    def project(self, model: Model) -> None:
        """Set what has the wrong sign to the nearest that has not."""
        model.rows[model.rows * model.outer * self.signs[:, None] < 0] = 0
        wrong = (self.signs != 0) & (model.direct * self.signs < self.least)
        model.direct[wrong] = (self.least * self.signs)[wrong]


def learn(
    games: Iterable[array[float]], units: int, epochs: int, seed: int
) -> tuple[dict[str, Any], str]:
    """Return the parts of a value file that are learned, and in words how good they are.

    Raises ValueError where there is nothing to learn from.
    """
    examples = gathered(games, WIDTH, "no game came to its end")
    apart = held_out_of(examples[:, GAME])
    if apart.all():
        raise ValueError("all games are held out to judge by: play more games")
    y = changes(examples[:, AHEAD], examples[:, LEAD])
    fits = fit_model(examples[~apart, NOTES:], y[~apart], (units, epochs), seed, Signs)
    *_, (model, scale) = with_progress(fits, epochs, "epochs")
    network = folded(model, scale)
    error = network.foretold(examples[apart, NOTES:]) - y[apart]
    off = float(np.sqrt(np.mean(error.astype(np.float64) ** 2)))
    spread = float(np.sqrt(np.mean(y[apart].astype(np.float64) ** 2)))
    said = f"{len(examples)} examples; games held out: leads are off by {off:.2f} of {spread:.2f}"
    return {"usual": _usual(examples), **_as_rows(network)}, said


def _usual(examples: Floats) -> list[float]:
    """Return how often each phase was selected."""
    counts = np.bincount(examples[:, SELECTED].astype(np.int64), minlength=NUMBER_OF_PHASES)
    return rounded((counts / len(examples)).astype(np.float32))


def _as_rows(network: Folded) -> dict[str, Any]:
    """Return the numbers of a network as they are written."""
    table = np.concatenate((network.rows.T, network.direct[None])).T
    return {
        "outer": rounded(network.outer),
        "biases": rounded(np.append(network.biases, np.float32(network.bias))),
        "inputs": {name: rounded(row) for name, row in zip(INPUTS, table, strict=True)},
    }
