"""Shuffles and rolls of a game, each a function of the seed and its index.

A state therefore needs no random generator, only the number of shuffles and rolls so far. They use
`Random.random`, whose sequence Python guarantees for a seed on every platform.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

from mypy_extensions import i64

T = TypeVar("T")


class Shuffles(Protocol):
    """Source of chance of a game: a seed, or recorded results."""

    def shuffle(self, items: list[int], index: int) -> list[int]:
        """Return a shuffled copy of the items. index: number of earlier shuffles in the game."""


class Rolls(Shuffles, Protocol):
    """Source of chance of a game with dice."""

    def roll(self, dice: int, sides: int, index: int) -> list[int]:
        """Return a number from 0 to sides - 1 for each die.

        index: number of earlier shuffles and rolls in the game.
        """


class Chance:
    """Shuffles and rolls from a seed, which can be any text."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def shuffle(self, items: list[int], index: int) -> list[int]:
        """Return a shuffled copy of the items (see Shuffles)."""
        shuffled = list(items)
        _shuffle(shuffled, Random(f"{self.seed}/{index}").random)
        return shuffled

    def roll(self, dice: int, sides: int, index: int) -> list[int]:
        """Return a number for each die (see Rolls)."""
        random = Random(f"{self.seed}/{index}").random
        return [int(random() * float(sides)) for _die in range(dice)]


def _shuffle(items: list[T], random: Callable[[], float]) -> None:
    """Shuffle the items in place. Generic, so that compiled code does not unbox them."""
    last: i64 = len(items) - 1
    for index in range(last, 0, -1):
        target: i64 = int(random() * float(index + 1))
        items[index], items[target] = items[target], items[index]


class RecordedChance:
    """Recorded shuffles and rolls, followed by results from a seed."""

    def __init__(self, shuffles: Sequence[Sequence[int]], seed: str) -> None:
        self.shuffles = shuffles
        self._later = Chance(seed)

    def shuffle(self, items: list[int], index: int) -> list[int]:
        """Return the recorded order (see Shuffles). Raise ValueError if the items differ."""
        if index >= len(self.shuffles):
            return self._later.shuffle(items, index)
        recorded = list(self.shuffles[index])
        if sorted(recorded) != sorted(items):
            raise ValueError(f"shuffle {index + 1} is recorded with other items")
        return recorded

    def roll(self, dice: int, sides: int, index: int) -> list[int]:
        """Return the recorded numbers (see Rolls). Raise ValueError if the dice differ."""
        if index >= len(self.shuffles):
            return self._later.roll(dice, sides, index)
        recorded = list(self.shuffles[index])
        if len(recorded) != dice or any(not 0 <= face < sides for face in recorded):
            raise ValueError(f"roll {index + 1} is recorded with other dice")
        return recorded
