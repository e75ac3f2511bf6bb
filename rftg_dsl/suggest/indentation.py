"""Repair of wrong indentation and missing key lines, by trial.

A YAML error shows the place where parsing stopped, which is seldom the wrong line. Each line near
the error is moved to the surrounding levels, or gets a possibly missing key above it, and the file
is read again. The change that leaves the fewest findings is suggested.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Edit, Fix, Region
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.semantics.selectors import UNTITLED
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.source.text import Source, indent_of
from rftg_dsl.suggest.keys import ENTRY_NAMES, is_power
from rftg_dsl.suggest.yaml_lines import ENTRY, LINE, next_line, previous_line
from rftg_dsl.syntax.written import POWERS_HELP

MISPLACED: Final = frozenset({"E105", "E109", "E201", "E203", "E206"})
"""Codes of findings that a wrong indentation can cause."""


class Reader(Protocol):
    """Function that reads a file, and returns its findings."""

    def __call__(self, source: Source, enough: int = 0, /) -> list[Diagnostic]:
        """Return the findings. enough: number of lines with errors after which it can stop."""


_MAX_CHANGES: Final = 6
"""Maximum number of changes per file."""
_MAX_FOUND_ERRORS: Final = 40
"""Files with more errors are not repaired."""
_MAX_CHARACTERS: Final = 100_000
"""Maximum number of characters read per change, to limit the time."""


class IndentationRepair(NamedTuple):
    """A repaired file. diagnostics: one for each change."""

    source: Source
    diagnostics: list[Diagnostic]


def repair_indentation(
    source: Source, findings: list[Diagnostic], read: Reader
) -> IndentationRepair:
    """Repair a file, with all changes that reduce the number of findings.

    findings: result of `read` for the original file.
    """
    diagnostics: list[Diagnostic] = []
    for _index in range(_MAX_CHANGES):
        line = min(
            (diagnostic.region.line for diagnostic in findings if _is_misplaced(diagnostic)),
            default=0,
        )
        is_repairable = line and _count_errors(findings) <= _MAX_FOUND_ERRORS
        best = _find_repair(source, line, findings, read) if is_repairable else None
        if best is None:
            break
        change, after = best
        diagnostics.append(make_diagnostic(change, source, sure=not _has_new(after, findings)))
        source, findings = _apply_change(source, change), after
    return IndentationRepair(source, diagnostics)


def _find_repair(
    source: Source, line: int, findings: list[Diagnostic], read: Reader
) -> tuple[Change, list[Diagnostic]] | None:
    """Return the change that leaves the fewest findings, and these findings.

    Return None if no change helps.
    """
    index = source.text_line_index(line)
    excerpt = _blank_distant_entries(source, index)
    change = _find_best_change(
        excerpt, index, findings if excerpt is source else read(excerpt), read
    )
    after = read(_apply_change(source, change)) if change else findings
    return (change, after) if change and _helps(findings, after) else None


def _find_best_change(
    source: Source, index: int, findings: list[Diagnostic], read: Reader
) -> Change | None:
    """Return the change near a line that leaves the fewest findings. index: line index, from 0."""
    best, fewest = None, _count_errors(findings)
    changes = sorted(_changes(source.text.split("\n"), index), key=lambda change: change.rank)
    costs = len(source.text) * (1 + sum(change.code == "E105" for change in findings))
    for change in changes[: _MAX_CHARACTERS // max(1, costs)]:
        after = read(_apply_change(source, change), fewest)
        if _count_errors(after) < fewest and _helps(findings, after):
            best, fewest = change, _count_errors(after)
        if not fewest:
            break
    return best


def _helps(findings: list[Diagnostic], after: list[Diagnostic]) -> bool:
    """Return whether there are fewer errors than before, and no new findings."""
    return _count_errors(after) < _count_errors(findings) and not _has_new(after, findings)


def _blank_distant_entries(source: Source, index: int) -> Source:
    """Blank everything except the head of a file and the list entries near a line."""
    lines = source.text.split("\n")
    starts = [block for block, line in enumerate(lines) if _BLOCK.match(line)]
    current = bisect_right(starts, index) - 1
    ends = [*starts[1:], len(lines)]
    for block, (start, end) in enumerate(zip(starts, ends, strict=False)):
        follows_key = block and not ENTRY.match(lines[starts[block - 1]])
        if abs(block - current) > _NEARBY_ENTRIES and ENTRY.match(lines[start]) and not follows_key:
            lines[start:end] = [""] * (end - start)
    return replace(source, text="\n".join(lines))


_BLOCK: Final = re.compile(" {0,4}- |[^ #]")
_NEARBY_ENTRIES: Final = 2
"""Number of entries before and after the wrong entry that are kept."""


def _is_misplaced(diagnostic: Diagnostic) -> bool:
    return diagnostic.code in MISPLACED and not (diagnostic.fix and diagnostic.fix.certain)


def _count_errors(findings: list[Diagnostic]) -> int:
    return sum(diagnostic.severity == ERROR for diagnostic in findings)


def _has_new(after: list[Diagnostic], before: list[Diagnostic]) -> bool:
    """Return whether there is a finding that was not there before."""
    known_findings = {(diagnostic.code, diagnostic.message) for diagnostic in before}
    return any((diagnostic.code, diagnostic.message) not in known_findings for diagnostic in after)


def _changes(lines: list[str], index: int) -> Iterator[Change]:
    """Yield possible changes at a line and its neighbours. index: of the line, from 0."""
    places = (index, previous_line(lines, index), next_line(lines, index))
    for row in dict.fromkeys(places):
        if 0 <= row < len(lines) and (ENTRY.match(lines[row]) or LINE.fullmatch(lines[row])):
            yield from _moves(lines, row)
            yield from _missing_lines(lines, row)


def _moves(lines: list[str], place: int) -> Iterator[Change]:
    """Yield moves of a line to other levels: alone, with its block, or with its continuation."""
    if lines[place].rstrip().endswith("powers:"):
        yield Change(place, {}, adds_bar=True)
    here = indent_of(lines[place])
    groups = dict.fromkeys((_group(lines, place, here + 1), _group(lines, place, here)))
    for level in sorted(_possible_levels(lines, place) - {here}):
        is_unusual = _is_unusual_level(lines, place, level)
        for group in dict.fromkeys(((place,), *groups)):
            indents = {row: indent_of(lines[row]) + level - here for row in group}
            yield Change(place, indents, level - here, is_unusual)


def _is_unusual_level(lines: list[str], place: int, level: int) -> bool:
    """Return whether a level is unusual, because it is not two columns in from its key."""
    row = previous_line(lines, place)
    while row >= 0 and indent_of(lines[row]) >= level:
        row = previous_line(lines, row)
    if row < 0:
        return level > 0 or ENTRY.match(lines[place]) is not None
    return level != indent_of(lines[row]) + (4 if _opens_in_entry(lines[row]) else 2)


def _opens_in_entry(line: str) -> bool:
    return ENTRY.match(line) is not None and line.rstrip().endswith((":", "|"))


def _group(lines: list[str], place: int, minimum: int) -> tuple[int, ...]:
    """Return a line and the following lines that are indented by at least `minimum` spaces."""
    group = [place]
    row = next_line(lines, place)
    while row < len(lines) and indent_of(lines[row]) >= minimum:
        group.append(row)
        row = next_line(lines, row)
    return tuple(group)


def _possible_levels(lines: list[str], place: int) -> set[int]:
    """Return the possible levels of a line: those of its neighbours, or below the line above it."""
    entry = 2 if ENTRY.match(lines[place]) else 0
    levels, row = {0}, previous_line(lines, place)
    if row >= 0 and lines[row].rstrip().endswith((":", "|")):
        levels.add(indent_of(lines[row]) + (4 if _opens_in_entry(lines[row]) else 2))
    minimum = len(lines[place]) + 80
    while row >= 0 and minimum:
        if indent_of(lines[row]) < minimum:
            minimum = indent_of(lines[row])
            levels |= {minimum, minimum + 2} if ENTRY.match(lines[row]) else {minimum}
        row = previous_line(lines, row)
    next_row = next_line(lines, place)
    if next_row < len(lines):
        levels.add(max(indent_of(lines[next_row]) - entry, 0))
    return levels


def _missing_lines(lines: list[str], place: int) -> Iterator[Change]:
    """Yield changes that add a possibly missing key above a line."""
    match = LINE.fullmatch(lines[place])
    if match is None:
        return
    here = indent_of(lines[place])
    for key in _parent_keys(match[2], "-" in match[1]):
        for level in sorted(_possible_levels(lines, place)):
            if level <= here:
                yield Change(place, {place: level}, level - here, level % 2 == 1, key)


def _parent_keys(key: str, entry: bool) -> list[str]:
    """Return the parent keys that a key, or the first key of an entry, can have."""
    if entry:
        return {"test": ["tests"], "title": ["cards", "goals", "search"]}.get(key, [])
    rules: dict[str, Any] = card_set_schema()["$defs"]
    parents = [name for name in ("given", "then") if key in rules[name]["properties"]]
    if is_power(key):
        return ["powers"]
    return [*parents, ENTRY_KEY] if key in rules["card"]["properties"] else parents


def _apply_change(source: Source, change: Change) -> Source:
    """Apply a change to a file. Positions still refer to the unchanged file."""
    lines = source.text.split("\n")
    moved = dict(source.moved)
    if change.missing:
        new_line = " " * change.indents[change.first] + format_missing_line(change.missing)
        lines.insert(change.first, new_line)
        inserted = (*source.inserted, change.first + 1)
        return replace(source, text="\n".join(lines), inserted=inserted)
    for row, indent in change.indents.items():
        old_indent = indent_of(lines[row])
        lines[row] = " " * indent + lines[row].lstrip(" ")
        line = source.line_of(row + 1)
        moved[line] = moved.get(line, 0) + indent - old_indent
    if change.adds_bar:
        lines[change.first] = lines[change.first].rstrip() + " |"
    return replace(source, text="\n".join(lines), moved=moved)


ENTRY_KEY: Final = "- title"
"""The first line of a card, without its title, which is unknown."""


class Change(NamedTuple):
    """A change of indentation, or a line to insert above `first`.

    indents: new indents by line number, from 0.
    by: number of columns that the first line moves.
    is_unusual: whether the new depth is unusual.
    missing: key to insert, or "".
    adds_bar: whether to insert a `|`.
    """

    first: int
    indents: dict[int, int]
    by: int = 0
    is_unusual: bool = False
    missing: str = ""
    adds_bar: bool = False

    @property
    def rank(self) -> tuple[bool, bool, int, int]:
        """Sort key: likely changes first, with few lines and usual levels."""
        return (bool(self.missing), self.is_unusual, len(self.indents), abs(self.by))


def format_missing_line(key: str) -> str:
    """Return the line to insert for a missing key."""
    if key == ENTRY_KEY:
        return f"{key}: '{UNTITLED}'"
    return "powers: |" if key == "powers" else f"{key}:"


def make_diagnostic(change: Change, source: Source, sure: bool) -> Diagnostic:
    """Return the diagnostic for a change. sure: whether its fix is certain."""
    describe = (
        _describe_missing
        if change.missing
        else _describe_bar
        if change.adds_bar
        else _describe_moved
    )
    code, region, message, help, edits = describe(change, source)
    return Diagnostic(
        code, message, source.name, region, help=help, fix=Fix(edits, sure) if edits else None
    )


_Parts = tuple[str, Region, str, str, tuple[Edit, ...]]


def _describe_bar(change: Change, source: Source) -> _Parts:
    line = source.line_of(change.first + 1)
    text = source.lines[line - 1]
    region = Region.on_line(line, indent_of(text) + 1, len("powers"))
    edits = (Edit(Region.on_line(line, len(text.rstrip()) + 1, 0), " |"),)
    return "E203", region, "`powers` takes text, not keys with values", POWERS_HELP, edits


def _describe_missing(change: Change, source: Source) -> _Parts:
    indent = change.indents[change.first]
    line = source.line_of(change.first + 1)
    name = _quote_key(source.text.split("\n")[change.first])
    line_text = (
        f"{ENTRY_KEY}: ..." if change.missing == ENTRY_KEY else format_missing_line(change.missing)
    )
    region = _key_region(source, change.first, name)
    subject = ENTRY_NAMES.get(change.missing, name) if name == "`-`" else name
    text = f"the line `{line_text}` is missing above {subject}"
    indented = f"indented by {counted(indent, 'space')}" if indent else "at the left edge"
    help = f"write `{line_text}` above it, {indented}"
    if change.missing == ENTRY_KEY:
        return "E202", region, text, help, ()
    edits = (Edit(Region.on_line(line, 1, 0), f"{' ' * indent}{line_text}\n"),)
    return "E202", region, text, help, edits


def _describe_moved(change: Change, source: Source) -> _Parts:
    lines = source.text.split("\n")
    first, level = change.first, change.indents[change.first]
    name = _quote_key(lines[first])
    is_too_far = indent_of(lines[first]) > level
    edits = []
    for row, indent in change.indents.items():
        line = source.line_of(row + 1)
        edits.append(Edit(Region.on_line(line, 1, indent_of(source.lines[line - 1])), " " * indent))
    text = f"{name} is {'indented too far' if is_too_far else 'not indented enough'}"
    if is_too_far and _is_among_powers(lines, first):
        text += ", so it is read as a power"
    advice = f"indent it by {counted(level, 'space')}" if level else "move it to the left edge"
    model = _find_model(lines, first, level)
    help = f"{advice}{f', like {model} above' if model else ''}"
    return "E105", _key_region(source, first, name), text, help, tuple(edits)


def _is_among_powers(lines: list[str], row: int) -> bool:
    """Return whether a line is in the block of a `powers: |`."""
    here, row = indent_of(lines[row]), previous_line(lines, row)
    while row >= 0 and indent_of(lines[row]) >= here:
        row = previous_line(lines, row)
    return row >= 0 and _POWERS.match(lines[row]) is not None


_POWERS: Final = re.compile(r" *(?:- +)*powers: *[|>]")


def _key_region(source: Source, row: int, name: str) -> Region:
    line = source.line_of(row + 1)
    return Region.on_line(line, indent_of(source.lines[line - 1]) + 1, len(name) - 2)


def _quote_key(line: str) -> str:
    match = LINE.fullmatch(line)
    return f"`{match[2]}`" if match and "-" not in match[1] else "`-`"


def _find_model(lines: list[str], first: int, level: int) -> str:
    """Return the key or `-` above a line at the same level, or ""."""
    row, entry = previous_line(lines, first), ENTRY.match(lines[first])
    while row >= 0 and indent_of(lines[row]) >= level:
        has_level = indent_of(lines[row]) == level
        if has_level and bool(entry) == bool(ENTRY.match(lines[row])):
            return "the `-`" if entry else _quote_key(lines[row])
        row = previous_line(lines, row)
    key = LINE.fullmatch(lines[row]) if row >= 0 else None
    return f"`{key[2]}`" if key and not entry and level == len(key[1]) else ""
