"""Which fonts have the characters of a face: those of the theme, or else those of this computer.

Fonts are asked for by name, never guessed by Typst, so that a face looks the same everywhere;
only a character that no font of the theme has is looked for among those of the computer.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import typst

from rftg_tools.faces.sfnt import BadFont, characters_of
from rftg_tools.faces.theme import BadTheme, Theme

_USES: Final = ("title", "figures", "text")
"""What a theme names a font for; besides, each use takes the fonts for all others."""
_NOT_ASCII: Final = re.compile("[^\0-\x7f]")
_ENDINGS: Final = (".ttf", ".otf", ".ttc")

Families = Mapping[str, tuple[tuple[Path, int], ...]]
"""Fonts by the names of their families: the files, each with the number of the font in it."""


def found_fonts(theme: Theme, system: bool = False) -> typst.Fonts:
    """Return the fonts of a theme, for Typst. system: those of this computer too."""
    return typst.Fonts(
        include_system_fonts=system,
        include_embedded_fonts=False,
        font_paths=[str(path) for path in theme.font_folders],
    )


def check_fonts(theme: Theme) -> None:
    """Raise BadTheme where a font that the theme names is not there, or cannot be read."""
    for folder in theme.font_folders:
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() in _ENDINGS:
                _characters(path, 0)
    known = _families(found_fonts(theme))
    for use in (*_USES, "others"):
        for name in _names(theme, use):
            if name.casefold() not in known:
                raise BadTheme(
                    f"{theme.folders[0] / 'theme.toml'}: `{use}` names the font {name!r}, which is"
                    f" in no folder `fonts`; there are: {', '.join(sorted(known))}"
                )


def covered(theme: Theme) -> frozenset[str]:
    """Return the characters that the fonts of a theme have, whatever they are used for."""
    known = _families(found_fonts(theme))
    others = _of_families(_names(theme, "others"), known)
    return frozenset.intersection(
        *(_of_families(_names(theme, use), known) | others for use in _USES)
    )


def files_of(theme: Theme, use: str, weight: int) -> list[Path]:
    """Return the font files for upright text of a weight, in the order they are searched."""
    found = [one for one in found_fonts(theme).fonts() if one.style == "normal" and one.path]
    names = [name.casefold() for name in (*_names(theme, use), *_names(theme, "others"))]

    def rank(one: typst.FontInfo) -> tuple[int, int]:
        return names.index(one.family.casefold()), abs(one.weight - weight)

    nearest: dict[str, Path] = {}
    for one in sorted((one for one in found if one.family.casefold() in names), key=rank):
        nearest.setdefault(one.family, Path(one.path or ""))
    return list(nearest.values())


def lacking(text: str, has: frozenset[str]) -> set[str]:
    """Return the characters of a text that fonts lack and that can be seen."""
    if text.isascii():
        return set()
    found = set(_NOT_ASCII.findall(text)) - has
    return {one for one in found if unicodedata.category(one)[0] not in "CZ"}


def on_this_computer(wanted: Iterable[str], fonts: typst.Fonts) -> tuple[list[str], set[str]]:
    """Return as few families as have some characters, and the characters that none has.

    Of two that have as many of them, the first by name.
    """
    rest, chosen = set(wanted), []
    having = {name: _readable(files) & rest for name, files in sorted(_families(fonts).items())}
    while rest:
        name = max(having, key=lambda one: len(having[one] & rest), default="")
        if not name or not having[name] & rest:
            break
        chosen.append(name)
        rest -= having[name]
    return chosen, rest


def _names(theme: Theme, use: str) -> list[str]:
    named = theme.fonts[use]
    return [named] if isinstance(named, str) else list(named)


def _families(fonts: typst.Fonts) -> dict[str, tuple[tuple[Path, int], ...]]:
    """Return the fonts that are files, by the names of their families in small letters."""
    found: defaultdict[str, set[tuple[Path, int]]] = defaultdict(set)
    for one in fonts.fonts():
        if one.path is not None:
            found[one.family.casefold()].add((Path(one.path), one.index))
    return {name: tuple(sorted(files)) for name, files in found.items()}


def _of_families(names: Iterable[str], known: Families) -> frozenset[str]:
    """Return the characters that at least one font of each family has."""
    files = [file for name in names for file in known.get(name.casefold(), ())]
    return frozenset().union(*(_characters(*file) for file in files))


def _readable(files: Iterable[tuple[Path, int]]) -> frozenset[str]:
    """Return the characters of this computer's fonts, which may be of unknown formats."""
    found: frozenset[str] = frozenset()
    for file in files:
        with suppress(BadTheme):
            found |= _characters(*file)
    return found


@cache
def _characters(path: Path, index: int) -> frozenset[str]:
    """Return the characters of a font. Raises BadTheme."""
    try:
        return characters_of(path, index)
    except BadFont as problem:
        raise BadTheme(f"{path}: {problem}") from None
