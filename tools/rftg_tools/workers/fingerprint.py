"""Fingerprint of an installation: equal for installations that play the same games."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import gamekit
import rftg_dsl
import rftg_tools
from rftg_dsl.installed import installed_version
from rftg_dsl.resources import data_folder
from rftg_tools.games import GAMES

_ENDINGS: Final = (".py", ".json", ".lark", ".yaml")
"""Code and data. A compiled engine keeps its Python files, and plays the same games."""
_DATA: Final = ("rftg_dsl/grammar", "rftg_dsl/cards", "rftg_dsl/cookbook")
"""Data folders: inside the installed package, but next to it in the source tree."""
_NOT_PLAYED: Final = ("rftg_dsl/cli", "rftg_dsl/lsp")
"""Folders of the compiler that no game uses."""


def digest_files(
    folders: dict[str, Path],
    without: tuple[str, ...] = _DATA,
    suffixes: tuple[str, ...] = _ENDINGS,
) -> str:
    """Return the first 16 hexadecimal digits of a SHA-256 over files of code and data.

    folders: files or folders by a name that is hashed instead of their path. Line ends are
    normalized. without: folders to skip, such as "rftg_dsl/cli". suffixes: of the files to include.
    """
    digest = hashlib.sha256()
    for name, folder in folders.items():
        paths = [folder] if folder.is_file() else folder.rglob("*")
        for relative in sorted(path.relative_to(folder).as_posix() for path in paths):
            path = folder / relative
            part = f"{name}/{relative.partition('/')[0]}"
            if path.name.endswith(suffixes) and part not in without:
                text = path.read_bytes().replace(b"\r\n", b"\n")
                digest.update(f"{name}/{relative} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]


@cache
def fingerprint() -> str:
    """Return version, digest of all code and data, and Python version.

    For example `0.1.0 0f1e2d3c4b5a6978, Python 3.11`.
    """
    engines = [import_module(game.engine.partition(".")[0]) for game in GAMES.values()]
    folders = _folders_of(rftg_dsl, gamekit, *engines, rftg_tools)
    folders |= {name: data_folder(name) for name in ("grammar", "cards")}
    return f"{installed_version()} {digest_files(folders)}, {_python()}"


@cache
def rules_digest(engine: ModuleType) -> str:
    """Return a digest of everything that determines bot games with given cards, and Python's
    version.

    It covers the compiler, the kit, and the rules and weights of an engine; unlike the fingerprint,
    it leaves out tools, commands and editor support.
    """
    folders = _folders_of(rftg_dsl, gamekit, engine)
    folders["grammar"] = data_folder("grammar")
    return f"{digest_files(folders, (*_DATA, *_NOT_PLAYED))}, {_python()}"


def _folders_of(*packages: ModuleType) -> dict[str, Path]:
    return {package.__name__: Path(str(package.__file__)).parent for package in packages}


def _python() -> str:
    """Return Python's minor version: another one may round sums of floats differently."""
    return f"Python {sys.version_info.major}.{sys.version_info.minor}"
