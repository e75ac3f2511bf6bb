"""Partners of a card: cards that help its owner more than they help owners of other cards.

For each other card, the win shares of players with and without it in their tableau are compared:
among players of the tested card, and among players of official cards in its place. The difference
of the two comparisons does not include the general strength of the other card.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from rftg_tools.balance.games import Seat
from rftg_tools.balance.statistics import FEWEST, Estimate, Moments, benjamini_hochberg, two_sided
from rftg_tools.intervals import Z


@dataclass(frozen=True, slots=True)
class Partner:
    """A card, and its additional effect on the win share in combination with the tested card."""

    title: str
    effect: Estimate


class Side:
    """Win shares of players who placed a card, by the other cards in their tableau."""

    def __init__(self, titles: list[str], numbers: tuple[int, ...]) -> None:
        self._titles = titles
        self._numbers = set(numbers)
        self.all = Moments()
        self.by_partner: dict[str, Moments] = {}

    def add(self, seat: Seat) -> None:
        """Add the result of a player who placed the card."""
        self.all.add(seat.share)
        for title in {self._titles[card] for card in seat.tableau if card not in self._numbers}:
            self.by_partner.setdefault(title, Moments()).add(seat.share)

    def gain(self, title: str) -> tuple[float, float, int] | None:
        """Return the gain in win share with another card, its variance, and the smaller group's
        size.

        None if a group is too small.
        """
        partner_seats = self.by_partner.get(title)
        if partner_seats is None:
            return None
        rest = self.all.count - partner_seats.count
        if min(partner_seats.count, rest) < FEWEST:
            return None
        mean, variance = _moments_of_rest(self.all, partner_seats)
        gain = partner_seats.mean - mean
        return gain, partner_seats.error + variance / rest, min(partner_seats.count, rest)


def _moments_of_rest(every: Moments, part: Moments) -> tuple[float, float]:
    """Return the mean and variance of the numbers that are not in a part."""
    count = every.count - part.count
    mean = (every.mean * every.count - part.mean * part.count) / count
    squares = every.squares - part.squares
    squares -= (part.mean - mean) ** 2 * part.count * count / every.count
    return mean, max(0.0, squares) / (count - 1)


class Partners:
    """Both groups for a tested card: its players, and players of cards in its place.

    titles: of all cards by number. numbers: of the card's copies.
    """

    def __init__(self, titles: list[str], numbers: tuple[int, ...]) -> None:
        self.tested = Side(titles, numbers)
        self.control = Side(titles, numbers)

    def significant(self) -> list[Partner]:
        """Return the cards that raise the owner's win share beyond chance, the best first."""
        titles = sorted(self.tested.by_partner.keys() & self.control.by_partner.keys())
        compared = [entry for title in titles if (entry := self._compared(title)) is not None]
        significant = benjamini_hochberg([two_sided(z) for _, z in compared])
        partners = [
            partner
            for (partner, _), is_significant in zip(compared, significant, strict=True)
            if is_significant and partner.effect.mean > 0
        ]
        return sorted(partners, key=lambda partner: -partner.effect.mean)

    def tested_count(self) -> int:
        """Return the number of cards that were frequent enough to compare."""
        return sum(self._compared(title) is not None for title in self.tested.by_partner)

    def _compared(self, title: str) -> tuple[Partner, float] | None:
        """Return a card with its effect, and the effect in standard errors."""
        gain, baseline = self.tested.gain(title), self.control.gain(title)
        if gain is None or baseline is None:
            return None
        effect, error = gain[0] - baseline[0], sqrt(gain[1] + baseline[1])
        if not error:
            return None
        estimate = Estimate(effect, Z * error, min(gain[2], baseline[2]))
        return Partner(title, estimate), effect / error
