"""Which of several options wins most, from as few games as may be.

All options meet the same games. The worse half of them is dropped again and again until few are
left; those share the second half of the games, which nobody has been chosen by (successive
halving: Karnin, Koren & Somekh 2013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import fsum
from typing import Final

from rftg_tools.balance.statistics import Moments

LEAST: Final = 2
"""Games of an option before it is dropped."""


@dataclass(frozen=True, slots=True)
class Trials:
    """The games of some options. shares: by option what it won in each game, in the same order.

    fair: the number of the first game whose options had not been chosen by their games before.
    """

    shares: tuple[tuple[float, ...], ...]
    fair: int

    def mean(self, option: int) -> float:
        """Return the share of wins of an option."""
        return mean(self.shares[option])

    def finalists(self) -> list[int]:
        """Return the options that were played to the last."""
        most = max(len(share) for share in self.shares)
        return [option for option, one in enumerate(self.shares) if len(one) == most]

    def best(self) -> int:
        """Return the finalist that won most."""
        return max(self.finalists(), key=lambda option: (self.mean(option), -option))

    def difference(self, better: int, worse: int) -> Moments:
        """Return what one finalist won more than another, game by game, over fair games."""
        pairs = Moments(unit=1.0)
        ours, theirs = self.shares[better][self.fair :], self.shares[worse][self.fair :]
        for one, other in zip(ours, theirs, strict=True):
            pairs.add(one - other)
        return pairs


def mean(shares: Iterable[float]) -> float:
    """Return the mean of the shares; 0 for none."""
    taken = list(shares)
    return fsum(taken) / max(1, len(taken))


def try_out(play: Callable[[int, int], float], options: int, kept: set[int], games: int) -> Trials:
    """Play options against each other. play: what an option wins in a game, both by number.

    kept: options that are never dropped. games: of all options together, more only where there
    would be fewer than LEAST for one.
    """
    shares: list[list[float]] = [[] for _option in range(options)]
    alive = list(range(options))
    fair = 0
    for size in _sizes(options, len(kept) + 1):
        each = max(LEAST, games // 2 // _rounds(options, len(kept) + 1) // len(alive))
        _play_on(play, shares, alive, fair + each)
        fair += each
        ranked = sorted(alive, key=lambda option: (-mean(shares[option]), option))
        alive = sorted({*ranked[:size], *(option for option in alive if option in kept)})
    played = sum(len(share) for share in shares)
    _play_on(play, shares, alive, fair + max(LEAST, (games - played) // len(alive)))
    return Trials(tuple(tuple(share) for share in shares), fair)


def _play_on(
    play: Callable[[int, int], float], shares: list[list[float]], alive: list[int], to: int
) -> None:
    for option in alive:
        for game in range(len(shares[option]), to):
            shares[option].append(play(option, game))


def _sizes(options: int, least: int) -> list[int]:
    """Return how many of the best options go on after each round, `least` after the last."""
    sizes = []
    while options > least + 1:
        options = max(least, (options + 1) // 2)
        sizes.append(options)
    return sizes


def _rounds(options: int, least: int) -> int:
    return max(1, len(_sizes(options, least)))
