"""What can be asked of an export, and what it says: plain data between two processes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
    """What can be made of a set."""

    SHEETS = "sheets"
    AIDS = "aids"
    PICTURES = "pictures"
    FORMAT = "format"
    TABLETOP = "tabletop"
    HTML = "html"
    TEXT = "text"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for. edited: texts that stand in place of files. format: for Kind.FORMAT.

    url: where the images of Kind.TABLETOP will lie.
    """

    kind: Kind
    path: Path
    edited: tuple[tuple[Path, str], ...] = ()
    theme: str = "space"
    paper: str = "a4"
    backs: str = ""
    each_once: bool = False
    format: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A message: so many things are done, of how many; None where nobody knows."""

    done: int
    total: int | None
    things: str


@dataclass(frozen=True, slots=True)
class Made:
    """The last message: the file that was made, and why cards do not look as they should."""

    path: Path
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """The last message where nothing was made; says why."""

    why: str


Message = Step | Made | Failed


class CannotMake(Exception):
    """What is asked for cannot be made of the set; says why."""
