"""A theme's art.toml: skies by what is looked at, and the scenes that nouns of titles call for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_tools.faces.art.scenes import SCENES
from rftg_tools.faces.theme import BadTheme

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
SKIES: Final = (
    "novelty", "rare", "genes", "alien", "gray", "development", "rebel", "imperium",
)  # fmt: skip
"""What there must be skies for."""
Sky = tuple[str, str, str, str, str]
"""Colours above and below, two of clouds, and that of the sun."""


@dataclass(frozen=True, slots=True)
class Motifs:
    """skies: by a word of SKIES. words: names of scenes by a noun in small letters."""

    skies: Mapping[str, tuple[Sky, ...]]
    words: Mapping[str, tuple[str, ...]]


def motifs_of(path: Path) -> Motifs:
    """Return what a file of motifs says. Raises BadTheme, with the file and the reason."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(8)
def _read(path: Path, _changed: int) -> Motifs:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadTheme(f"{path}: {error}") from None
    skies = _table(path, data, "skies")
    words = _table(path, data, "words")
    for name in SKIES:
        if not _are_skies(skies.get(name)):
            raise BadTheme(f"{path}: `skies.{name}` is a list of skies, five colours each")
    for word, names in words.items():
        if not (names and isinstance(names, list) and all(map(_is_scene, names))):
            known = ", ".join(SCENES)
            raise BadTheme(f"{path}: `words.{word}` is a list of scenes; known: {known}")
    return Motifs(
        {name: tuple(tuple(sky) for sky in skies[name]) for name in SKIES},
        {word: tuple(names) for word, names in words.items()},
    )


def _is_scene(name: Any) -> bool:
    return isinstance(name, str) and name in SCENES


def _table(path: Path, data: dict[str, Any], name: str) -> dict[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise BadTheme(f"{path}: `{name}` is a table, written `[{name}]`")
    return table


def _are_skies(found: Any) -> bool:
    return bool(found) and isinstance(found, list) and all(map(_is_sky, found))


def _is_sky(sky: Any) -> bool:
    return (
        isinstance(sky, list)
        and len(sky) == 5
        and all(isinstance(part, str) and _COLOUR.fullmatch(part) for part in sky)
    )
