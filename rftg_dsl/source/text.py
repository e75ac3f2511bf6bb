"""Text of a card file: bytes in; lines, and findings about single characters, out.

An escape of YAML, like `"\\e"`, can put a character into a text which no file may hold, so decoded
texts are checked, too.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.structs import struct

_REFUSED: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ufffe\uffff\U000e0000-\U000e0fff\ud800-\udfff"
)
"""Controls, line separators other than LF, bidi controls, and characters without a width."""


@cache
def refused_characters(with_tabs: bool = False) -> re.Pattern[str]:
    """Return the pattern of a character that no card file can have; with_tabs: or of a tab."""
    return re.compile(f"[\t{_REFUSED}]" if with_tabs else f"[{_REFUSED}]")


def has_refused_characters(text: str) -> bool:
    """Return whether a text has a tab or another character that is refused in every text."""
    if text.isascii() and text.isprintable():  # quicker than to compile the pattern
        return False
    return refused_characters(with_tabs=True).search(text) is not None


_FIRST_BYTE: Final = 0xDC00
"""A byte n that is not UTF-8 is decoded as the lone surrogate 0xDC00 + n ("surrogateescape")."""

_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_BOM: Final = b"\xef\xbb\xbf"


@struct
class Source:
    """A card file's text.

    name: as the user wrote the path. lines: without line ends, as they are in the file.
    text: what YAML reads, with LF line ends and a space for each character that is refused.
    inserted: the numbers of lines that were put into the text, from 1. moved: by how many columns
    a line of the file begins further in, in the text. data: the bytes that were read.
    """

    name: str
    text: str
    lines: tuple[str, ...]
    inserted: tuple[int, ...] = ()
    moved: dict[int, int] = field(default_factory=dict)
    data: bytes = b""

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the lines, with LF between them, hexadecimal."""
        import hashlib  # late: it loads OpenSSL, and a check needs no digest

        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()

    def line_of(self, line: int) -> int:
        """Return the line of the file for a line of the text.

        For an inserted line it is the one above it.
        """
        for put in reversed(self.inserted):
            line -= line >= put
        return line

    def line_read(self, line: int) -> int:
        """Return the number from 0, in the text, of a line of the file."""
        for put in self.inserted:
            line += line >= put
        return line - 1

    def region(self, start: tuple[int, int], end: tuple[int, int]) -> Region:
        """Return the place in the file of what stands in the text between two places, from 0."""
        line, last = self.line_of(start[0] + 1), self.line_of(end[0] + 1)
        column, end_column = start[1] + 1, end[1] + 1
        if self.moved:
            column = max(column - self.moved.get(line, 0), 1)
            end_column = max(end_column - self.moved.get(last, 0), 1)
        return Region(line, column, last, end_column)

    def length_of(self, line: int) -> int:
        """Return the code points of a 1-based line; 0 where there is no such line."""
        return len(self.lines[line - 1]) if 0 < line <= len(self.lines) else 0


def read_source(path: Path, report: Report) -> Source | None:
    """Return the text of a file, or None after a finding that says why there is none.

    Reads at most one byte more than the limit. Raises OSError when the file cannot be opened.
    """
    with open_regular_file(path) as file:
        data = file.read(limits.FILE_BYTES + 1)
    return decode(data, report)


def open_regular_file(path: Path) -> BinaryIO:
    """Return a file that somebody names, open to be read.

    Raises OSError, also for a pipe or device, whose reader could wait forever.
    """
    handle = os.open(path, os.O_RDONLY | _AT_ONCE)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    raise OSError(errno.EINVAL, "it is a folder, a pipe or a device, not a file", str(path))


