"""Number formats of the report: minus signs, thousands separators, and a dash for no data."""

from __future__ import annotations

from math import isfinite

from rftg_tools.balance.statistics import Estimate

NOTHING = "–"
"""Shown if there are too few games for a figure."""


def signed(number: float, digits: int = 1) -> str:
    """Format a difference: "+4.1", "−0.3"; "0.0" has no sign."""
    text = f"{number:+.{digits}f}".replace("-", "−")
    return text[1:] if float(f"{number:.{digits}f}") == 0 else text


def plain(number: float, digits: int = 1) -> str:
    """Format a number: "12.3"."""
    return f"{number:,.{digits}f}".replace("-", "−")


def share(part: float, total: float = 1.0) -> str:
    """Format a share in percent: "42%"; below ten with a decimal: "4.2%"."""
    if not total:
        return NOTHING
    percent = 100 * part / total
    return f"{percent:.0f}%" if percent >= 9.95 or not percent else f"{percent:.1f}%"


def difference(estimate: Estimate, digits: int = 1) -> str:
    """Format a difference with its margin of error: "+4.1 ± 1.3"."""
    if not isfinite(estimate.margin):
        return NOTHING
    return f"{signed(estimate.mean, digits)} ± {estimate.margin:.{digits}f}"


def mean(estimate: Estimate, digits: int = 1) -> str:
    """Format a mean with its margin of error: "16.0 ± 0.2"."""
    if not isfinite(estimate.margin):
        return NOTHING
    return f"{plain(estimate.mean, digits)} ± {estimate.margin:.{digits}f}"
