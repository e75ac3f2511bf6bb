"""What a picture file is and how large, and whether it is there whole; nothing is decoded here."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import BinaryIO, Final, NamedTuple

from rftg_dsl import limits


class Picture(NamedTuple):
    """The kind of a picture ("PNG", "JPEG", "WebP") and its size in pixels, as its header says."""

    kind: str
    width: int
    height: int


class NoPicture(Exception):
    """The file is no picture that a card can have; says what it is, and what to do about it.

    advice: a second sentence, "" where there is none.
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice


def read_header(file: BinaryIO) -> Picture:
    """Return what an open file is, read from its beginning. Raises NoPicture, OSError.

    Reads a bounded part of the file, however large it is.
    """
    head = file.read(_HEAD)
    for mark, kind, size in _KINDS:
        if head.startswith(mark):
            found = size(head, file)
            if found is None or 0 in found:
                raise NoPicture(f"the file begins like a {kind} and does not go on like one")
            return Picture(kind, *found)
    raise NoPicture(f"the file is {_name_of(head)}", _RASTER)


def check_whole(file: BinaryIO, kind: str) -> None:
    """Raise NoPicture for a file that ends too early or takes too long to decode; OSError too."""
    if not _WHOLE[kind](file):
        raise NoPicture(
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
    """Return whether the marks of its segments lead to the end mark. Raises NoPicture."""
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
            raise NoPicture(
                f"the JPEG builds up in more than {limits.PICTURE_SCANS} scans", "save it anew"
            )
        at = mark.end() + _big(data[mark.end() : mark.end() + 2])
    raise NoPicture(f"the JPEG has more than {_SEGMENTS:,} segments", "save it anew")


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
"""How files of each kind begin, and where their size stands."""

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
    """Return what a file is that is not one of `_KINDS`."""
    if not head:
        return "empty"
    if b"<svg" in head:
        return "an SVG, which can name other files, and only pictures made of pixels are taken"
    if head[4:8] == b"ftyp":
        return "a HEIC, an AVIF or a film"
    known = (name for mark, name in _OTHERS if head.startswith(mark))
    return next(known, "no picture in a format that is known here")
