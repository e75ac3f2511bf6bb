"""Decoding of card files into lines, with findings about invalid characters.

YAML escapes such as `"\\e"` can produce characters that files can't contain, so decoded texts are
checked as well.
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
"""Control characters, line separators other than LF, bidi controls, zero-width characters."""


@cache
def refused_characters(with_tabs: bool = False) -> re.Pattern[str]:
    """Return the pattern of a forbidden character. with_tabs: whether to match tabs as well."""
    return re.compile(f"[\t{_REFUSED}]" if with_tabs else f"[{_REFUSED}]")


def has_refused_characters(text: str) -> bool:
    """Return whether a text has a tab or a forbidden character."""
    if text.isascii() and text.isprintable():  # avoids compiling the pattern
        return False
    return refused_characters(with_tabs=True).search(text) is not None


_FIRST_BYTE: Final = 0xDC00
"""An invalid byte n is decoded as the lone surrogate 0xDC00 + n ("surrogateescape")."""

_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_BOM: Final = b"\xef\xbb\xbf"


@struct
class Source:
    """The text of a card file.

    name: path as the user wrote it.
    lines: lines of the file, without line ends.
    text: input of the YAML parser, with LF line ends and a space for each forbidden character.
    inserted: numbers of lines that are only in the text, from 1.
    moved: added indentation by line of the file.
    data: bytes of the file.
    """

    name: str
    text: str
    lines: tuple[str, ...]
    inserted: tuple[int, ...] = ()
    moved: dict[int, int] = field(default_factory=dict)
    data: bytes = b""

    @property
    def digest(self) -> str:
        """Hexadecimal SHA-256 of the lines, joined with LF."""
        import hashlib  # imported late because it loads OpenSSL, and checks need no digest

        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()

    def line_of(self, line: int) -> int:
        """Return the line of the file for a line of the text, or the line above if inserted."""
        for inserted in reversed(self.inserted):
            line -= line >= inserted
        return line

    def text_line_index(self, line: int) -> int:
        """Return the 0-based index in the text of a line of the file."""
        for inserted in self.inserted:
            line += line >= inserted
        return line - 1

    def region(self, start: tuple[int, int], end: tuple[int, int]) -> Region:
        """Return the region of the file between two 0-based positions of the text."""
        if not self.inserted and not self.moved:
            return Region(start[0] + 1, start[1] + 1, end[0] + 1, end[1] + 1)
        line, last = self.line_of(start[0] + 1), self.line_of(end[0] + 1)
        column, end_column = start[1] + 1, end[1] + 1
        if self.moved:
            column = max(column - self.moved.get(line, 0), 1)
            end_column = max(end_column - self.moved.get(last, 0), 1)
        return Region(line, column, last, end_column)

    def length_of(self, line: int) -> int:
        """Return the length of a 1-based line in code points, or 0 if there is no such line."""
        return len(self.lines[line - 1]) if 0 < line <= len(self.lines) else 0


def read_source(path: Path, report: Report) -> Source | None:
    """Read a card file, at most one byte beyond the size limit. Return None after an error.

    Raises OSError if the file can't be opened.
    """
    with open_regular_file(path) as file:
        data = file.read(limits.FILE_BYTES + 1)
    return decode(data, report)


def open_regular_file(path: Path) -> BinaryIO:
    """Open a file for reading. Raises OSError, also for pipes and devices that could block."""
    handle = os.open(path, os.O_RDONLY | _AT_ONCE)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    raise OSError(errno.EINVAL, "this is a folder, a pipe or a device, not a file", str(path))


_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags to open pipes without waiting for a writer, and to keep line ends."""


