"""Means with confidence intervals, and multiple comparisons.

Intervals are normal approximations at 95 %, because all means are of at least FEWEST numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, fsum, inf, isfinite, log, log1p, sqrt
from statistics import NormalDist
from typing import Final

from rftg_tools.intervals import Z

FEWEST: Final = 30
"""Minimum count for a mean to be reported."""
FALSE_SHARE: Final = 0.05
"""Share of reported findings that may be due to chance."""

_NARROWEST: Final = 8.8
"""Information, in units of that of the mixed normal distribution, at which a 95 % confidence
sequence is narrowest."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of `count` numbers and the half-width of its 95 % interval, infinite below FEWEST."""

    mean: float
    margin: float
    count: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends of the interval."""
        return self.low, self.high

    def at_any_time(self, typical: float) -> Estimate:
        """Return the estimate with an interval that holds at all numbers of games at once.

        It may be looked at after every game: with 95 % probability, none of the intervals is wrong.
        This is Robbins' normal mixture (1970), a confidence sequence for means of many numbers
        (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024), and for efficient estimates, whose
        increments are independent (Scharfstein, Tsiatis and Robins 1997). It is about 1.6 times as
        wide as the interval for one look.

        typical: the margin for one look at which the sequence is narrowest compared to it.
        """
        if not isfinite(self.margin) or not self.margin:
            return self
        ratio = _NARROWEST * (typical / self.margin) ** 2
        wider = sqrt((1 + 1 / ratio) * (log1p(ratio) - 2 * log(FALSE_SHARE))) / Z
        return Estimate(self.mean, wider * self.margin, self.count)

    def times(self, factor: float) -> Estimate:
        """Return the estimate in another unit."""
        return Estimate(self.mean * factor, self.margin * factor, self.count)


class Moments:
    """Running mean and variance (Welford 1962).

    squares: sum of squared deviations from the mean. unit: smallest nonzero difference, for counts.
    The square of one unit is added to the variance, as if one more difference had been observed,
    because a few equal numbers do not show that all are equal (Agresti & Min 2005).
    """

    def __init__(self, unit: float = 0.0) -> None:
        self.unit = unit
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, number: float) -> None:
        """Add a number."""
        self.count += 1
        difference = number - self.mean
        self.mean += difference / self.count
        self.squares += difference * (number - self.mean)

    @property
    def variance(self) -> float:
        """Variance of the numbers, or 0 for fewer than two."""
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    @property
    def error(self) -> float:
        """Variance of the mean."""
        if not self.count:
            return inf
        return (self.variance + self.unit * self.unit / self.count) / self.count

    def estimate(self) -> Estimate:
        """Return the mean with its interval."""
        margin = Z * sqrt(self.error) if self.count >= FEWEST else inf
        return Estimate(self.mean, margin, self.count)


def simultaneous_z(comparisons: int) -> float:
    """Return the standard errors that cover this many means at once with 95 % (Bonferroni)."""
    return NormalDist().inv_cdf(1 - FALSE_SHARE / (2 * comparisons))


def two_sided(z: float) -> float:
    """Return the probability of a deviation of at least z standard errors by chance."""
    return erfc(abs(z) / sqrt(2))


def benjamini_hochberg(chances: Sequence[float], share: float = FALSE_SHARE) -> list[bool]:
    """Return which findings are significant at a false discovery rate.

    chances: p-value of each finding (Benjamini & Hochberg 1995).
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    last = -1
    for rank, index in enumerate(order):
        if chances[index] <= share * (rank + 1) / len(chances):
            last = rank
    significant = set(order[: last + 1])
    return [index in significant for index in range(len(chances))]


@dataclass(frozen=True, slots=True)
class Spread:
    """Spread of true values that are each measured with an error.

    mean, tau: mean and standard deviation of the true values. shrunken: best estimate of each with
    its standard error; the less precise a value, the closer to the mean. low, high: limits for the
    true values at the largest plausible tau, and for 95 % of similar values.
    """

    mean: float
    tau: float
    shrunken: tuple[tuple[float, float], ...]
    low: float
    high: float


def spread(values: Sequence[float], errors: Sequence[float]) -> Spread:
    """Fit a random-effects model (DerSimonian & Laird 1986). errors: variances, none of them 0.

    The largest plausible spread is the upper end of the 95 % interval of tau (Q profile,
    Viechtbauer 2007), and at least a value that cannot be distinguished from 0. For a few values it
    is a multiple of the observed spread, so the limit for similar values uses the observed spread
    if that is smaller (prediction interval, Higgins, Thompson and Spiegelhalter 2009).
    """
    weights = [1 / error for error in errors]
    total, squares = fsum(weights), fsum(weight * weight for weight in weights)
    scale = total - squares / total
    freedom = len(values) - 1
    between = max(0.0, (_lost(values, errors, 0.0) - freedom) / scale) if freedom else 0.0
    mean = _mean(values, errors, between)
    pairs = list(zip(values, errors, strict=True))
    widest = max(_widest(values, errors), Z * sqrt(2 * freedom) / scale if freedom else 0.0)
    ends = [_shrunken(value, error, mean, widest) for value, error in pairs]
    prediction = between + 1 / fsum(1 / (error + between) for error in errors)
    similar = student(freedom - 1) / Z * sqrt(prediction) if freedom > 1 else sqrt(widest)
    ends.append((mean, min(similar, sqrt(widest))))
    return Spread(
        mean,
        sqrt(between),
        tuple(_shrunken(value, error, mean, between) for value, error in pairs),
        min(center - Z * error for center, error in ends),
        max(center + Z * error for center, error in ends),
    )


def _lost(values: Sequence[float], errors: Sequence[float], between: float) -> float:
    """Return the sum of squared deviations from the mean, in units of each value's variance."""
    mean = _mean(values, errors, between)
    pairs = zip(values, errors, strict=True)
    return fsum((value - mean) ** 2 / (error + between) for value, error in pairs)


def _widest(values: Sequence[float], errors: Sequence[float]) -> float:
    """Return the largest variance of true values that is consistent with the observed values."""
    if len(values) < 2:
        return 0.0
    limit = _chi_squared(len(values) - 1, -Z)
    low, high = 0.0, max(errors)
    while _lost(values, errors, high) > limit:
        high *= 2
    for _halving in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _lost(values, errors, middle) > limit else (low, middle)
    return high


def _chi_squared(freedom: int, z: float) -> float:
    """Return the chi-squared quantile at a normal one (Wilson & Hilferty 1931; exact below 3)."""
    below = NormalDist().cdf(z)
    if freedom == 1:
        return NormalDist().inv_cdf((1 + below) / 2) ** 2
    if freedom == 2:
        return -2 * log(1 - below)
    part = 2 / (9 * freedom)
    return freedom * max(0.0, 1 - part + z * sqrt(part)) ** 3


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t (Fisher's series from 3 degrees of freedom)."""
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def _shrunken(value: float, error: float, mean: float, between: float) -> tuple[float, float]:
    share = between / (between + error)
    return mean + share * (value - mean), sqrt(share * error)


def _mean(values: Sequence[float], errors: Sequence[float], between: float) -> float:
    weights = [1 / (error + between) for error in errors]
    return fsum(v * w for v, w in zip(values, weights, strict=True)) / fsum(weights)
