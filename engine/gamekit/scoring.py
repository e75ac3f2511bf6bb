"""How a game ends: points, what breaks ties, and who wins."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: points and tie-break by seat, and the seats that won."""

    scores: tuple[int, ...]
    tie_breaks: tuple[int, ...]
    winners: tuple[int, ...]


def rank_players(scores: tuple[int, ...], tie_breaks: tuple[int, ...]) -> Result:
    """Return who wins: most points, then the highest tie-break; all that are still tied win."""
    ends = list(zip(scores, tie_breaks, strict=True))
    best = max(ends)
    return Result(scores, tie_breaks, tuple([seat for seat, end in enumerate(ends) if end == best]))