_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opening a pipe does not wait for somebody who writes to it; without a change of line ends."""


def decode(data: bytes, report: Report) -> Source | None:
    """Do what `read_source` does, from bytes."""
    if len(data) > limits.FILE_BYTES:
        report.add(
            "E104",
            Region.on_line(1, 1, 0),
            f"the file is larger than {limits.FILE_BYTES:,} bytes",
            help="split the set into several files, each a set that requires the first",
        )
        return None
    raw = _text_of(data, report)
    if raw is None:
        return None
    if "\r" in raw and "\n" not in raw:
        return _without_line_feeds(raw, data, report)
    text = raw.replace("\r\n", "\n")
    lines = tuple(text.split("\n"))
    if not _check_lines(lines, report):
        return Source(report.file, "", lines, data=data)
    return Source(report.file, _check_characters(text, lines, report), lines, data=data)


def _without_line_feeds(raw: str, data: bytes, report: Report) -> Source:
    """Return a source without text, for a file with a carriage return alone as a line end."""
    first = raw.partition("\r")[0]
    report.add(
        "E102",
        Region.on_line(1, len(first) + 1, 1),
        "the lines end with U+000D (carriage return) alone",
        help="save the file with LF or CRLF at the ends of its lines",
        edits=(Edit(Region.on_line(1, 1, len(raw)), raw.replace("\r", "\n")),),
        certain=True,
    )
    return Source(report.file, "", (first,), data=data)


def _text_of(data: bytes, report: Report) -> str | None:
    if data.startswith(_UTF16):
        report.add(
            "E101",
            Region.on_line(1, 1, 0),
            "the file is UTF-16, and card files are UTF-8",
            help="save the file as UTF-8",
        )
        return None
    return data.removeprefix(_BOM).decode("utf-8", "surrogateescape")


def _check_lines(lines: tuple[str, ...], report: Report) -> bool:
    """Return whether no line is too long."""
    good = True
    for number, line in enumerate(lines, 1):
        if len(line) > limits.LINE_LENGTH:
            good = False
            report.add(
                "E104",
                Region.on_line(number, limits.LINE_LENGTH + 1, len(line) - limits.LINE_LENGTH),
                f"the line has {len(line):,} characters, and {limits.LINE_LENGTH:,} are the most",
                help="break the line",
            )
    return good


def _check_characters(text: str, lines: tuple[str, ...], report: Report) -> str:
    """Replace bad characters by spaces, and indent lines that begin with a tab as meant."""
    if not has_refused_characters(text.replace("\n", "")):
        return text
    refused = refused_characters()
    muted, indented = set(), False
    mended = list(lines)
    for number, line in enumerate(lines, 1):
        bad = refused.search(line)
        if bad:
            _report_character(bad, number, report)
        if "\t" in line:
            indented = indented or "\t" in _lead(line)
            _report_tab(line, number, report)
        if bad or "\t" in line:
            muted.add(number)
            mended[number - 1] = refused.sub(" ", line).replace("\t", " ")
    if indented:
        _mend_indents(lines, mended, report)
    report.muted |= muted
    return "\n".join(mended)


def indent_of(line: str) -> int:
    """Return the number of spaces that a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _lead(line: str) -> str:
    """Return the spaces and tabs at the beginning of a line."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _mend_indents(lines: tuple[str, ...], mended: list[str], report: Report) -> None:
    """Report the lines that a tab indents once, and put spaces in its place in `mended`."""
    edits: list[Edit] = []
    entry = above = ""
    for index, line in enumerate(lines):
        lead, rest = _lead(line), mended[index].strip(" ")
        if "\t" in lead:
            indent = _indent_of(rest, above, entry)
            mended[index] = indent + rest
            edits.append(Edit(Region.on_line(index + 1, 1, len(lead)), indent))
        if rest and not rest.startswith("#"):
            above = mended[index]
            entry = above if rest.startswith("- ") else entry
    first = edits[0].region
    others = len(edits) - 1
    more = f", and {counted(others, 'more line is', 'more lines are')}" if others else ""
    report.add(
        "E103",
        Region.on_line(first.line, lines[first.line - 1].index("\t") + 1, 1),
        f"lines are indented with spaces, not tabs{more}",
        help=f"begin the line with {len(edits[0].text)} spaces",
        edits=tuple(edits[: limits.FINDINGS]),
        certain=len(edits) <= limits.FINDINGS,
    )


def _indent_of(rest: str, above: str, entry: str) -> str:
    """Return the indent a line needs below the one above it, or below the entry it continues."""
    if rest.startswith("- ") and entry:
        return _lead(entry)
    lead = _lead(above)
    lead += "  " if above.lstrip().startswith("- ") else ""
    return lead + ("  " if above.rstrip().endswith(("|", ":")) else "")


def _report_character(match: re.Match[str], line: int, report: Report) -> None:
    code = ord(match[0])
    region = Region.on_line(line, match.start() + 1, 1)
    if _FIRST_BYTE <= code < _FIRST_BYTE + 256:
        text = f"the byte 0x{code - _FIRST_BYTE:02x} is not UTF-8"
        report.add("E101", region, text, help="save the file as UTF-8")
        return
    text = f"the character {describe_character(match[0])} does not belong in a card file"
    if match[0] == "\r" and match.string[match.end() :].strip("\r"):
        report.add("E102", region, text, help="delete it, or end the line here with LF")
        return
    report.add("E102", region, text, help="delete it", replacement="", certain=True)


def describe_character(character: str) -> str:
    """Return a character by its number and its name."""
    import unicodedata

    name = unicodedata.name(character, "a control character")
    return f"U+{ord(character):04X} ({name})"


def _report_tab(line: str, number: int, report: Report) -> None:
    """Report a tab inside a line."""
    lead = len(_lead(line))
    if "\t" in line[lead:]:
        region = Region.on_line(number, line.index("\t", lead) + 1, 1)
        text = "put a space in its place"
        report.add("E103", region, "a tab stands here", help=text, replacement=" ", certain=True)


_ESCAPE: Final = r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))"
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
        f"the escape `{what}` stands for {describe_character(character)}, which does not belong"
        " in a card file",
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
    for escape in re.finditer(_ESCAPE, text):
        digits = escape[1] or escape[2] or escape[3]
        character = chr(int(digits, 16)) if digits else _SHORT.get(escape[4], "")
        if character and refused_characters(with_tabs=True).match(character):
            place = Region.on_line(number, start + escape.start() + 1, len(escape[0]))
            yield place, character
