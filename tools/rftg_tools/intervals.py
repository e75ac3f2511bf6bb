"""95 % confidence intervals of proportions."""

from __future__ import annotations

from typing import Final

Z: Final = 1.959964
"""Half-width of a 95 % interval, in standard errors."""


def smoothed_proportion(successes: float, trials: int, expected: float = 0.5) -> float:
    """Return an estimate of a proportion that is never 0 or 1, even after few trials.

    It adds Z * Z trials with the expected share of successes; for 0.5, the result is the middle of
    Wilson's interval (Agresti & Coull 1998).
    """
    return (successes + Z * Z * expected) / (trials + Z * Z)


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion, from 0 to 1 (Wilson 1927)."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    centre = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    spread: float = share * (1 - share) / trials + Z * Z / (4 * trials * trials)
    half = Z * spread**0.5 / (1 + Z * Z / trials)
    return max(0.0, centre - half), min(1.0, centre + half)
