"""Pictures of cards: files in the folder of their set, with format and size."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from math import ceil
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Report
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.quoting import quote_scalar
from rftg_dsl.source.text import open_regular_file

FRAME: Final = (69, 94)
"""Width and height of the picture area in mm: the card and a bleed of 3 mm."""


class BadPath(Exception):
    """A path leads outside the set's folder; the message says why.

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


def inspect_picture(path: Path) -> PictureInfo:
    """Return the format and size of a picture file. Raises NotAPicture, OSError."""
    if not path.is_file():  # opening a pipe would wait for somebody to write to it
        raise NotAPicture("this is a folder, or another thing that is no file")
    size = path.stat().st_size
    if size > limits.PICTURE_BYTES:
        raise NotAPicture(
            f"the picture has {size:,} bytes, and {limits.PICTURE_BYTES:,} are the most", _SMALLER
        )
    with open_regular_file(path) as file:
        picture = read_header(file)
        if is_too_large(picture.width, picture.height):
            raise NotAPicture(
                f"the picture has {picture.width:,} x {picture.height:,} pixels, but the limit is"
                f" {limits.PICTURE_PIXELS:,} in all and {limits.PICTURE_SIDE:,} a side",
                _SMALLER,
            )
        check_whole(file, picture.kind)
    return picture


def is_too_large(width: int, height: int) -> bool:
    """Return whether a picture needs too much memory to decode."""
    return width * height > limits.PICTURE_PIXELS or max(width, height) > limits.PICTURE_SIDE


_SMALLER: Final = "save it smaller: 815 x 1110 pixels are as fine as it is printed"

_BESIDE: Final = "put the picture beside the card file, and write its name"


def _check(node: Scalar, folder: Path, report: Report) -> None:
    try:
        picture = inspect_picture(find_picture(node.text, folder))
    except BadPath as problem:
        better = _written(problem.better, node)
        advice = f"write `{better}`" if better else _BESIDE
        report.add("E215", node.region, str(problem), help=advice, replacement=better)
    except FileNotFoundError:
        _report_missing(node, folder, report)
    except NotAPicture as problem:
        report.add("E417", node.region, str(problem), help=problem.advice)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "its name cannot be used"
        report.add("E417", node.region, f"the picture cannot be read: {reason}")
    else:
        _check_fine(picture, node, report)


def _check_fine(picture: PictureInfo, node: Scalar, report: Report) -> None:
    """Report a picture with too few pixels for a card."""
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
    """Suggest a picture: another suffix or folder, or a similar name."""
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
    """Return the visible names in a folder, and whether each is a real folder."""
    with os.scandir(folder) as entries:
        return [
            (entry.name, entry.is_dir(follow_symlinks=False))
            for entry in islice(entries, limits.PICTURE_NAMES)
            if not entry.name.startswith(".")
        ]


_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp")


class PictureInfo(NamedTuple):
    """Format of a picture ("PNG", "JPEG", "WebP") and size in pixels, from its header."""

    kind: str
    width: int
    height: int


