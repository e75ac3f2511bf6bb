"""The turning points of a reviewed game: choices that lost chances, and jumps of the chart.

Of all possible ones, only those are shown that chance alone hardly explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rftg_tools.balance.statistics import benjamini_hochberg, two_sided
from rftg_tools.intervals import Z
from rftg_tools.review.decisions import Rating

MOST: Final = 5
"""The most of each sort that are shown."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A choice that lost chances. number: of the answer. lost: in shares of a win, half: of its
    interval.
    """

    number: int
    lost: float
    half: float


@dataclass(frozen=True, slots=True)
class Jump:
    """A change of a player's chance between two points of the chart, by luck or others' choices.

    point: the number of the later one. before, after: the chances. half: of the interval of their
    difference.
    """

    point: int
    seat: int
    before: float
    after: float
    half: float


def slips(ratings: Sequence[Rating]) -> list[Slip]:
    """Return the choices that lost most, in the order of the game."""
    behind = [(rating.number, rating.behind) for rating in ratings if rating.behind is not None]
    stand = benjamini_hochberg([one.p_value for _number, one in behind])
    lost = [
        Slip(number, one.mean, one.half)
        for (number, one), stands in zip(behind, stand, strict=True)
        if stands and one.mean - one.half > 0
    ]
    lost.sort(key=lambda slip: -slip.lost)
    return sorted(lost[:MOST], key=lambda slip: slip.number)


def jumps(chart: Sequence[Sequence[float]], games: int) -> list[Jump]:
    """Return the largest changes of chances, in the order of the game.

    chart: by point the chances of all players, that of the result last. games: for each point.
    """
    changes = [
        _change(number, before, after, games)
        for number, (before, after) in enumerate(pairwise(chart), 1)
    ]
    p_values = [_p_value(change, len(chart[0]), games) for change in changes]
    stand = benjamini_hochberg(p_values)
    changed = [one for one, stands in zip(changes, stand, strict=True) if stands]
    changed.sort(key=lambda jump: -abs(jump.after - jump.before))
    return sorted(changed[:MOST], key=lambda jump: jump.point)


def _change(number: int, before: Sequence[float], after: Sequence[float], games: int) -> Jump:
    """Return the change of the player whose chance has changed most; a gain rather than a loss."""
    seats = range(len(before))
    seat = max(seats, key=lambda one: (abs(after[one] - before[one]), after[one], -one))
    error = sum(_variance(one[seat], games) for one in (before, after)) / games
    return Jump(number, seat, before[seat], after[seat], Z * error**0.5)


def _p_value(jump: Jump, seats: int, games: int) -> float:
    """Return how probable it is that some seat's chance changes so much where none has changed.

    Both points are of one chance then, which both tell of. Student's distribution is told by the
    normal one (Abramowitz & Stegun 1964, 26.7.8). Of two seats one loses what the other gains.
    """
    both = _variance((jump.before + jump.after) / 2, 2 * games)
    student = abs(jump.after - jump.before) / (2 * both / games) ** 0.5
    freedom = max(1, 2 * games - 2)
    normal = student * (1 - 1 / (4 * freedom)) / (1 + student**2 / (2 * freedom)) ** 0.5
    return min(1.0, (seats if seats > 2 else 1) * two_sided(normal))


def _variance(chance: float, games: int) -> float:
    """Return the variance of one game, with one more of each end (Agresti & Caffo 2000)."""
    drawn = (chance * games + 1) / (games + 2)
    return drawn * (1 - drawn)
