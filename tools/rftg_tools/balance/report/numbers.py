"""Figures as people read them: true minus signs, thousands apart, nothing that was not counted."""

from __future__ import annotations

from math import isfinite

from rftg_tools.balance.statistics import Estimate

NOTHING = "–"
"""Where there are too few games for a figure."""


def signed(number: float, digits: int = 1) -> str:
    """Return a difference: "+4.1", "−0.3"; "0.0" has no sign."""
    text = f"{number:+.{digits}f}".replace("-", "−")
    return text[1:] if float(f"{number:.{digits}f}") == 0 else text


def plain(number: float, digits: int = 1) -> str:
    """Return a number that is counted or measured: "12.3"."""
    return f"{number:,.{digits}f}".replace("-", "−")


def share(part: float, whole: float = 1.0) -> str:
    """Return a share in percent: "42%"; below ten, with a digit more: "4.2%"."""
    if not whole:
        return NOTHING
    percent = 100 * part / whole
    return f"{percent:.0f}%" if percent >= 9.95 or not percent else f"{percent:.1f}%"


def difference(estimate: Estimate, digits: int = 1) -> str:
    """Return a difference with half of its interval: "+4.1 ± 1.3"."""
    if not isfinite(estimate.half):
        return NOTHING
    return f"{signed(estimate.mean, digits)} ± {estimate.half:.{digits}f}"


def mean(estimate: Estimate, digits: int = 1) -> str:
    """Return a mean with half of its interval: "16.0 ± 0.2"."""
    if not isfinite(estimate.half):
        return NOTHING
    return f"{plain(estimate.mean, digits)} ± {estimate.half:.{digits}f}"
