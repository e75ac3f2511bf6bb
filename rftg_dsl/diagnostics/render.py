"""Human-readable diagnostics with underlined source lines.

Unprintable characters are shown as �, one column wide, so that the marks below line up.
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
    """An underlined region with a message.

    sign: underline character.
    role: key of the colour.
    """

    region: Region
    text: str
    sign: str
    role: str

    def end(self, length: int) -> int:
        """Return the end column on the first line of the region. length: length of that line."""
        region = self.region
        last = region.end_column if region.end_line == region.line else length + 1
        return max(last - 1, region.column)


def _primary(finding: Diagnostic) -> _Mark:
    return _Mark(finding.region, finding.label, "^", finding.severity)


def _secondary(label: Label) -> _Mark:
    return _Mark(label.region, label.text, "-", "frame")


class TextRenderer:
    """Renderer of findings as text. colour: whether to use terminal colours."""

    def __init__(self, sources: Mapping[str, Sequence[str]], colour: bool = False) -> None:
        self._sources = sources
        self._colour = colour

    def diagnostic(self, finding: Diagnostic) -> str:
        """Render a finding as several lines."""
        local = [label for label in finding.labels if label.file in ("", finding.file)]
        remote = [label for label in finding.labels if label.file not in ("", finding.file)]
        lines = [finding.region.line, *(label.region.line for label in finding.labels)]
        margin = " " * len(str(max(lines)))
        place = f"{printable(finding.file)}:{finding.region.line}:{finding.region.column}"
        head = self._paint(f"{finding.severity}[{finding.code}]", finding.severity)
        text = [
            f"{head}: {self._paint(printable(finding.message), 'strong')}",
            f"{margin}{self._frame('-->')} {place}",
            *self._snippet(finding.file, [_primary(finding), *map(_secondary, local)], margin),
        ]
        for label in remote:
            place = f"{printable(label.file)}:{label.region.line}:{label.region.column}"
            text.append(f"{margin}{self._frame(':::')} {place}")
            text += self._snippet(label.file, [_secondary(label)], margin)
        text += [f"{margin} {self._frame('=')} note: {printable(note)}" for note in finding.notes]
        if finding.help:
            advice = self._paint("help", "help")
            text.append(f"{margin} {self._frame('=')} {advice}: {printable(finding.help)}")
        return "\n".join(text)

    def _snippet(self, file: str, marks: list[_Mark], margin: str) -> list[str]:
        """Return the marked lines of a file, each followed by its marks."""
        source = self._sources.get(file, ())
        line_numbers = sorted(
            {mark.region.line for mark in marks if mark.region.line <= len(source)}
        )
        text = [f"{margin} {self._frame('|')}"] if line_numbers else []
        previous = 0
        for line_number in line_numbers:
            if previous and line_number > previous + 1:
                text.append(self._frame("..."))
            line_marks = [mark for mark in marks if mark.region.line == line_number]
            text += self._line(source[line_number - 1], line_number, line_marks, margin)
            previous = line_number
        return text

    def _line(self, line: str, line_number: int, marks: list[_Mark], margin: str) -> list[str]:
        """Return a line of the source, followed by a line for each of its marks."""
        first = _first_visible_column(len(line), marks[0].region.column - 1)
        bar = self._frame("|")
        visible = printable(line[first : first + _WIDTH])
        text = [f"{self._frame(str(line_number).rjust(len(margin)))} {bar} {visible}"]
        for mark in marks:
            start, end = max(mark.region.column - 1, first), mark.end(len(line))
            preceding = printable(line[first:start])
            marked = printable(line[start : max(min(end, first + _WIDTH), start)])
            line_below = mark.sign * max(width(marked), 1)
            label = f" {printable(mark.text)}" if mark.text else ""
            under = " " * width(preceding) + self._paint(line_below, mark.role)
            text.append(f"{margin} {bar} {under}{label}")
        return text

    def _frame(self, text: str) -> str:
        return self._paint(text, "frame")

    def _paint(self, text: str, role: str) -> str:
        return f"\x1b[{_COLOURS[role]}m{text}\x1b[0m" if self._colour else text


def _first_visible_column(length: int, start: int) -> int:
    """Return the first visible column of a long line, so that the mark is in view."""
    return 0 if length <= _WIDTH or start < _WIDTH * 3 // 4 else start - _WIDTH // 2


def width(text: str) -> int:
    """Return the width of a text in terminal columns."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
