"""What the games say of one card: of who drew it first, and how the same player fared without.

In two games of one seed, one player comes to a card: once the card that is tried, once an official
one in its place. The difference between the two is what the card makes of the game. Intervals go
by seeds, as if these were independent of each other. Nearly, they are: the twenty of a run share
the card that stands in, which widens a true interval by a few percent at most, since all peers
take equal turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.balance.experiment import Subject
from rftg_tools.balance.games import Game
from rftg_tools.balance.partners import Partners
from rftg_tools.balance.playing import Seed
from rftg_tools.balance.statistics import Moments, sample_size

NOBODY: Final = -1
PART: Final = 1 / 8
"""Of an effect, half of the interval that is narrow enough however large the effect."""
HALF: Final = 0.02
"""Half of an interval, as a share of a win, for which the pairs needed are told."""
FEWEST_SAVING: Final = 200
"""Pairs of a card without which nothing is said of what sharing seeds saved."""


class Arm:
    """How those fared who drew a card first, over finished games.

    shares: of the win. played: those who placed it, and with_it: their shares. points: what a copy
    in the tableau was worth at the end. rounds, steps: when it was first placed.
    """

    def __init__(self) -> None:
        self.shares = Moments()
        self.with_it = Moments()
        self.points = Moments()
        self.rounds: Counter[int] = Counter()
        self.steps: Counter[str] = Counter()

    @property
    def drawn(self) -> int:
        """Games in which somebody drew the card."""
        return self.shares.count

    @property
    def played(self) -> int:
        """Games in which who drew it first placed it."""
        return self.with_it.count

    @property
    def played_share(self) -> float:
        """Of who drew it first, the share that placed it."""
        return self.played / self.drawn if self.drawn else 0.0

    def add(self, game: Game, seat: int, numbers: tuple[int, ...], printed: int) -> bool:
        """Take in a game and return whether it was played. printed: the points on the card."""
        share = game.seats[seat].share
        self.shares.add(share)
        placed = next((one for one in game.placed if one[0] in numbers and one[1] == seat), None)
        if placed is None:
            return False
        self.with_it.add(share)
        self.rounds[placed[2]] += 1
        self.steps[placed[3]] += 1
        held = [card for card in game.seats[seat].tableau if card in numbers]
        if held:
            variable = dict(game.seats[seat].variable)
            points = sum(printed + variable.get(card, 0) for card in held)
            self.points.add(points / len(held))
        return True


class Tally:
    """The figures of one card so far.

    seeds: all games with the cards; drawn: those in which somebody drew it. effect: the share of
    the win with it less that without, score and rounds likewise, over pairs of finished games.
    usual_rounds: how long games are without it. with_it, without: the two arms of those pairs.
    same: pairs in which the same player came to the card first. broken, broken_without: games that
    were endless, of those in which it was drawn.
    """

    def __init__(self, subject: Subject, titles: list[str]) -> None:
        self.subject = subject
        self.seeds = self.drawn = self.same = self.broken = self.broken_without = 0
        self.with_it, self.without = Arm(), Arm()
        self.effect, self.score, self.rounds = (Moments(unit=1.0) for _figure in range(3))
        self.usual_rounds = Moments()
        self.partners = Partners(titles, subject.numbers)
        self._printed = {card.title: _printed(card) for card in subject.peers.cards}

    def add(self, seed: Seed) -> None:
        """Take in the games of a seed."""
        self.seeds += 1
        seat = self.subject.drawer(seed.game)
        if seat == NOBODY:
            return
        title, other = seed.controls[self.subject.card.title]
        self.drawn += 1
        self.broken += not seed.game.finished
        self.broken_without += not other.finished
        if seed.game.finished and other.finished:
            self._add_pair(seed.game, other, seat, title)

    def _add_pair(self, game: Game, other: Game, seat: int, title: str) -> None:
        numbers = self.subject.numbers
        mine, its = game.seats[seat], other.seats[seat]
        self.same += self.subject.drawer(other) == seat
        self.effect.add(mine.share - its.share)
        self.score.add(mine.score - its.score)
        self.rounds.add(game.rounds - other.rounds)
        self.usual_rounds.add(other.rounds)
        if self.with_it.add(game, seat, numbers, _printed(self.subject.card)):
            self.partners.with_it.add(mine)
        if self.without.add(other, seat, numbers, self._printed[title]):
            self.partners.without.add(its)

    @property
    def half(self) -> float:
        """Half of the interval of the effect, as a share of a win."""
        return self.effect.estimate().half

    def known(self, precision: float) -> bool:
        """Return whether half the interval is at most `precision`, or a part of the effect.

        An effect of 30 points need not be known to 2.
        """
        return self.half <= max(precision, PART * abs(self.effect.mean))

    @property
    def independent_variance(self) -> float:
        """The variance that the difference would have if the two games shared no seed."""
        return self.with_it.shares.variance + self.without.shares.variance


@dataclass(frozen=True, slots=True)
class Saving:
    """What sharing seeds was good for. share: of the games that it saved.

    pairs, apart: how many pairs of games an interval of HALF takes, with shared seeds and without.
    """

    share: float
    pairs: int
    apart: int


def saving(tallies: Sequence[Tally]) -> Saving | None:
    """Return what sharing seeds saved over some cards on average; None for too few games to say."""
    known = [tally for tally in tallies if tally.effect.count >= FEWEST_SAVING]
    apart = fsum(one.independent_variance for one in known)
    if not apart:
        return None
    shared = fsum(one.effect.error * one.effect.count for one in known)
    pairs = (sample_size(variance / len(known), HALF) for variance in (shared, apart))
    return Saving(1 - shared / apart, *pairs)


def _printed(card: Card) -> int:
    return card.vp or 0
