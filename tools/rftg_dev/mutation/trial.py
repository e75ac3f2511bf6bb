"""One mutant in its card and set: what check says of it, as it would of a user's card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dev.mutation.mutants import Mutant, joined, mutants_of, tokens_of
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Region, Report
from rftg_dsl.library import load
from rftg_dsl.semantics.scope import Scope
from rftg_dsl.sets.lines import compile_line
from rftg_dsl.sets.meaning import check_card
from rftg_dsl.sets.names import check_names, scope_of
from rftg_dsl.sets.tiles import read_tiles
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.written import TEXTS

FLAGGED: Final = ("error", "warning")
"""What becomes of a mutant with findings."""


class Reading(NamedTuple):
    """What check makes of a line. meaning: its syntax tree, None where it cannot be read."""

    findings: tuple[Diagnostic, ...]
    meaning: Any = None
    hooks: Any = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a shipped set. where: its card or tile. rule: "power", or the key of a tile.

    column: of its first character, from 1. read: what check makes of a text in its place.
    """

    where: str
    rule: str
    text: str
    column: int
    read: Callable[[str], Reading]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant.

    verdict: "error" or "warning" (the worst finding), "same" (another way to say the same),
    "other" (another card), or "hole" (other words that change nothing). codes: of the findings.
    points: the first finding, or one of its labels, is at the mistake. offers: a help has the right
    word. restores: a fix gives the line back. harms: a certain fix leaves as much wrong, or no
    power.
    """

    where: str
    rule: str
    mutant: Mutant
    verdict: str
    codes: tuple[str, ...] = ()
    points: bool = False
    offers: bool = False
    restores: bool = False
    harms: bool = False


@cache
def lines_of(specs: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the power lines, goals and searches of some sets and of those they require.

    Raises as library.load does, and ValueError for a set with errors.
    """
    compiled = load(specs)
    if compiled.has_errors:
        raise ValueError("a set with errors has no lines to mutate; `rftg-dsl check` shows them")
    lines: list[Line] = []
    for unit, required in zip(compiled.units, compiled.required, strict=True):
        scope = scope_of(unit, required)
        lines += _power_lines(unit, scope)
        lines += _tile_lines(unit, scope)
    return tuple(lines)


def _power_lines(unit: Unit, scope: Scope) -> Iterator[Line]:
    for draft in unit.drafts:
        for number, (written, line) in enumerate(draft.lines):
            column = written.column
            yield Line(draft.title, "power", line.text, column, _card_reader(draft, number, scope))


def _card_reader(draft: Draft, number: int, scope: Scope) -> Callable[[str], Reading]:
    """Read a text as the power of this number of a card."""

    def read(text: str) -> Reading:
        report = Report("")
        lines = list(draft.lines)
        written = lines[number][0]._replace(text=text)
        line = compile_line(written, report)
        lines[number : number + 1] = [(written, line)] if line else []
        assert draft.card is not None
        card = replace(draft.card, powers=tuple(line for _, line in lines))
        mutated = Draft(draft.title, card, draft.node, lines, line is not None)
        check_card(mutated, report)
        check_names(Unit(Path(), report, drafts=[mutated]), [], scope)
        found = _ordered(report)
        return Reading(found, line.power, line.hooks) if line else Reading(found)

    return read


def _ordered(report: Report) -> tuple[Diagnostic, ...]:
    return tuple(sorted(dict.fromkeys(report.found), key=lambda found: found.region))


def _tile_lines(unit: Unit, scope: Scope) -> Iterator[Line]:
    for (key, text), rule in TEXTS.items():
        for node, data in unit.entries(key) if rule != "power" else ():
            value = node.values.get(text)
            if isinstance(value, Scalar):
                read = _tile_reader(key, node, text, data, scope)
                yield Line(data["title"], text, value.text, value.region.column, read)


