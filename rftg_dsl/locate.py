"""Where a set's file is: among the shipped sets by id, or at a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rftg_dsl.limits import SET_ID
from rftg_dsl.resources import data_folder, shipped_ids
from rftg_dsl.vocabulary import nearest


def find_set(spec: str) -> Path:
    """The file of a set named by the id of a shipped set or by a path to a card file.

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


def set_names(text: str) -> tuple[str, ...]:
    """The ids and files of an option such as "base, mine.yaml"."""
    return tuple(name.strip() for name in text.split(","))


def find_required(
    set_id: str, beside: Path, holds: Callable[[Path], bool] = Path.is_file
) -> Path | None:
    """The file of a required set: a shipped one, or `set_id`.yaml in the folder `beside`.

    holds: whether there is such a file.
    """
    if not set_id.replace("-", "").isalnum() or not set_id.isascii() or len(set_id) > SET_ID:
        return None  # no id, and as the name of a file refused by some systems
    sibling = beside / f"{set_id}.yaml"
    return _shipped(set_id) or (sibling if holds(sibling) else None)


def _shipped(set_id: str) -> Path | None:
    if not set_id.replace("-", "").isalnum():
        return None
    path = data_folder("cards") / f"{set_id}.yaml"
    return path if path.is_file() else None
