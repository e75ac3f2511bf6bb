"""Diagnostics as text for people, with the source line underlined, and as JSON for programs.

Nothing from a card file reaches a terminal as it is: what cannot be printed is shown as �.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rftg_dsl.diagnostics import ERROR, Diagnostic

FORMAT_VERSION: Final = 1
"""Of the JSON form; grammar/diagnostics.schema.json describes it."""

_WIDTH: Final = 100
_COLOURS: Final = {"error": "1;31", "warning": "1;33", "frame": "1;34", "strong": "1", "help": "36"}
_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"


class Text:
    """Renders findings as text. colour: with terminal colours."""

    def __init__(self, sources: Mapping[str, Sequence[str]], colour: bool = False) -> None:
        self._sources = sources
        self._colour = colour

    def diagnostic(self, found: Diagnostic) -> str:
        """One finding, several lines."""
        region = found.region
        margin = " " * len(str(region.line))
        place = f"{printable(found.file)}:{region.line}:{region.column}"
        head = self._paint(f"{found.severity}[{found.code}]", found.severity)
        lines = [
            f"{head}: {self._paint(printable(found.message), 'strong')}",
            f"{margin}{self._frame('-->')} {place}",
            *self._source_lines(found, margin),
        ]
        lines += [f"{margin} {self._frame('=')} note: {printable(note)}" for note in found.notes]
        if found.help:
            advice = self._paint("help", "help")
            lines.append(f"{margin} {self._frame('=')} {advice}: {printable(found.help)}")
        return "\n".join(lines)

    def _source_lines(self, found: Diagnostic, margin: str) -> list[str]:
        lines = self._sources.get(found.file, ())
        region = found.region
        if region.line > len(lines):
            return []
        text = lines[region.line - 1]
        last = region.end_column if region.end_line == region.line else len(text) + 1
        start, end = region.column - 1, max(last - 1, region.column)
        first = _first_shown(len(text), start)
        shown = printable(text[first : first + _WIDTH])
        before = printable(text[first:start])
        marked = printable(text[start : min(end, first + _WIDTH)])
        under = " " * width(before) + self._paint("^" * max(width(marked), 1), found.severity)
        label = f" {printable(found.label)}" if found.label else ""
        bar = self._frame("|")
        return [
            f"{margin} {bar}",
            f"{self._frame(str(region.line))} {bar} {shown}",
            f"{margin} {bar} {under}{label}",
        ]

    def _frame(self, text: str) -> str:
        return self._paint(text, "frame")

    def _paint(self, text: str, role: str) -> str:
        return f"\x1b[{_COLOURS[role]}m{text}\x1b[0m" if self._colour else text


def _first_shown(length: int, start: int) -> int:
    """Where a long line is cut on the left, so that the place is in view."""
    return 0 if length <= _WIDTH or start < _WIDTH * 3 // 4 else start - _WIDTH // 2


def printable(text: str) -> str:
    """The text with � for each character that a terminal would act on."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(one if one.isprintable() or one == " " else _REPLACED for one in text)


def width(text: str) -> int:
    """The columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_width(one) for one in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def as_json(found: Sequence[Diagnostic], files: Sequence[str]) -> dict[str, Any]:
    """The findings as data, in the shape of grammar/diagnostics.schema.json."""
    errors = sum(one.severity == ERROR for one in found)
    return {
        "version": FORMAT_VERSION,
        "files": list(files),
        "errors": errors,
        "warnings": len(found) - errors,
        "diagnostics": [_item(one) for one in found],
    }


def _item(found: Diagnostic) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        "file": found.file,
        **found.region._asdict(),
        "label": found.label,
        "notes": list(found.notes),
        "help": found.help,
        "replacement": found.replacement,
    }
