"""The effect of a card on the wins of who draws it first, from two measures of it.

In one game after the other, who draws the card first wins a share, and who draws a peer of it first
wins another. The mean difference is the effect: the card and its peers lie anywhere in the deck
with the same probability, so what leads to drawing one leads to drawing the other. All cards are
read off the same games, so this costs no game of its own.

In pairs of games that differ by the card alone, the difference is free of most of the luck. Each
pair costs a further game. Of the seeds that have pairs, both measures are weighed so that the
variance is least, their covariance taken into account, as control variates are; then these seeds
and the rest.

What bots foretell is a control variate of the first measure: of who draws the card, the chance to
win at the start of the round in which it comes, less the same of who draws a peer. It counts for
each two of them where the first is drawn, and not where the second is: until then the game is the
same whichever of the two lies where, and both ways are as probable. So its mean is 0, whatever the
cards do and however wrong the forecasts are, and what it has by chance is taken off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, fsum, inf, isfinite, sqrt
from typing import Final

from rftg_tools.balance.games import Game
from rftg_tools.balance.statistics import FEWEST, Estimate
from rftg_tools.intervals import Z

SHARES: Final = 5
"""Columns of the first measure: share and number of who drew the card, and of who drew a peer; and
what was foretold to the one and not to the other."""
_FORETOLD: Final = 4
_REST: Final = 0
_PAIRED: Final = SHARES
_PAIRS: Final = 2 * SHARES
_COLUMNS: Final = 2 * SHARES + 2
"""The first measure in seeds without pairs, the same in those with pairs, and their difference and
number."""


Draw = tuple[int, int, int]
"""A card, the seat that draws it, and the round."""


def _above_even(game: Game, seat: int, at: int) -> float:
    """Return by how much a player's chance to win was above even as a round began."""
    forecasts = game.seats[seat].forecasts
    return forecasts[at - 1] - 1 / len(game.seats) if 0 < at <= len(forecasts) else 0.0


class Sums:
    """Sums of columns and of their products, a row for each seed."""

    def __init__(self, columns: int) -> None:
        self.total = [0.0] * columns
        self._products = [[0.0] * columns for _row in range(columns)]

    def add(self, row: Sequence[float]) -> None:
        """Take in the columns of a seed."""
        nonzero = [column for column, value in enumerate(row) if value]
        for column in nonzero:
            self.total[column] += row[column]
            products, value = self._products[column], row[column]
            for other in nonzero:
                products[other] += value * row[other]

    def product(self, one: Sequence[float], other: Sequence[float]) -> float:
        """Return the sum over seeds of the product of two weighted sums of the columns."""
        return sum(
            a * b * self._products[row][column]
            for row, a in enumerate(one)
            if a
            for column, b in enumerate(other)
            if b
        )


@dataclass(frozen=True, slots=True)
class _Measure:
    """A mean, and by what weights of the columns each seed moves it.

    unseen: variance besides that of the seeds. Of pairs, it is as if one more had been seen that
    differs by a whole win, for a few that are alike do not show that all are.
    """

    mean: float
    moves: tuple[float, ...]
    unseen: float = 0.0


