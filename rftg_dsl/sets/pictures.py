"""Pictures of cards: location, format and size of the files."""

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
from rftg_dsl.source.nodes import Scalar, quote_scalar
from rftg_dsl.source.text import open_regular_file

FRAME: Final = (69, 94)
"""Width and height of the picture area in mm, including a bleed of 3 mm."""


class BadPath(Exception):
    """A path that leads outside the set's folder. better: the intended path, or "" if unknown."""

    def __init__(self, message: str, better: str = "") -> None:
        super().__init__(message)
        self.better = better


def check_pictures(unit: Unit) -> None:
    """Report unusable pictures of a file's cards."""
    for draft in unit.drafts:
        node = draft.node.values.get("art")
        if isinstance(node, Scalar) and 0 < len(node.text) <= limits.PICTURE_PATH:
            _check(node, unit.path.parent, unit.report)


def find_picture(name: str, folder: Path) -> Path:
    """Return the existing picture for a path in a card file. folder: folder of the card file.

    Raises BadPath and OSError, including FileNotFoundError.
    """
    _check_path(name)
    path = Path(os.path.realpath(folder / name))
    if not path.is_relative_to(os.path.realpath(folder)):
        raise BadPath("the path leads out of the set's folder through a link")
    if path.is_symlink():
        raise BadPath("the path is a link to itself")
    if not path.exists():
        raise FileNotFoundError(name)
    return path


def inspect_picture(path: Path) -> PictureInfo:
    """Return the format and size of a picture file. Raises NotAPicture, OSError."""
    if not path.is_file():  # opening a pipe would wait for a writer
        raise NotAPicture("this is not a regular file")
    size = path.stat().st_size
    if size > limits.PICTURE_BYTES:
        raise NotAPicture(
            f"the picture has {size:,} bytes (maximum: {limits.PICTURE_BYTES:,})", _SIZE_HELP
        )
    with open_regular_file(path) as file:
        picture = read_header(file)
        if is_too_large(picture.width, picture.height):
            raise NotAPicture(
                f"the picture has {picture.width:,} x {picture.height:,} pixels (maximum:"
                f" {limits.PICTURE_PIXELS:,} pixels, {limits.PICTURE_SIDE:,} per side)",
                _SIZE_HELP,
            )
        check_complete(file, picture.kind)
    return picture


def is_too_large(width: int, height: int) -> bool:
    """Return whether a picture needs too much memory to decode."""
    return width * height > limits.PICTURE_PIXELS or max(width, height) > limits.PICTURE_SIDE


_SIZE_HELP: Final = "save it in a smaller size: 815 x 1110 pixels are enough for printing"

_SAME_FOLDER: Final = "put the picture into the folder of the card file, and write its name"


def _check(node: Scalar, folder: Path, report: Report) -> None:
    try:
        picture = inspect_picture(find_picture(node.text, folder))
    except BadPath as problem:
        better = _quoted_replacement(problem.better, node)
        advice = f"write `{better}`" if better else _SAME_FOLDER
        report.add("E215", node.region, str(problem), help=advice, replacement=better)
    except FileNotFoundError:
        _report_missing(node, folder, report)
    except NotAPicture as problem:
        report.add("E417", node.region, str(problem), help=problem.advice)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "invalid file name"
        report.add("E417", node.region, f"can't read the picture: {reason}")
    else:
        _check_resolution(picture, node, report)


def _check_resolution(picture: PictureInfo, node: Scalar, report: Report) -> None:
    """Report a picture with too few pixels for a card."""
    inches = FRAME[0] / 25.4, FRAME[1] / 25.4
    dpi = int(min(picture.width / inches[0], picture.height / inches[1]))
    if dpi < limits.PICTURE_DPI:
        minimum = " x ".join(str(ceil(length * limits.PICTURE_DPI)) for length in inches)
        report.add(
            "W512",
            node.region,
            f"the picture has {picture.width:,} x {picture.height:,} pixels, which is only"
            f" {dpi} per inch in print",
            help=f"use at least {minimum} pixels for a sharp print; 815 x 1110 are ideal",
        )


def _quoted_replacement(text: str, node: Scalar) -> str | None:
    """Return a text as a replacement for a value, or None if the value is in a block."""
    return quote_scalar(text) if text and node.style in ("", "'", '"') else None


