"""Keys that stand twice in a mapping: blocks of entries or of powers are joined, none is lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Edit, Label, Region, Report
from rftg_dsl.source.indents import indent_of
from rftg_dsl.source.nodes import Items, Scalar, Twice
from rftg_dsl.source.text import Source

_OPENS: Final = re.compile(r" *(?:- +)*[a-z]+: *(?:(\|)[+-]?)? *(?:#.*)?")
"""The line of a key with a block below it, of lines of text where it ends with a bar."""


class _Block(NamedTuple):
    """The lines below a key, from `first` to `last`, both from 1; the key stands above them."""

    first: int
    last: int
    indent: int
    is_text: bool


def report_twice(found: Sequence[Twice], source: Source, report: Report) -> None:
    """Report the keys that stand twice in a file."""
    clashes = Counter(id(one.mapping) for one in found)
    for one in found:
        # With other keys it is the next entry, whose beginning is missing.
        edits = _joined(one, source, report) if clashes[id(one.mapping)] == 1 else ()
        report.add(
            "E109",
            one.again.region,
            f"the key `{one.again.text}` stands twice",
            label="again here",
            labels=(Label(one.first.region, "first here"),),
            help=_help(one),
            edits=edits,
            certain=bool(edits),
        )


def _help(twice: Twice) -> str:
    name = twice.first.text
    if name == "powers":
        return "put all power lines below one `powers: |`"
    if isinstance(twice.mapping.values.get(name), Items):
        return f"put all entries into one `{name}:`"
    return "delete one of the two"


def _joined(twice: Twice, source: Source, report: Report) -> tuple[Edit, ...]:
    """Return the edits that join two blocks; () where they are not two blocks."""
    if source.inserted or source.moved or report.muted:
        return ()  # lines of the file are not as they were read
    one, other = (_block(key, source) for key in (twice.first, twice.again))
    if one is None or other is None or one.is_text is not other.is_text:
        return ()
    shift = one.indent - other.indent
    moved = [_shifted(line, shift) for line in source.lines[other.first - 1 : other.last]]
    text = "".join(f"\n{line}" for line in moved)
    end, gone = len(source.lines[one.last - 1]) + 1, twice.again.region.line - 1
    last = len(source.lines[other.last - 1]) + 1
    if one.last == gone:
        return (Edit(Region(one.last, end, other.last, last), text),)
    start = len(source.lines[gone - 1]) + 1
    return (
        Edit(Region(one.last, end, one.last, end), text),
        Edit(Region(gone, start, other.last, last), ""),
    )


def _block(key: Scalar, source: Source) -> _Block | None:
    """Return the block below a key, None where its value stands elsewhere."""
    number, column = key.region.line, key.region.column - 1
    opens = _OPENS.fullmatch(source.lines[number - 1])
    if opens is None:
        return None
    last = number
    for after in range(number + 1, len(source.lines) + 1):
        line = source.lines[after - 1]
        if line.strip() and not _is_below(line, column, opens[1] is not None):
            break
        last = after if line.strip() else last
    first = next((at for at in range(number + 1, last + 1) if source.lines[at - 1].strip()), None)
    if first is None:
        return None
    return _Block(first, last, indent_of(source.lines[first - 1]), opens[1] is not None)


def _is_below(line: str, column: int, text: bool) -> bool:
    """Return whether a line belongs to a key's block.

    The `-` of entries may stand below the key itself.
    """
    return indent_of(line) > column or (
        not text and indent_of(line) == column and line.lstrip().startswith("- ")
    )


def _shifted(line: str, by: int) -> str:
    return " " * max(indent_of(line) + by, 0) + line.lstrip(" ") if line.strip() else line