class Effect:
    """The effect of one card so far.

    copies: of the card. peers: a number of a copy of each official card that it is held against;
    none for a card that only pairs tell of, such as a start world, whose number decides who begins.
    draws: games in which it was drawn. pairs: those that have their pair.
    """

    def __init__(self, cards: Sequence[int], peers: Sequence[int]) -> None:
        self._cards = frozenset(cards)
        self._copies = len(cards)
        self._peers = frozenset(peers) if self._copies <= len(peers) else frozenset()
        self._sums = Sums(_COLUMNS)
        self._seeds = self._seeds_paired = 0
        self._known: Estimate | None = None

    @property
    def draws(self) -> int:
        """Games in which somebody drew the card."""
        return round(self._sums.total[_REST + 1] + self._sums.total[_PAIRED + 1])

    @property
    def pairs(self) -> int:
        """Pairs of games."""
        return round(self._sums.total[_PAIRS + 1])

    @property
    def needs_pairs(self) -> bool:
        """Whether only pairs tell of the card."""
        return not self._peers

    def add(self, game: Game, seat: int, paired: bool, other: float | None = None) -> None:
        """Take in a finished game and the seat that drew the card first, -1 for nobody.

        paired: whether the card has its pair in this seed, where it is drawn. other: the share
        of that seat in the other game of a pair.
        """
        share = game.seats[seat].share if seat >= 0 else 0.0
        shares = [share, float(seat >= 0), *self._of_peers(game), self._foretold(game)]
        none = [0.0] * SHARES
        row = [*none, *shares, 0.0, 0.0] if paired else [*shares, *none, 0.0, 0.0]
        if other is not None:
            row[_PAIRS:] = [share - other, 1.0]
        self._sums.add(row)
        self._seeds += 1
        self._seeds_paired += paired
        self._known = None

    def _of_peers(self, game: Game) -> tuple[float, float]:
        """Return the share of who drew a peer first, and for how many peers there is one.

        Of a card with several copies it is the first copy that counts, so here each group of as
        many peers counts, by the first of them: with n peers, the j-th to come is the first of
        comb(n - j, copies - 1) groups.
        """
        shares, count = 0.0, 0.0
        for weight, seat, _round in self._first_peers(game.drawn):
            shares += weight * game.seats[seat].share
            count += weight
        return shares, count

    def _first_peers(self, drawn: Sequence[Draw]) -> Iterator[tuple[float, int, int]]:
        """Yield of which part of all groups of peers each that is drawn is the first; seat, round.

        Nothing of a card without any.
        """
        left = len(self._peers)
        groups = comb(left, self._copies)
        for card, seat, at in drawn:
            if card in self._peers:
                left -= 1
                yield comb(left, self._copies - 1) / groups, seat, at

    def _foretold(self, game: Game) -> float:
        """Return by how much more than even the chances of the drawer were, less those of peers'.

        Of each group of peers, it is whichever comes first, the card or one of them.
        """
        if not self._peers:
            return 0.0
        places = (place for place, one in enumerate(game.drawn) if one[0] in self._cards)
        first = next(places, len(game.drawn))
        foretold, left = 0.0, 1.0
        for weight, seat, at in self._first_peers(game.drawn[:first]):
            foretold -= weight * _above_even(game, seat, at)
            left -= weight
        for _card, seat, at in game.drawn[first : first + 1]:
            foretold += left * _above_even(game, seat, at)
        return foretold

    def estimate(self) -> Estimate:
        """Return the effect with its interval, as a share of a win."""
        if self._known is None:
            self._known = self._estimate()
        return self._known

    def seeds_to(self, half: float, paired: bool) -> float:
        """Return how many more seeds an interval of a half width takes, about.

        paired: with a pair in each seed in which the card is drawn, else without any.
        """
        now = self.estimate().half
        seeds, measure = self._seeds, self._of_shares(_REST, _PAIRED)
        if paired:
            seeds, measure = self._seeds_paired, self._of_paired()
        if measure is None or not isfinite(now) or not half:
            return inf
        each = Z * Z * self._variance(measure) * seeds
        return max(0.0, each / half**2 - each / now**2)

    def _estimate(self) -> Estimate:
        measure = self._measure()
        if measure is None:
            return Estimate(0.0, inf, 0)
        count = self.pairs if self.needs_pairs else self.draws
        half = Z * sqrt(self._variance(measure)) if count >= FEWEST else inf
        return Estimate(measure.mean, half, count)

    def _measure(self) -> _Measure | None:
        """Return what all seeds say together; as long as there are few pairs, these do not count.

        None where nothing tells of the card.
        """
        if not self.needs_pairs and self.pairs < FEWEST:
            return self._of_shares(_REST, _PAIRED)
        rest, paired = self._of_shares(_REST), self._of_paired()
        if rest is None or self._sums.total[_REST + 1] < FEWEST:
            return paired
        return rest if paired is None else self._weighed(paired, rest)

    def _of_paired(self) -> _Measure | None:
        """Return what the seeds with pairs say."""
        shares, pairs = self._of_shares(_PAIRED), self._of_pairs()
        return pairs if shares is None or pairs is None else self._weighed(pairs, shares)

    def _weighed(self, one: _Measure, other: _Measure) -> _Measure:
        """Return the weighted mean of two measures that has the least variance."""
        off = [b - a for a, b in zip(one.moves, other.moves, strict=True)]
        spread = self._sums.product(off, off) + one.unseen + other.unseen
        weight = (one.unseen - self._sums.product(one.moves, off)) / spread if spread else 0.0
        moves = [a + weight * b for a, b in zip(one.moves, off, strict=True)]
        unseen = (1 - weight) ** 2 * one.unseen + weight**2 * other.unseen
        return _Measure(one.mean + weight * (other.mean - one.mean), tuple(moves), unseen)

    def _variance(self, measure: _Measure) -> float:
        return self._sums.product(measure.moves, measure.moves) + measure.unseen

    def _of_shares(self, *blocks: int) -> _Measure | None:
        """Return the first measure in some seeds, None without any draw.

        blocks: the first columns of these seeds.
        """
        total = self._sums.total
        mine, drawn, others, peers = (
            sum(total[first + column] for first in blocks) for column in range(_FORETOLD)
        )
        if not drawn or not peers:
            return None
        share, usual = mine / drawn, others / peers
        moves, foretold = [0.0] * _COLUMNS, [0.0] * _COLUMNS
        for first in blocks:
            moves[first : first + SHARES] = [
                *(1 / drawn, -share / drawn, -1 / peers, usual / peers),
                0.0,
            ]
            foretold[first + _FORETOLD] = 1.0
        return self._controlled(share - usual, moves, foretold)

    def _controlled(self, mean: float, moves: list[float], control: list[float]) -> _Measure:
        """Return a measure less so much of a control variate that the variance is least.

        control: weights of columns whose sum has the mean 0.
        """
        spread = self._sums.product(control, control)
        weight = self._sums.product(moves, control) / spread if spread else 0.0
        seen = fsum(a * b for a, b in zip(control, self._sums.total, strict=True))
        left = [a - weight * b for a, b in zip(moves, control, strict=True)]
        return _Measure(mean - weight * seen, tuple(left))

    def _of_pairs(self) -> _Measure | None:
        total, pairs = self._sums.total[_PAIRS:]
        if not pairs:
            return None
        moves = [0.0] * _COLUMNS
        moves[_PAIRS:] = [1 / pairs, -total / pairs / pairs]
        return _Measure(total / pairs, tuple(moves), 1 / pairs**2)
