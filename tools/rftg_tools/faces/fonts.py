"""Fonts of a theme and of this computer, and the characters they contain.

Fonts are selected by name, never by Typst, so that a face looks the same everywhere. Fonts of the
computer are used only for characters that no font of the theme has.

The reader of font files uses the OpenType tables `cmap`, `head`, `hhea`, `hmtx` and `OS/2`, and
checks every offset because fonts of a theme come from anywhere.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.source.text import open_regular_file
from rftg_tools.faces.theme import BadTheme, Theme

if TYPE_CHECKING:
    import typst  # imported late because a page in a browser downloads it after its start

_USES: Final = ("title", "figures", "text")
"""Uses of fonts in a theme; each also has the fonts for `others`."""
_NOT_ASCII: Final = re.compile("[^\0-\x7f]")
_EXTENSIONS: Final = (".ttf", ".otf", ".ttc")

Families = Mapping[str, tuple[tuple[Path, int], ...]]
"""Files of fonts by family, with the index of the font in a collection."""


def find_fonts(theme: Theme, system: bool = False) -> typst.Fonts:
    """Return the fonts of a theme for Typst. system: also include fonts of this computer."""
    import typst

    return typst.Fonts(
        include_system_fonts=system,
        include_embedded_fonts=False,
        font_paths=[str(path) for path in theme.font_folders],
    )


def check_fonts(theme: Theme) -> None:
    """Raise BadTheme if a font that the theme names is missing or unreadable."""
    for folder in theme.font_folders:
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() in _EXTENSIONS:
                _characters(path, 0)
    families = _families(find_fonts(theme))
    for use in (*_USES, "others"):
        for name in _names(theme, use):
            if name.casefold() not in families:
                raise BadTheme(
                    f"{theme.folders[0] / 'theme.toml'}: `{use}` names the font {name!r}, which is"
                    f" in no folder `fonts`; there are: {', '.join(sorted(families))}"
                )


def covered_characters(theme: Theme) -> frozenset[str]:
    """Return the characters that the fonts of a theme have for every use."""
    families = _families(find_fonts(theme))
    fallback = _of_families(_names(theme, "others"), families)
    return frozenset.intersection(
        *(_of_families(_names(theme, use), families) | fallback for use in _USES)
    )


def files_of(theme: Theme, use: str, weight: int) -> list[Path]:
    """Return the font files for upright text of a weight, in the order of search."""
    names = [name.casefold() for name in (*_names(theme, use), *_names(theme, "others"))]

    def rank(font: typst.FontInfo) -> tuple[int, int]:
        return names.index(font.family.casefold()), abs(font.weight - weight)

    fonts = [
        font
        for font in find_fonts(theme).fonts()
        if font.style == "normal" and font.path and font.family.casefold() in names
    ]
    nearest: dict[str, Path] = {}
    for font in sorted(fonts, key=rank):
        nearest.setdefault(font.family, Path(font.path or ""))
    return list(nearest.values())


def missing_characters(text: str, available: frozenset[str]) -> set[str]:
    """Return the visible characters of a text that are not available."""
    if text.isascii():
        return set()
    missing = set(_NOT_ASCII.findall(text)) - available
    return {letter for letter in missing if unicodedata.category(letter)[0] not in "CZ"}


def find_system_fonts(characters: Iterable[str], fonts: typst.Fonts) -> tuple[list[str], set[str]]:
    """Return as few font families as possible for the characters, and the missing characters.

    Of equally good families, the first in alphabetical order is used.
    """
    uncovered, chosen = set(characters), []
    useful = {
        name: _readable(files) & uncovered for name, files in sorted(_families(fonts).items())
    }
    while uncovered:
        name = max(useful, key=lambda family: len(useful[family] & uncovered), default="")
        if not name or not useful[name] & uncovered:
            break
        chosen.append(name)
        uncovered -= useful[name]
    return chosen, uncovered


def _names(theme: Theme, use: str) -> list[str]:
    names = theme.fonts[use]
    return [names] if isinstance(names, str) else list(names)


def _families(fonts: typst.Fonts) -> dict[str, tuple[tuple[Path, int], ...]]:
    """Return the font files by family in lower case."""
    families: defaultdict[str, set[tuple[Path, int]]] = defaultdict(set)
    for font in fonts.fonts():
        if font.path is not None:
            families[font.family.casefold()].add((Path(font.path), font.index))
    return {name: tuple(sorted(files)) for name, files in families.items()}


def _of_families(names: Iterable[str], families: Families) -> frozenset[str]:
    """Return the characters that at least one font of each family has."""
    files = [file for name in names for file in families.get(name.casefold(), ())]
    return frozenset().union(*(_characters(*file) for file in files))


def _readable(files: Iterable[tuple[Path, int]]) -> frozenset[str]:
    """Return the characters of system fonts, ignoring unknown formats."""
    characters: frozenset[str] = frozenset()
    for file in files:
        with suppress(BadTheme):
            characters |= _characters(*file)
    return characters


@cache
def _characters(path: Path, index: int) -> frozenset[str]:
    """Return the characters of a font. Raises BadTheme."""
    try:
        return characters_of(path, index)
    except BadFont as problem:
        raise BadTheme(f"{path}: {problem}") from None


EM: Final = 1000
"""Widths and heights are in thousandths of the font size."""
_CHARACTERS: Final = 0x110000
_NONE: Final = 0xFFFF
"""End marker of tables of format 4, not a character."""


class BadFont(ValueError):
    """File is not a font in a supported format. The message says why."""


@dataclass(frozen=True, slots=True)
class Font:
    """Measures of a font. widths: width by character. cap_height: height of capital letters."""

    widths: dict[str, int]
    cap_height: int


Tables = dict[bytes, int]
"""Offsets of the tables of a font, by name."""


def characters_of(path: Path, index: int = 0) -> frozenset[str]:
    """Return the characters in a font file.

    index: index of the font in a collection. Raises BadFont.
    """
    with _open_font(path) as data:
        return frozenset(map(chr, _read_cmap(data, _tables(data, index))))


def read_font(path: Path, index: int = 0) -> Font:
    """Return the measures of a font. Raises BadFont."""
    with _open_font(path) as data:
        return _measure(data, _tables(data, index))


@contextmanager
def _open_font(path: Path) -> Iterator[mmap]:
    """Map a font file into memory and turn errors into BadFont."""
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
    """Return the tables of a font, or of a font in a collection."""
    start = 0
    if data[:4] == b"ttcf":
        start = _read_integer(data, 12 + 4 * index, 4)
    if data[start : start + 4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        raise BadFont("this is not a TrueType or OpenType font")
    count = _read_integer(data, start + 4, 2)
    rows = (struct.unpack_from(">4sLLL", data, start + 12 + 16 * row) for row in range(count))
    return {name: offset for name, _sum, offset, _length in rows}


def _read_integer(data: mmap, place: int, size: int) -> int:
    octets = data[place : place + size]
    if len(octets) < size:
        raise struct.error("it ends too early")
    return int.from_bytes(octets, "big")


def _measure(data: mmap, tables: Tables) -> Font:
    em = _read_integer(data, tables[b"head"] + 18, 2)
    measured = _read_integer(data, tables[b"hhea"] + 34, 2)
    start, last = tables[b"hmtx"], measured - 1
    widths = {
        chr(code): round(_read_integer(data, start + 4 * min(glyph, last), 2) * EM / em)
        for code, glyph in _read_cmap(data, tables).items()
    }
    return Font(widths, round(_read_integer(data, tables[b"OS/2"] + 88, 2) * EM / em))


def _read_cmap(data: mmap, tables: Tables) -> dict[int, int]:
    """Return the glyphs of a font by character, from its largest table."""
    start = tables[b"cmap"]
    rows = range(_read_integer(data, start + 2, 2))
    places = {start + _read_integer(data, start + 8 + 8 * row, 4) for row in rows}
    largest: dict[int, int] = {}
    for place in sorted(places):
        read = _FORMATS.get(_read_integer(data, place, 2))
        if read is not None:
            largest = max(largest, read(data, place), key=len)
    return largest


def _read_segments(data: mmap, place: int) -> dict[int, int]:
    """Read format 4: ranges of characters, each with an offset to its glyphs or a list."""
    size = _read_integer(data, place + 6, 2)
    ends, starts = place + 14, place + 16 + size
    glyph_of: dict[int, int] = {}
    previous = -1
    for row in range(0, size, 2):
        first, last = _read_integer(data, starts + row, 2), _read_integer(data, ends + row, 2)
        delta = _read_integer(data, starts + size + row, 2)
        offset = _read_integer(data, starts + 2 * size + row, 2)
        glyphs = starts + 2 * size + row + offset if offset else 0
        if not previous < first <= last:
            raise struct.error("its character ranges are not sorted")
        previous = last
        for code in range(first, last + 1):
            glyph = _read_integer(data, glyphs + 2 * (code - first), 2) if glyphs else code
            if glyph and code != _NONE:
                glyph_of[code] = (glyph + delta) & 0xFFFF
    return {code: glyph for code, glyph in glyph_of.items() if glyph}


def _read_groups(data: mmap, place: int) -> dict[int, int]:
    """Read format 12: ranges of characters with the glyph of the first."""
    glyph_of: dict[int, int] = {}
    previous = -1
    for row in range(_read_integer(data, place + 12, 4)):
        first, last, glyph = struct.unpack_from(">LLL", data, place + 16 + 12 * row)
        if not previous < first <= last < _CHARACTERS:
            raise struct.error("its character ranges are not sorted")
        previous = last
        glyph_of.update((code, glyph + code - first) for code in range(first, last + 1))
    return glyph_of


_FORMATS: Final[dict[int, Callable[[mmap, int], dict[int, int]]]] = {
    4: _read_segments,
    12: _read_groups,
}
"""Readers by format; current fonts use only these formats."""
