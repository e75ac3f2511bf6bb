"""Files that training writes: where they can be written, and what they were learned from."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import rftg_engine
from rftg_dev.soak.race import in_words
from rftg_dev.train.settings import Setting
from rftg_dsl.source.rewriting import write_atomically
from rftg_tools.workers.fingerprint import digest_files

ENGINE: Final = Path(str(rftg_engine.__file__)).parent


def try_output(path: Path) -> None:
    """Refuse, before any game is played, a path that no file can be written to.

    Raises OSError.
    """
    folder = path.parent
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder: name a file")
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{str(folder)!r} is not writable")


def origin(*start: Path, engine: Path = ENGINE) -> dict[str, str]:
    """Return what something was learned from, as digests.

    The files that it started with, and the Python files of the rules and bots that played.

    engine: the folder `rftg_engine` of a source tree, where that is not the one that runs.
    """
    names = ["start", *(f"start {nth}" for nth in range(2, len(start) + 1))]
    code = digest_files({"rftg_engine": engine}, endings=(".py",))
    return {
        "start": digest_files(dict(zip(names, start, strict=True)), endings=("",)),
        "code": code,
    }


def settings_in_words(settings: Sequence[Setting]) -> list[str]:
    """Return the kinds of games that were played, as they are noted in a file."""
    return [f"{'+'.join(one.sets)}: {in_words(one.options)}" for one in settings]


def write(path: Path, data: dict[str, Any]) -> None:
    """Write the file, a row of numbers a line, under its name only when it is whole."""
    text = json.dumps(data, indent=1)
    text = re.sub(r"\[\s+([-+\d.,e\s]+?)\s+\]", lambda row: f"[{' '.join(row[1].split())}]", text)
    write_atomically(path, text + "\n")