def _check_path(name: str) -> None:
    """Raise BadPath unless a path consists of plain names separated by `/`."""
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise BadPath("the path contains an invisible character")
    if re.match("[A-Za-z]:", name):
        raise BadPath("the path begins with a drive, but must be relative to the set's folder")
    if ":" in name:
        raise BadPath("the path contains a `:`, but web addresses are not supported")
    better = "/".join(part for part in re.split(r"[\\/]", name) if part not in ("", "."))
    if ".." in better.split("/"):
        raise BadPath("the path contains `..`, but pictures must be in the set's folder or below")
    if name.startswith(("/", "\\")):
        raise BadPath("the path begins at the root, but must be relative to the set's folder")
    if any(part.startswith(".") for part in better.split("/")):
        raise BadPath("the path contains a hidden name, which begins with a dot")
    if "\\" in name:
        raise BadPath("the path must use `/`, not `\\`", better)
    if better != name:
        raise BadPath("the path has redundant parts such as `.` or a second `/`", better)


def _report_missing(node: Scalar, folder: Path, report: Report) -> None:
    suggestion = _suggest_picture(node.text, pictures_in(folder), report)
    replacement = _quoted_replacement(suggestion, node) if suggestion else None
    report.add(
        "E416",
        node.region,
        f"there is no picture `{node.text}` in the folder of the card file",
        help=f"write `{replacement}`" if replacement else "put the picture there, or fix the path",
        replacement=replacement,
    )


def _suggest_picture(name: str, candidates: list[str], report: Report) -> str | None:
    """Suggest a picture: another suffix or folder, or a similar name."""
    for part in (_without_ending, _last_name):
        matches = [
            candidate
            for candidate in candidates
            if part(candidate).casefold() == part(name).casefold()
        ]
        if matches:
            return matches[0]
    return report.nearest(name, candidates)


def _without_ending(name: str) -> str:
    return name[: -len(ending)] if (ending := Path(name).suffix) else name


def _last_name(name: str) -> str:
    return name.rpartition("/")[2]


def pictures_in(folder: Path) -> list[str]:
    """Return the sorted relative paths of files with picture suffixes in a folder and subfolders.

    If there are too many, only some are returned.
    """
    pictures: list[str] = []
    with suppress(OSError):
        folders = [name for name, is_folder in _list_entries(folder) if is_folder]
        names = [name for name, _ in _list_entries(folder)]
        names += [f"{name}/{file}" for name in folders for file, _ in _list_entries(folder / name)]
        pictures = [name for name in names if name.lower().endswith(_ENDINGS)]
    return sorted(pictures[: limits.PICTURE_NAMES])


def _list_entries(folder: Path) -> list[tuple[str, bool]]:
    """Return the visible names in a folder, each with whether it is a folder (not a link)."""
    with os.scandir(folder) as entries:
        return [
            (entry.name, entry.is_dir(follow_symlinks=False))
            for entry in islice(entries, limits.PICTURE_NAMES)
            if not entry.name.startswith(".")
        ]


_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp")


class PictureInfo(NamedTuple):
    """Format ("PNG", "JPEG" or "WebP") and size in pixels of a picture."""

    kind: str
    width: int
    height: int


class NotAPicture(Exception):
    """The file is not a usable picture. advice: help for the user, or ""."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice


def read_header(file: BinaryIO) -> PictureInfo:
    """Read format and size from the start of an open file. Raises NotAPicture, OSError.

    Reads only a limited part of the file.
    """
    head = file.read(_HEAD_BYTES)
    for mark, kind, size in _KINDS:
        if head.startswith(mark):
            dimensions = size(head, file)
            if dimensions is None or 0 in dimensions:
                raise NotAPicture(f"the file begins like a {kind}, but is invalid")
            return PictureInfo(kind, *dimensions)
    raise NotAPicture(f"the file is {_name_of(head)}", _FORMAT_HELP)


def check_complete(file: BinaryIO, kind: str) -> None:
    """Check that a file does not end early or take long to decode. Raises NotAPicture, OSError."""
    if not _COMPLETENESS_CHECKS[kind](file):
        raise NotAPicture("the picture is incomplete: the file ends early", "save or copy it again")


_HEAD_BYTES: Final = 1024
_TAIL_BYTES: Final = 65_536
"""Maximum distance of a PNG's last chunk from the end; some programs append data after it."""
_MAX_SEGMENTS: Final = 1000
"""Maximum number of segments in a JPEG."""
_MARK: Final = re.compile(rb"\xff[^\x00\x01\xff\xd0-\xd7]", re.DOTALL)
"""A JPEG marker that ends the pixels of a scan. Markers within scans are not matched."""
_SCAN: Final = 0xDA
_END: Final = 0xD9
_FORMAT_HELP: Final = "save it as PNG, JPEG or WebP"

