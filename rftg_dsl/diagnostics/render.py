"""Diagnostics as text for people, with the source lines underlined.

What cannot be printed is shown as �, in one column, so that the marks below stay in their place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Diagnostic, Label, Region
from rftg_dsl.diagnostics.text import printable

_WIDTH: Final = 100
_COLOURS: Final = {"error": "1;31", "warning": "1;33", "frame": "1;34", "strong": "1", "help": "36"}


class _Mark(NamedTuple):
    """Something said of a region: underlined with `sign`, in the colour of `role`."""

    region: Region
    text: str
    sign: str
    role: str

    def end(self, length: int) -> int:
        """Return where the mark ends on the first line of its region.

        length: of that line in characters.
        """
        region = self.region
        last = region.end_column if region.end_line == region.line else length + 1
        return max(last - 1, region.column)


def _primary(finding: Diagnostic) -> _Mark:
    return _Mark(finding.region, finding.label, "^", finding.severity)


def _secondary(label: Label) -> _Mark:
    return _Mark(label.region, label.text, "-", "frame")


class TextRenderer:
    """Renders findings as text. colour: with terminal colours."""

    def __init__(self, sources: Mapping[str, Sequence[str]], colour: bool = False) -> None:
        self._sources = sources
        self._colour = colour

    def diagnostic(self, finding: Diagnostic) -> str:
        """Return one finding as several lines."""
        own = [label for label in finding.labels if label.file in ("", finding.file)]
        far = [label for label in finding.labels if label.file not in ("", finding.file)]
        lines = [finding.region.line, *(label.region.line for label in finding.labels)]
        margin = " " * len(str(max(lines)))
        place = f"{printable(finding.file)}:{finding.region.line}:{finding.region.column}"
        head = self._paint(f"{finding.severity}[{finding.code}]", finding.severity)
        text = [
            f"{head}: {self._paint(printable(finding.message), 'strong')}",
            f"{margin}{self._frame('-->')} {place}",
            *self._snippet(finding.file, [_primary(finding), *map(_secondary, own)], margin),
        ]
        for label in far:
            place = f"{printable(label.file)}:{label.region.line}:{label.region.column}"
            text.append(f"{margin}{self._frame(':::')} {place}")
            text += self._snippet(label.file, [_secondary(label)], margin)
        text += [f"{margin} {self._frame('=')} note: {printable(note)}" for note in finding.notes]
        if finding.help:
            advice = self._paint("help", "help")
            text.append(f"{margin} {self._frame('=')} {advice}: {printable(finding.help)}")
        return "\n".join(text)

    def _snippet(self, file: str, marks: list[_Mark], margin: str) -> list[str]:
        """Return the lines of a file that have marks, each with its marks below."""
        source = self._sources.get(file, ())
        numbers = sorted({mark.region.line for mark in marks if mark.region.line <= len(source)})
        text = [f"{margin} {self._frame('|')}"] if numbers else []
        before = 0
        for number in numbers:
            if before and number > before + 1:
                text.append(self._frame("..."))
            here = [mark for mark in marks if mark.region.line == number]
            text += self._line(source[number - 1], number, here, margin)
            before = number
        return text

    def _line(self, line: str, number: int, marks: list[_Mark], margin: str) -> list[str]:
        """Return a line of the source and, below it, a line for each of its marks."""
        first = _first_shown(len(line), marks[0].region.column - 1)
        bar = self._frame("|")
        shown = printable(line[first : first + _WIDTH])
        text = [f"{self._frame(str(number).rjust(len(margin)))} {bar} {shown}"]
        for mark in marks:
            start, end = max(mark.region.column - 1, first), mark.end(len(line))
            before = printable(line[first:start])
            marked = printable(line[start : max(min(end, first + _WIDTH), start)])
            line_below = mark.sign * max(width(marked), 1)
            label = f" {printable(mark.text)}" if mark.text else ""
            under = " " * width(before) + self._paint(line_below, mark.role)
            text.append(f"{margin} {bar} {under}{label}")
        return text

    def _frame(self, text: str) -> str:
        return self._paint(text, "frame")

    def _paint(self, text: str, role: str) -> str:
        return f"\x1b[{_COLOURS[role]}m{text}\x1b[0m" if self._colour else text


def _first_shown(length: int, start: int) -> int:
    """Return where a long line is cut on the left, so that the place is in view."""
    return 0 if length <= _WIDTH or start < _WIDTH * 3 // 4 else start - _WIDTH // 2


def width(text: str) -> int:
    """Return the number of columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_width(one) for one in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
