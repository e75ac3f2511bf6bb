"""Where a set's file is: among the shipped sets by id, or at a path."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.limits import FILES, SET_ID
from rftg_dsl.resources import data_folder, shipped_ids


def find_set(spec: str) -> Path:
    """Return the file of a set named by its shipped id or by a path to a card file.

    Raises LookupError, with the ids that exist, when there is neither.
    """
    shipped = _shipped(spec)
    if shipped is not None:
        return shipped
    path = Path(spec)
    if path.is_file():
        return path
    ids = shipped_ids()
    near = nearest(spec, ids)
    advice = f"the nearest is {near!r}" if near else f"shipped sets are: {', '.join(ids)}"
    raise LookupError(f"there is no set or card file {spec!r}; {advice}")


def split_set_names(text: str) -> tuple[str, ...]:
    """Return the ids and files of an option such as "base, mine.yaml"."""
    return tuple(name.strip() for name in text.split(","))


def find_required(
    set_id: str, beside: Path, holds: Callable[[Path], bool] = Path.is_file
) -> Path | None:
    """Return the file of a required set: a shipped one, or one in `beside` named after it.

    That is `set_id`.yaml, or else `set_id`.cards.yaml, and no link to somewhere else. holds:
    whether there is such a file.
    """
    found = (path for path in _named(set_id, beside) if holds(path) and not is_outside_link(path))
    return _shipped(set_id) or next(found, None)


def find_link(set_id: str, beside: Path) -> Path | None:
    """Return the link in the folder `beside` that would be a required set, but leads out of it."""
    return next((path for path in _named(set_id, beside) if is_outside_link(path)), None)


def _named(set_id: str, beside: Path) -> list[Path]:
    return [beside / f"{set_id}{ending}" for ending in _ENDINGS] if _is_id(set_id) else []


def _is_id(text: str) -> bool:
    """Return whether this looks like an id; some systems refuse other text as a file name."""
    return text.replace("-", "").isalnum() and text.isascii() and len(text) <= SET_ID


def is_outside_link(path: Path) -> bool:
    """Return whether a path is a link to something outside of its folder."""
    if not path.is_symlink():
        return False
    target = os.path.realpath(path)  # Path.resolve raises for a link that leads to itself
    return not Path(target).is_relative_to(path.parent.resolve())


def find_sets_in(folder: Path) -> dict[str, Path]:
    """Return the files of a folder that sets in it can require, by id; as many as one run takes.

    Of two with one id, ID.yaml is returned and not ID.cards.yaml.
    """
    files = [
        path
        for path in sorted(folder.glob("*.yaml"))
        if path.is_file() and not is_outside_link(path)
    ][:FILES]
    return {path.stem.removesuffix(".cards"): path for path in files}


_ENDINGS: Final = (".yaml", ".cards.yaml")
"""How the name of a set's file ends behind the set's id; the first one is looked for first."""


def _shipped(set_id: str) -> Path | None:
    if not _is_id(set_id):
        return None
    path = data_folder("cards") / f"{set_id}.yaml"
    return path if path.is_file() else None


def unique_paths(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without those that lead to a file named before."""
    files: dict[Path, Path] = {}
    for path in paths:
        files.setdefault(path.resolve(), path)
    return list(files.values())
