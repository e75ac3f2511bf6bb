"""What players do with each card, and how they fare with it: two players of one kind of games.

Both are counted from games in words, so that one measure serves both. Whoever places cards well
wins more with them than without, whatever the card: an effect is no cause, but where two players
fare differently with a card, one of them sees something in it that the other does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any, Final

from rftg_dev.yardstick.positions import Game, shares
from rftg_engine import asks

FEWEST: Final = 30
"""Times that a card must have been played, and kept unplayed, before its effect is told."""
SHOWN: Final = 12
"""Cards that are named where two players differ most."""
_DRAWN: Final = (
    asks.STARTING_HAND,
    asks.EXPLORE,
    asks.DISCARD_AFTER_DRAWING,
    asks.HAND_LIMIT,
)
"""Decisions that discard what may never have been in a hand at the start of a round."""
_PLACED: Final = (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD, asks.UPGRADE)


@dataclass
class Fate:
    """Of a card in the hands of one seat: how often, and the shares of the win in all."""

    count: int = 0
    won: float = 0.0


class Fates:
    """What became of each card that a seat came to see, over some games."""

    def __init__(self) -> None:
        self._fates: dict[tuple[str, int, bool], Fate] = {}
        self._seats: dict[int, Fate] = {}

    def add(self, game: Game) -> None:
        """Take in a game."""
        for seat, share in enumerate(shares(game)):
            played = _played(game, seat)
            for title in _seen(game, seat) | played:
                _count(self._fates.setdefault((title, seat, title in played), Fate()), share)
            _count(self._seats.setdefault(seat, Fate()), share)

    def rates(self) -> dict[str, float]:
        """Return by card the share that was played, of those seen often enough."""
        found = {}
        for title in self._titles():
            played, kept = self._counts(title)
            if played + kept >= FEWEST:
                found[title] = played / (played + kept)
        return found

    def effects(self) -> dict[str, float]:
        """Return by card the share of the win of who played it less that of who kept it.

        Each is taken as the distance from par, which is how the same seat fares in all games.
        """
        found = {}
        for title in self._titles():
            if min(self._counts(title)) >= FEWEST:
                found[title] = self._above_par(title, True) - self._above_par(title, False)
        return found

    def _titles(self) -> list[str]:
        return sorted({title for title, _seat, _played in self._fates})

    def _counts(self, title: str) -> tuple[int, int]:
        """Return how often a card was played, and how often it was not."""
        played, kept = (
            sum(self._fates.get((title, seat, how), _NEVER).count for seat in self._seats)
            for how in (True, False)
        )
        return played, kept

    def _above_par(self, title: str, played: bool) -> float:
        fates = [
            (self._fates.get((title, seat, played), _NEVER), whole.won / whole.count)
            for seat, whole in self._seats.items()
        ]
        total = sum(fate.count for fate, _par in fates)
        return fsum(fate.won - fate.count * par for fate, par in fates) / total


_NEVER: Final = Fate()


def _count(fate: Fate, share: float) -> None:
    fate.count += 1
    fate.won += share


def _seen(game: Game, seat: int) -> set[str]:
    """Return the titles that a seat had in hand at the start of a round, or discarded."""
    found: set[str] = set(game["final"]["players"][seat]["hand"])
    for one in game["rounds"]:
        if one["start"] is not None:
            found.update(one["start"]["players"][seat]["hand"])
        for asked in one["decisions"]:
            if asked["player"] == seat and asked["kind"] in _DRAWN:
                found.update(asked["answer"])
    return found


def _played(game: Game, seat: int) -> set[str]:
    """Return the titles that a seat placed from its hand."""
    found = set()
    for one in game["rounds"]:
        for asked in one["decisions"]:
            if asked["player"] == seat and asked["kind"] in _PLACED and asked["answer"] != "none":
                answer = asked["answer"]
                found.add(answer["place"] if isinstance(answer, dict) else answer)
    return found


class Sample:
    """The games of a player: all, and each half of them by turns."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.count = 0
        self.whole, self.halves = Fates(), (Fates(), Fates())
        for game in games:
            self.whole.add(game)
            self.halves[self.count % 2].add(game)
            self.count += 1


def compare(theirs: Iterable[Game], ours: Iterable[Game]) -> dict[str, Any]:
    """Return how alike two players judge cards, as JSON data."""
    them, us = Sample(theirs), Sample(ours)
    return {
        "games": [them.count, us.count],
        "plays": _alike(them, us, Fates.rates),
        "effects": _alike(them, us, Fates.effects),
    }


def _alike(
    them: Sample, us: Sample, measure: Callable[[Fates], dict[str, float]]
) -> dict[str, Any]:
    """Return how alike the cards are ranked by a measure.

    halves: how alike the two halves of each player's games rank them. corrected: what the
    correlation would come to with endless games (Spearman 1904).
    """
    theirs, ours = measure(them.whole), measure(us.whole)
    both = sorted(theirs.keys() & ours.keys())
    apart = sorted(both, key=lambda title: -abs(ours[title] - theirs[title]))
    halves = [rank_correlation(*map(measure, one.halves)) for one in (them, us)]
    found = rank_correlation(theirs, ours)
    return {
        "cards": len(both),
        "rank_correlation": found,
        "halves": halves,
        "corrected": _corrected(found, halves),
        "apart": [
            {"card": title, "theirs": theirs[title], "ours": ours[title]} for title in apart[:SHOWN]
        ],
        "all": {title: [theirs[title], ours[title]] for title in both},
    }


def _corrected(found: float | None, halves: Sequence[float | None]) -> float | None:
    """Return a correlation without what chance takes off it; None where chance is too strong.

    What a whole sample and another like it would have in common follows from its halves
    (Spearman 1910, Brown 1910).
    """
    theirs, ours = halves
    if found is None or theirs is None or ours is None or min(theirs, ours) <= 0:
        return None
    product = theirs * ours * 4 / ((1 + theirs) * (1 + ours))
    return max(-1.0, min(1.0, found / sqrt(product)))


def rank_correlation(ones: Mapping[str, float], others: Mapping[str, float]) -> float | None:
    """Return Spearman's rho over the names that both have; None where there is none."""
    both = sorted(ones.keys() & others.keys())
    return _pearson(_ranks([ones[name] for name in both]), _ranks([others[name] for name in both]))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones have the mean of theirs."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            ranks[index] = (start + end - 1) / 2
        start = end
    return ranks


def _pearson(ones: Sequence[float], others: Sequence[float]) -> float | None:
    if len(ones) < 2:
        return None
    mean, other_mean = fsum(ones) / len(ones), fsum(others) / len(others)
    pairs = [(one - mean, other - other_mean) for one, other in zip(ones, others, strict=True)]
    across = sqrt(fsum(a * a for a, _b in pairs) * fsum(b * b for _a, b in pairs))
    return fsum(a * b for a, b in pairs) / across if across else None
