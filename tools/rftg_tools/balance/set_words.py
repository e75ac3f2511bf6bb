"""The figures of an entire set in sentences, and as JSON data."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import Any

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.set_figures import Compared, SetFigures, quantile
from rftg_tools.balance.statistics import Estimate


def set_sentences(figures: SetFigures) -> list[str]:
    """Return the differences from games with only official cards; nothing without games."""
    games = figures.rounds[0].total()
    if not games:
        return []
    if not figures.is_known:
        return ["Too few games to compare their length, scores and ways to win."]
    sentences = [f"{text[:1].upper()}{text[1:]}." for text in figures.differences()]
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
