"""Lines that begin too far in or out, and lines left out, found by trying.

YAML says where it cannot be read on, seldom which line is off. So near what was found each line
is moved to the levels around it, a key that could be missing is put above it, and the file is
read again: the change after which least is found is what was meant.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Edit, Fix, Region
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.semantics.selectors import UNTITLED
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.source.text import Source, indent_of
from rftg_dsl.suggest.keys import ENTRY_NAMES, is_power
from rftg_dsl.suggest.yaml_lines import ENTRY, LINE, below, previous_line
from rftg_dsl.syntax.written import POWERS_HELP

MISPLACED: Final = frozenset({"E105", "E109", "E201", "E203", "E206"})
"""What is found where a line begins in the wrong place."""
Reader = Callable[[Source], list[Diagnostic]]
"""What is found in a file by itself."""
_ROUNDS: Final = 6
"""Most changes of one file."""
_MOST: Final = 40
"""A file with more errors is not straightened."""
_BUDGET: Final = 100_000
"""Most characters that are read again in one round, so that the time stays bounded."""


class Straightened(NamedTuple):
    """A file as it was meant, and what is said of each change."""

    source: Source
    slips: list[Diagnostic]


def straighten(source: Source, findings: list[Diagnostic], read: Reader) -> Straightened:
    """Return the file with every change made that leaves fewer findings in it.

    found: what `read` finds in the file as it is.
    """
    slips: list[Diagnostic] = []
    for _round in range(_ROUNDS):
        first = min((one.region.line for one in findings if _is_misplaced(one)), default=0)
        few = first and _errors(findings) <= _MOST
        best = _best(source, first, findings, read) if few else None
        if best is None:
            break
        change, after = best
        slips.append(finding(change, source, sure=not _has_new(after, findings)))
        source, findings = _apply(source, change), after
    return Straightened(source, slips)


def _best(
    source: Source, line: int, findings: list[Diagnostic], read: Reader
) -> tuple[Change, list[Diagnostic]] | None:
    """Return the change that leaves the fewest findings, and these; None where none helps."""
    near = source.text_line_index(line)
    piece = _piece(source, near)
    change = _best_in(piece, near, findings if piece is source else read(piece), read)
    after = read(_apply(source, change)) if change else findings
    return (change, after) if change and _helps(findings, after) else None


def _best_in(source: Source, near: int, findings: list[Diagnostic], read: Reader) -> Change | None:
    """Return the change near a line, counted from 0, that leaves the fewest findings."""
    best, fewest = None, _errors(findings)
    changes = sorted(_changes(source.text.split("\n"), near), key=lambda one: one.rank)
    costs = len(source.text) * (1 + sum(one.code == "E105" for one in findings))
    for change in changes[: _BUDGET // max(1, costs)]:
        after = read(_apply(source, change))
        if _errors(after) < fewest and _helps(findings, after):
            best, fewest = change, _errors(after)
        if not fewest:
            break
    return best


def _helps(findings: list[Diagnostic], after: list[Diagnostic]) -> bool:
    """Return whether there are fewer findings than before, and none new."""
    return _errors(after) < _errors(findings) and not _has_new(after, findings)


def _piece(source: Source, near: int) -> Source:
    """Return the head of a file and the entries near a line of its lists, all else emptied."""
    lines = source.text.split("\n")
    starts = [number for number, line in enumerate(lines) if _BLOCK.match(line)]
    here = bisect_right(starts, near) - 1
    ends = [*starts[1:], len(lines)]
    for number, (start, end) in enumerate(zip(starts, ends, strict=False)):
        heads = number and not ENTRY.match(lines[starts[number - 1]])
        if abs(number - here) > _AROUND and ENTRY.match(lines[start]) and not heads:
            lines[start:end] = [""] * (end - start)
    return replace(source, text="\n".join(lines))


_BLOCK: Final = re.compile(" {0,4}- |[^ #]")
_AROUND: Final = 2
"""So many entries before and after the one with the slip are read with it."""


def _is_misplaced(one: Diagnostic) -> bool:
    return one.code in MISPLACED and not (one.fix and one.fix.certain)


def _errors(findings: list[Diagnostic]) -> int:
    return sum(one.severity == ERROR for one in findings)


def _has_new(after: list[Diagnostic], before: list[Diagnostic]) -> bool:
    """Return whether something is found that was not found before."""
    known = {(one.code, one.message) for one in before}
    return any((one.code, one.message) not in known for one in after)


def _changes(lines: list[str], near: int) -> Iterator[Change]:
    """Yield what can be wrong at a line, counted from 0, and at those beside it."""
    places = (near, previous_line(lines, near), below(lines, near))
    for place in dict.fromkeys(places):
        if 0 <= place < len(lines) and (ENTRY.match(lines[place]) or LINE.fullmatch(lines[place])):
            yield from _moves(lines, place)
            yield from _missing(lines, place)


def _moves(lines: list[str], place: int) -> Iterator[Change]:
    """Yield moves of a line to other levels: alone, with its block, with what continues it."""
    if lines[place].rstrip().endswith("powers:"):
        yield Change(place, {}, bar=True)
    here = indent_of(lines[place])
    groups = dict.fromkeys((_group(lines, place, here + 1), _group(lines, place, here)))
    for level in sorted(_levels(lines, place) - {here}):
        strange = _is_strange(lines, place, level)
        for group in dict.fromkeys(((place,), *groups)):
            indents = {one: indent_of(lines[one]) + level - here for one in group}
            yield Change(place, indents, level - here, strange)


def _is_strange(lines: list[str], place: int, level: int) -> bool:
    """Return whether nobody would begin the line there: not two columns in from its key."""
    number = previous_line(lines, place)
    while number >= 0 and indent_of(lines[number]) >= level:
        number = previous_line(lines, number)
    if number < 0:
        return level > 0 or ENTRY.match(lines[place]) is not None
    return level != indent_of(lines[number]) + (4 if _opens_in_entry(lines[number]) else 2)


def _opens_in_entry(line: str) -> bool:
    return ENTRY.match(line) is not None and line.rstrip().endswith((":", "|"))


def _group(lines: list[str], place: int, least: int) -> tuple[int, ...]:
    """Return a line and those below it that begin with at least so many spaces."""
    found = [place]
    number = below(lines, place)
    while number < len(lines) and indent_of(lines[number]) >= least:
        found.append(number)
        number = below(lines, number)
    return tuple(found)


def _levels(lines: list[str], place: int) -> set[int]:
    """Return where a line can begin: as those around it, or further in than the one above it."""
    entry = 2 if ENTRY.match(lines[place]) else 0
    levels, number = {0}, previous_line(lines, place)
    if number >= 0 and lines[number].rstrip().endswith((":", "|")):
        levels.add(indent_of(lines[number]) + (4 if _opens_in_entry(lines[number]) else 2))
    least = len(lines[place]) + 80
    while number >= 0 and least:
        if indent_of(lines[number]) < least:
            least = indent_of(lines[number])
            levels |= {least, least + 2} if ENTRY.match(lines[number]) else {least}
        number = previous_line(lines, number)
    following = below(lines, place)
    if following < len(lines):
        levels.add(max(indent_of(lines[following]) - entry, 0))
    return levels


def _missing(lines: list[str], place: int) -> Iterator[Change]:
    """Yield keys that could stand above a line and do not."""
    match = LINE.fullmatch(lines[place])
    if match is None:
        return
    here = indent_of(lines[place])
    for key in _holders(match[2], "-" in match[1]):
        for level in sorted(_levels(lines, place)):
            if level <= here:
                yield Change(place, {place: level}, level - here, level % 2 == 1, key)


def _holders(key: str, entry: bool) -> list[str]:
    """Return the keys that a key, or the first one of an entry, stands below."""
    if entry:
        return {"test": ["tests"], "title": ["cards", "goals", "search"]}.get(key, [])
    rules: dict[str, Any] = card_set_schema()["$defs"]
    inside = [name for name in ("given", "then") if key in rules[name]["properties"]]
    if is_power(key):
        return ["powers"]
    return [*inside, ENTRY_KEY] if key in rules["card"]["properties"] else inside


def _apply(source: Source, change: Change) -> Source:
    """Return the file with a change made; places in it are still those of the unchanged file."""
    lines = source.text.split("\n")
    moved = dict(source.moved)
    if change.missing:
        put = " " * change.indents[change.first] + line_of(change.missing)
        lines.insert(change.first, put)
        inserted = (*source.inserted, change.first + 1)
        return replace(source, text="\n".join(lines), inserted=inserted)
    for number, indent in change.indents.items():
        here = indent_of(lines[number])
        lines[number] = " " * indent + lines[number].lstrip(" ")
        line = source.line_of(number + 1)
        moved[line] = moved.get(line, 0) + indent - here
    if change.bar:
        lines[change.first] = lines[change.first].rstrip() + " |"
    return replace(source, text="\n".join(lines), moved=moved)


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
    here, number = indent_of(lines[number]), previous_line(lines, number)
    while number >= 0 and indent_of(lines[number]) >= here:
        number = previous_line(lines, number)
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
    number, entry = previous_line(lines, first), ENTRY.match(lines[first])
    while number >= 0 and indent_of(lines[number]) >= level:
        same = indent_of(lines[number]) == level
        if same and bool(entry) == bool(ENTRY.match(lines[number])):
            return "the `-`" if entry else _name(lines[number])
        number = previous_line(lines, number)
    key = LINE.fullmatch(lines[number]) if number >= 0 else None
    return f"`{key[2]}`" if key and not entry and level == len(key[1]) else ""