def _tile_reader(
    key: str, node: Mapping, name: str, data: dict[str, Any], scope: Scope
) -> Callable[[str], Reading]:
    """Read a text as what a goal or a search category says."""

    def read(text: str) -> Reading:
        report = Report("")
        old = node.values[name]
        changed = Mapping(node.region, node.keys, {**node.values, name: _scalar(text, old.region)})
        root = Mapping(node.region, {}, {key: Items(node.region, [changed])})
        unit = Unit(Path(), report, root=root, data={key: [data]})
        read_tiles(unit)
        check_names(unit, [], scope)
        tiles = [goal.conditions for goal in unit.goals] + [one.selectors for one in unit.search]
        return Reading(_ordered(report), tiles or None, tiles or None)

    return read


def _scalar(text: str, region: Region) -> Scalar:
    return Scalar(text, "", Region.on_line(region.line, region.column, len(text)))


def outcomes_of(specs: tuple[str, ...], number: int, seed: int) -> list[Outcome]:
    """Return what becomes of every mutant of line `number`."""
    line = lines_of(specs)[number]
    right = line.read(line.text)
    if joined(tokens_of(line.text)) != line.text:
        raise ValueError(f"not written canonically: {line.text!r}")
    mutants = mutants_of(line.text, f"{seed}/{line.where}/{line.text}")
    return [_outcome(line, right, mutant) for mutant in mutants]


def _outcome(line: Line, right: Reading, mutant: Mutant) -> Outcome:
    found = line.read(mutant.text)
    known = {(finding.code, finding.message) for finding in right.findings}
    findings = [
        finding for finding in found.findings if (finding.code, finding.message) not in known
    ]
    codes = tuple(finding.code for finding in findings)
    if not findings:
        verdict = "same" if found.meaning == right.meaning else "other"
        if verdict == "other" and found.hooks == right.hooks:
            verdict = "hole"
        return Outcome(line.where, line.rule, mutant, verdict)
    severe = any(finding.severity == ERROR for finding in findings)
    restores = any(_restores(finding, line, right, mutant) for finding in findings)
    return Outcome(
        line.where,
        line.rule,
        mutant,
        FLAGGED[0] if severe else FLAGGED[1],
        codes,
        _points(findings[0], mutant, line),
        restores or any(_offers(finding.help, mutant.right) for finding in findings),
        restores,
        any(_harms(finding, line, found, mutant) for finding in findings),
    )


def _points(found: Diagnostic, mutant: Mutant, line: Line) -> bool:
    regions = [found.region, *(label.region for label in found.labels if not label.file)]
    return any(_touches(region, place, line) for region in regions for place in mutant.places)


def _touches(region: Region, place: Span, line: Line) -> bool:
    """Return whether a finding is at a place of the line, or right beside it."""
    start, end = region.column - line.column, region.end_column - line.column
    return start <= place.end and place.start <= end


def _offers(help: str, right: str) -> bool:
    return right.casefold().strip('"') in help.casefold()


def _restores(found: Diagnostic, line: Line, right: Reading, mutant: Mutant) -> bool:
    """Return whether the finding's edit makes the line say what it said."""
    mended = _mended(found, line, mutant.text)
    return mended is not None and line.read(mended).meaning == right.meaning


def _harms(finding: Diagnostic, line: Line, before: Reading, mutant: Mutant) -> bool:
    """Return whether the finding's edit is certain and mends nothing, or takes the power."""
    if finding.fix is None or not finding.fix.certain:
        return False
    mended = _mended(finding, line, mutant.text)
    assert mended is not None
    after = line.read(mended)
    return _wrong(after) >= _wrong(before) or after.meaning is None


def _wrong(reading: Reading) -> tuple[int, int]:
    """Return how many errors are found in a line, and how many findings."""
    errors = sum(finding.severity == ERROR for finding in reading.findings)
    return errors, len(reading.findings)


def _mended(found: Diagnostic, line: Line, text: str) -> str | None:
    """Return the text with the finding's fix applied, or None where it has none."""
    if found.fix is None:
        return None
    for region, new in sorted(found.fix.edits, reverse=True):
        start, end = region.column - line.column, region.end_column - line.column
        text = text[:start] + new + text[end:]
    return text
