"""The card files that a command is about: those named, those of a folder, or all shipped ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl import limits
from rftg_dsl.cli import CannotRun
from rftg_dsl.resources import shipped_sets
from rftg_dsl.source.locate import is_outside_link, unique_paths

if TYPE_CHECKING:
    from rftg_dsl.sets.cache import SourceCache

STDIN: Final = "-"
"""What stands for standard input in place of a file's name."""


def card_files(names: Sequence[str]) -> list[Path]:
    """Return the files for these names, each once; the shipped sets for no name.

    Raises CannotRun.
    """
    if not names:
        return [_near(path) for path in shipped_sets()]
    if "" in names:
        raise CannotRun("there is no file ''")
    named = [path for name in names for path in _files(Path(name))]
    files = unique_paths(named)
    if len(files) > limits.FILES:
        raise CannotRun(f"{len(files)} card files; at most {limits.FILES} are taken at a time")
    return files


def standard_input() -> SourceCache:
    """Return a cache that holds standard input as a file called `-` in the working folder."""
    from rftg_dsl.sets.cache import SourceCache

    cache = SourceCache()
    cache.put(Path(STDIN), sys.stdin.buffer.read(limits.FILE_BYTES + 1))
    return cache


def _files(path: Path) -> list[Path]:
    try:
        if path.is_dir():
            files = [one for one in sorted(path.glob("*.yaml")) if one.is_file()]
            inside = [file for file in files if not is_outside_link(file)]
            if not inside:
                raise CannotRun(
                    f"{str(path)!r} holds no card file (*.yaml); `rftg-dsl new set NAME` writes one"
                )
            return inside
        if not path.exists():
            raise CannotRun(f"there is no file {str(path)!r}")
        if not path.is_file():
            raise CannotRun(f"{str(path)!r} is not a file")
        if not os.access(path, os.R_OK):
            raise CannotRun(f"{str(path)!r} may not be read")
    except (OSError, ValueError) as error:
        raise CannotRun(f"{str(path)!r} cannot be used: {error}") from None
    return [path]


def _near(path: Path) -> Path:
    """Return the path as seen from the working folder, if it is below it."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
