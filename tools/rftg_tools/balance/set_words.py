"""The figures of a whole set as text for a terminal, and as JSON data."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import Any

from rftg_tools.balance.set_figures import WAYS, Compared, SetFigures, digits_of, quantile
from rftg_tools.balance.statistics import Estimate


def set_lines(figures: SetFigures) -> list[str]:
    """Return a table with a line a figure, and what differs in sentences; nothing without games."""
    if not figures.rounds[0]:
        return []
    compared = figures.compared()
    lines = [f"{'the whole game':24}  these cards  official alone  difference"]
    lines += [_line(one) for one in compared.values() if one.ours.mean or one.official.mean]
    if not figures.known:
        return [*lines, "Too few games to say whether any of these differs."]
    said = [f"{one.text[:1].upper()}{one.text[1:]}." for one in compared.values() if one.text]
    return [*lines, *(said or [f"None of these differs beyond chance, {at_once(figures)}."])]


def at_once(figures: SetFigures) -> str:
    """Return why a figure whose interval excludes 0 may be none that differs."""
    return f"since {len(figures.compared())} are compared together: one alone may seem to"


def _line(one: Compared) -> str:
    is_way, off = one.name in WAYS, one.difference
    name = f"wins by {one.name}" if is_way else one.name
    digits = digits_of(off)
    half = f"± {off.half:.{digits}f}" if isfinite(off.half) else "± ?"
    ours, official = (
        f"{side.mean:.1f}{'%' if is_way else ' '}" for side in (one.ours, one.official)
    )
    return f"{name:28}  {ours:>7}  {official:>14}  {f'{off.mean:+.{digits}f}':>9} {half}"


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
