"""Typst for browsers: its program without the fonts that it embeds, which the themes do not use."""

from __future__ import annotations

import re
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
_MAGIC: Final = 8
"""Bytes of a WebAssembly module before its first section."""
_DATA: Final = 11
_DATA_COUNT: Final = 12
_MEMORY_START: Final = b"\x00\x23\x00\x0b"
"""Head of a segment of data that begins where the module's memory begins: `global.get 0`."""
_ZEROS: Final = re.compile(rb"\0{4096,}")
"""Zeros that are worth a segment of their own for what comes after them."""


def read_typst(folder: Path) -> tuple[Files, bytes]:
    """Return Typst's Python files, and its program without its fonts. Its licence asks to say so.

    Raises BadParts, OSError.
    """
    files = read_library(part("typst"), folder, unused=("*.pyi", "*/py.typed", "*.dist-info/*"))
    module = files.pop(MODULE)
    return files, cut_zeros(blank_fonts(module))


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


def cut_zeros(module: bytes) -> bytes:
    """Return the module without the long runs of zeros in its data: its memory is zero anyway.

    Browsers keep the bytes of a module as long as it runs. Raises BadParts if the data is not one
    segment at the start of the module's memory.
    """
    sections = list(_sections(module))
    contents = dict(sections)  # custom sections, whose number 0 is not unique, stay as they are
    head = b"\x01" + _MEMORY_START
    if not contents[_DATA].startswith(head):
        raise BadParts("Typst's data is not in one segment; update typesetter.py")
    length, start = _read_number(contents[_DATA], len(head))
    segments = list(_segments(contents[_DATA][start : start + length]))
    count = _number(len(segments))
    contents |= {_DATA: count + b"".join(segments), _DATA_COUNT: count}
    rewritten = [
        bytes([section]) + _number(len(content)) + content
        for section, content in ((n, contents[n] if n else old) for n, old in sections)
    ]
    return module[:_MAGIC] + b"".join(rewritten)


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and content of each section of a WebAssembly module."""
    position = _MAGIC
    while position < len(module):
        length, start = _read_number(module, position + 1)
        yield module[position], module[start : start + length]
        position = start + length


def _segments(data: bytes) -> Iterator[bytes]:
    """Yield segments that fill the memory like the data, except for long runs of zeros."""
    start = 0
    for zeros in [*_ZEROS.finditer(data), None]:
        end = zeros.start() if zeros else len(data)
        offset = b"\x23\x00\x41" + _number(start, is_signed=True) + b"\x6a\x0b"
        yield b"\x00" + offset + _number(end - start) + data[start:end]
        start = zeros.end() if zeros else end


def _read_number(data: bytes, position: int) -> tuple[int, int]:
    """Return the LEB128 number at a position, and the position after it."""
    number = shift = 0
    while True:
        byte = data[position]
        number |= (byte & 127) << shift
        position, shift = position + 1, shift + 7
        if byte < 128:
            return number, position


def _number(number: int, *, is_signed: bool = False) -> bytes:
    """Return a number that is not negative as LEB128."""
    encoded = bytearray()
    while number > (63 if is_signed else 127):
        encoded.append(number & 127 | 128)
        number >>= 7
    return bytes([*encoded, number])


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
