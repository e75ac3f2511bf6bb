"""Repairs of lines that begin too far in or out, or have an apostrophe in single quotes."""

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
    """Where YAML stopped: the line and column from 0, and the line where what it read began."""

    line: int
    column: int
    start: int


def replace_line(lines: list[str], number: int, text: str, report: Report) -> None:
    """Change a line, and mute it: its columns have moved."""
    lines[number] = text
    report.muted.add(number + 1)


def ends_entry(line: str, indent: int) -> bool:
    """Return whether a line begins something beside or above the entry with that indent."""
    rest = line.lstrip(" ")
    return bool(rest) and not rest.startswith("#") and len(line) - len(rest) <= indent


def realign_key(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a key that does not begin below the key above it."""
    line, before_it = lines[stop.line], previous_line(lines, stop.line)
    match = LINE.fullmatch(line)
    before = LINE.fullmatch(lines[before_it]) if before_it >= 0 else None
    if match is None or before is None or "-" in match[1]:
        return False
    here, there = len(match[1]), len(before[1])
    if not here or here == there or not (before[3] and before[3].strip()):
        return False
    if before[3][0] in "|>" or (
        here < there and ": " in (match[3] or "") and _has_sibling(lines, stop.line)
    ):
        return False
    model = f"`{before[2]}`"
    _report_indent(lines, stop.line, there, (f"`{match[2]}`", model), report)
    return True


def _has_sibling(lines: list[str], number: int) -> bool:
    """Return whether a line has one above it at its level, with only deeper ones between."""
    level, number = indent_of(lines[number]), previous_line(lines, number)
    while number >= 0 and indent_of(lines[number]) > level:
        number = previous_line(lines, number)
    return number >= 0 and indent_of(lines[number]) == level


def _report_indent(
    lines: list[str], first: int, there: int, names: tuple[str, str], report: Report
) -> None:
    """Report the line `first`, which begins too far in or out, and move it with what is below."""
    what, model = names
    here = indent_of(lines[first])
    edits = []
    for number in _moved(lines, first, there):
        text, before = lines[number].lstrip(" "), indent_of(lines[number])
        indent = " " * max(before + there - here, 0)
        edits.append(Edit(Region.on_line(number + 1, 1, before), indent))
        replace_line(lines, number, indent + text, report)
    muted, report.muted = report.muted, report.muted - {first + 1}
    report.add(
        "E105",
        Region.on_line(first + 1, here + 1, len(what) - 2),
        f"{what} begins further {'in' if here > there else 'out'} than {model} above it",
        help=f"begin it below {model}, with {counted(there, 'space')} before it",
        edits=tuple(edits[:FINDINGS]),
    )
    report.muted = muted


def _moved(lines: list[str], first: int, there: int) -> list[int]:
    """Return the lines that move with the first: those below it that are misplaced."""
    here = indent_of(lines[first])
    entry = ENTRY.match(lines[first]) is not None
    right = there + 2 if entry else there
    found = [first]
    for number in range(first + 1, len(lines)):
        indent, blank = indent_of(lines[number]), not lines[number].strip()
        if not blank and (indent < here + entry or indent == right):
            break
        if not blank and not entry and indent == here and ENTRY.match(lines[number]):
            break
        if not blank:
            found.append(number)
    return found


def previous_line(lines: list[str], number: int) -> int:
    """Return the number of the line above that is not blank or a comment; -1 if there is none."""
    number -= 1
    while number >= 0 and (not lines[number].strip() or lines[number].lstrip().startswith("#")):
        number -= 1
    return number


def below(lines: list[str], number: int) -> int:
    """Return the number of the next line below that is not blank or a comment."""
    number += 1
    while number < len(lines) and (
        not lines[number].strip() or lines[number].lstrip().startswith("#")
    ):
        number += 1
    return number


def realign_entry(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend an entry of a list that does not begin below the `-` of the one above it."""
    line = lines[stop.line]
    here = indent_of(line)
    if not ENTRY.match(line):
        return False
    entry = stop.line - 1
    while entry >= 0 and not (ENTRY.match(lines[entry]) and lines[entry][:1] in " -"):
        if lines[entry][:1] not in ("", " ", "#"):
            return False
        entry -= 1
    there = indent_of(lines[entry]) if entry >= 0 else here
    if here == there or abs(here - there) > _NEAR:
        return False
    _report_indent(lines, stop.line, there, ("`-`", "the `-`"), report)
    return True


_NEAR: Final = 3
"""An entry so many columns off is a slip; farther off it is another list."""


_ENTRY: Final = re.compile(r"(?<=[\[,] )'|(?<=\[)'")
"""Where an entry in single quotes begins."""
_REST: Final = re.compile(r"'((?:[^'\[\]{}]|'')*\w'\w[^\[\]{}]*?)'(?= *[,\]])")
"""An entry with an apostrophe between two letters, up to the quote that is meant to end it."""


def apostrophe_in_list(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Report an apostrophe within an entry in single quotes, and write it twice in `lines`.

    Return whether there was one in the line where YAML stopped.
    """
    line = lines[stop.line]
    for begin in _ENTRY.finditer(line):
        match = _REST.match(line, begin.start())
        if match is None or "', '" in match[1]:
            continue
        quoted = "'" + re.sub(r"(?<=\w)'(?=\w)", "''", match[1]) + "'"
        report.add(
            "E105",
            Region.on_line(stop.line + 1, match.start() + 1, len(match[0])),
            "an apostrophe ends a text in single quotes",
            help=f"write it twice: `{quoted}`",
            replacement=quoted,
            certain=True,
        )
        replace_line(lines, stop.line, line[: match.start()] + quoted + line[match.end() :], report)
        return True
    return False