def decode(data: bytes, report: Report) -> Source | None:
    """Decode the bytes of a card file, as `read_source` does."""
    if len(data) > limits.FILE_BYTES:
        report.add(
            "E104",
            Region.on_line(1, 1, 0),
            f"the file is larger than {limits.FILE_BYTES:,} bytes",
            help="split it into several sets that require the first one",
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
    """Report a file that uses only carriage returns as line ends, and return an empty source."""
    first = raw.partition("\r")[0]
    report.add(
        "E102",
        Region.on_line(1, len(first) + 1, 1),
        "the lines end with only U+000D (carriage return)",
        help="save the file with LF or CRLF line ends",
        edits=(Edit(Region.on_line(1, 1, len(raw)), raw.replace("\r", "\n")),),
        certain=True,
    )
    return Source(report.file, "", (first,), data=data)


def _text_of(data: bytes, report: Report) -> str | None:
    if data.startswith(_UTF16):
        report.add(
            "E101",
            Region.on_line(1, 1, 0),
            "the file is UTF-16, but card files must be UTF-8",
            help="save the file as UTF-8",
        )
        return None
    return data.removeprefix(_BOM).decode("utf-8", "surrogateescape")


def _check_lines(lines: tuple[str, ...], report: Report) -> bool:
    """Return whether no line is too long."""
    is_valid = True
    for line_number, line in enumerate(lines, 1):
        if len(line) > limits.LINE_LENGTH:
            is_valid = False
            report.add(
                "E104",
                Region.on_line(line_number, limits.LINE_LENGTH + 1, len(line) - limits.LINE_LENGTH),
                f"the line has {len(line):,} characters (maximum: {limits.LINE_LENGTH:,})",
                help="split the line",
            )
    return is_valid


def _check_characters(text: str, lines: tuple[str, ...], report: Report) -> str:
    """Replace forbidden characters by spaces, and tabs at line starts by the likely indentation."""
    if not has_refused_characters(text.replace("\n", "")):
        return text
    refused = refused_characters()
    muted, indented = set(), False
    cleaned = list(lines)
    for line_number, line in enumerate(lines, 1):
        match = refused.search(line)
        if match:
            _report_character(match, line_number, report)
        if "\t" in line:
            indented = indented or "\t" in _lead(line)
            _report_tab(line, line_number, report)
        if match or "\t" in line:
            muted.add(line_number)
            cleaned[line_number - 1] = refused.sub(" ", line).replace("\t", " ")
    if indented:
        _mend_indents(lines, cleaned, report)
    report.muted |= muted
    return "\n".join(cleaned)


def indent_of(line: str) -> int:
    """Return the indentation of a line in spaces."""
    return len(line) - len(line.lstrip(" "))


def _lead(line: str) -> str:
    """Return the spaces and tabs at the start of a line."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _mend_indents(lines: tuple[str, ...], cleaned: list[str], report: Report) -> None:
    """Report lines indented with tabs in a single finding, and indent them with spaces."""
    edits: list[Edit] = []
    entry = previous = ""
    for index, line in enumerate(lines):
        lead, text = _lead(line), cleaned[index].strip(" ")
        if "\t" in lead:
            indent = _indent_of(text, previous, entry)
            cleaned[index] = indent + text
            edits.append(Edit(Region.on_line(index + 1, 1, len(lead)), indent))
        if text and not text.startswith("#"):
            previous = cleaned[index]
            entry = previous if text.startswith("- ") else entry
    first = edits[0].region
    additional = len(edits) - 1
    suffix = f" (and {counted(additional, 'more line')})" if additional else ""
    report.add(
        "E103",
        Region.on_line(first.line, lines[first.line - 1].index("\t") + 1, 1),
        f"lines must be indented with spaces, not tabs{suffix}",
        help=f"start the line with {len(edits[0].text)} spaces",
        edits=tuple(edits[: limits.FINDINGS]),
        certain=len(edits) <= limits.FINDINGS,
    )


def _indent_of(text: str, previous: str, entry: str) -> str:
    """Return the likely indentation of a line, from the previous line or the current entry."""
    if text.startswith("- ") and entry:
        return _lead(entry)
    lead = _lead(previous)
    lead += "  " if previous.lstrip().startswith("- ") else ""
    return lead + ("  " if previous.rstrip().endswith(("|", ":")) else "")


def _report_character(match: re.Match[str], line: int, report: Report) -> None:
    code = ord(match[0])
    region = Region.on_line(line, match.start() + 1, 1)
    if _FIRST_BYTE <= code < _FIRST_BYTE + 256:
        text = f"the byte 0x{code - _FIRST_BYTE:02x} is not UTF-8"
        report.add("E101", region, text, help="save the file as UTF-8")
        return
    text = f"the character {describe_character(match[0])} is not allowed in card files"
    if match[0] == "\r" and match.string[match.end() :].strip("\r"):
        report.add("E102", region, text, help="delete it, or replace it with a line end (LF)")
        return
    report.add("E102", region, text, help="delete it", replacement="", certain=True)


def describe_character(character: str) -> str:
    """Return the code point and name of a character."""
    import unicodedata

    name = unicodedata.name(character, "a control character")
    return f"U+{ord(character):04X} ({name})"


def _report_tab(line: str, line_number: int, report: Report) -> None:
    """Report a tab inside a line."""
    lead = len(_lead(line))
    if "\t" in line[lead:]:
        region = Region.on_line(line_number, line.index("\t", lead) + 1, 1)
        text = "tabs are not allowed in card files"
        report.add("E103", region, text, help="write a space", replacement=" ", certain=True)


_ESCAPE: Final = r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))"
_ESCAPED_CHARACTERS: Final = {
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
"""Forbidden characters with one-letter escapes (YAML 1.1, Escape Sequences)."""


def without_controls(text: str, region: Region, source: Source, report: Report) -> str:
    """Replace forbidden characters of a text in double quotes by spaces, and report their escapes.

    region: region of the text.
    """
    pattern = refused_characters(with_tabs=True)
    refused = [escape for line in _lines(region, source) for escape in _refused_escapes(*line)]
    first_place, character = refused[0] if refused else (region, pattern.findall(text)[0])
    escape_text = source.lines[first_place.line - 1][
        first_place.column - 1 : first_place.end_column - 1
    ]
    report.add(
        "E102",
        first_place,
        f"the escape `{escape_text}` means {describe_character(character)}, which is not allowed"
        " in card files",
        help="delete it",
        edits=tuple(Edit(escape, "") for escape, _character in refused),
        certain=True,
    )
    report.muted.add(first_place.line)
    return pattern.sub(" ", text)


def _lines(region: Region, source: Source) -> Iterator[tuple[int, int, str]]:
    """Yield the number, first column (from 0) and text of each line of a region."""
    for line_number in range(region.line, region.end_line + 1):
        line = source.lines[line_number - 1]
        start = region.column - 1 if line_number == region.line else 0
        end = region.end_column - 1 if line_number == region.end_line else len(line)
        yield line_number, start, line[start:end]


def _refused_escapes(line_number: int, start: int, text: str) -> Iterator[tuple[Region, str]]:
    """Yield the region and character of each escape of a forbidden character."""
    for escape in re.finditer(_ESCAPE, text):
        digits = escape[1] or escape[2] or escape[3]
        character = chr(int(digits, 16)) if digits else _ESCAPED_CHARACTERS.get(escape[4], "")
        if character and refused_characters(with_tabs=True).match(character):
            place = Region.on_line(line_number, start + escape.start() + 1, len(escape[0]))
            yield place, character


_UNUSUAL_BREAK: Final = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def describe_unusual_break(text: str) -> str:
    """Say where a text has a character that breaks lines in YAML or Python, but not in files."""
    found = _UNUSUAL_BREAK.search(text)
    if found is None:
        return "The file has unusual line breaks. Fix them in the text first."
    line, code = text.count("\n", 0, found.start()) + 1, f"U+{ord(found[0]):04X}"
    return f"Line {line} has an unusual line break ({code}). Delete it in the text."
