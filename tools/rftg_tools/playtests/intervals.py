"""How sure a mean of few numbers is: Student's interval, for tables of friends play few games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Final

from rftg_tools.intervals import Z

_OF_FEW: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
"""Half of a 95 % interval in standard errors, for 1 to 10 degrees of freedom (Student 1908)."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of `count` numbers. half: of its 95 % interval, None where there is just one."""

    mean: float
    half: float | None
    count: int


def mean_of(numbers: Sequence[float]) -> Mean | None:
    """Return the mean of whole numbers with its interval; None where there are none.

    As if one more had been seen that is off by 1, its square is added to theirs: a few that are all
    alike do not show that all are (as in rftg_tools.balance.statistics.Moments).
    """
    count = len(numbers)
    if not count:
        return None
    mean = fsum(numbers) / count
    if count == 1:
        return Mean(mean, None, 1)
    variance = fsum((one - mean) ** 2 for one in numbers) / (count - 1)
    return Mean(mean, student(count - 1) * sqrt((variance + 1 / count) / count), count)


def student(freedom: int) -> float:
    """Return half of a 95 % interval in standard errors. freedom: degrees of it, 1 or more.

    Beyond the table by the series of Cornish and Fisher, right to 0.001 there.
    """
    if freedom <= len(_OF_FEW):
        return _OF_FEW[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
