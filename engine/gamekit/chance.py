"""The only source of chance: the n-th shuffle or roll of a game is a function of its seed and n.

A game's state then needs no generator, only the number of shuffles and rolls made. Both draw from
`Random.random`, whose sequence the language guarantees for a seed on every platform.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

from mypy_extensions import i64

T = TypeVar("T")


class Shuffles(Protocol):
    """What decides chance in a game: a seed, or a record of what happened."""

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Return a new list of the items; `nth` counts the shuffles of the game from 0."""


class Rolls(Shuffles, Protocol):
    """What decides chance in a game that has dice too."""

    def roll(self, dice: int, sides: int, nth: int) -> list[int]:
        """Return a number from 0 to sides - 1 for each die.

        nth: counts the shuffles and rolls of the game together, from 0.
        """


class Chance:
    """Shuffles and rolls from a seed (any text)."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Return a new list in random order (see Shuffles)."""
        shuffled = list(items)
        _shuffle(shuffled, Random(f"{self.seed}/{nth}").random)
        return shuffled

    def roll(self, dice: int, sides: int, nth: int) -> list[int]:
        """Return a number for each die (see Rolls)."""
        random = Random(f"{self.seed}/{nth}").random
        return [int(random() * float(sides)) for _die in range(dice)]


def _shuffle(items: list[T], random: Callable[[], float]) -> None:
    """Put items in random order; of any type, so that compiled code moves them as they are."""
    last: i64 = len(items) - 1
    for index in range(last, 0, -1):
        other: i64 = int(random() * float(index + 1))
        items[index], items[other] = items[other], items[index]


class RecordedChance:
    """Shuffles and rolls as they are listed, one after the other; those behind the list come from a
    seed.
    """

    def __init__(self, shuffles: Sequence[Sequence[int]], seed: str) -> None:
        self.shuffles = shuffles
        self._later = Chance(seed)

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Return the order that is listed (see Shuffles).

        Raises ValueError where it is of other items.
        """
        if nth >= len(self.shuffles):
            return self._later.shuffle(items, nth)
        listed = list(self.shuffles[nth])
        if sorted(listed) != sorted(items):
            raise ValueError(f"shuffle {nth + 1} is recorded of other items than are shuffled")
        return listed

    def roll(self, dice: int, sides: int, nth: int) -> list[int]:
        """Return the numbers that are listed (see Rolls).

        Raises ValueError where they are of other dice.
        """
        if nth >= len(self.shuffles):
            return self._later.roll(dice, sides, nth)
        listed = list(self.shuffles[nth])
        if len(listed) != dice or any(not 0 <= number < sides for number in listed):
            raise ValueError(f"roll {nth + 1} is recorded of other dice than are rolled")
        return listed
