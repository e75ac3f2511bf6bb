"""Numbers as text, and plots in percent of their space: intervals on a scale, and histograms.

The plots are as wide as the page, with text of constant size, so they have no coordinates. Their
content is repeated as text or in a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

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


@dataclass(frozen=True, slots=True)
class Mark:
    """A position on an axis in percent, and its label."""

    at: float
    text: str


_EDGE = 4
"""Minimum distance of a label from the ends of its axis, in percent."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A range of numbers along a line."""

    low: float
    high: float
    step: float

    def at(self, number: float) -> float:
        """Return the position of a number in percent, clamped to the ends."""
        position = 100 * (number - self.low) / (self.high - self.low)
        return round(min(100.0, max(0.0, position)), 2)

    @property
    def marks(self) -> list[Mark]:
        """Labels at multiples of the step."""
        first, last = floor(self.low / self.step) + 1, ceil(self.high / self.step) - 1
        digits = 0 if self.step >= 1 else 1
        numbers = (self.step * multiple for multiple in range(first, last + 1))
        marks = (Mark(self.at(number), signed(number, digits)) for number in numbers)
        return [mark for mark in marks if _EDGE <= mark.at <= 100 - _EDGE]


def scale_of(numbers: Iterable[float], parts: int = 6) -> Scale:
    """Return a scale for the numbers and zero, with half a step more at each end.

    parts: approximate number of steps.
    """
    finite = [0.0, *(number for number in numbers if isfinite(number))]
    low, high = min(finite), max(finite)
    step = round_step((high - low) / parts or 1.0)
    return Scale(low - step / 2, high + step / 2, step)


def round_step(minimum: float) -> float:
    """Return the smallest step (1, 2, 5, 10 ... or tenths of these) of at least a minimum."""
    power: float = 10.0 ** floor(log10(minimum))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= minimum * 0.999)


@dataclass(frozen=True, slots=True)
class Strip:
    """An interval on a scale, in percent.

    start, end: of the interval, or None if there are too few games. band: start and length of the
    range of official cards. others: positions of peers. text: the content as text. extends_below,
    extends_above: whether the interval extends beyond the scale. is_middle_visible: whether its
    middle is visible.
    """

    middle: float
    start: float | None
    end: float | None
    zero: float
    band: tuple[float, float] | None
    others: tuple[Mark, ...]
    text: str
    extends_below: bool
    extends_above: bool
    is_middle_visible: bool


def strip(
    scale: Scale,
    estimate: Estimate,
    band: tuple[float, float] | None = None,
    others: Sequence[tuple[str, float]] = (),
) -> Strip:
    """Return an estimate as a strip. band: low and high; others: titles and means; in its unit."""
    is_known = isfinite(estimate.margin)
    start, end = (scale.at(estimate.low), scale.at(estimate.high)) if is_known else (None, None)
    band_position = None
    text = f"{difference(estimate)} per 100 games" if is_known else "too few games"
    if band is not None:
        band_position = scale.at(band[0]), round(scale.at(band[1]) - scale.at(band[0]), 2)
        text += f"; official cards from {signed(band[0])} to {signed(band[1])}"
    marks = tuple(Mark(scale.at(mean), f"{title} {signed(mean)}") for title, mean in others)
    extends_below = is_known and estimate.low < scale.low
    extends_above = is_known and estimate.high > scale.high
    middle = scale.at(estimate.mean)
    is_hidden = (extends_below and middle < _EDGE) or (extends_above and middle > 100 - _EDGE)
    edges = extends_below, extends_above, not is_hidden
    return Strip(middle, start, end, scale.at(0), band_position, marks, text, *edges)


@dataclass(frozen=True, slots=True)
class Line:
    """A card in a ladder. is_tested: whether it is the tested card."""

    title: str
    effect: str
    strip: Strip
    is_tested: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    """The effects of several cards on one scale."""

    lines: tuple[Line, ...]
    scale: Scale


def ladder(
    entries: Sequence[tuple[str, Estimate, bool]],
    band: tuple[float, float] | None = None,
    describe: Callable[[Estimate], str] = difference,
    shows_band: bool = False,
) -> Ladder:
    """Return cards, each with its effect and whether it is the tested one, on one scale.

    band: range of official cards. shows_band: whether the scale includes all of it.
    """
    ends = [end for _, effect, _ in entries for end in effect.ends]
    scale = scale_of([*ends, *(band or ())] if shows_band else ends)
    lines = (
        Line(title, describe(effect), strip(scale, effect, band), is_tested)
        for title, effect, is_tested in entries
    )
    return Ladder(tuple(lines), scale)


@dataclass(frozen=True, slots=True)
class Column:
    """A value and its shares of the games with the card and without, as text.

    bar, bar_width: horizontal position and width in percent; height: in percent of the plot.
    """

    value: int
    ours: str
    official: str
    bar: float
    bar_width: float
    height: float


@dataclass(frozen=True, slots=True)
class Step:
    """A line segment of the outline for games without the card, from the upper left."""

    x1: float
    x2: float
    y1: float
    y2: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bars for games with the card, and an outline for games without it. marks: labels below;
    lines: horizontal lines, in percent of the height from the bottom."""

    columns: tuple[Column, ...]
    steps: tuple[Step, ...]
    marks: tuple[Mark, ...]
    lines: tuple[Mark, ...]
    unit: str


_MOST_COLUMNS = 26
_LABELS = 9


def histogram(ours: Counter[int], official: Counter[int], unit: str) -> Histogram | None:
    """Return the shares of each number, or None without numbers. Many numbers are grouped."""
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
        _column(index, width, number * wide, with_card, without, top)
        for index, (number, with_card, without) in enumerate(zip(numbers, *shares, strict=True))
    )
    every = ceil(len(columns) / _LABELS)
    marks = tuple(
        Mark(round(index * width + width / 2, 2), str(column.value))
        for index, column in enumerate(columns)
        if index % every == 0
    )
    lines = tuple(
        Mark(round(100 * step * multiple / top, 2), f"{100 * step * multiple:g}%")
        for multiple in range(1, ceil(top / step))
    )
    label = unit if wide == 1 else f"{unit}, in steps of {wide}"
    return Histogram(columns, tuple(_steps(shares[1], top)), marks, lines, label)


def _width(numbers: list[int]) -> int:
    """Return the number of values per column that keeps the number of columns small."""
    span = max(numbers) - min(numbers) + 1
    return next(wide for wide in (1, 2, 5, 10, 20, 50, 100, span) if span / wide <= _MOST_COLUMNS)


def _grouped(counts: Counter[int], wide: int) -> Counter[int]:
    grouped: Counter[int] = Counter()
    for number, count in counts.items():
        grouped[number // wide] += count
    return grouped


def _column(
    index: int, width: float, number: int, ours: float, official: float, top: float
) -> Column:
    return Column(
        number,
        share(ours),
        share(official),
        round((index + 0.12) * width, 2),
        round(0.76 * width, 2),
        round(100 * ours / top, 2),
    )


def _steps(shares: list[float], top: float) -> Iterator[Step]:
    """Yield a horizontal segment for each column, and vertical segments between them."""
    width, previous_y = 100 / len(shares), 100.0
    for index, height in enumerate(shares):
        left, y = round(index * width, 2), round(100 - 100 * height / top, 2)
        if y != previous_y:
            yield Step(left, left, previous_y, y)
        if height:
            yield Step(left, round((index + 1) * width, 2), y, y)
        previous_y = y
    if previous_y != 100.0:
        yield Step(100.0, 100.0, previous_y, 100.0)
