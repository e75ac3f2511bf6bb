"""What is said of a line in the wrong place, or left out: indentation.py finds which."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Diagnostic, Edit, Fix, Region
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.semantics.scope import UNTITLED
from rftg_dsl.source.indents import ENTRY, LINE, above, indent_of
from rftg_dsl.source.text import Source
from rftg_dsl.suggest.strangers import ENTRY_NAMES
from rftg_dsl.syntax.written import POWERS_HELP

ENTRY_KEY: Final = "- title"
"""The beginning of a card that is missing; what the card is called nobody can tell."""


class Change(NamedTuple):
    """Lines, by their numbers from 0, that begin elsewhere; or a line put above the first.

    indents: new ones. by: how far the first moves. strange: where people do not begin such a
    line. missing: the key that is put in, "" for none. bar: a `|` is put in.
    """

    first: int
    indents: dict[int, int]
    by: int = 0
    strange: bool = False
    missing: str = ""
    bar: bool = False

    @property
    def rank(self) -> tuple[bool, bool, int, int]:
        """The smaller, the likelier: little is changed, and to a level as people write it."""
        return (bool(self.missing), self.strange, len(self.indents), abs(self.by))


def line_of(key: str) -> str:
    """Return the line that is inserted for a missing key."""
    if key == ENTRY_KEY:
        return f"{key}: '{UNTITLED}'"
    return "powers: |" if key == "powers" else f"{key}:"


def finding(change: Change, source: Source, sure: bool) -> Diagnostic:
    """Return the finding about a change; its edits are certain where `sure`."""
    say = _say_missing if change.missing else _say_bar if change.bar else _say_moved
    code, region, message, help, edits = say(change, source)
    return Diagnostic(
        code, message, source.name, region, help=help, fix=Fix(edits, sure) if edits else None
    )


_Said = tuple[str, Region, str, str, tuple[Edit, ...]]


def _say_bar(change: Change, source: Source) -> _Said:
    line = source.line_of(change.first + 1)
    text = source.lines[line - 1]
    region = Region.on_line(line, indent_of(text) + 1, len("powers"))
    edits = (Edit(Region.on_line(line, len(text.rstrip()) + 1, 0), " |"),)
    return "E203", region, "`powers` takes text, not keys with values", POWERS_HELP, edits


def _say_missing(change: Change, source: Source) -> _Said:
    indent = change.indents[change.first]
    line = source.line_of(change.first + 1)
    name = _name(source.text.split("\n")[change.first])
    put = f"{ENTRY_KEY}: ..." if change.missing == ENTRY_KEY else line_of(change.missing)
    region = _place(source, change.first, name)
    what = ENTRY_NAMES.get(change.missing, name) if name == "`-`" else name
    text = f"the line `{put}` is missing above {what}"
    help = f"write `{put}` above it, with {counted(indent, 'space')} before it"
    if change.missing == ENTRY_KEY:
        return "E202", region, text, help, ()
    edits = (Edit(Region.on_line(line, 1, 0), f"{' ' * indent}{put}\n"),)
    return "E202", region, text, help, edits


def _say_moved(change: Change, source: Source) -> _Said:
    lines = source.text.split("\n")
    first, level = change.first, change.indents[change.first]
    name = _name(lines[first])
    further = "in" if indent_of(lines[first]) > level else "out"
    edits = []
    for number, indent in change.indents.items():
        line = source.line_of(number + 1)
        edits.append(Edit(Region.on_line(line, 1, indent_of(source.lines[line - 1])), " " * indent))
    text = f"{name} begins too far {further}"
    if level < indent_of(lines[first]) and _is_among_powers(lines, first):
        text += ", and so it is read as a power"
    spaces = f"with {counted(level, 'space')} before it"
    model = _model(lines, first, level)
    help = f"begin it {f'below {model}, ' if model else ''}{spaces}"
    return "E105", _place(source, first, name), text, help, tuple(edits)


def _is_among_powers(lines: list[str], number: int) -> bool:
    """Return whether a line stands in the block below a `powers: |`."""
    here, number = indent_of(lines[number]), above(lines, number)
    while number >= 0 and indent_of(lines[number]) >= here:
        number = above(lines, number)
    return number >= 0 and _POWERS.match(lines[number]) is not None


_POWERS: Final = re.compile(r" *(?:- +)*powers: *[|>]")


def _place(source: Source, number: int, name: str) -> Region:
    line = source.line_of(number + 1)
    return Region.on_line(line, indent_of(source.lines[line - 1]) + 1, len(name) - 2)


def _name(line: str) -> str:
    match = LINE.fullmatch(line)
    return f"`{match[2]}`" if match and "-" not in match[1] else "`-`"


def _model(lines: list[str], first: int, level: int) -> str:
    """Return what stands above at the same level, "" where nothing does."""
    number, entry = above(lines, first), ENTRY.match(lines[first])
    while number >= 0 and indent_of(lines[number]) >= level:
        same = indent_of(lines[number]) == level
        if same and bool(entry) == bool(ENTRY.match(lines[number])):
            return "the `-`" if entry else _name(lines[number])
        number = above(lines, number)
    key = LINE.fullmatch(lines[number]) if number >= 0 else None
    return f"`{key[2]}`" if key and not entry and level == len(key[1]) else ""
