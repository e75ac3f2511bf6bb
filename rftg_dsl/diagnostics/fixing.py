"""Application of fixes to the text of a card file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rftg_dsl.diagnostics.model import Diagnostic, Edit, Fix

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
