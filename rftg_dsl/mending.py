"""What `check --fix` does: certain fixes are made in some files until none is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics import Diagnostic
from rftg_dsl.fixing import applied
from rftg_dsl.locate import each_once
from rftg_dsl.rewriting import text_of
from rftg_dsl.shelf import Shelf

_ROUNDS: Final = 10
"""Most rounds: one fix can bring to light what another is needed for."""


class Mended:
    """Texts of files before and after, and the number of fixes made.

    changed: for each file that changes, its text as it is and as it would be.
    """

    def __init__(self) -> None:
        self.changed: dict[Path, tuple[str, str]] = {}
        self.fixes = 0


def mend(paths: Sequence[Path], wanted: Callable[[Diagnostic], bool]) -> Mended:
    """Find what certain fixes make of these files; nothing is written.

    wanted: which findings are mended. Files that are not UTF-8 are left as they are.
    Raises as compile_files does.
    """
    paths = each_once(paths)
    shelf = Shelf()
    mended = Mended()
    for _round in range(_ROUNDS):
        compilation = compile_files(paths, shelf)
        found = compilation.findings(wanted)
        made = [_mend_file(path, found, shelf, mended) for path in paths]
        if not any(made):
            break
    return mended


def _mend_file(path: Path, found: Sequence[Diagnostic], shelf: Shelf, mended: Mended) -> bool:
    """Make the fixes of one file on the shelf; whether there were any."""
    name = str(path)
    fixes = [one.fix for one in found if one.file == name and one.fix and one.fix.certain]
    old = text_of(path) if fixes else None
    if old is None:
        return False
    before, now = mended.changed.get(path, (old, old))
    after, made = applied(now, fixes)
    mended.changed[path] = (before, after)
    mended.fixes += made
    shelf.put(path, after)
    return True
