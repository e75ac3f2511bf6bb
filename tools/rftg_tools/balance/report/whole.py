"""Effects of the set on the entire game, for the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import compress

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.report.overview import Data
from rftg_tools.balance.report.plots import (
    NOTHING,
    Scale,
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
from rftg_tools.balance.statistics import Estimate

_NAMES = {
    "rounds": "rounds of a game",
    "winning score": "winning score",
    "margin": "lead of the winner, in points",
}


def whole(figures: SetFigures) -> Data:
    """Return the figures of a set for the report.

    is_known: whether there are enough games. differing: names of the figures that differ, or "".
    together: note on multiple comparisons.
    """
    compared = figures.compared()
    ways = [compared[way] for way in WAYS]
    seats, scale = _seats(figures)
    return {
        "counted": counted(figures.rounds[0].total(), "game"),
        "text": " ".join(set_sentences(figures)),
        "is_known": figures.is_known,
        "differing": _differing(compared),
        "together": multiple_comparisons(figures),
        "figures": [_figure(compared[name], text) for name, text in _NAMES.items()],
        "ways": list(_ways([way for way in ways if way.ours.mean or way.official.mean])),
        "rounds": histogram(*figures.rounds, "rounds"),
        "scores": histogram(*figures.scores, "points of the winner"),
        "middle": _middle(figures.rounds[0]),
        "usual_middle": _middle(figures.rounds[1]),
        "seats": seats,
        "seats_scale": scale,
        "endless": figures.endless,
    }


def _differing(compared: dict[str, Compared]) -> str:
    """Return the names of differing figures: "rounds, margin, wins by military"."""
    names = (f"wins by {name}" if name in WAYS else name for name in compared)
    differ = (figure.differs for figure in compared.values())
    return ", ".join(compress(names, differ))


def _figure(figure: Compared, name: str) -> Data:
    """Return a figure with the standard deviation of single games."""
    digits = digits_of(figure.difference)
    return {
        "name": name,
        "ours": mean(figure.ours, digits),
        "official": mean(figure.official, digits),
        "difference": difference(figure.difference, digits),
        "differs": figure.differs,
        "deviation": plain(figure.deviation),
        "usual_deviation": plain(figure.usual_deviation),
    }


def _ways(ways: list[Compared]) -> Iterator[Data]:
    """Yield the ways to win, with bars for their shares in percent of the longest bar."""
    longest = max((max(way.ours.mean, way.official.mean) for way in ways), default=0.0) or 1.0
    for way in ways:
        ours, official = way.ours.mean, way.official.mean
        yield {
            "name": way.name,
            "ours": f"{ours:.0f}%",
            "official": f"{official:.0f}%",
            "difference": difference(way.difference),
            "differs": way.differs,
            "ours_bar": round(100 * ours / longest, 2),
            "official_bar": round(100 * official / longest, 2),
        }


def _middle(rounds: Counter[int]) -> str:
    """Return the range of the middle 80 % of games: "13 to 19"."""
    return f"{quantile(rounds, 0.1)} to {quantile(rounds, 0.9)}" if rounds else NOTHING


def _seats(figures: SetFigures) -> tuple[list[Data], Scale]:
    """Return the win shares of the seats, relative to an equal share."""
    fair = 100 / len(figures.seats)
    estimates = [seat.estimate() for seat in figures.seats]
    deviations = [Estimate(e.mean - fair, e.margin, e.count) for e in estimates]
    scale = scale_of([-5, 5, *(end for e in deviations for end in e.ends)])
    seats = [
        {"number": number, "share": mean(estimate), "strip": strip(scale, deviation)}
        for number, (estimate, deviation) in enumerate(zip(estimates, deviations, strict=True), 1)
    ]
    return seats, scale
