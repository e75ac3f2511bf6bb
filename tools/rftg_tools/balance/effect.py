"""Effect of a card on the wins of its first drawer, combined from two measures.

A close result counts in part (`outcome`), here called a share of the win.

First measure: in each game, compare the win share of the first player to draw the card with that of
the first player to draw a peer. Because the card and its peers have the same probability to be
anywhere in the deck, whatever leads to drawing one leads to drawing the other. All cards are
measured in the same games, so this measure needs no extra games.

Second measure: in pairs of games that differ only by the card, the difference is free of most luck.
Each pair needs one more game. In seeds with pairs, both measures are weighted for the smallest
variance, like control variates; then these seeds and the others are combined in the same way.

Forecasts by the bots are a control variate for the first measure: the drawer's chance to win at the
start of the round of the draw, minus that of a player who draws a peer. Each such pair counts only
if its first card to be drawn is reached: until then the game is the same whichever of the two comes
first, and both orders are equally likely. So the mean is 0, whatever the cards do and however wrong
the forecasts are, and its random part can be subtracted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, fsum, inf, isfinite, sqrt
from typing import Final

from rftg_tools.balance.games import Game
from rftg_tools.balance.outcome import credits_of
from rftg_tools.balance.statistics import FEWEST, Estimate
from rftg_tools.intervals import Z

SHARES: Final = 5
"""Columns of the first measure: win share and count of drawers of the card, the same of drawers of
a peer, and the control variate."""
_CONTROL: Final = 4
_REST: Final = 0
_PAIRED: Final = SHARES
_PAIRS: Final = 2 * SHARES
_COLUMNS: Final = 2 * SHARES + 2
"""The first measure in seeds without pairs, the same in seeds with pairs, and the sum and number of
differences of pairs."""


Draw = tuple[int, int, int]
"""A card, the seat that draws it, and the round."""


def _above_even(game: Game, seat: int, game_round: int) -> float:
    """Return a player's chance to win at the start of a round minus that of equal players."""
    forecasts = game.seats[seat].forecasts
    if not 0 < game_round <= len(forecasts):
        return 0.0
    return forecasts[game_round - 1] - 1 / len(game.seats)


class Sums:
    """Sums of columns and of their products over seeds."""

    def __init__(self, columns: int) -> None:
        self.total = [0.0] * columns
        self._products = [[0.0] * columns for _row in range(columns)]

    def add(self, row: Sequence[float]) -> None:
        """Add the columns of a seed."""
        nonzero = [column for column, value in enumerate(row) if value]
        for column in nonzero:
            self.total[column] += row[column]
            products, value = self._products[column], row[column]
            for factor in nonzero:
                products[factor] += value * row[factor]

    def product(self, first: Sequence[float], second: Sequence[float]) -> float:
        """Return the sum over seeds of the product of two weighted sums of the columns."""
        return sum(
            a * b * self._products[row][column]
            for row, a in enumerate(first)
            if a
            for column, b in enumerate(second)
            if b
        )


@dataclass(frozen=True, slots=True)
class _Measure:
    """A mean, and the weights of the columns by which each seed moves it.

    unseen: additional variance. For pairs, it is that of one more pair that differs by a full win,
    because a few equal pairs do not show that all are equal.
    """

    mean: float
    moves: tuple[float, ...]
    unseen: float = 0.0


