"""What a font file can show: the characters it has, and how wide they are.

Reads the tables of the OpenType specification that say so (`cmap`, `head`, `hhea`, `hmtx`,
`OS/2`), with every place checked: a theme's fonts are files from anywhere.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

from rftg_dsl.source.text import open_regular_file

EM: Final = 1000
"""Widths and heights are told in thousandths of the type's size."""
_CHARACTERS: Final = 0x110000
_NONE: Final = 0xFFFF
"""The end of each table of format 4, which is no character."""


class BadFont(ValueError):
    """A file that is no font of a format that is known here; says why."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font. widths: of each character that it has. cap_height: of its capital letters."""

    widths: dict[str, int]
    cap_height: int


Tables = dict[bytes, int]
"""Where the tables of a font begin, by their names."""


def characters_of(path: Path, index: int = 0) -> frozenset[str]:
    """Return the characters that a font file has.

    index: of the font in a collection. Raises BadFont.
    """
    with _opened(path) as data:
        return frozenset(map(chr, _characters(data, _tables(data, index))))


def read_font(path: Path, index: int = 0) -> Font:
    """Return a font with its measures. Raises BadFont."""
    with _opened(path) as data:
        return _font(data, _tables(data, index))


@contextmanager
def _opened(path: Path) -> Iterator[mmap]:
    """Open a font file, of which only what is asked for is read.

    Errors meanwhile become BadFont.
    """
    try:
        with open_regular_file(path) as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
            yield data
    except BadFont:
        raise
    except (OSError, ValueError) as error:
        raise BadFont(f"the font cannot be read: {error}") from None
    except (struct.error, KeyError, ZeroDivisionError) as error:
        raise BadFont(f"the font is damaged ({error})") from None


def _tables(data: mmap, index: int) -> Tables:
    """Return where the tables of a font begin, or of that one of a collection."""
    start = 0
    if data[:4] == b"ttcf":
        start = _number(data, 12 + 4 * index, 4)
    if data[start : start + 4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        raise BadFont("this is no TrueType or OpenType font")
    count = _number(data, start + 4, 2)
    rows = (struct.unpack_from(">4sLLL", data, start + 12 + 16 * row) for row in range(count))
    return {name: offset for name, _sum, offset, _length in rows}


def _number(data: mmap, place: int, size: int) -> int:
    found = data[place : place + size]
    if len(found) < size:
        raise struct.error("it ends too early")
    return int.from_bytes(found, "big")


def _font(data: mmap, tables: Tables) -> Font:
    em = _number(data, tables[b"head"] + 18, 2)
    measured = _number(data, tables[b"hhea"] + 34, 2)
    start, last = tables[b"hmtx"], measured - 1
    widths = {
        chr(code): round(_number(data, start + 4 * min(glyph, last), 2) * EM / em)
        for code, glyph in _characters(data, tables).items()
    }
    return Font(widths, round(_number(data, tables[b"OS/2"] + 88, 2) * EM / em))


def _characters(data: mmap, tables: Tables) -> dict[int, int]:
    """Return the characters of a font and their glyphs, from the fullest table of them."""
    start = tables[b"cmap"]
    rows = range(_number(data, start + 2, 2))
    places = {start + _number(data, start + 8 + 8 * row, 4) for row in rows}
    fullest: dict[int, int] = {}
    for place in sorted(places):
        read = _FORMATS.get(_number(data, place, 2))
        if read is not None:
            fullest = max(fullest, read(data, place), key=len)
    return fullest


def _segments(data: mmap, place: int) -> dict[int, int]:
    """Read format 4: ranges of characters, each with an offset to its glyphs or a list."""
    size = _number(data, place + 6, 2)
    ends, starts = place + 14, place + 16 + size
    found: dict[int, int] = {}
    before = -1
    for row in range(0, size, 2):
        first, last = _number(data, starts + row, 2), _number(data, ends + row, 2)
        delta = _number(data, starts + size + row, 2)
        offset = _number(data, starts + 2 * size + row, 2)
        glyphs = starts + 2 * size + row + offset if offset else 0
        if not before < first <= last:
            raise struct.error("its ranges of characters are in no order")
        before = last
        for code in range(first, last + 1):
            glyph = _number(data, glyphs + 2 * (code - first), 2) if glyphs else code
            if glyph and code != _NONE:
                found[code] = (glyph + delta) & 0xFFFF
    return {code: glyph for code, glyph in found.items() if glyph}


def _groups(data: mmap, place: int) -> dict[int, int]:
    """Read format 12: ranges of characters with the glyph of the first."""
    found: dict[int, int] = {}
    before = -1
    for row in range(_number(data, place + 12, 4)):
        first, last, glyph = struct.unpack_from(">LLL", data, place + 16 + 12 * row)
        if not before < first <= last < _CHARACTERS:
            raise struct.error("its ranges of characters are in no order")
        before = last
        found.update((code, glyph + code - first) for code in range(first, last + 1))
    return found


_FORMATS: Final[dict[int, Callable[[mmap, int], dict[int, int]]]] = {4: _segments, 12: _groups}
"""The formats of tables of characters that fonts of today have."""
