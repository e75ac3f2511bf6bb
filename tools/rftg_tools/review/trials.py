"""Which of several options wins most, from as few games as may be.

All options meet the same games. Those worth a comparison are chosen beforehand, by other means than
these games, so the games are fair to all of them; they end as soon as enough is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final

from rftg_tools.balance.statistics import FEWEST, Moments

LEAST: Final = 2
"""Games of each option, however few are asked for."""
MORE: Final = 10
"""Games of each finalist between two looks at whether enough is known."""


@dataclass(frozen=True, slots=True)
class Trials:
    """The games of some options. shares: by option what it won in each game, in the same order.

    finalists: the options that were compared; the others have a few games only.
    """

    shares: tuple[tuple[float, ...], ...]
    finalists: tuple[int, ...]

    def mean(self, option: int) -> float:
        """Return the share of wins of an option."""
        return mean(self.shares[option])

    def best(self) -> int:
        """Return the finalist that won most."""
        return max(self.finalists, key=lambda option: (self.mean(option), -option))

    def difference(self, better: int, worse: int) -> Moments:
        """Return what one finalist won more than another, game by game."""
        pairs = Moments(unit=1.0)
        for one, other in zip(self.shares[better], self.shares[worse], strict=True):
            pairs.add(one - other)
        return pairs


def mean(shares: Iterable[float]) -> float:
    """Return the mean of the shares; 0 for none."""
    taken = list(shares)
    return fsum(taken) / max(1, len(taken))


def finalists_of(ranking: Sequence[int], kept: set[int]) -> tuple[int, ...]:
    """Return the options to be compared: those kept and the best of the others."""
    rival = next((option for option in ranking if option not in kept), None)
    return tuple(sorted(kept if rival is None else {*kept, rival}))


def try_out(
    play: Callable[[int, int], float],
    options: int,
    finalists: tuple[int, ...],
    games: int,
    enough: Callable[[Trials], bool],
) -> Trials:
    """Play options against each other. play: what an option wins in a game, both by number.

    games: of all options together at most, more only where there would be fewer than LEAST for one.
    enough: whether no more need be played; asked from FEWEST games of each finalist on.
    """
    shares: list[list[float]] = [[] for _option in range(options)]
    for option in range(options):
        _play_on(play, shares, option, LEAST)
    left = games - LEAST * (options - len(finalists))
    most = max(LEAST, left // len(finalists))
    to = min(FEWEST, most)
    while True:
        for option in finalists:
            _play_on(play, shares, option, to)
        trials = Trials(tuple(tuple(share) for share in shares), finalists)
        if to == most or enough(trials):
            return trials
        to = min(most, to + MORE)


def _play_on(
    play: Callable[[int, int], float], shares: list[list[float]], option: int, to: int
) -> None:
    for game in range(len(shares[option]), to):
        shares[option].append(play(option, game))
