"""Typst for browsers: its module without the fonts that it embeds, which the themes do not use."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rftg_tools.site.archives import Files, read_library
from rftg_tools.site.parts import BadParts, part

MODULE: Final = "typst/_typst.abi3.so"
"""The part of Typst that is compiled to WebAssembly."""
FONTS: Final = 34
"""Fonts that Typst 0.15.2 embeds."""
_STARTS: Final = (b"OTTO", b"\0\1\0\0")
"""First bytes of OpenType and TrueType fonts."""
_HEADER: Final = 12
_RECORD: Final = 16
_MAX_TABLES: Final = 40


def read_typst(folder: Path) -> Files:
    """Return Typst without its fonts. Its licence asks to say so. Raises BadParts, OSError."""
    files = read_library(part("typst"), folder, unused=("*.pyi", "*/py.typed", "*.dist-info/*"))
    return {**files, MODULE: blank_fonts(files[MODULE])}


def blank_fonts(module: bytes) -> bytes:
    """Return the module with zeros in place of its fonts, which compress well.

    Raises BadParts if there is another number of fonts than expected.
    """
    blank = bytearray(module)
    spans = list(find_fonts(module))
    if len(spans) != FONTS:
        raise BadParts(f"Typst embeds {len(spans)} fonts instead of {FONTS}; update typesetter.py")
    for start, end in spans:
        blank[start:end] = bytes(end - start)
    return bytes(blank)


def find_fonts(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each font in the data, by kind and then by start."""
    for tag in _STARTS:
        start = data.find(tag)
        while start >= 0:
            length = _font_length(data, start)
            if length:
                yield start, start + length
            start = data.find(tag, start + max(length, 1))


def _font_length(data: bytes, start: int) -> int:
    """Return the length of the font at a position, or 0 if there is none.

    A font begins with the number of its tables, a power of two that follows from that number, and
    a record for each table: its tag, in alphabetical order, checksum, offset and length.
    """
    if start + _HEADER > len(data):
        return 0
    count, search_range = struct.unpack_from(">HH", data, start + 4)
    if not 4 <= count <= _MAX_TABLES or search_range != 1 << (count.bit_length() + 3):
        return 0
    end, last_tag = 0, b""
    for index in range(count):
        record = start + _HEADER + _RECORD * index
        tag, _checksum, offset, length = struct.unpack_from(">4sIII", data, record)
        if tag <= last_tag or not tag.isascii():
            return 0
        end, last_tag = max(end, offset + length), tag
    return end if start + end <= len(data) else 0
