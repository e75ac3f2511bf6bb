"""What tells two installations apart that could play a game differently."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Final

import gamekit
import rftg_dsl
import rftg_engine
import rftg_tools
import roll_engine
from rftg_dsl.resources import data_folder

_ENDINGS: Final = (".py", ".json", ".lark", ".yaml")
"""Code and data; a compiled engine has its Python files beside it, and plays the same games."""
_DATA: Final = ("grammar", "cards", "cookbook")
"""Folders that lie in the package when it is installed, and beside it in the source tree."""
_AROUND: Final = ("cli", "lsp")
"""Folders of the compiler with which no game has to do."""


def digest_of(
    folders: dict[str, Path],
    without: tuple[str, ...] = _DATA,
    endings: tuple[str, ...] = _ENDINGS,
) -> str:
    """Return SHA-256 over the code and data in some folders and files, hexadecimal, 16 digits.

    folders: by names of their own, so that it counts for nothing where they lie. Neither do the
    ends of lines. without: names right in the folders that are left out. endings: of files' names.
    """
    total = hashlib.sha256()
    for name, folder in folders.items():
        paths = [folder] if folder.is_file() else folder.rglob("*")
        for inside in sorted(path.relative_to(folder).as_posix() for path in paths):
            path = folder / inside
            if path.name.endswith(endings) and inside.partition("/")[0] not in without:
                text = path.read_bytes().replace(b"\r\n", b"\n")
                total.update(f"{name}/{inside} {len(text)}\n".encode() + text)
    return total.hexdigest()[:16]


def version_here() -> str:
    """Return the version that is installed.

    "unknown" where the code runs without being installed.
    """
    try:
        return version("rftg-dsl")
    except PackageNotFoundError:
        return "unknown"


@cache
def fingerprint() -> str:
    """Return the version, a digest of all that can decide a game, and the Python that it runs on.

    Such as `0.1.0 0f1e2d3c4b5a6978, Python 3.11`.
    """
    engines = (gamekit, rftg_engine, roll_engine)
    folders = {one.__name__: _folder(one) for one in (rftg_dsl, *engines, rftg_tools)}
    folders |= {name: data_folder(name) for name in ("grammar", "cards")}
    return f"{version_here()} {digest_of(folders)}, {_python()}"


@cache
def rules_digest(engine: ModuleType = rftg_engine) -> str:
    """Return what decides a game between bots, given its cards.

    Compiler, kit, rules, weights, and Python. engine: the rules.

    Unlike the fingerprint it leaves out the tools, commands and editor support.
    """
    folders = {one.__name__: _folder(one) for one in (rftg_dsl, gamekit, engine)}
    folders["grammar"] = data_folder("grammar")
    return f"{digest_of(folders, (*_DATA, *_AROUND))}, {_python()}"


def _folder(package: ModuleType) -> Path:
    return Path(str(package.__file__)).parent


def _python() -> str:
    """Return its minor version.

    From one to the next, sums of floats may be rounded in another way.
    """
    return f"Python {sys.version_info.major}.{sys.version_info.minor}"
