"""What is counted in games, and the figures that many of them give."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

Counts = dict[str, tuple[float, float]]
"""By what is counted: the sum, and of how many; their quotient is the figure."""


def figures_of(games: Sequence[Counts]) -> dict[str, float]:
    """Return the figures of many games, in the order in which they are met first."""
    names = dict.fromkeys(name for game in games for name in game)
    return {name: _quotient([game[name] for game in games if name in game]) for name in names}


def _quotient(counts: Sequence[tuple[float, float]]) -> float:
    return fsum(total for total, _of in counts) / max(1.0, fsum(of for _total, of in counts))
