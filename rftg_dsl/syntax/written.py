"""Power lines as they stand in the file: each with the place of its every character.

Powers are a literal block, or one power in single quotes or plain on one line; in the other
YAML styles the text moves, and a column would no longer be true.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.source.nodes import Items, Scalar
from rftg_dsl.source.quoting import escape_in_quotes
from rftg_dsl.source.text import Source
from rftg_dsl.syntax.ast import Span

TEXTS: Final[dict[tuple[str, ...], str]] = {
    ("cards", "powers"): "power",
    ("goals", "first"): "goal",
    ("goals", "most"): "measure",
    ("search", "cards"): "cards",
}
"""The texts of the language in a set: a list, a key of its entries, and the rule that reads it."""

POWERS_HELP = "write `powers: |`, and below it each power on a line of its own, indented"


class Written(NamedTuple):
    """One power line. column: where its first character stands, from 1. quoted: in '...'.

    block: it stands on a line of its own, in a literal block.
    """

    text: str
    line: int
    column: int
    quoted: bool = False
    block: bool = False

    @property
    def whole(self) -> Region:
        """The place in the file of all of the text."""
        return self.region(Span(0, len(self.text)))

    def region(self, span: Span) -> Region:
        """Return the place in the file of a part of the text."""
        start, end = self._moved(span.start), self._moved(span.end)
        return Region(self.line, self.column + start, self.line, self.column + end)

    def _moved(self, offset: int) -> int:
        doubled = self.text.count("'", 0, offset) if self.quoted else 0
        return offset + doubled


def power_lines(node: Scalar, source: Source, report: Report) -> list[Written]:
    """Return the lines of a `powers:` value, without blank lines and spaces at their ends."""
    region = node.region
    if node.style == "|":
        return _block_lines(node, source)
    if node.style in ('"', ">") or region.line != region.end_line:
        style = {'"': "double quotes", ">": "a folded block `>`"}.get(node.style, "several lines")
        where = Region.on_line(region.line, region.column, 1)
        text = f"powers are written in {style} here"
        edits = _as_block(node, source)
        report.add("E110", where, text, help=POWERS_HELP, edits=edits, certain=bool(edits))
        return []
    quoted = node.style == "'"
    lead = len(node.text) - len(node.text.lstrip(" "))
    text = node.text.strip(" ")
    return [Written(text, region.line, region.column + quoted + lead, quoted)] if text else []


def _as_block(node: Scalar, source: Source) -> tuple[Edit, ...]:
    """Return edits that make powers in another style a literal block, where nothing is lost."""
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
"""What stands before the key, on a line that begins with it."""


def items_as_block(key: Scalar, items: Items) -> tuple[Edit, ...]:
    """Return edits that make a list of powers, one a line behind a dash, a literal block.

    key: the list's key.
    """
    start, below = items.region, key.region.line
    edits = [Edit(Region.on_line(below, key.region.end_column + 1, 0), " |")]
    lead = " " * max(key.region.column + 2 - start.column, 0)
    for item in items.nodes:
        if not isinstance(item, Scalar) or item.style in ("|", ">") or "#" in item.text:
            return ()
        place = item.region
        if place.line <= below or place.line != place.end_line or "\n" in item.text:
            return ()
        below = place.line
        where = Region(place.line, start.column, place.line, place.end_column)
        edits.append(Edit(where, lead + item.text.strip()))
    return tuple(edits)


def text_line(node: Scalar, report: Report) -> Written | None:
    """Return a text of one line, plain or in single quotes, with its places.

    Return None after a finding.
    """
    region = node.region
    if node.style in ('"', "|", ">") or region.line != region.end_line:
        where = Region.on_line(region.line, region.column, 1)
        text = "the text does not stand on one line, plain or in single quotes"
        if node.style == '"' and region.line == region.end_line and node.text.isprintable():
            right = escape_in_quotes(node.text, "")
            edits = (Edit(region, right),)
            report.add("E110", where, text, help=f"write `{right}`", edits=edits, certain=True)
        else:
            report.add("E110", where, text, help="write it on one line, without quotes")
        return None
    quoted = node.style == "'"
    return Written(node.text, region.line, region.column + quoted, quoted)


_COMMENT: Final = re.compile(r'((?:"[^"]*"|[^"#]|(?<! )#)*?)(?:^| )#.*')
"""A comment, which begins with a # at the start or after a space, outside of quotes."""


def without_comment(line: str) -> str:
    """Return a power line up to its comment."""
    match = _COMMENT.fullmatch(line) if "#" in line else None
    return match[1] if match else line


def _block_lines(node: Scalar, source: Source) -> list[Written]:
    found = []
    for number, line in enumerate(node.text.split("\n"), node.region.line + 1):
        text = without_comment(line).strip(" ")
        if text:
            indent = source.length_of(number) - len(line) + len(line) - len(line.lstrip(" "))
            found.append(Written(text, number, indent + 1, block=True))
    return found


def report_large_numbers(written: Written, report: Report) -> bool:
    """Report numbers outside -99 to 99 in a text; whether there was one."""
    if not _LARGE.search(written.text):
        return False
    most = limits.NUMBER
    outside = re.sub(r'"[^"]*"', lambda title: " " * len(title[0]), written.text)
    found = [match for match in _NUMBER.finditer(outside) if int(match[0]) > most]
    for match in found:
        report.add(
            "E212",
            written.region(Span(match.start(), match.end())),
            f"numbers go from -{most} to {most}, and this is {match[0]}",
            help=f"write at most `{most}`",
        )
    return bool(found)


_NUMBER: Final = re.compile(r"[0-9]+")
_LARGE: Final = re.compile("[0-9]{3}")
