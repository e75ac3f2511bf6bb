"""Effects of the set on the entire game, for the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress
from math import isfinite

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.report.plots import (
    NOTHING,
    Histogram,
    Scale,
    Strip,
    difference,
    histogram,
    mean,
    plain,
    scale_of,
    strip,
)
from rftg_tools.balance.set_figures import (
    WAYS,
    Compared,
    SetFigures,
    digits_of,
    multiple_comparisons,
    quantile,
    set_sentences,
)

_NAMES = {
    "rounds": "rounds of a game",
    "winning score": "winning score",
    "margin": "lead of the winner, in points",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with the tested cards, with official cards, and the difference.

    deviation, usual_deviation: standard deviation of single games.
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
    """A way to win, with bars for its shares of wins in percent of the longest bar."""

    figure: Figure
    ours_bar: float
    official_bar: float


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with its share of wins. strip: relative to an equal share."""

    number: int
    share: str
    strip: Strip


@dataclass(frozen=True, slots=True)
class Whole:
    """The figures of all games. is_known: whether there are enough games.

    differing: names of the figures that differ, or "". together: note on multiple comparisons.
    """

    counted: str
    text: str
    is_known: bool
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
    """Return the figures of a set for the report."""
    compared = figures.compared()
    ways = [compared[way] for way in WAYS]
    ways = [way for way in ways if way.ours.mean or way.official.mean]
    seats, scale = _seats(figures)
    return Whole(
        counted=counted(figures.rounds[0].total(), "game"),
        text=" ".join(set_sentences(figures)),
        is_known=figures.is_known,
        differing=_differing(compared),
        together=multiple_comparisons(figures),
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
    """Return the names of differing figures: "rounds, margin, wins by military"."""
    names = (f"wins by {name}" if name in WAYS else name for name in compared)
    differ = (figure.differs for figure in compared.values())
    return ", ".join(compress(names, differ))


def _figure(figure: Compared, name: str) -> Figure:
    digits = digits_of(figure.difference)
    return Figure(
        name,
        mean(figure.ours, digits),
        mean(figure.official, digits),
        difference(figure.difference, digits),
        figure.differs,
        plain(figure.deviation),
        plain(figure.usual_deviation),
    )


def _ways(ways: list[Compared]) -> Iterator[Way]:
    longest = max((max(way.ours.mean, way.official.mean) for way in ways), default=0.0) or 1.0
    for way in ways:
        ours, official = way.ours.mean, way.official.mean
        figure = Figure(
            way.name, f"{ours:.0f}%", f"{official:.0f}%", difference(way.difference), way.differs
        )
        yield Way(figure, round(100 * ours / longest, 2), round(100 * official / longest, 2))


def _middle(rounds: Counter[int]) -> str:
    """Return the range of the middle 80 % of games: "13 to 19"."""
    return f"{quantile(rounds, 0.1)} to {quantile(rounds, 0.9)}" if rounds else NOTHING


def _seats(figures: SetFigures) -> tuple[tuple[Seat, ...], Scale]:
    fair = 100 / len(figures.seats)
    estimates = [seat.estimate() for seat in figures.seats]
    deviations = [type(e)(e.mean - fair, e.margin, e.count) for e in estimates]
    ends = [end for e in deviations if isfinite(e.margin) for end in (e.low, e.high)]
    scale = scale_of([-5, 5, *ends])
    seats = tuple(
        Seat(number, mean(estimate), strip(scale, deviation))
        for number, (estimate, deviation) in enumerate(zip(estimates, deviations, strict=True), 1)
    )
    return seats, scale
