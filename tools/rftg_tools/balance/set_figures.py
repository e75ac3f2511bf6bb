"""Effects of a set on the entire game: length, scores, ways to win, seats; as figures and text.

Every seed is played with the tested cards and with only official cards, by the same bots with the
same shuffles; the differences between the two games are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any, Final

from rftg_dsl.diagnostics.text import capitalized, counted
from rftg_dsl.model import Card
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.games import Game, Seat
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.statistics import FEWEST, Estimate, Moments, benjamini_hochberg, two_sided

WAYS: Final = (
    "military",
    "produce and consume",
    "developments",
    "other worlds",
    "goals and prestige",
)
"""Sources of a winner's points, and so the ways to win."""
_MIN_ONE_DECIMAL: Final = 0.1
"""Differences from this on are given with one decimal, smaller ones with two."""
_DEVELOPMENTS: Final = WAYS.index("developments")


def points_by_way(seat: Seat, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return a player's points by WAYS, which add up to the score. cards: by number.

    Points of military worlds; of chips; of developments, including variable points; of all other
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
    """Return the win by WAYS, 1 in total, shared among winners and among their equal sources."""
    shares = [0.0] * len(WAYS)
    for seat in game.seats:
        if seat.share:
            ways = _ways(points_by_way(seat, cards))
            for way in ways:
                shares[way] += seat.share / len(ways)
    return tuple(shares)


def _ways(points: tuple[int, ...]) -> list[int]:
    """Return the indices of the way to win, several if they are equal.

    It is developments if they gave at least half of the points, because every strategy ends with
    some of them; otherwise the largest other source.
    """
    if 2 * points[_DEVELOPMENTS] >= sum(points):
        return [_DEVELOPMENTS]
    rest = {way: amount for way, amount in enumerate(points) if way != _DEVELOPMENTS}
    return [way for way, amount in rest.items() if amount == max(rest.values())]


def winning_score(game: Game) -> int:
    """Return the best score."""
    return max(seat.score for seat in game.seats)


def winning_margin(game: Game) -> int:
    """Return the difference of the two best scores; 0 if a tie-break decides."""
    first, second = sorted((seat.score for seat in game.seats), reverse=True)[:2]
    return first - second


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure with the tested cards, with official cards, and the difference.

    differs: beyond chance. deviation, usual_deviation: of single games.
    """

    name: str
    ours: Estimate
    official: Estimate
    difference: Estimate
    deviation: float
    usual_deviation: float
    differs: bool
    text: str
    """The difference as a sentence, or "" if there is none."""


class _Pair:
    """A figure of both games of each seed. more, less: sentences about the difference."""

    def __init__(self, name: str, more: str, less: str) -> None:
        self.name, self._more, self._less = name, more, less
        self.ours, self.official, self.difference = Moments(), Moments(), Moments()

    def add(self, ours: float, official: float) -> None:
        """Add both games of a seed."""
        self.ours.add(ours)
        self.official.add(official)
        self.difference.add(ours - official)

    @property
    def chance(self) -> float:
        """Probability of such a difference by chance alone."""
        difference = self.difference
        if not isfinite(difference.estimate().margin):
            return 1.0
        if not difference.error:
            return float(not difference.mean)
        return two_sided(difference.mean / sqrt(difference.error))

    def compared(self, differs: bool) -> Compared:
        """Return the figure, with a sentence if it differs."""
        difference = self.difference.estimate()
        text = self._more if difference.mean > 0 else self._less
        return Compared(
            self.name,
            self.ours.estimate(),
            self.official.estimate(),
            difference,
            sqrt(self.ours.variance),
            sqrt(self.official.variance),
            differs,
            self._with_means(text) if differs else "",
        )

    def _with_means(self, text: str) -> str:
        """Return a sentence with both means."""
        digits = 1 if abs(self.difference.mean) >= _MIN_ONE_DECIMAL else 2
        return text.format(*(f"{m.mean:.{digits}f}" for m in (self.ours, self.official)))


def digits_of(estimate: Estimate) -> int:
    """Return the number of decimals that distinguish a mean from the ends of its interval."""
    return 2 if estimate.margin < 1 else 1


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
        winning_margin,
        "winners have a larger lead: {} points instead of {}",
        "winners have a smaller lead: {} points instead of {}",
    ),
}


class SetFigures:
    """The figures of all seeds so far in which both games ended.

    rounds, scores: number of games by length and by winning score; with the tested cards, and with
    only official cards. seats: win share by seat. endless: games that did not end, with the tested
    cards and with only official cards.
    """

    def __init__(self, lab: CompiledExperiment) -> None:
        self._cards = lab.deck.cards, lab.official.cards
        self._pairs = {name: _Pair(name, *words) for name, (_, *words) in _MEASURES.items()}
        for way in WAYS:
            words = f"wins by {way} are more frequent: {{}} per 100 games instead of {{}}"
            self._pairs[way] = _Pair(way, words, words.replace("more frequent", "rarer"))
        self.rounds: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        self.scores: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        self.seats = [Moments() for _seat in range(lab.setup.options.players)]
        self.endless = [0, 0]

    def add(self, seed: SeedGames) -> None:
        """Add the games of a seed that has one with only official cards."""
        if seed.official is None:
            return
        both = seed.game, seed.official
        for side, game in enumerate(both):
            self.endless[side] += not game.finished
        if not all(game.finished for game in both):
            return
        for name, (measure, *_words) in _MEASURES.items():
            self._pairs[name].add(*map(measure, both))
        ways = (wins_by_way(*pair) for pair in zip(both, self._cards, strict=True))
        for way, ours, official in zip(WAYS, *ways, strict=True):
            self._pairs[way].add(100 * ours, 100 * official)
        for side, game in enumerate(both):
            self.rounds[side][game.rounds] += 1
            self.scores[side][winning_score(game)] += 1
        for moments, seat in zip(self.seats, seed.game.seats, strict=True):
            moments.add(100 * seat.share)

    def compared(self) -> dict[str, Compared]:
        """Return all figures by name: rounds, points, and the ways to win in percent of games."""
        pairs = list(self._pairs.values())
        differs = benjamini_hochberg([pair.chance for pair in pairs])
        return {
            pair.name: pair.compared(differ) for pair, differ in zip(pairs, differs, strict=True)
        }

    @property
    def is_known(self) -> bool:
        """Whether there are enough games to compare."""
        return self._pairs["rounds"].difference.count >= FEWEST

    def differences(self) -> list[str]:
        """Return the differences from games with only official cards, each as a sentence."""
        return [value.text for value in self.compared().values() if value.text]


def quantile(counts: Counter[int], share: float) -> int:
    """Return the smallest number with at least this share of all counts up to it."""
    target, total = share * counts.total(), 0
    for number in sorted(counts):
        total += counts[number]
        if total >= target:
            return number
    return max(counts)


def set_sentences(figures: SetFigures) -> list[str]:
    """Return the differences from games with only official cards; nothing without games."""
    games = figures.rounds[0].total()
    if not games:
        return []
    if not figures.is_known:
        return ["Too few games to compare their length, scores and ways to win."]
    sentences = [f"{capitalized(text)}." for text in figures.differences()]
    equal = (
        "Games with these cards are as long, score as high and are won in the same ways as games"
        f" with only official cards, as far as {counted(games, 'game')} can show."
    )
    return sentences or [equal]


def multiple_comparisons(figures: SetFigures) -> str:
    """Return the reason why a figure whose interval excludes 0 may not differ."""
    return f"because {len(figures.compared())} figures are compared, and one may differ by chance"


def set_data(figures: SetFigures) -> dict[str, Any]:
    """Return all figures; win shares in percent."""
    return {
        "games": figures.rounds[0].total(),
        "endless": dict(zip(("with", "official"), figures.endless, strict=True)),
        "figures": {name: _figure(figure) for name, figure in figures.compared().items()},
        "rounds": _both(figures.rounds),
        "winning_scores": _both(figures.scores),
        "wins_by_seat": [_estimate(seat.estimate()) for seat in figures.seats],
        "differences": figures.differences(),
    }


def _figure(figure: Compared) -> dict[str, Any]:
    return {
        "with": {**_estimate(figure.ours), "deviation": figure.deviation},
        "official": {**_estimate(figure.official), "deviation": figure.usual_deviation},
        "difference": _estimate(figure.difference),
        "differs": figure.differs,
    }


def _both(sides: tuple[Counter[int], Counter[int]]) -> dict[str, Any]:
    return {"with": _counts(sides[0]), "official": _counts(sides[1])}


def _counts(counts: Counter[int]) -> dict[str, Any]:
    """Return the counts of each number, and quantiles."""
    tenths = {f"{share:.0%}": quantile(counts, share) for share in (0.1, 0.5, 0.9) if counts}
    return {"quantiles": tenths, "counts": {str(count): counts[count] for count in sorted(counts)}}


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {"mean": estimate.mean, "half": estimate.margin if isfinite(estimate.margin) else None}
