"""Helpers for YAML lines, and repairs of indentation and apostrophes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.limits import FINDINGS
from rftg_dsl.source.text import indent_of

KEY: Final = r"[A-Za-z][A-Za-z_-]*(?: [A-Za-z][A-Za-z_-]*)?"
LINE: Final = re.compile(rf"( *(?:- +)*)({KEY}):(?: +(.*))?")
ENTRY: Final = re.compile(" *- ")


class ScanStop(NamedTuple):
    """Place where YAML parsing stopped. line, column, start (of the current node): from 0."""

    line: int
    column: int
    start: int


def replace_line(lines: list[str], row: int, text: str, report: Report) -> None:
    """Replace a line, and mute it, because its columns have moved."""
    lines[row] = text
    report.muted.add(row + 1)


def ends_entry(line: str, indent: int) -> bool:
    """Return whether a line ends a list entry with this indent."""
    text = line.lstrip(" ")
    return bool(text) and not text.startswith("#") and len(line) - len(text) <= indent


def realign_key(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Align a key with the key above it. Return whether the stop is such a key."""
    line, previous_row = lines[stop.line], previous_line(lines, stop.line)
    match = LINE.fullmatch(line)
    previous = LINE.fullmatch(lines[previous_row]) if previous_row >= 0 else None
    if match is None or previous is None or "-" in match[1]:
        return False
    column, expected = len(match[1]), len(previous[1])
    if not column or column == expected or not (previous[3] and previous[3].strip()):
        return False
    if previous[3][0] in "|>" or (
        column < expected and ": " in (match[3] or "") and _has_sibling(lines, stop.line)
    ):
        return False
    model = f"`{previous[2]}`"
    _report_indent(lines, stop.line, expected, (f"`{match[2]}`", model), report)
    return True


def _has_sibling(lines: list[str], row: int) -> bool:
    """Return whether a line has a sibling above it, with only deeper lines between them."""
    level, row = indent_of(lines[row]), previous_line(lines, row)
    while row >= 0 and indent_of(lines[row]) > level:
        row = previous_line(lines, row)
    return row >= 0 and indent_of(lines[row]) == level


def _report_indent(
    lines: list[str], first: int, expected: int, names: tuple[str, str], report: Report
) -> None:
    """Report a line with wrong indentation, and move it together with its block."""
    subject, model = names
    column = indent_of(lines[first])
    edits = []
    for row in _misplaced_block(lines, first, expected):
        text, old_indent = lines[row].lstrip(" "), indent_of(lines[row])
        indent = " " * max(old_indent + expected - column, 0)
        edits.append(Edit(Region.on_line(row + 1, 1, old_indent), indent))
        replace_line(lines, row, indent + text, report)
    muted, report.muted = report.muted, report.muted - {first + 1}
    report.add(
        "E105",
        Region.on_line(first + 1, column + 1, len(subject) - 2),
        f"{subject} is {'indented too far' if column > expected else 'not indented enough'}",
        help=f"indent it by {counted(expected, 'space')}, like {model} above",
        edits=tuple(edits[:FINDINGS]),
    )
    report.muted = muted


def _misplaced_block(lines: list[str], first: int, expected: int) -> list[int]:
    """Return the lines of a misplaced block."""
    column = indent_of(lines[first])
    is_entry = ENTRY.match(lines[first]) is not None
    inner_column = expected + 2 if is_entry else expected
    block = [first]
    for row in range(first + 1, len(lines)):
        indent, blank = indent_of(lines[row]), not lines[row].strip()
        if not blank and (indent < column + is_entry or indent == inner_column):
            break
        if not blank and not is_entry and indent == column and ENTRY.match(lines[row]):
            break
        if not blank:
            block.append(row)
    return block


def previous_line(lines: list[str], row: int) -> int:
    """Return the index of the previous line that isn't blank or a comment, or -1."""
    row -= 1
    while row >= 0 and (not lines[row].strip() or lines[row].lstrip().startswith("#")):
        row -= 1
    return row


def next_line(lines: list[str], row: int) -> int:
    """Return the index of the next line that isn't blank or a comment."""
    row += 1
    while row < len(lines) and (not lines[row].strip() or lines[row].lstrip().startswith("#")):
        row += 1
    return row


def realign_entry(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Align a list entry with the previous entry. Return whether the stop is such an entry."""
    line = lines[stop.line]
    column = indent_of(line)
    if not ENTRY.match(line):
        return False
    previous_row = stop.line - 1
    while previous_row >= 0 and not (
        ENTRY.match(lines[previous_row]) and lines[previous_row][:1] in " -"
    ):
        if lines[previous_row][:1] not in ("", " ", "#"):
            return False
        previous_row -= 1
    expected = indent_of(lines[previous_row]) if previous_row >= 0 else column
    if column == expected or abs(column - expected) > _MAX_DISTANCE:
        return False
    _report_indent(lines, stop.line, expected, ("`-`", "the `-`"), report)
    return True


_MAX_DISTANCE: Final = 3
"""Maximum distance in columns of a misplaced entry. Beyond that, it belongs to another list."""
