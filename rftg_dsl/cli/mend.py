"""`check --fix` and `--diff`: certain fixes are made, or shown as a diff."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rftg_dsl.cli.output import print_diff
from rftg_dsl.diagnostics import Diagnostic
from rftg_dsl.mending import mend
from rftg_dsl.printable import printable
from rftg_dsl.rewriting import write_atomically
from rftg_dsl.vocabulary import counted


def mend_files(
    paths: Sequence[Path], wanted: Callable[[Diagnostic], bool], write_files: bool
) -> int:
    """Make the certain fixes of files, or print what they would change; the number of files.

    Raises OSError.
    """
    mended = mend(paths, wanted)
    for path, (old, new) in mended.changed.items():
        if write_files:
            write_atomically(path, new)
        else:
            print_diff(old, new, printable(str(path)), "mended")
    if write_files and mended.fixes:
        files = counted(len(mended.changed), "file")
        print(f"{counted(mended.fixes, 'fix', 'fixes')} made in {files}")
    return len(mended.changed)
