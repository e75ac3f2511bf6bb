"""Means and their intervals, and what is true of many of them at once.

Intervals are normal ones at 95 %: figures come by the hundred before one is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, fsum, inf, log, sqrt
from statistics import NormalDist
from typing import Final

from rftg_tools.intervals import Z

FEWEST: Final = 30
"""Numbers without which nothing is said of their mean."""
FALSE_SHARE: Final = 0.05
"""The share of reported findings that may be due to chance."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of `count` numbers, and half of its 95 % interval: infinite for fewer than FEWEST."""

    mean: float
    half: float
    count: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half

    @property
    def ends(self) -> tuple[float, float]:
        """Both."""
        return self.low, self.high

    def times(self, factor: float) -> Estimate:
        """Return the estimate in another unit."""
        return Estimate(self.mean * factor, self.half * factor, self.count)


class Moments:
    """Mean and variance of numbers, one at a time (Welford 1962).

    squares: the sum of their squared distances from the mean. unit: of differences between things
    that are counted, the least that is none. As if one more of them had been seen, its square is
    added to theirs, for a few that are all alike do not show that all are (as Agresti & Min 2005).
    """

    def __init__(self, unit: float = 0.0) -> None:
        self.unit = unit
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, number: float) -> None:
        """Take a number in."""
        self.count += 1
        off = number - self.mean
        self.mean += off / self.count
        self.squares += off * (number - self.mean)

    @property
    def variance(self) -> float:
        """Of the numbers, 0 for fewer than two."""
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    @property
    def error(self) -> float:
        """The variance of the mean."""
        if not self.count:
            return inf
        return (self.variance + self.unit * self.unit / self.count) / self.count

    def estimate(self) -> Estimate:
        """Return the mean with its interval."""
        half = Z * sqrt(self.error) if self.count >= FEWEST else inf
        return Estimate(self.mean, half, self.count)


def sample_size(variance: float, half: float) -> int:
    """Return how many numbers of this variance an interval of a half width takes."""
    return round(Z * Z * variance / (half * half))


def surely(looks: int) -> float:
    """Return how many standard errors hold so many means all at once, 19 times out of 20.

    It is Bonferroni's.
    """
    return NormalDist().inv_cdf(1 - FALSE_SHARE / (2 * looks))


def two_sided(z: float) -> float:
    """Return how often chance alone is as far off as z standard errors."""
    return erfc(abs(z) / sqrt(2))


def benjamini_hochberg(chances: Sequence[float], share: float = FALSE_SHARE) -> list[bool]:
    """Return which of many findings stand, if at most this share of those may be false.

    chances: of each finding to come of nothing (Benjamini & Hochberg 1995).
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    last = -1
    for place, index in enumerate(order):
        if chances[index] <= share * (place + 1) / len(chances):
            last = place
    stand = set(order[: last + 1])
    return [index in stand for index in range(len(chances))]


@dataclass(frozen=True, slots=True)
class Spread:
    """How far true values lie apart, when each is only known with an error.

    mean: of the true values; tau: their standard deviation. shrunken: the best guess at each,
    nearer to the mean the less is known of it, with its standard error. low, high: how far to each
    side any of the values may lie, if they are spread as widely as they can well be, and where 95 %
    of others like them do.
    """

    mean: float
    tau: float
    shrunken: tuple[tuple[float, float], ...]
    low: float
    high: float


def spread(values: Sequence[float], errors: Sequence[float]) -> Spread:
    """Return the random-effects model (DerSimonian & Laird 1986).

    errors: variances, none of them 0.

    The widest spread is the upper end of its 95 % interval (Q profile, Viechtbauer 2007), and no
    less than what could pass for none. Of a few values that is a multiple of what they show, so
    what holds another one goes by their own spread where that is less (prediction interval,
    Higgins, Thompson and Spiegelhalter 2009).
    """
    weights = [1 / error for error in errors]
    total, squares = fsum(weights), fsum(weight * weight for weight in weights)
    left = total - squares / total
    freedom = len(values) - 1
    between = max(0.0, (_lost(values, errors, 0.0) - freedom) / left) if freedom else 0.0
    mean = _mean(values, errors, between)
    pairs = list(zip(values, errors, strict=True))
    wide = max(_widest(values, errors), Z * sqrt(2 * freedom) / left if freedom else 0.0)
    ends = [_shrunken(value, error, mean, wide) for value, error in pairs]
    least = between + 1 / fsum(1 / (error + between) for error in errors)
    other = student(freedom - 1) / Z * sqrt(least) if freedom > 1 else sqrt(wide)
    ends.append((mean, min(other, sqrt(wide))))
    return Spread(
        mean,
        sqrt(between),
        tuple(_shrunken(value, error, mean, between) for value, error in pairs),
        min(one - Z * error for one, error in ends),
        max(one + Z * error for one, error in ends),
    )


def _lost(values: Sequence[float], errors: Sequence[float], between: float) -> float:
    """Return the squared distances from the mean, in units of the variance that each value has."""
    mean = _mean(values, errors, between)
    pairs = zip(values, errors, strict=True)
    return fsum((value - mean) ** 2 / (error + between) for value, error in pairs)


def _widest(values: Sequence[float], errors: Sequence[float]) -> float:
    """Return the largest variance between true values that the values seen are no surprise for."""
    if len(values) < 2:
        return 0.0
    least = _chi_squared(len(values) - 1, -Z)
    low, high = 0.0, max(errors)
    while _lost(values, errors, high) > least:
        high *= 2
    for _halving in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _lost(values, errors, middle) > least else (low, middle)
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
    """Return how many standard errors hold 95 % of Student's t (Fisher's series from 3 on)."""
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
