"""What is fitted once leads are foretold: how sure they are, and what is typical of each stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from rftg_dev.train.examples import AHEAD, NOTES, STAGE, WON
from rftg_dev.train.softsign import Floats
from rftg_engine.bots import inputs
from rftg_engine.bots.weights import STAGES

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


def spread_of(examples: Floats, foretold: Floats) -> Spread:
    """Return the spread whose chances to win are the best.

    examples: with the hand known. foretold: by how much each lead will still change.
    """
    return min(
        (
            Spread(last, growth, log_loss(examples, foretold, last, growth))
            for last in LAST_SPREADS
            for growth in GROWTHS
        ),
        key=lambda one: one.loss,
    )


def log_loss(examples: Floats, foretold: Floats, last: float, growth: float) -> float:
    """Return the mean log loss of the chances to win that a spread makes of leads."""
    lead = (examples[:, AHEAD] + foretold).astype(np.float64)
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
