"""What tells two installations apart that could play a game differently."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import rftg_dsl
import rftg_engine
import rftg_tools
from rftg_dsl.resources import data_folder

_ENDINGS: Final = (".py", ".json", ".lark", ".yaml")
"""Code and data; a compiled engine has its Python files beside it, and plays the same games."""
_DATA: Final = ("grammar", "cards", "cookbook", "themes")
"""Folders that lie in the package when it is installed, and beside it in the source tree."""


def digest_of(folders: dict[str, Path]) -> str:
    """SHA-256 over the code and data in some folders, hexadecimal, 16 digits.

    folders: by names of their own, so that it counts for nothing where they lie. Neither do the
    ends of lines.
    """
    total = hashlib.sha256()
    for name, folder in folders.items():
        for inside in sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*")):
            if inside.endswith(_ENDINGS) and inside.partition("/")[0] not in _DATA:
                text = (folder / inside).read_bytes().replace(b"\r\n", b"\n")
                total.update(f"{name}/{inside} {len(text)}\n".encode() + text)
    return total.hexdigest()[:16]


def version_here() -> str:
    """The version that is installed; "unknown" where the code runs without being installed."""
    try:
        return version("rftg-dsl")
    except PackageNotFoundError:
        return "unknown"


@cache
def fingerprint() -> str:
    """The version and a digest of all that can decide a game, such as `0.1.0 0f1e2d3c4b5a6978`."""
    packages = (rftg_dsl, rftg_engine, rftg_tools)
    folders = {one.__name__: Path(str(one.__file__)).parent for one in packages}
    folders |= {name: data_folder(name) for name in ("grammar", "cards")}
    return f"{version_here()} {digest_of(folders)}"
