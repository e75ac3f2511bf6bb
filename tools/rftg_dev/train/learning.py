"""What trials teach: which way to move each weight, and which predictors foretell which action."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from rftg_dev.train.trial import Trial
from rftg_engine.bots.weights import FORESEEN, PREDICTORS

RATE: Final = 0.2
"""Steps that a weight moves for each standard error by which its change paid."""
MOST_ERRORS: Final = 4.0
MEMORY: Final = 0.6
"""How much of the direction of the generation before is kept."""
PREDICTOR_RATE: Final = 0.02


def direction(trials: Sequence[Trial]) -> list[float]:
    """Return by weight how many standard errors its change has paid: the slope of the margin."""
    mean = sum(trial.margin for trial in trials) / len(trials)
    spread = sqrt(sum((trial.margin - mean) ** 2 for trial in trials) / len(trials))
    error = max(1e-9, spread / sqrt(len(trials)))
    slopes = [0.0] * len(trials[0].change)
    for one in trials:
        for index, change in enumerate(one.change):
            slopes[index] += change * one.margin
    limit = MOST_ERRORS
    return [max(-limit, min(limit, slope / len(trials) / error)) for slope in slopes]


def moved(numbers: list[float], way: list[float], sizes: list[float]) -> list[float]:
    """Return the weights moved along a direction. sizes: of the step of each."""
    return [
        number + RATE * step * one for number, step, one in zip(numbers, sizes, way, strict=True)
    ]


def blended(old: list[float], new: list[float]) -> list[float]:
    """Return a direction that remembers the one before."""
    return [MEMORY * one + (1.0 - MEMORY) * other for one, other in zip(old, new, strict=True)]


def foresight(
    weights: list[list[float]], calls: Sequence[tuple[list[float], int]]
) -> list[list[float]]:
    """Return the weights of the predictors after these calls.

    They are trained as a softmax, one call after the other.
    """
    found = [row[:] for row in weights]
    scale = [
        max(1.0, sqrt(sum(call[0][index] ** 2 for call in calls) / max(1, len(calls))))
        for index in range(len(PREDICTORS))
    ]
    for seen, chosen in calls:
        odds = [
            exp(max(-30.0, min(30.0, sum(a * b for a, b in zip(row, seen, strict=True)))))
            for row in found
        ]
        whole = sum(odds)
        for action in range(len(FORESEEN)):
            missed = (action == chosen) - odds[action] / whole
            row = found[action]
            for index, value in enumerate(seen):
                row[index] += PREDICTOR_RATE * missed * value / scale[index] ** 2
    return found
