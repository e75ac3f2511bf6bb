"""Fixes made in the text of a card file: those that do not touch each other, nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rftg_dsl.diagnostics.model import Diagnostic, Edit, Fix

BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte-order mark that a file may begin with; no column counts it."""


def applicable_fix(finding: Diagnostic, unsafe: bool = False) -> Fix | None:
    """Return the fix of a finding that a program may make; None if there is none.

    A finding has a fix if it states one text to write at one place. The fix is safe if nothing
    else can be meant; other fixes are unsafe, and only returned with `unsafe`.
    """
    fix = finding.fix
    return fix if fix is not None and (unsafe or fix.certain) else None


def apply_fixes(text: str, fixes: Iterable[Fix]) -> tuple[str, int]:
    """Return the text with the fixes of `together` made in it, and how many there were.

    Line ends and a byte-order mark stay as they are.
    """
    taken, made = compatible_edits(fixes)
    mark = BOM if text.startswith(BOM) else ""
    end = "\r\n" if 0 < text.count("\n") == text.count("\r\n") else "\n"
    lines = text.removeprefix(mark).split(end)
    for edit in sorted(taken, reverse=True):
        _make(edit, lines)
    return mark + end.join(lines), made


def compatible_edits(fixes: Iterable[Fix]) -> tuple[list[Edit], int]:
    """Return the edits of all fixes that can be made at once, and the number of these fixes.

    Of fixes that overlap the first is made; a second run can make the others.
    """
    taken: list[Edit] = []
    made = 0
    for fix in fixes:
        new = [edit for edit in fix.edits if edit not in taken]
        if not any(_overlap(one, other) for one in new for other in taken):
            taken += new
            made += 1
    return taken, made


def _overlap(one: Edit, other: Edit) -> bool:
    """Return whether two edits touch the same text.

    An insertion touches what begins or ends there.
    """
    return _start(one) <= _end(other) and _start(other) <= _end(one)


def _start(edit: Edit) -> tuple[int, int]:
    return (edit.region.line, edit.region.column)


def _end(edit: Edit) -> tuple[int, int]:
    return (edit.region.end_line, edit.region.end_column)


def _make(edit: Edit, lines: list[str]) -> None:
    region = edit.region
    first, last = lines[region.line - 1], lines[region.end_line - 1]
    new = first[: region.column - 1] + edit.text + last[region.end_column - 1 :]
    lines[region.line - 1 : region.end_line] = new.split("\n")
