"""The only source of chance: the n-th shuffle of a game is a function of its seed and n.

A game's state then needs no generator, only the number of shuffles made. Fisher-Yates over
`Random.random`, whose sequence the language guarantees for a seed on every platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol


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
        random = Random(f"{self.seed}/{nth}").random
        shuffled = list(items)
        for index in range(len(shuffled) - 1, 0, -1):
            other = int(random() * (index + 1))
            shuffled[index], shuffled[other] = shuffled[other], shuffled[index]
        return shuffled


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