_Size = tuple[int, int] | None


def _png_size(head: bytes, _file: BinaryIO) -> _Size:
    if head[12:16] != b"IHDR" or len(head) < 24:
        return None
    return _big_endian(head[16:20]), _big_endian(head[20:24])


def _jpeg_size(_head: bytes, file: BinaryIO) -> _Size:
    """Return the size in the first frame header (ITU-T T.81, annex B)."""
    file.seek(2)
    for _ in range(_MAX_SEGMENTS):
        mark = file.read(4)
        if len(mark) < 4 or mark[0] != 0xFF:
            return None
        length = _big_endian(mark[2:4])
        if 0xC0 <= mark[1] <= 0xCF and mark[1] not in (0xC4, 0xC8, 0xCC):
            frame = file.read(5)
            return (_big_endian(frame[3:5]), _big_endian(frame[1:3])) if len(frame) == 5 else None
        if length < 2:
            return None
        file.seek(length - 2, 1)
    return None


def _webp_size(head: bytes, _file: BinaryIO) -> _Size:
    """Return the size in the first chunk: the canvas, or a lossless or lossy image."""
    if head[8:12] != b"WEBP" or len(head) < 30:
        return None
    chunk = head[12:16]
    if chunk == b"VP8X":
        return _little_endian(head[24:27]) + 1, _little_endian(head[27:30]) + 1
    if chunk == b"VP8L" and head[20] == 0x2F:
        packed = _little_endian(head[21:25])
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 " and head[23:26] == b"\x9d\x01\x2a":
        return _little_endian(head[26:28]) & 0x3FFF, _little_endian(head[28:30]) & 0x3FFF
    return None


def _is_complete_png(file: BinaryIO) -> bool:
    file.seek(-min(_TAIL_BYTES, file.seek(0, os.SEEK_END)), os.SEEK_END)
    return b"IEND" in file.read()


def _is_complete_jpeg(file: BinaryIO) -> bool:
    """Return whether the segment markers lead to the end marker. Raises NotAPicture."""
    file.seek(0)
    data, position, scans = file.read(limits.PICTURE_BYTES), 2, 0
    for _ in range(_MAX_SEGMENTS):
        mark = _MARK.search(data, position)
        if mark is None:
            return False
        code = data[mark.end() - 1]
        if code == _END:
            return True
        scans += code == _SCAN
        if scans > limits.PICTURE_SCANS:
            raise NotAPicture(
                f"the JPEG has more than {limits.PICTURE_SCANS} scans", "save it again"
            )
        position = mark.end() + _big_endian(data[mark.end() : mark.end() + 2])
    raise NotAPicture(f"the JPEG has more than {_MAX_SEGMENTS:,} segments", "save it again")


def _is_complete_webp(file: BinaryIO) -> bool:
    file.seek(4)
    declared_size = _little_endian(file.read(4)) + 8
    return file.seek(0, os.SEEK_END) >= declared_size


def _big_endian(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little_endian(data: bytes) -> int:
    return int.from_bytes(data, "little")


_KINDS: Final[tuple[tuple[bytes, str, Callable[[bytes, BinaryIO], _Size]], ...]] = (
    (b"\x89PNG\r\n\x1a\n", "PNG", _png_size),
    (b"\xff\xd8\xff", "JPEG", _jpeg_size),
    (b"RIFF", "WebP", _webp_size),
)
"""Signature, name and size reader of each format."""

_COMPLETENESS_CHECKS: Final[dict[str, Callable[[BinaryIO], bool]]] = {
    "PNG": _is_complete_png,
    "JPEG": _is_complete_jpeg,
    "WebP": _is_complete_webp,
}

_UNSUPPORTED_FORMATS: Final = (
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
        return "an SVG, which is not supported because it can refer to other files"
    if head[4:8] == b"ftyp":
        return "a HEIC, an AVIF or a video"
    names = (name for mark, name in _UNSUPPORTED_FORMATS if head.startswith(mark))
    return next(names, "not a picture in a known format")
