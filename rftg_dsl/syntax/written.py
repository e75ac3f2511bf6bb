"""Source text of power lines, with a position for every character.

Powers are a literal block, or a single line that is plain or in single quotes. Other YAML styles
move the text, so that columns would be wrong.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.source.nodes import Items, Scalar, escape_in_quotes
from rftg_dsl.source.text import Source
from rftg_dsl.syntax.ast import Span

TEXTS: Final[dict[tuple[str, ...], str]] = {
    ("cards", "powers"): "power",
    ("goals", "first"): "goal",
    ("goals", "most"): "measure",
    ("search", "cards"): "cards",
}
"""Grammar rule for each text of a set, by list and key of the entry."""

POWERS_HELP = "write `powers: |`, then each power on its own indented line below"


class SourceLine(NamedTuple):
    """A power line.

    column: column of its first character, from 1.
    quoted: whether it is in single quotes.
    block: whether it is on its own line in a literal block.
    """

    text: str
    line: int
    column: int
    quoted: bool = False
    block: bool = False

    @property
    def full_region(self) -> Region:
        """Region of the text in the file."""
        return self.region(Span(0, len(self.text)))

    def region(self, span: Span) -> Region:
        """Return the region of part of the text in the file."""
        start, end = self._file_offset(span.start), self._file_offset(span.end)
        return Region(self.line, self.column + start, self.line, self.column + end)

    def _file_offset(self, offset: int) -> int:
        doubled = self.text.count("'", 0, offset) if self.quoted else 0
        return offset + doubled


def power_lines(node: Scalar, source: Source, report: Report) -> list[SourceLine]:
    """Return the lines of a `powers:` value, stripped and without blank lines."""
    region = node.region
    if node.style == "|":
        return _block_lines(node, source)
    if node.style in ('"', ">") or region.line != region.end_line:
        style = {
            '"': "in double quotes",
            ">": "in a folded block `>`",
        }.get(node.style, "on several lines")
        start = Region.on_line(region.line, region.column, 1)
        text = f"powers can't be written {style}"
        edits = _as_block(node, source)
        report.add("E110", start, text, help=POWERS_HELP, edits=edits, certain=bool(edits))
        return []
    quoted = node.style == "'"
    lead = len(node.text) - len(node.text.lstrip(" "))
    text = node.text.strip(" ")
    return [SourceLine(text, region.line, region.column + quoted + lead, quoted)] if text else []


def _as_block(node: Scalar, source: Source) -> tuple[Edit, ...]:
    """Return edits that turn powers into a literal block, or () if text could be lost."""
    region = node.region
    if node.style == ">":
        return (Edit(Region.on_line(region.line, region.column, 1), "|"),)
    key = _POWERS_KEY.match(source.lines[region.line - 1])
    if node.style != '"' or region.line != region.end_line or key is None or "#" in node.text:
        return ()
    lines = [line.strip() for line in node.text.split("\n") if line.strip()]
    indent = "\n" + " " * (len(key[0]) + 2)
    return (Edit(region, indent.join(["|", *lines])),) if lines else ()


_POWERS_KEY: Final = re.compile(r"[ -]*(?=powers *:)")
"""Indentation and dash before a `powers` key."""


def items_as_block(key: Scalar, items: Items) -> tuple[Edit, ...]:
    """Return edits that turn a YAML list of powers into a literal block.

    key: key of the list.
    """
    start, previous_line = items.region, key.region.line
    edits = [Edit(Region.on_line(previous_line, key.region.end_column + 1, 0), " |")]
    lead = " " * max(key.region.column + 2 - start.column, 0)
    for item in items.nodes:
        if not isinstance(item, Scalar) or item.style in ("|", ">") or "#" in item.text:
            return ()
        place = item.region
        if place.line <= previous_line or place.line != place.end_line or "\n" in item.text:
            return ()
        previous_line = place.line
        old_item = Region(place.line, start.column, place.line, place.end_column)
        edits.append(Edit(old_item, lead + item.text.strip()))
    return tuple(edits)


def text_line(node: Scalar, report: Report) -> SourceLine | None:
    """Return a one-line text, plain or in single quotes; report it and return None otherwise."""
    region = node.region
    if node.style in ('"', "|", ">") or region.line != region.end_line:
        start = Region.on_line(region.line, region.column, 1)
        text = "this text must be on one line, without quotes or in single quotes"
        if node.style == '"' and region.line == region.end_line and node.text.isprintable():
            quoted_text = escape_in_quotes(node.text, "")
            edits = (Edit(region, quoted_text),)
            report.add(
                "E110", start, text, help=f"write `{quoted_text}`", edits=edits, certain=True
            )
        else:
            report.add("E110", start, text, help="write it on one line, without quotes")
        return None
    quoted = node.style == "'"
    return SourceLine(node.text, region.line, region.column + quoted, quoted)


_COMMENT: Final = re.compile(r'((?:"[^"]*"|[^"#]|(?<! )#)*?)(?:^| )#.*')
"""A line with a comment: a `#` outside quotes, at the start or after a space."""


def without_comment(line: str) -> str:
    """Return a power line without its comment."""
    match = _COMMENT.fullmatch(line) if "#" in line else None
    return match[1] if match else line


def _block_lines(node: Scalar, source: Source) -> list[SourceLine]:
    lines = []
    for line_number, line in enumerate(node.text.split("\n"), node.region.line + 1):
        text = without_comment(line).strip(" ")
        if text:
            indent = source.length_of(line_number) - len(line) + len(line) - len(line.lstrip(" "))
            lines.append(SourceLine(text, line_number, indent + 1, block=True))
    return lines


def report_large_numbers(source_line: SourceLine, report: Report) -> bool:
    """Report numbers outside -99 to 99 in a text. Return whether there are any."""
    if not _LARGE_NUMBER.search(source_line.text):
        return False
    limit = limits.NUMBER
    unquoted = re.sub(r'"[^"]*"', lambda title: " " * len(title[0]), source_line.text)
    too_large = [match for match in _NUMBER.finditer(unquoted) if int(match[0]) > limit]
    for match in too_large:
        report.add(
            "E212",
            source_line.region(Span(match.start(), match.end())),
            f"{match[0]} is out of range: numbers go from -{limit} to {limit}",
            help=f"write at most `{limit}`",
        )
    return bool(too_large)


_NUMBER: Final = re.compile(r"[0-9]+")
_LARGE_NUMBER: Final = re.compile("[0-9]{3}")