class NotAPicture(Exception):
    """The file is not a usable picture; says what it is, and what to do.

    advice: a second sentence, "" where there is none.
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice


def read_header(file: BinaryIO) -> PictureInfo:
    """Inspect an open file from its start. Raises NotAPicture, OSError.

    Reads a bounded part of the file, however large it is.
    """
    head = file.read(_HEAD)
    for mark, kind, size in _KINDS:
        if head.startswith(mark):
            found = size(head, file)
            if found is None or 0 in found:
                raise NotAPicture(f"the file begins like a {kind} and does not go on like one")
            return PictureInfo(kind, *found)
    raise NotAPicture(f"the file is {_name_of(head)}", _RASTER)


def check_whole(file: BinaryIO, kind: str) -> None:
    """Raise NotAPicture for a file that ends too early or takes too long to decode; OSError too."""
    if not _WHOLE[kind](file):
        raise NotAPicture(
            "the picture is not there whole: its file ends too early", "save or copy it again"
        )


_HEAD: Final = 1024
_TAIL: Final = 65_536
"""So near to the end of a PNG its last chunk is; some programs write a little after it."""
_SEGMENTS: Final = 1000
"""Most segments of a JPEG file, by the first of which its size stands."""
_MARK: Final = re.compile(rb"\xff[^\x00\x01\xff\xd0-\xd7]", re.DOTALL)
"""What ends the pixels of a scan; those that stand in their midst are passed over."""
_SCAN: Final = 0xDA
_END: Final = 0xD9
_RASTER: Final = "save it as PNG, JPEG or WebP"

_Size = tuple[int, int] | None


def _png(head: bytes, _file: BinaryIO) -> _Size:
    if head[12:16] != b"IHDR" or len(head) < 24:
        return None
    return _big(head[16:20]), _big(head[20:24])


def _jpeg(_head: bytes, file: BinaryIO) -> _Size:
    """Return the size in the first frame header (ITU-T T.81, annex B)."""
    file.seek(2)
    for _ in range(_SEGMENTS):
        mark = file.read(4)
        if len(mark) < 4 or mark[0] != 0xFF:
            return None
        length = _big(mark[2:4])
        if 0xC0 <= mark[1] <= 0xCF and mark[1] not in (0xC4, 0xC8, 0xCC):
            frame = file.read(5)
            return (_big(frame[3:5]), _big(frame[1:3])) if len(frame) == 5 else None
        if length < 2:
            return None
        file.seek(length - 2, 1)
    return None


def _webp(head: bytes, _file: BinaryIO) -> _Size:
    """Return the size in the first chunk: of the canvas, or of the one picture.

    The picture may be lossless or lossy.
    """
    if head[8:12] != b"WEBP" or len(head) < 30:
        return None
    chunk = head[12:16]
    if chunk == b"VP8X":
        return _little(head[24:27]) + 1, _little(head[27:30]) + 1
    if chunk == b"VP8L" and head[20] == 0x2F:
        packed = _little(head[21:25])
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 " and head[23:26] == b"\x9d\x01\x2a":
        return _little(head[26:28]) & 0x3FFF, _little(head[28:30]) & 0x3FFF
    return None


def _whole_png(file: BinaryIO) -> bool:
    file.seek(-min(_TAIL, file.seek(0, os.SEEK_END)), os.SEEK_END)
    return b"IEND" in file.read()


def _whole_jpeg(file: BinaryIO) -> bool:
    """Return whether the marks of its segments lead to the end mark. Raises NotAPicture."""
    file.seek(0)
    data, at, scans = file.read(limits.PICTURE_BYTES), 2, 0
    for _ in range(_SEGMENTS):
        mark = _MARK.search(data, at)
        if mark is None:
            return False
        code = data[mark.end() - 1]
        if code == _END:
            return True
        scans += code == _SCAN
        if scans > limits.PICTURE_SCANS:
            raise NotAPicture(
                f"the JPEG builds up in more than {limits.PICTURE_SCANS} scans", "save it anew"
            )
        at = mark.end() + _big(data[mark.end() : mark.end() + 2])
    raise NotAPicture(f"the JPEG has more than {_SEGMENTS:,} segments", "save it anew")


def _whole_webp(file: BinaryIO) -> bool:
    file.seek(4)
    promised = _little(file.read(4)) + 8
    return file.seek(0, os.SEEK_END) >= promised


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


_KINDS: Final[tuple[tuple[bytes, str, Callable[[bytes, BinaryIO], _Size]], ...]] = (
    (b"\x89PNG\r\n\x1a\n", "PNG", _png),
    (b"\xff\xd8\xff", "JPEG", _jpeg),
    (b"RIFF", "WebP", _webp),
)
"""Start of files of each format, and where their size is."""

_WHOLE: Final[dict[str, Callable[[BinaryIO], bool]]] = {
    "PNG": _whole_png,
    "JPEG": _whole_jpeg,
    "WebP": _whole_webp,
}

_OTHERS: Final = (
    (b"GIF8", "a GIF"),
    (b"BM", "a BMP"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"8BPS", "a Photoshop file"),
    (b"%PDF", "a PDF"),
    (b"gimp xcf", "a GIMP file"),
)


def _name_of(head: bytes) -> str:
    """Describe a file that is not one of `_KINDS`."""
    if not head:
        return "empty"
    if b"<svg" in head:
        return "an SVG, which can name other files, and only pictures made of pixels are taken"
    if head[4:8] == b"ftyp":
        return "a HEIC, an AVIF or a film"
    known = (name for mark, name in _OTHERS if head.startswith(mark))
    return next(known, "no picture in a format that is known here")
