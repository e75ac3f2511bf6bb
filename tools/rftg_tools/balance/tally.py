"""What the games say of one card: of who drew it first, and how the same player fared without.

In a pair of games of one seed, one player comes to a card: once the card that is tried, once an
official one in its place. The difference between the two is what the card makes of the game.
Intervals go by seeds, as if these were independent of each other. Nearly, they are: the twenty of a
run share the card that stands in, which widens a true interval by a few percent at most, since all
peers take equal turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, isfinite, sqrt
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.balance.calibration import Calibration
from rftg_tools.balance.effect import Effect
from rftg_tools.balance.experiment import RUN, Subject, variant_of
from rftg_tools.balance.games import Game
from rftg_tools.balance.holders import LEAVE, MANNERS, PLACE
from rftg_tools.balance.partners import Partners
from rftg_tools.balance.playing import Seed
from rftg_tools.balance.recount import Recount
from rftg_tools.balance.statistics import FEWEST, Moments, sample_size, surely
from rftg_tools.intervals import Z

NOBODY: Final = -1
SELDOM: Final = 0.1
"""A card that is played in a smaller share of its draws has an effect that says little of it."""
PART: Final = 1 / 8
"""Of an effect, half of the interval that is narrow enough however large the effect."""
CLEAR: Final = 2.0
"""How much wider than that of the effect the interval of what another manner gains may be."""
VAGUE: Final = 3.0
"""The same where that seems to gain nothing."""
LOOK: Final = 100
"""Games in another manner after which it is looked how many it takes."""
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


class Otherwise:
    """Games in which who drew a card first plays it in another manner than bots do.

    gain: by how much that raises the share of the win. played: of those who draw it, how many place
    it so. calibration: of what they then expect.
    """

    def __init__(self) -> None:
        self.gain = Moments(unit=1.0)
        self.played = Moments()
        self.calibration = Calibration()

    def add(self, game: Game, usual: Game, seat: int, numbers: tuple[int, ...]) -> None:
        """Take in a game, and the same one in which the bot plays the card as it does."""
        self.gain.add(game.seats[seat].share - usual.seats[seat].share)
        self.calibration.add(game, numbers)
        self.played.add(any(card in numbers and one == seat for card, one, *_ in game.placed))


class Tally:
    """The figures of one card so far, which is one of so many `cards` that are looked at.

    seeds: all games with the cards; drawn: those in which somebody drew it. effect: on the share of
    the win of who did. pairs: the same from pairs of finished games alone, the share with it less
    that without; score and rounds likewise. usual_rounds: how long games are without it. with_it:
    all who drew it; without: those of the pairs who had another card in its place. placed: what
    those expected who placed it. otherwise: by manner, see holders. same: pairs in which the same
    player came to the card first. broken: games that were endless, of those in which it was drawn;
    broken_without: of the pairs, and paired: how many there are, endless ones among them.
    """

    def __init__(self, subject: Subject, titles: list[str], cards: int = 1) -> None:
        self.subject = subject
        self._cards = cards
        self.seeds = self.drawn = self.paired = self.same = 0
        self.broken = self.broken_without = 0
        self.effect = Effect(subject.numbers, _copies_of_peers(subject, titles))
        self.with_it, self.without = Arm(), Arm()
        self.pairs, self.score, self.rounds = (Moments(unit=1.0) for _figure in range(3))
        self.placed = Calibration()
        self.otherwise = {manner: Otherwise() for manner in MANNERS}
        self.usual_rounds = Moments()
        self.partners = Partners(titles, subject.numbers)
        self.recount = Recount(subject)
        self._printed = {card.title: _printed(card) for card in subject.peers.cards}

    def add(self, seed: Seed) -> None:
        """Take in the games of a seed."""
        self.seeds += 1
        self.recount.add(seed.game)
        title = self.subject.card.title
        seat = self.subject.drawer(seed.game)
        control, other = seed.controls.get(title, ("", None))
        self.drawn += seat != NOBODY
        self.broken += seat != NOBODY and not seed.game.finished
        if seed.game.finished:
            self.placed.add(seed.game, self.subject.numbers)
        if other is not None:
            self.paired += 1
            self.broken_without += not other.finished
        if not seed.game.finished or (other is not None and not other.finished):
            return
        share = None if other is None else other.seats[seat].share
        self.effect.add(seed.game, seat, title in seed.variants, share)
        if seat != NOBODY:
            self._add_drawn(seed, seat)
        if other is not None:
            self._add_pair(seed.game, other, seat, control)

    def _add_drawn(self, seed: Seed, seat: int) -> None:
        numbers, printed = self.subject.numbers, _printed(self.subject.card)
        if self.with_it.add(seed.game, seat, numbers, printed):
            self.partners.with_it.add(seed.game.seats[seat])
        for manner, otherwise in self.otherwise.items():
            game = seed.otherwise.get(variant_of(self.subject.card.title, manner))
            if game is not None and game.finished:
                otherwise.add(game, seed.game, seat, numbers)

    def _add_pair(self, game: Game, other: Game, seat: int, title: str) -> None:
        mine, its = game.seats[seat], other.seats[seat]
        self.same += self.subject.drawer(other) == seat
        self.pairs.add(mine.share - its.share)
        self.score.add(mine.score - its.score)
        self.rounds.add(game.rounds - other.rounds)
        self.usual_rounds.add(other.rounds)
        if self.without.add(other, seat, self.subject.numbers, self._printed[title]):
            self.partners.without.add(its)

    @property
    def half(self) -> float:
        """Half of the interval of the effect, as a share of a win."""
        return self.effect.estimate().half

    def known(self, precision: float) -> bool:
        """Return whether half the interval is at most `precision`, or a part of the effect.

        An effect of 30 points need not be known to 2.
        """
        return self.half <= self.wanted(precision)

    def wanted(self, precision: float) -> float:
        """Return the half of the interval that is narrow enough."""
        return max(precision, PART * abs(self.effect.estimate().mean))

    @property
    def manner(self) -> str:
        """In which manner the card is to be played besides, to see whether bots can judge it.

        "" for a start world, which is in play anyhow, and where too few have drawn it to say.
        """
        if self.subject.card.start or self.with_it.drawn < FEWEST:
            return ""
        return PLACE if self.with_it.played_share < SELDOM else LEAVE

    def judged(self, precision: float) -> bool:
        """Return whether it is known if the other manner wins more."""
        if not self.manner:
            return True
        gain = self.otherwise[self.manner].gain.estimate()
        return gain.high < 0 or gain.half <= self._clear(precision)

    def games_to_judge(self, precision: float) -> int:
        """Return how many more games in the other manner that takes, at most and about."""
        gain, clear = self.otherwise[self.manner].gain, self._clear(precision)
        if gain.count < LOOK or not clear:
            return LOOK
        return max(RUN, round(Z * Z * gain.variance / clear**2) - gain.count)

    def _clear(self, precision: float) -> float:
        """Return the half of the interval at which it is known what the other manner gains.

        It is given up sooner where that seems to be nothing, but never believed any sooner because
        it seems to be something.
        """
        gains = self.otherwise[self.manner].gain.mean > 0
        return precision * (CLEAR if gains else VAGUE)

    @property
    def misjudged(self) -> str:
        """The manner that wins more than the bots' own, "" where that is sound.

        It is beyond chance, though many cards are looked at: of twenty reports on sound ones, one
        says so of any.
        """
        gain = self.otherwise[self.manner].gain if self.manner else Moments()
        if not isfinite(gain.estimate().half):
            return ""
        return self.manner if gain.mean > surely(self._cards) * sqrt(gain.error) else ""

    @property
    def calibration(self) -> Calibration:
        """What those expected who placed the card.

        Where few do, it is those who place it as soon as they can.
        """
        forced = self.otherwise[PLACE].calibration
        return forced if self.manner == PLACE and forced.off.count else self.placed

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
    known = [tally for tally in tallies if tally.pairs.count >= FEWEST_SAVING]
    apart = fsum(one.independent_variance for one in known)
    if not apart:
        return None
    shared = fsum(one.pairs.error * one.pairs.count for one in known)
    pairs = (sample_size(variance / len(known), HALF) for variance in (shared, apart))
    return Saving(1 - shared / apart, *pairs)


def _copies_of_peers(subject: Subject, titles: list[str]) -> list[int]:
    """Return the number of one copy of each peer.

    None of a start world: its number and colour decide more than what it says.
    """
    if subject.card.start:
        return []
    peers = {card.title for card in subject.peers.cards}
    return [titles.index(title) for title in sorted(peers & set(titles))]


def _printed(card: Card) -> int:
    return card.vp or 0
