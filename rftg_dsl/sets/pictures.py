"""The pictures that cards name: files below the folder of their set, and nowhere else.

docs/safety.md states what is refused here. Nothing is decoded.
"""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Report
from rftg_dsl.sets.picture_kinds import NoPicture, Picture, check_whole, read_header
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.quoting import quote_scalar
from rftg_dsl.source.text import open_regular_file

FRAME: Final = (69, 94)
"""Width and height in mm of the room that a picture fills: the card with 3 mm around it."""


class BadPath(Exception):
    """A path that does not lead to a place below the set's folder; says why.

    better: the path that is meant, "" where that is not known.
    """

    def __init__(self, message: str, better: str = "") -> None:
        super().__init__(message)
        self.better = better


def check_pictures(unit: Unit) -> None:
    """Report the pictures of a file's cards that cannot be used."""
    for draft in unit.drafts:
        node = draft.node.values.get("art")
        if isinstance(node, Scalar) and 0 < len(node.text) <= limits.PICTURE_PATH:
            _check(node, unit.path.parent, unit.report)


def find_picture(name: str, folder: Path) -> Path:
    """Return the existing file that a card of a set in `folder` names.

    Raises BadPath; FileNotFoundError where there is no such file; OSError.
    """
    _check_path(name)
    path = Path(os.path.realpath(folder / name))
    if not path.is_relative_to(os.path.realpath(folder)):
        raise BadPath("the path leads out of the folder of the set, through a link")
    if path.is_symlink():
        raise BadPath("the path is a link that leads to itself")
    if not path.exists():
        raise FileNotFoundError(name)
    return path


def look_at(path: Path) -> Picture:
    """Return what a picture file is. Raises NoPicture, OSError."""
    if not path.is_file():  # opening a pipe would wait for somebody to write to it
        raise NoPicture("this is a folder, or another thing that is no file")
    size = path.stat().st_size
    if size > limits.PICTURE_BYTES:
        raise NoPicture(
            f"the picture has {size:,} bytes, and {limits.PICTURE_BYTES:,} are the most", _SMALLER
        )
    with open_regular_file(path) as file:
        picture = read_header(file)
        if is_too_large(picture.width, picture.height):
            raise NoPicture(
                f"the picture has {picture.width:,} x {picture.height:,} pixels, but the limit is"
                f" {limits.PICTURE_PIXELS:,} in all and {limits.PICTURE_SIDE:,} a side",
                _SMALLER,
            )
        check_whole(file, picture.kind)
    return picture


def is_too_large(width: int, height: int) -> bool:
    """Return whether a picture of so many pixels takes too much memory to decode."""
    return width * height > limits.PICTURE_PIXELS or max(width, height) > limits.PICTURE_SIDE


_SMALLER: Final = "save it smaller: 815 x 1110 pixels are as fine as it is printed"

_BESIDE: Final = "put the picture beside the card file, and write its name"


def _check(node: Scalar, folder: Path, report: Report) -> None:
    try:
        picture = look_at(find_picture(node.text, folder))
    except BadPath as problem:
        better = _written(problem.better, node)
        advice = f"write `{better}`" if better else _BESIDE
        report.add("E215", node.region, str(problem), help=advice, replacement=better)
    except FileNotFoundError:
        _report_missing(node, folder, report)
    except NoPicture as problem:
        report.add("E417", node.region, str(problem), help=problem.advice)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "its name cannot be used"
        report.add("E417", node.region, f"the picture cannot be read: {reason}")
    else:
        _check_fine(picture, node, report)


def _check_fine(picture: Picture, node: Scalar, report: Report) -> None:
    """Report a picture that has too few pixels for the room that it fills on a card."""
    inches = FRAME[0] / 25.4, FRAME[1] / 25.4
    dpi = int(min(picture.width / inches[0], picture.height / inches[1]))
    if dpi < limits.PICTURE_DPI:
        least = " x ".join(str(ceil(length * limits.PICTURE_DPI)) for length in inches)
        report.add(
            "W512",
            node.region,
            f"the picture has {picture.width:,} x {picture.height:,} pixels, which is"
            f" {dpi} an inch in print",
            help=f"{least} pixels are the least that look sharp; 815 x 1110 are the best",
        )


def _written(text: str, node: Scalar) -> str | None:
    """Return the text as it can replace a value; None where the value is not on one line."""
    return quote_scalar(text) if text and node.style in ("", "'", '"') else None


def _check_path(name: str) -> None:
    """Raise BadPath for a path that is not made of plain names with `/` between them."""
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise BadPath("the path has a character in it that cannot be seen")
    if re.match("[A-Za-z]:", name):
        raise BadPath("the path begins with a drive; pictures lie in the folder of the set")
    if ":" in name:
        raise BadPath("the path has a `:` in it, as addresses have; pictures are files")
    better = "/".join(part for part in re.split(r"[\\/]", name) if part not in ("", "."))
    if ".." in better.split("/"):
        raise BadPath(
            "the path goes up with `..`, and pictures lie in the folder of the set or below it"
        )
    if name.startswith(("/", "\\")):
        raise BadPath("the path begins at the root; pictures lie in the folder of the set")
    if any(part.startswith(".") for part in better.split("/")):
        raise BadPath("the path has a name in it that begins with a dot, as hidden files have")
    if "\\" in name:
        raise BadPath("the names in a path are put together with `/`, not with `\\`", better)
    if better != name:
        raise BadPath("the path has parts that say nothing, like `.` or a second `/`", better)


def _report_missing(node: Scalar, folder: Path, report: Report) -> None:
    near = _near(node.text, pictures_in(folder), report)
    better = _written(near, node) if near else None
    report.add(
        "E416",
        node.region,
        f"there is no picture `{node.text}` in the folder of the card file",
        help=f"write `{better}`" if better else "put the picture there, or write where it is",
        replacement=better,
    )


def _near(name: str, known: list[str], report: Report) -> str | None:
    """Return the picture meant: with another ending, in another folder or spelt alike."""
    for part in (_without_ending, _last_name):
        same = [one for one in known if part(one).casefold() == part(name).casefold()]
        if same:
            return same[0]
    return report.nearest(name, known)


def _without_ending(name: str) -> str:
    return name[: -len(ending)] if (ending := Path(name).suffix) else name


def _last_name(name: str) -> str:
    return name.rpartition("/")[2]


def pictures_in(folder: Path) -> list[str]:
    """Return the pictures in a folder and the folders in it, as cards name them, sorted.

    They are known by their endings; of too many, the first that the disk gives are returned.
    """
    found: list[str] = []
    with suppress(OSError):
        inside = [name for name, is_folder in _entries(folder) if is_folder]
        names = [name for name, _ in _entries(folder)]
        names += [f"{name}/{other}" for name in inside for other, _ in _entries(folder / name)]
        found = [name for name in names if name.lower().endswith(_ENDINGS)]
    return sorted(found[: limits.PICTURE_NAMES])


def _entries(folder: Path) -> list[tuple[str, bool]]:
    """Return the names in a folder that are not hidden, and whether each is a real folder."""
    with os.scandir(folder) as entries:
        return [
            (entry.name, entry.is_dir(follow_symlinks=False))
            for entry in islice(entries, limits.PICTURE_NAMES)
            if not entry.name.startswith(".")
        ]


_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp")
