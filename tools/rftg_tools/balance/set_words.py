"""The figures of a whole set in sentences, and as JSON data."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import Any

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.set_figures import Compared, SetFigures, quantile
from rftg_tools.balance.statistics import Estimate


def set_sentences(figures: SetFigures) -> list[str]:
    """Return what differs from games with official cards alone; nothing without games."""
    games = figures.rounds[0].total()
    if not games:
        return []
    if not figures.known:
        return ["Too few games to say whether they are longer, score higher or are won otherwise."]
    said = [f"{one[:1].upper()}{one[1:]}." for one in figures.differences()]
    alike = (
        "Games with these cards are as long, score as high and are won in the same ways as games"
        f" with official cards alone, as far as {counted(games, 'game')} can show."
    )
    return said or [alike]


def at_once(figures: SetFigures) -> str:
    """Return why a figure whose interval excludes 0 may be none that differs."""
    return f"since {len(figures.compared())} are compared together: one alone may seem to"


def set_data(figures: SetFigures) -> dict[str, Any]:
    """Return all of them; shares of wins in percent."""
    return {
        "games": figures.rounds[0].total(),
        "endless": dict(zip(("with", "official"), figures.endless, strict=True)),
        "figures": {name: _figure(one) for name, one in figures.compared().items()},
        "rounds": _both(figures.rounds),
        "winning_scores": _both(figures.scores),
        "wins_by_seat": [_estimate(seat.estimate()) for seat in figures.seats],
        "differences": figures.differences(),
    }


def _figure(one: Compared) -> dict[str, Any]:
    return {
        "with": {**_estimate(one.ours), "deviation": one.deviation},
        "official": {**_estimate(one.official), "deviation": one.usual_deviation},
        "difference": _estimate(one.difference),
        "differs": one.differs,
    }


def _both(sides: tuple[Counter[int], Counter[int]]) -> dict[str, Any]:
    return {"with": _counts(sides[0]), "official": _counts(sides[1])}


def _counts(counts: Counter[int]) -> dict[str, Any]:
    """Return how often each number came up, and quantiles of it."""
    tenths = {f"{share:.0%}": quantile(counts, share) for share in (0.1, 0.5, 0.9) if counts}
    return {"quantiles": tenths, "counts": {str(count): counts[count] for count in sorted(counts)}}


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {"mean": estimate.mean, "half": estimate.half if isfinite(estimate.half) else None}
