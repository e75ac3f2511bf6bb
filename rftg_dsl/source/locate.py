"""Locations of set files: shipped sets by id, other sets by path."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.limits import FILES, SET_ID
from rftg_dsl.resources import data_folder, shipped_ids


def find_set(spec: str) -> Path:
    """Return the file of a set named by a shipped id or by a path.

    Raises LookupError if there is no such set.
    """
    shipped = _shipped(spec)
    if shipped is not None:
        return shipped
    path = Path(spec)
    if path.is_file():
        return path
    ids = shipped_ids()
    suggestion = nearest(spec, ids)
    advice = f"did you mean {suggestion!r}?" if suggestion else f"shipped sets: {', '.join(ids)}"
    raise LookupError(f"there is no set or card file {spec!r}; {advice}")


def split_set_names(text: str) -> tuple[str, ...]:
    """Return the ids and files of an option such as "base, mine.yaml"."""
    return tuple(name.strip() for name in text.split(","))


def find_required(
    set_id: str, folder: Path, is_there: Callable[[Path], bool] = Path.is_file
) -> Path | None:
    """Return the file of a required set: a shipped set, or ID.yaml or ID.cards.yaml in `folder`.

    Links to other folders are ignored. is_there: predicate for existing files.
    """
    candidates = (
        path
        for path in _candidate_paths(set_id, folder)
        if is_there(path) and not is_outside_link(path)
    )
    return _shipped(set_id) or next(candidates, None)


def find_link(set_id: str, folder: Path) -> Path | None:
    """Return a link with the name of a required set that leads out of the folder, if any."""
    return next((path for path in _candidate_paths(set_id, folder) if is_outside_link(path)), None)


def _candidate_paths(set_id: str, folder: Path) -> list[Path]:
    return [folder / f"{set_id}{ending}" for ending in _ENDINGS] if _is_id(set_id) else []


def _is_id(text: str) -> bool:
    """Return whether a text looks like an id. Some systems reject other text in file names."""
    return text.replace("-", "").isalnum() and text.isascii() and len(text) <= SET_ID


def is_outside_link(path: Path) -> bool:
    """Return whether a path is a link to a target outside its folder."""
    if not path.is_symlink():
        return False
    target = os.path.realpath(path)  # Path.resolve raises for a link to itself
    return not Path(target).is_relative_to(path.parent.resolve())


def find_sets_in(folder: Path) -> dict[str, Path]:
    """Return the sets in a folder by id, up to the maximum number of files in one run.

    If both exist, ID.yaml takes precedence over ID.cards.yaml.
    """
    files = [
        path
        for path in sorted(folder.glob("*.yaml"))
        if path.is_file() and not is_outside_link(path)
    ][:FILES]
    return {path.stem.removesuffix(".cards"): path for path in files}


_ENDINGS: Final = (".yaml", ".cards.yaml")
"""Suffixes of set files, in order of precedence."""


def _shipped(set_id: str) -> Path | None:
    if not _is_id(set_id):
        return None
    path = data_folder("cards") / f"{set_id}.yaml"
    return path if path.is_file() else None


def unique_paths(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without repeated references to the same file."""
    files: dict[Path, Path] = {}
    for path in paths:
        files.setdefault(path.resolve(), path)
    return list(files.values())
