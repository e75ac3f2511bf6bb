"""A diagnostic: one statement about one place of a card file, with its code and what to write."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.games import RACE
from rftg_dsl.limits import ADVISED
from rftg_dsl.structs import struct

ERROR: Final = "error"
WARNING: Final = "warning"


class Region(NamedTuple):
    """A part of a file: lines and columns from 1, columns in code points, the end excluded."""

    line: int
    column: int
    end_line: int
    end_column: int

    @staticmethod
    def on_line(line: int, column: int, length: int) -> Region:
        """Return the region of `length` code points on one line."""
        return Region(line, column, line, column + length)

    def is_part_of(self, line: Region) -> bool:
        """Return whether it is a smaller part of one line."""
        inside = line.column <= self.column and self.end_column <= line.end_column
        return self.line == line.line and inside and self != line


class Label(NamedTuple):
    """A further place that belongs to a finding, and what is said there.

    file: "" for the file of the finding itself.
    """

    region: Region
    text: str
    file: str = ""


class Edit(NamedTuple):
    """A text to write in place of a region."""

    region: Region
    text: str


@struct
class Fix:
    """Edits of the finding's own file that mend it together; no two of them overlap.

    certain: there is one thing that can be meant, so that a program may apply it unasked.
    """

    edits: tuple[Edit, ...]
    certain: bool = False


@struct
class Diagnostic:
    """One finding.

    code: a key of `codes.CODES`; W codes are warnings, all others errors. label: said at the
    underlined text. labels: further places. notes: context. help: what to change. fix: the same
    for programs, where it can be said exactly.
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
    """Collects the findings about one file; at most one on a line that holds a bad character.

    game: the one that the file is for. tokens: the classes of tokens that it declares, which help
    to say what was meant.
    """

    __slots__ = ("file", "found", "game", "muted", "tokens")

    def __init__(self, file: str) -> None:
        self.file = file
        self.game = RACE
        self.tokens: frozenset[str] = frozenset()
        self.found: list[Diagnostic] = []
        self.muted: set[int] = set()

    def copy(self) -> Report:
        """Return a new report that begins with the same findings."""
        new = Report(self.file)
        new.game = self.game
        new.found, new.muted = list(self.found), set(self.muted)
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
        """Add a finding, unless its line was muted by an earlier one that explains it.

        replacement: short for one edit, in place of the region.
        """
        if region.line in self.muted:
            return
        if replacement is not None:
            edits = (Edit(region, replacement),)
        fix = Fix(edits, certain) if edits else None
        self.found.append(
            Diagnostic(code, message, self.file, region, label, labels, notes, help, fix)
        )

    def leave_one_error(self, lines: Iterable[Region]) -> None:
        """Leave one error inside each of these regions: the first, or all whose fix is certain.

        The rest is told once the line means something; a second mistake often comes of the first.
        An error about a whole line is one of its card.
        """
        errors: dict[int, list[Diagnostic]] = {}
        for finding in self.found:
            if finding.severity == ERROR:
                errors.setdefault(finding.region.line, []).append(finding)
        for line in lines:
            inside = [one for one in errors.get(line.line, ()) if one.region.is_part_of(line)]
            certain = [one for one in inside if one.fix and one.fix.certain]
            kept = certain or sorted(inside, key=_rank)[:1]
            if len(kept) < len(inside):
                self.found = [one for one in self.found if one not in inside or one in kept]

    @property
    def advises(self) -> bool:
        """Whether to look for advice: there are not too many findings yet."""
        return len(self.found) < ADVISED

    def nearest(self, word: str, known: Iterable[str]) -> str | None:
        """Return the nearest known word, unless there are too many findings to look for it."""
        return nearest(word, known) if self.advises else None

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.severity == ERROR for finding in self.found)


def in_order(findings: list[Diagnostic], limit: int) -> list[Diagnostic]:
    """Return the findings of one file by place, each once; after `limit`, a count of the rest.

    The last one says so if there are too many for each to get advice.
    """
    unique = sorted(dict.fromkeys(findings), key=_rank)
    shown = _cut(unique, limit) if len(unique) > limit else unique
    if len(unique) > ADVISED:
        last = shown[-1]
        shown[-1] = replace(last, notes=(*last.notes, _ADVICE_ENDS))
    return shown


_ADVICE_ENDS: Final = (
    f"only the first {ADVISED} findings of a file get advice: mend those, and check again"
)


def _cut(unique: list[Diagnostic], limit: int) -> list[Diagnostic]:
    """Return the first findings, and one that counts the rest."""
    rest = len(unique) - limit
    last = unique[limit]
    code = "E112" if any(item.severity == ERROR for item in unique[limit:]) else "W504"
    message = f"and {rest} more findings in this file"
    more = Diagnostic(code, message, last.file, last.region, help="mend those above first")
    return [*unique[:limit], more]


def _rank(finding: Diagnostic) -> tuple[Region, str]:
    return (finding.region, finding.code)
