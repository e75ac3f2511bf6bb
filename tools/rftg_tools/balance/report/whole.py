"""What the set does to the whole game, as the report shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress
from math import isfinite

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.report.numbers import NOTHING, difference, mean, plain
from rftg_tools.balance.report.plots import Histogram, Scale, Strip, histogram, scale_of, strip
from rftg_tools.balance.set_figures import WAYS, Compared, SetFigures, digits_of, quantile
from rftg_tools.balance.set_words import at_once, set_sentences

_NAMES = {
    "rounds": "rounds of a game",
    "winning score": "winning score",
    "margin": "lead of the winner, in points",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with the cards, with official ones alone, and the difference.

    deviation, usual_deviation: how far single games lie from the mean.
    """

    name: str
    ours: str
    official: str
    difference: str
    differs: bool
    deviation: str = ""
    usual_deviation: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to win, with its shares of the wins as bars: in percent of the longest of all."""

    figure: Figure
    ours_bar: float
    official_bar: float


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, and the share of the wins that went to it. strip: around an even share."""

    number: int
    share: str
    strip: Strip


@dataclass(frozen=True, slots=True)
class Whole:
    """The figures of all games, and what is said of them. known: whether there are enough to.

    differing: the names of what does, "" where nothing does. together: why so few do.
    """

    counted: str
    text: str
    known: bool
    differing: str
    together: str
    figures: tuple[Figure, ...]
    ways: tuple[Way, ...]
    rounds: Histogram | None
    scores: Histogram | None
    middle: str
    usual_middle: str
    seats: tuple[Seat, ...]
    seats_scale: Scale
    endless: tuple[int, int]


def whole(figures: SetFigures) -> Whole:
    """Return the figures of a set, to be shown."""
    compared = figures.compared()
    ways = [compared[way] for way in WAYS]
    ways = [one for one in ways if one.ours.mean or one.official.mean]
    seats, scale = _seats(figures)
    return Whole(
        counted=counted(figures.rounds[0].total(), "game"),
        text=" ".join(set_sentences(figures)),
        known=figures.known,
        differing=_differing(compared),
        together=at_once(figures),
        figures=tuple(_figure(compared[name], text) for name, text in _NAMES.items()),
        ways=tuple(_ways(ways)),
        rounds=histogram(*figures.rounds, "rounds"),
        scores=histogram(*figures.scores, "points of the winner"),
        middle=_middle(figures.rounds[0]),
        usual_middle=_middle(figures.rounds[1]),
        seats=seats,
        seats_scale=scale,
        endless=(figures.endless[0], figures.endless[1]),
    )


def _differing(compared: dict[str, Compared]) -> str:
    """Return what differs: "rounds, margin, wins by military"."""
    names = (f"wins by {name}" if name in WAYS else name for name in compared)
    differ = (one.differs for one in compared.values())
    return ", ".join(compress(names, differ))


def _figure(one: Compared, name: str) -> Figure:
    digits = digits_of(one.difference)
    return Figure(
        name,
        mean(one.ours, digits),
        mean(one.official, digits),
        difference(one.difference, digits),
        one.differs,
        plain(one.deviation),
        plain(one.usual_deviation),
    )


def _ways(ways: list[Compared]) -> Iterator[Way]:
    most = max((max(way.ours.mean, way.official.mean) for way in ways), default=0.0) or 1.0
    for one in ways:
        ours, official = one.ours.mean, one.official.mean
        figure = Figure(
            one.name, f"{ours:.0f}%", f"{official:.0f}%", difference(one.difference), one.differs
        )
        yield Way(figure, round(100 * ours / most, 2), round(100 * official / most, 2))


def _middle(rounds: Counter[int]) -> str:
    """Return where the middle eight of ten games lie: "13 to 19"."""
    return f"{quantile(rounds, 0.1)} to {quantile(rounds, 0.9)}" if rounds else NOTHING


def _seats(figures: SetFigures) -> tuple[tuple[Seat, ...], Scale]:
    fair = 100 / len(figures.seats)
    estimates = [seat.estimate() for seat in figures.seats]
    off = [type(one)(one.mean - fair, one.half, one.count) for one in estimates]
    ends = [end for one in off if isfinite(one.half) for end in (one.low, one.high)]
    scale = scale_of([-5, 5, *ends])
    seats = tuple(
        Seat(number, mean(estimate), strip(scale, one))
        for number, (estimate, one) in enumerate(zip(estimates, off, strict=True), 1)
    )
    return seats, scale
