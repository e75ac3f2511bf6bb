r"""Escapes of YAML, like `"\e"`, that put a character into a text which no file may hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.source.text import Source, describe, refused_characters

_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SHORT: Final = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    "N": "\x85",
    "L": "\u2028",
    "P": "\u2029",
}
"""Characters that one letter stands for (YAML 1.1, Escape Sequences) and that are refused."""


def without_controls(text: str, region: Region, source: Source, report: Report) -> str:
    """Return the text with a space for each refused character, reporting its escapes.

    region: of the text, which stands in double quotes.
    """
    pattern = refused_characters(with_tabs=True)
    refused = [one for line in _lines(region, source) for one in _refused(*line)]
    place, character = refused[0] if refused else (region, pattern.findall(text)[0])
    what = source.lines[place.line - 1][place.column - 1 : place.end_column - 1]
    report.add(
        "E102",
        place,
        f"the escape `{what}` stands for {describe(character)}, which does not belong in a"
        " card file",
        help="delete it",
        edits=tuple(Edit(one, "") for one, _character in refused),
        certain=True,
    )
    report.muted.add(place.line)
    return pattern.sub(" ", text)


def _lines(region: Region, source: Source) -> Iterator[tuple[int, int, str]]:
    """Yield for each line of a region its number, its first column from 0, and its text."""
    for number in range(region.line, region.end_line + 1):
        line = source.lines[number - 1]
        start = region.column - 1 if number == region.line else 0
        end = region.end_column - 1 if number == region.end_line else len(line)
        yield number, start, line[start:end]


def _refused(number: int, start: int, text: str) -> Iterator[tuple[Region, str]]:
    """Yield the escapes in a part of a line whose character is refused, each with its place."""
    for escape in _ESCAPE.finditer(text):
        digits = escape[1] or escape[2] or escape[3]
        character = chr(int(digits, 16)) if digits else _SHORT.get(escape[4], "")
        if character and refused_characters(with_tabs=True).match(character):
            place = Region.on_line(number, start + escape.start() + 1, len(escape[0]))
            yield place, character
