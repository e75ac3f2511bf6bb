"""The only source of chance: the n-th shuffle of a game is a function of its seed and n.

A game's state then needs no generator, only the number of shuffles made. Fisher-Yates over
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


class Chance:
    """Shuffles from a seed (any text)."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Return a new list in random order (see Shuffles)."""
        shuffled = list(items)
        _shuffle(shuffled, Random(f"{self.seed}/{nth}").random)
        return shuffled


def _shuffle(items: list[T], random: Callable[[], float]) -> None:
    """Put items in random order; of any type, so that compiled code moves them as they are."""
    last: i64 = len(items) - 1
    for index in range(last, 0, -1):
        other: i64 = int(random() * float(index + 1))
        items[index], items[other] = items[other], items[index]


class RecordedChance:
    """Shuffles as they are listed, one after the other; those behind the list come from a seed."""

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
