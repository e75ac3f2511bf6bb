"""Data model of diagnostics and fixes, and the report that collects them for a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.games import RACE
from rftg_dsl.limits import ADVISED_FINDINGS
from rftg_dsl.structs import struct

ERROR: Final = "error"
WARNING: Final = "warning"


class Region(NamedTuple):
    """A range of a file. Lines and columns start at 1; columns count code points; end excluded."""

    line: int
    column: int
    end_line: int
    end_column: int

    @staticmethod
    def on_line(line: int, column: int, length: int) -> Region:
        """Return the region of `length` code points on one line."""
        return Region(line, column, line, column + length)

    def is_part_of(self, line: Region) -> bool:
        """Return whether this is a proper part of a single-line region."""
        is_within = line.column <= self.column and self.end_column <= line.end_column
        return self.line == line.line and is_within and self != line


class Label(NamedTuple):
    """A secondary location of a finding, with a message. file: "" for the finding's own file."""

    region: Region
    text: str
    file: str = ""


class Edit(NamedTuple):
    """Replacement text for a region."""

    region: Region
    text: str


@struct
class Fix:
    """Non-overlapping edits of the finding's file that fix it together.

    certain: whether the intention is unambiguous, so that the fix can be applied automatically.
    """

    edits: tuple[Edit, ...]
    certain: bool = False


@struct
class Diagnostic:
    """A finding.

    code: diagnostic code; W codes are warnings, all others errors.
    label: message at the underlined text.
    labels: secondary locations.
    notes: context.
    help: advice for the author.
    fix: exact edits for the advice, if possible.
    """

    code: str
    message: str
    file: str
    region: Region
    label: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fix: Fix | None = None

    @property
    def severity(self) -> str:
        """ "error" or "warning"."""
        return severity_of(self.code)


def severity_of(code: str) -> str:
    """Return "error" or "warning"."""
    return WARNING if code.startswith("W") else ERROR


class Report:
    """The findings about one file.

    muted: lines with a reported character, where further findings are suppressed.
    enough: number of lines with errors after which reading can stop, 0 for never.
    game: game of the file.
    tokens: token classes that it declares, for suggestions.
    """

    __slots__ = ("enough", "file", "findings", "game", "muted", "tokens")

    def __init__(self, file: str) -> None:
        self.file = file
        self.enough = 0
        self.game = RACE
        self.tokens: frozenset[str] = frozenset()
        self.findings: list[Diagnostic] = []
        self.muted: set[int] = set()

    def copy(self) -> Report:
        """Return a copy of the report."""
        new = Report(self.file)
        new.game = self.game
        new.findings, new.muted = list(self.findings), set(self.muted)
        return new

    def add(
        self,
        code: str,
        region: Region,
        message: str,
        *,
        label: str = "",
        labels: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        help: str = "",
        replacement: str | None = None,
        edits: tuple[Edit, ...] = (),
        certain: bool = False,
    ) -> None:
        """Add a finding, unless its line is muted.
        replacement: text that replaces the region, a shorthand for a single edit.
        """
        if region.line in self.muted:
            return
        if replacement is not None:
            edits = (Edit(region, replacement),)
        fix = Fix(edits, certain) if edits else None
        self.findings.append(
            Diagnostic(code, message, self.file, region, label, labels, notes, help, fix)
        )

    def keep_first_error(self, lines: Iterable[Region]) -> None:
        """Keep only the first error in each line, or all errors with a certain fix.

        Other errors are often caused by the first. Errors about a complete line belong to the card
        and are kept.
        """
        errors: dict[int, list[Diagnostic]] = {}
        for finding in self.findings:
            if finding.severity == ERROR:
                errors.setdefault(finding.region.line, []).append(finding)
        for line in lines:
            inside = [error for error in errors.get(line.line, ()) if error.region.is_part_of(line)]
            certain = [error for error in inside if error.fix and error.fix.certain]
            retained = certain or sorted(inside, key=_rank)[:1]
            if len(retained) < len(inside):
                self.findings = [
                    error for error in self.findings if error not in inside or error in retained
                ]

    @property
    def can_suggest(self) -> bool:
        """Whether there are few enough findings to look for suggestions."""
        return len(self.findings) < ADVISED_FINDINGS

    def nearest(self, word: str, candidates: Iterable[str]) -> str | None:
        """Return the nearest candidate, or None if there are too many findings already."""
        return nearest(word, candidates) if self.can_suggest else None

    @property
    def has_enough_errors(self) -> bool:
        """Whether there are errors in so many lines that reading can stop."""
        if not self.enough:
            return False
        lines = {finding.region.line for finding in self.findings if finding.severity == ERROR}
        return len(lines) >= self.enough

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.severity == ERROR for finding in self.findings)


