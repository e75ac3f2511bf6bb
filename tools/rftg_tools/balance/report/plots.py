"""Plots as places in percent of their room: intervals on a scale, and counts as columns.

A plot that is as wide as the page leaves it, with text that keeps its size, has no coordinates of
its own; what it is of stands beside it as text or as a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from rftg_tools.balance.report.numbers import difference, share, signed
from rftg_tools.balance.statistics import Estimate


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on an axis, in percent, and what is written there."""

    at: float
    text: str


_EDGE = 4
"""A number nearer to an end of its axis than this, in percent, would stand over what is beside."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers on a line from low to high."""

    low: float
    high: float
    step: float

    def at(self, number: float) -> float:
        """Return the place of a number in percent; that of the nearer end for one beyond."""
        place = 100 * (number - self.low) / (self.high - self.low)
        return round(min(100.0, max(0.0, place)), 2)

    @property
    def marks(self) -> list[Mark]:
        """Round numbers all along, zero among them."""
        first, last = floor(self.low / self.step) + 1, ceil(self.high / self.step) - 1
        digits = 0 if self.step >= 1 else 1
        numbers = (self.step * one for one in range(first, last + 1))
        marks = (Mark(self.at(number), signed(number, digits)) for number in numbers)
        return [mark for mark in marks if _EDGE <= mark.at <= 100 - _EDGE]


def scale_of(numbers: Iterable[float], parts: int = 6) -> Scale:
    """Return a scale with room for some numbers and zero, half a step more at each end.

    parts: about how many steps there are.
    """
    finite = [0.0, *(number for number in numbers if isfinite(number))]
    low, high = min(finite), max(finite)
    step = round_step((high - low) / parts or 1.0)
    return Scale(low - step / 2, high + step / 2, step)


def round_step(least: float) -> float:
    """Return the least step that is not below a positive number.

    Steps are 1, 2, 5, 10 and so on, and their tenths.
    """
    power: float = 10.0 ** floor(log10(least))
    return next(power * one for one in (1, 2, 5, 10) if power * one >= least * 0.999)


@dataclass(frozen=True, slots=True)
class Strip:
    """An interval on a scale, in percent.

    start, end: of the interval; None where there are too few games for one. band: start and length
    of the range of official cards. others: where official cards lie. text: all of it in words.
    below, above: whether the interval goes on beyond the scale there; seen: whether its middle lies
    clear of such an end.
    """

    middle: float
    start: float | None
    end: float | None
    zero: float
    band: tuple[float, float] | None
    others: tuple[Mark, ...]
    text: str
    below: bool
    above: bool
    seen: bool


def strip(
    scale: Scale,
    estimate: Estimate,
    band: tuple[float, float] | None = None,
    others: Sequence[tuple[str, float]] = (),
) -> Strip:
    """Return an estimate as a strip.

    band: low and high; others: titles and means; all in its unit.
    """
    known = isfinite(estimate.half)
    start, end = (scale.at(estimate.low), scale.at(estimate.high)) if known else (None, None)
    place = None
    text = f"{difference(estimate)} of 100" if known else "too few games"
    if band is not None:
        place = scale.at(band[0]), round(scale.at(band[1]) - scale.at(band[0]), 2)
        text += f"; official cards from {signed(band[0])} to {signed(band[1])}"
    marks = tuple(Mark(scale.at(mean), f"{title} {signed(mean)}") for title, mean in others)
    below = known and estimate.low < scale.low
    above = known and estimate.high > scale.high
    middle = scale.at(estimate.mean)
    seen = not (below and middle < _EDGE) and not (above and middle > 100 - _EDGE)
    return Strip(middle, start, end, scale.at(0), place, marks, text, below, above, seen)


@dataclass(frozen=True, slots=True)
class Column:
    """A number and the share of all games it came up in, with the card and without, in words.

    bar, bar_width: of the card's, in percent across; height: in percent of the plot's.
    """

    number: int
    ours: str
    official: str
    bar: float
    bar_width: float
    height: float


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of the line along the tops of the columns without the card, from the upper left."""

    x1: float
    x2: float
    y1: float
    y2: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """Columns with the card, and a line of steps without. marks: below; lines: across, with shares
    in percent of the height from the bottom."""

    columns: tuple[Column, ...]
    steps: tuple[Step, ...]
    marks: tuple[Mark, ...]
    lines: tuple[Mark, ...]
    unit: str


_MOST_COLUMNS = 26
_LABELS = 9


def histogram(ours: Counter[int], official: Counter[int], unit: str) -> Histogram | None:
    """Return how often each number came up, as shares of all; None where nothing came up.

    Where numbers are many, each column takes several of them in, and bears the first.
    """
    if not ours and not official:
        return None
    wide = _width([*ours, *official])
    both = [_grouped(counts, wide) for counts in (ours, official)]
    ends = [number for counts in both for number in counts]
    numbers = range(min(ends), max(ends) + 1)
    shares = [[counts[n] / max(1, counts.total()) for n in numbers] for counts in both]
    top = 1.06 * max(map(max, shares))
    step = round_step(top / 4)
    width = 100 / len(numbers)
    columns = tuple(
        _column(place, width, number * wide, mine, other, top)
        for place, (number, mine, other) in enumerate(zip(numbers, *shares, strict=True))
    )
    every = ceil(len(columns) / _LABELS)
    marks = tuple(
        Mark(round(place * width + width / 2, 2), str(column.number))
        for place, column in enumerate(columns)
        if place % every == 0
    )
    lines = tuple(
        Mark(round(100 * step * one / top, 2), f"{100 * step * one:g}%")
        for one in range(1, ceil(top / step))
    )
    said = unit if wide == 1 else f"{unit}, in steps of {wide}"
    return Histogram(columns, tuple(_steps(shares[1], top)), marks, lines, said)


def _width(numbers: list[int]) -> int:
    """Return how many numbers a column takes in, so that there are not too many columns."""
    span = max(numbers) - min(numbers) + 1
    return next(wide for wide in (1, 2, 5, 10, 20, 50, 100, span) if span / wide <= _MOST_COLUMNS)


def _grouped(counts: Counter[int], wide: int) -> Counter[int]:
    grouped: Counter[int] = Counter()
    for number, count in counts.items():
        grouped[number // wide] += count
    return grouped


def _column(
    place: int, width: float, number: int, ours: float, official: float, top: float
) -> Column:
    return Column(
        number,
        share(ours),
        share(official),
        round((place + 0.12) * width, 2),
        round(0.76 * width, 2),
        round(100 * ours / top, 2),
    )


def _steps(shares: list[float], top: float) -> Iterator[Step]:
    """Yield a flat piece for each column, and a piece up or down between two that differ."""
    width, before = 100 / len(shares), 100.0
    for place, one in enumerate(shares):
        left, y = round(place * width, 2), round(100 - 100 * one / top, 2)
        if y != before:
            yield Step(left, left, before, y)
        if one:
            yield Step(left, round((place + 1) * width, 2), y, y)
        before = y
    if before != 100.0:
        yield Step(100.0, 100.0, before, 100.0)
