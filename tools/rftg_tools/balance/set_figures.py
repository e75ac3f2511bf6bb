"""What a set does to the whole game: its length, its scores, the ways to win, the seats.

Every seed is played with the cards that are tried and with official cards alone, by the same bots
on the same shuffles; the differences between the two games are what counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.balance.experiment import Lab
from rftg_tools.balance.games import Game, Seat
from rftg_tools.balance.playing import Seed
from rftg_tools.balance.statistics import FEWEST, Estimate, Moments, benjamini_hochberg, two_sided

WAYS: Final = (
    "military",
    "produce and consume",
    "developments",
    "other worlds",
    "goals and prestige",
)
"""Where a winner's points can come from, and so the ways to win."""
_TENTHS: Final = 0.1
"""A difference that is told in tenths; a smaller one, in hundredths."""
_DEVELOPMENTS: Final = WAYS.index("developments")


def points_by_way(seat: Seat, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return a player's points by WAYS; their sum is the score. cards: by number.

    Points of military worlds; of chips; of developments, with what they count; of all other
    worlds; of goals and prestige.
    """
    points = dict.fromkeys(WAYS, 0)
    counted = dict(seat.variable)
    for number in seat.tableau:
        card = cards[number]
        points[_way_of(card)] += (card.vp or 0) + counted.get(number, 0)
    points["produce and consume"] += seat.chips
    points["goals and prestige"] += seat.goals + seat.prestige
    return tuple(points.values())


def _way_of(card: Card) -> str:
    if card.type == "development":
        return "developments"
    return "military" if card.military else "other worlds"


def wins_by_way(game: Game, cards: Sequence[Card]) -> tuple[float, ...]:
    """Return the win by WAYS, 1 in all.

    Winners share it, and ways that brought a winner as much.
    """
    shares = [0.0] * len(WAYS)
    for seat in game.seats:
        if seat.share:
            ways = _ways(points_by_way(seat, cards))
            for way in ways:
                shares[way] += seat.share / len(ways)
    return tuple(shares)


def _ways(points: tuple[int, ...]) -> list[int]:
    """Return the way to win.

    By developments when they brought half of the points, else by what brought most of the rest.

    Every strategy ends with some developments, so they alone are asked for half.
    """
    if 2 * points[_DEVELOPMENTS] >= sum(points):
        return [_DEVELOPMENTS]
    rest = {way: brought for way, brought in enumerate(points) if way != _DEVELOPMENTS}
    return [way for way, brought in rest.items() if brought == max(rest.values())]


def winning_score(game: Game) -> int:
    """Return the best score."""
    return max(seat.score for seat in game.seats)


def margin(game: Game) -> int:
    """Return how far the best score is ahead of the next; 0 where a tie-break decides."""
    first, second = sorted((seat.score for seat in game.seats), reverse=True)[:2]
    return first - second


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure with the cards, without them, and the difference. differs: beyond chance.

    deviation, usual_deviation: of single games from the mean.
    """

    name: str
    ours: Estimate
    official: Estimate
    difference: Estimate
    deviation: float
    usual_deviation: float
    differs: bool
    text: str
    """The difference as a sentence, "" where there is none."""


class _Pair:
    """A figure of game after game, with the cards and without. more, less: sentences about it."""

    def __init__(self, name: str, more: str, less: str) -> None:
        self.name, self._more, self._less = name, more, less
        self.ours, self.official, self.difference = Moments(), Moments(), Moments()

    def add(self, ours: float, official: float) -> None:
        """Take in both games of a seed."""
        self.ours.add(ours)
        self.official.add(official)
        self.difference.add(ours - official)

    @property
    def chance(self) -> float:
        """How often chance alone makes such a difference."""
        off = self.difference
        if not isfinite(off.estimate().half):
            return 1.0
        return two_sided(off.mean / sqrt(off.error)) if off.error else float(not off.mean)

    def compared(self, differs: bool) -> Compared:
        """Return the figure, and what is said of it."""
        off = self.difference.estimate()
        text = self._more if off.mean > 0 else self._less
        return Compared(
            self.name,
            self.ours.estimate(),
            self.official.estimate(),
            off,
            sqrt(self.ours.variance),
            sqrt(self.official.variance),
            differs,
            self._said(text) if differs else "",
        )

    def _said(self, text: str) -> str:
        """Return a sentence with both means."""
        digits = 1 if abs(self.difference.mean) >= _TENTHS else 2
        return text.format(*(f"{one.mean:.{digits}f}" for one in (self.ours, self.official)))


def digits_of(estimate: Estimate) -> int:
    """Return how many decimals tell a mean apart from the ends of its interval."""
    return 2 if estimate.half < 1 else 1


_MEASURES: Final[dict[str, tuple[Callable[[Game], int], str, str]]] = {
    "rounds": (
        lambda game: game.rounds,
        "games are longer: {} rounds instead of {}",
        "games are shorter: {} rounds instead of {}",
    ),
    "winning score": (
        winning_score,
        "winners score more: {} points instead of {}",
        "winners score less: {} points instead of {}",
    ),
    "margin": (
        margin,
        "winners are further ahead: by {} points instead of {}",
        "winners are less far ahead: by {} points instead of {}",
    ),
}


class SetFigures:
    """The figures of all games so far in which both games of a seed came to an end.

    rounds, scores: how many games were so long, and had such a winning score; with the cards, and
    with official ones alone. seats: the share of the win by seat. endless: games with the cards
    that did not end, and with official ones alone.
    """

    def __init__(self, lab: Lab) -> None:
        self._cards = lab.deck.cards, lab.official.cards
        self._pairs = {name: _Pair(name, *words) for name, (_, *words) in _MEASURES.items()}
        for way in WAYS:
            words = f"wins by {way} are more frequent: {{}} of 100 instead of {{}}"
            self._pairs[way] = _Pair(way, words, words.replace("more frequent", "rarer"))
        self.rounds: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        self.scores: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        self.seats = [Moments() for _seat in range(lab.setup.options.players)]
        self.endless = [0, 0]

    def add(self, seed: Seed) -> None:
        """Take in the games of a seed that has one with the official cards alone."""
        if seed.official is None:
            return
        both = seed.game, seed.official
        for side, game in enumerate(both):
            self.endless[side] += not game.finished
        if not all(game.finished for game in both):
            return
        for name, (measure, *_words) in _MEASURES.items():
            self._pairs[name].add(*map(measure, both))
        ways = (wins_by_way(*one) for one in zip(both, self._cards, strict=True))
        for way, ours, official in zip(WAYS, *ways, strict=True):
            self._pairs[way].add(100 * ours, 100 * official)
        for side, game in enumerate(both):
            self.rounds[side][game.rounds] += 1
            self.scores[side][winning_score(game)] += 1
        for moments, seat in zip(self.seats, seed.game.seats, strict=True):
            moments.add(100 * seat.share)

    def compared(self) -> dict[str, Compared]:
        """Return all figures by name.

        Rounds, points, and the ways to win in percent of the games.
        """
        pairs = list(self._pairs.values())
        differs = benjamini_hochberg([pair.chance for pair in pairs])
        return {
            pair.name: pair.compared(stands) for pair, stands in zip(pairs, differs, strict=True)
        }

    @property
    def known(self) -> bool:
        """Whether there are enough games to say what differs."""
        return self._pairs["rounds"].difference.count >= FEWEST

    def differences(self) -> list[str]:
        """Return what differs from games of the official cards alone, each as a sentence."""
        return [value.text for value in self.compared().values() if value.text]


def quantile(counts: Counter[int], share: float) -> int:
    """Return the least number that is not below this share of all. counts: one number or more."""
    wanted, seen = share * counts.total(), 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= wanted:
            return number
    return max(counts)