def in_order(findings: list[Diagnostic], limit: int) -> list[Diagnostic]:
    """Sort the findings of a file and remove duplicates. After `limit`, only count the rest.

    A note on the last finding mentions that suggestions are limited, if necessary.
    """
    unique = sorted(dict.fromkeys(findings), key=_rank)
    limited = _cut(unique, limit) if len(unique) > limit else unique
    if len(unique) > ADVISED_FINDINGS:
        last = limited[-1]
        limited[-1] = replace(last, notes=(*last.notes, _ADVICE_ENDS))
    return limited


_ADVICE_ENDS: Final = (
    f"only the first {ADVISED_FINDINGS} findings of a file get suggestions;"
    " fix those, then check again"
)


def _cut(unique: list[Diagnostic], limit: int) -> list[Diagnostic]:
    """Return the first findings, and a finding that counts the rest."""
    hidden = len(unique) - limit
    last = unique[limit]
    code = "E112" if any(item.severity == ERROR for item in unique[limit:]) else "W504"
    message = f"and {hidden} more findings in this file"
    summary = Diagnostic(code, message, last.file, last.region, help="fix the findings above first")
    return [*unique[:limit], summary]


def _rank(finding: Diagnostic) -> tuple[Region, str]:
    return (finding.region, finding.code)


BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Optional byte-order mark of a file, which columns do not count."""


def applicable_fix(finding: Diagnostic, unsafe: bool = False) -> Fix | None:
    """Return the fix of a finding if it can be applied automatically, else None.

    unsafe: whether to include fixes that may not be what the author intended.
    """
    fix = finding.fix
    return fix if fix is not None and (unsafe or fix.certain) else None


def apply_fixes(text: str, fixes: Iterable[Fix]) -> tuple[str, int]:
    """Apply compatible fixes to a text. Return the new text and the number of applied fixes.

    Line ends and the byte-order mark are kept.
    """
    edits, count = compatible_edits(fixes)
    mark = BOM if text.startswith(BOM) else ""
    end = "\r\n" if 0 < text.count("\n") == text.count("\r\n") else "\n"
    lines = text.removeprefix(mark).split(end)
    for edit in sorted(edits, reverse=True):
        _make(edit, lines)
    return mark + end.join(lines), count


def compatible_edits(fixes: Iterable[Fix]) -> tuple[list[Edit], int]:
    """Return the edits of fixes that do not overlap, and the number of these fixes.

    If fixes overlap, the first is used; another run can apply the others.
    """
    compatible: list[Edit] = []
    count = 0
    for fix in fixes:
        edits = [edit for edit in fix.edits if edit not in compatible]
        if not any(_overlap(first, second) for first in edits for second in compatible):
            compatible += edits
            count += 1
    return compatible, count


def _overlap(first: Edit, second: Edit) -> bool:
    """Return whether two edits touch. An insertion touches text that begins or ends there."""
    return _start_position(first) <= _end_position(second) and _start_position(
        second
    ) <= _end_position(first)


def _start_position(edit: Edit) -> tuple[int, int]:
    return (edit.region.line, edit.region.column)


def _end_position(edit: Edit) -> tuple[int, int]:
    return (edit.region.end_line, edit.region.end_column)


def _make(edit: Edit, lines: list[str]) -> None:
    region = edit.region
    first, last = lines[region.line - 1], lines[region.end_line - 1]
    new = first[: region.column - 1] + edit.text + last[region.end_column - 1 :]
    lines[region.line - 1 : region.end_line] = new.split("\n")
