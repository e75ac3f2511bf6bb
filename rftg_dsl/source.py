"""The text of a card file: bytes in; lines, and findings about single characters out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_dsl import limits
from rftg_dsl.diagnostics import Edit, Region, Report

_BAD: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ufffe\uffff\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Controls, line separators other than LF, bidi controls, and characters without a width."""

_FIRST_BYTE: Final = 0xDC00
"""A byte n that is not UTF-8 is decoded as the lone surrogate 0xDC00 + n ("surrogateescape")."""

_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Source:
    """A card file's text.

    name: as the user wrote the path. lines: without line ends, as they are in the file.
    text: what YAML reads, with LF line ends and a space for each character that is refused.
    """

    name: str
    text: str
    lines: tuple[str, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the lines, with LF between them, hexadecimal."""
        import hashlib  # late: it loads OpenSSL, and a check needs no digest

        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()

    def length_of(self, line: int) -> int:
        """Code points in a 1-based line; 0 where there is no such line."""
        return len(self.lines[line - 1]) if 0 < line <= len(self.lines) else 0


def read_source(path: Path, report: Report) -> Source | None:
    """The text of a file, or None after a finding that says why there is none.

    Reads at most one byte more than the limit. Raises OSError when the file cannot be opened.
    """
    with path.open("rb") as file:
        data = file.read(limits.FILE_BYTES + 1)
    return decode(data, report)


def decode(data: bytes, report: Report) -> Source | None:
    """Like `read_source`, from bytes."""
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
    text = raw.replace("\r\n", "\n")
    lines = tuple(text.split("\n"))
    if not _check_lines(lines, report):
        return Source(report.file, "", lines)
    return Source(report.file, _check_characters(text, lines, report), lines)


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
    """Whether no line is too long."""
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
    """The text with a space for each bad character; "" where a tab would change the structure."""
    if "\t" not in text and not _BAD.search(text):
        return text
    structure = True
    muted = set()
    for number, line in enumerate(lines, 1):
        bad = _BAD.search(line)
        if bad:
            _report_character(bad, number, report)
        if "\t" in line:
            structure = _report_tab(line, number, report) and structure
        if bad or "\t" in line:
            muted.add(number)
    report.muted |= muted
    return _BAD.sub(" ", text).replace("\t", " ") if structure else ""


def _report_character(match: re.Match[str], line: int, report: Report) -> None:
    code = ord(match[0])
    region = Region.on_line(line, match.start() + 1, 1)
    if _FIRST_BYTE <= code < _FIRST_BYTE + 256:
        text = f"the byte 0x{code - _FIRST_BYTE:02x} is not UTF-8"
        report.add("E101", region, text, help="save the file as UTF-8")
        return
    import unicodedata

    name = unicodedata.name(match[0], "a control character")
    text = f"the character U+{code:04X} ({name}) does not belong in a card file"
    report.add("E102", region, text, help="delete it", replacement="", certain=True)


def _report_tab(line: str, number: int, report: Report) -> bool:
    """Whether the tab is harmless for the structure of the file."""
    column = line.index("\t") + 1
    indents = not line[: column - 1].strip()
    what = "lines are indented with spaces, not tabs" if indents else "a tab stands here"
    text = "put two spaces for each tab" if indents else "put a space in its place"
    edits = tuple(
        Edit(Region.on_line(number, match.start() + 1, 1), _spaces(line, match.start()))
        for match in re.finditer("\t", line)
    )
    where = Region.on_line(number, column, 1)
    report.add("E103", where, what, help=text, edits=edits, certain=True)
    return not indents


def _spaces(line: str, index: int) -> str:
    """What to write for the tab at an index: more where it indents."""
    return " " if line[:index].strip() else "  "
