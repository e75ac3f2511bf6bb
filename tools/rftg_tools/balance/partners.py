"""Which cards a card goes with: those that help its owner more than the owner of another card.

For a second card, the wins of those who also have it in their tableau are compared with the wins of
those who have not; once among players of the card that is tried, once among players of official
ones in its place. What the second card does for anybody falls out of the difference of the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from rftg_tools.balance.games import Seat
from rftg_tools.balance.statistics import FEWEST, Estimate, Moments, benjamini_hochberg, two_sided
from rftg_tools.intervals import Z


@dataclass(frozen=True, slots=True)
class Partner:
    """A card, and by how much more it raises the share of wins beside the card that is tried."""

    title: str
    effect: Estimate


class Side:
    """Shares of the win of those who played a card, by what else is in their tableau."""

    def __init__(self, titles: list[str], numbers: tuple[int, ...]) -> None:
        self._titles = titles
        self._numbers = set(numbers)
        self.all = Moments()
        self.beside: dict[str, Moments] = {}

    def add(self, seat: Seat) -> None:
        """Take in the end of a player who placed the card."""
        self.all.add(seat.share)
        for title in {self._titles[card] for card in seat.tableau if card not in self._numbers}:
            self.beside.setdefault(title, Moments()).add(seat.share)

    def gain(self, title: str) -> tuple[float, float, int] | None:
        """Return by how much another card raises the share, the variance of that, and the fewer
        of those with it and those without; None when they are too few.
        """
        beside = self.beside.get(title)
        if beside is None:
            return None
        rest = self.all.count - beside.count
        if min(beside.count, rest) < FEWEST:
            return None
        mean, variance = _rest(self.all, beside)
        gain = beside.mean - mean
        return gain, beside.error + variance / rest, min(beside.count, rest)


def _rest(every: Moments, some: Moments) -> tuple[float, float]:
    """Return mean and variance of the numbers that are not among some."""
    count = every.count - some.count
    mean = (every.mean * every.count - some.mean * some.count) / count
    squares = every.squares - some.squares
    squares -= (some.mean - mean) ** 2 * some.count * count / every.count
    return mean, max(0.0, squares) / (count - 1)


class Partners:
    """Both sides of a card that is tried: its players, and those of the cards in its place.

    titles: of all cards by number. numbers: those of the card.
    """

    def __init__(self, titles: list[str], numbers: tuple[int, ...]) -> None:
        self.with_it = Side(titles, numbers)
        self.without = Side(titles, numbers)

    def found(self) -> list[Partner]:
        """Return the cards that raise its owner's share of wins beyond chance, the best first."""
        titles = sorted(self.with_it.beside.keys() & self.without.beside.keys())
        tried = [one for title in titles if (one := self._compared(title)) is not None]
        stand = benjamini_hochberg([two_sided(z) for _, z in tried])
        found = [one for (one, _), stands in zip(tried, stand, strict=True) if stands]
        return sorted(
            (one for one in found if one.effect.mean > 0), key=lambda one: -one.effect.mean
        )

    def tried(self) -> int:
        """Return how many cards came often enough to be compared."""
        return sum(self._compared(title) is not None for title in self.with_it.beside)

    def _compared(self, title: str) -> tuple[Partner, float] | None:
        """Return a card with its effect, and how many standard errors that is from none."""
        mine, others = self.with_it.gain(title), self.without.gain(title)
        if mine is None or others is None:
            return None
        effect, error = mine[0] - others[0], sqrt(mine[1] + others[1])
        if not error:
            return None
        estimate = Estimate(effect, Z * error, min(mine[2], others[2]))
        return Partner(title, estimate), effect / error