class Effect:
    """The effect of one card so far.

    cards: numbers of its copies. peers: a copy of each official card that it is compared with; none
    for a card that only pairs can measure, such as a start world, whose number decides who goes
    first.
    """

    def __init__(self, cards: Sequence[int], peers: Sequence[int]) -> None:
        self._cards = frozenset(cards)
        self._copies = len(cards)
        self._peers = frozenset(peers) if self._copies <= len(peers) else frozenset()
        self._sums = Sums(_COLUMNS)
        self._seeds = self._seeds_paired = 0
        self._cached: Estimate | None = None

    @property
    def draws(self) -> int:
        """Number of games in which somebody drew the card."""
        return round(self._sums.total[_REST + 1] + self._sums.total[_PAIRED + 1])

    @property
    def pairs(self) -> int:
        """Number of pairs of games."""
        return round(self._sums.total[_PAIRS + 1])

    @property
    def needs_pairs(self) -> bool:
        """Whether only pairs can measure the card."""
        return not self._peers

    def add(self, game: Game, seat: int, paired: bool, paired_share: float | None = None) -> None:
        """Add a finished game and the seat that drew the card first, or -1 if nobody did.

        paired: whether pairs are played for this seed. paired_share: that seat's share in the other
        game of the pair.
        """
        credits = credits_of(game)
        share = credits[seat] if seat >= 0 else 0.0
        shares = [share, float(seat >= 0), *self._of_peers(game, credits), self._control(game)]
        zeros = [0.0] * SHARES
        row = [*zeros, *shares, 0.0, 0.0] if paired else [*shares, *zeros, 0.0, 0.0]
        if paired_share is not None:
            row[_PAIRS:] = [share - paired_share, 1.0]
        self._sums.add(row)
        self._seeds += 1
        self._seeds_paired += paired
        self._cached = None

    def _of_peers(self, game: Game, credits: Sequence[float]) -> tuple[float, float]:
        """Return the win share of first drawers of a peer, and the weight of the peers drawn.

        For a card with several copies, only the first copy counts. So each group of as many peers
        counts, by its first peer: with n peers, the j-th to come is the first of comb(n - j, copies
        - 1) groups.
        """
        shares, count = 0.0, 0.0
        for weight, seat, _round in self._first_peers(game.drawn):
            shares += weight * credits[seat]
            count += weight
        return shares, count

    def _first_peers(self, drawn: Sequence[Draw]) -> Iterator[tuple[float, int, int]]:
        """Yield each drawn peer's share of the groups it is first in, its seat and its round."""
        remaining = len(self._peers)
        groups = comb(remaining, self._copies)
        for card, seat, game_round in drawn:
            if card in self._peers:
                remaining -= 1
                yield comb(remaining, self._copies - 1) / groups, seat, game_round

    def _control(self, game: Game) -> float:
        """Return the control variate: the drawer's chance above even minus that of peers' drawers.

        For each group of peers, whichever comes first counts: the card or one of the peers.
        """
        if not self._peers:
            return 0.0
        places = (place for place, draw in enumerate(game.drawn) if draw[0] in self._cards)
        first = next(places, len(game.drawn))
        control, remaining = 0.0, 1.0
        for weight, seat, game_round in self._first_peers(game.drawn[:first]):
            control -= weight * _above_even(game, seat, game_round)
            remaining -= weight
        for _card, seat, game_round in game.drawn[first : first + 1]:
            control += remaining * _above_even(game, seat, game_round)
        return control

    def estimate(self) -> Estimate:
        """Return the effect with its interval, as a win share."""
        if self._cached is None:
            self._cached = self._estimate()
        return self._cached

    def seeds_to(self, margin: float, paired: bool) -> float:
        """Return about how many more seeds are needed for a margin of error.

        paired: with a pair for each seed in which the card is drawn, otherwise without pairs.
        """
        current = self.estimate().margin
        seeds, measure = self._seeds, self._of_shares(_REST, _PAIRED)
        if paired:
            seeds, measure = self._seeds_paired, self._of_paired()
        if measure is None or not isfinite(current) or not margin:
            return inf
        per_seed = Z * Z * self._variance(measure) * seeds
        return max(0.0, per_seed / margin**2 - per_seed / current**2)

    def _estimate(self) -> Estimate:
        measure = self._measure()
        if measure is None:
            return Estimate(0.0, inf, 0)
        count = self.pairs if self.needs_pairs else self.draws
        margin = Z * sqrt(self._variance(measure)) if count >= FEWEST else inf
        return Estimate(measure.mean, margin, count)

    def _measure(self) -> _Measure | None:
        """Return the measure of all seeds, without pairs if these are few, or None without data."""
        if not self.needs_pairs and self.pairs < FEWEST:
            return self._of_shares(_REST, _PAIRED)
        rest, paired = self._of_shares(_REST), self._of_paired()
        if rest is None or self._sums.total[_REST + 1] < FEWEST:
            return paired
        return rest if paired is None else self._weighed(paired, rest)

    def _of_paired(self) -> _Measure | None:
        """Return the measure of the seeds with pairs."""
        shares, pairs = self._of_shares(_PAIRED), self._of_pairs()
        return pairs if shares is None or pairs is None else self._weighed(pairs, shares)

    def _weighed(self, first: _Measure, second: _Measure) -> _Measure:
        """Return the weighted mean of two measures with the smallest variance."""
        moves = [b - a for a, b in zip(first.moves, second.moves, strict=True)]
        spread = self._sums.product(moves, moves) + first.unseen + second.unseen
        weight = (first.unseen - self._sums.product(first.moves, moves)) / spread if spread else 0.0
        combined = [a + weight * b for a, b in zip(first.moves, moves, strict=True)]
        unseen = (1 - weight) ** 2 * first.unseen + weight**2 * second.unseen
        mean = first.mean + weight * (second.mean - first.mean)
        return _Measure(mean, tuple(combined), unseen)

    def _variance(self, measure: _Measure) -> float:
        return self._sums.product(measure.moves, measure.moves) + measure.unseen

    def _of_shares(self, *blocks: int) -> _Measure | None:
        """Return the first measure for the given seeds, or None without draws.

        blocks: their first columns.
        """
        total = self._sums.total
        share_sum, drawn, peer_sum, peers = (
            sum(total[first + column] for first in blocks) for column in range(_CONTROL)
        )
        if not drawn or not peers:
            return None
        share, peer_share = share_sum / drawn, peer_sum / peers
        moves, control = [0.0] * _COLUMNS, [0.0] * _COLUMNS
        for first in blocks:
            moves[first : first + SHARES] = [
                *(1 / drawn, -share / drawn, -1 / peers, peer_share / peers),
                0.0,
            ]
            control[first + _CONTROL] = 1.0
        return self._controlled(share - peer_share, moves, control)

    def _controlled(self, mean: float, moves: list[float], control: list[float]) -> _Measure:
        """Return a measure after subtracting the multiple of a control variate that minimizes
        variance.

        control: weights of columns whose sum has the mean 0.
        """
        spread = self._sums.product(control, control)
        weight = self._sums.product(moves, control) / spread if spread else 0.0
        observed = fsum(a * b for a, b in zip(control, self._sums.total, strict=True))
        controlled = [a - weight * b for a, b in zip(moves, control, strict=True)]
        return _Measure(mean - weight * observed, tuple(controlled))

    def _of_pairs(self) -> _Measure | None:
        total, pairs = self._sums.total[_PAIRS:]
        if not pairs:
            return None
        moves = [0.0] * _COLUMNS
        moves[_PAIRS:] = [1 / pairs, -total / pairs / pairs]
        return _Measure(total / pairs, tuple(moves), 1 / pairs**2)
