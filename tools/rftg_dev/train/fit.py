"""The fit of the value: by how much a lead will still change, by the inputs of a position.

What has the wrong sign is set to 0, so that more of an input that does no harm never makes a
position worse; softsign.py does the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rftg_dev.train.examples import AHEAD, GAME, LEAD, NOTES
from rftg_dev.train.softsign import (
    Floats,
    Folded,
    Model,
    Scale,
    changes,
    fit_model,
    held_out_of,
    rounded,
)
from rftg_engine.bots import features, inputs

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
    return held_out_of(examples[:, GAME])


def fitted(examples: Floats, units: int, epochs: int, seed: int) -> Iterator[tuple[Model, Scale]]:
    """Yield the model after each epoch: the same one, fitted further."""
    used = ~held_out(examples)
    x, y = examples[used, NOTES:], still_to_come(examples)[used]
    yield from fit_model(x, y, (units, epochs), seed, Signs)


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
