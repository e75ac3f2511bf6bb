"""`check --fix` and `--diff`: fixes are made, or shown as a diff."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rftg_dsl.blank.mending import Mended, mend
from rftg_dsl.cli.output import print_diff
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.source.rewriting import rewrite_files


def mend_files(
    paths: Sequence[Path],
    wanted: Callable[[Diagnostic], bool],
    write_files: bool,
    unsafe: bool = False,
) -> int:
    """Make the fixes of files, or print what they would change; return the number of files.

    unsafe: make unsafe fixes too. Raises FileChanged, OSError.
    """
    mended = mend(paths, wanted, unsafe)
    if write_files:
        rewrite_files(mended.changes)
        _report(mended)
        return len(mended.changes)
    for change in mended.changes:
        print_diff(change.before.decode("utf-8"), change.text, str(change.path), "mended")
    return len(mended.changes)


def _report(mended: Mended) -> None:
    """Say how much was mended, and what was not."""
    if mended.fixes:
        files = counted(len(mended.changes), "file")
        print(f"{counted(mended.fixes, 'fix', 'fixes')} made in {files}")
    if mended.left:
        fixes = counted(mended.left, "fix", "fixes")
        print(f"{fixes} not made: no fewer errors would be left, or a power would be gone")
