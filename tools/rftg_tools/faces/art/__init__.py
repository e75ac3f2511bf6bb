"""Generated art for cards without a picture, seeded by the title or as the card keeps it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from rftg_dsl.model import Card, Drawing
from rftg_tools.faces.art.canvas import CARD, WHOLE, Canvas, LineCanvas, Window
from rftg_tools.faces.art.palette import Palette, Scenes, choose_scenes, palette_of, plain_palette
from rftg_tools.faces.art.paths import mix
from rftg_tools.faces.art.scenes import SCENES
from rftg_tools.faces.theme import BadTheme, Theme

__all__ = [
    *("Art", "all_scenes", "draw_art", "draw_plain_art", "draw_sample"),
    *("scenes_in", "veil_svg"),
]
_OF_TILES: Final[Window] = (13, 18, 56, 56)
"""The middle of a card's art, which square tiles show."""


def scenes_in(
    cards: Iterable[Card], set_scenes: Scenes, theme: Theme, kept: Iterable[str] = ()
) -> list[str]:
    """Return the scene of each card of a set, or "" for cards with pictures.

    Scenes repeat only if no other fits; cards choose in order. set_scenes: scenes that the set
    assigns to its keywords. kept: for each card, a scene that it keeps, or "". Raises BadTheme.
    """
    motifs = load_motifs(theme.file("art.toml"))
    by_keyword = tuple((word, tuple(names)) for word, names in set_scenes)
    uses: Counter[str] = Counter({"": 0})
    scenes = []
    for card, kept_scene in zip_longest(cards, kept, fillvalue=""):
        assert isinstance(card, Card)
        options = [kept_scene] if kept_scene else _options(card, by_keyword, theme, motifs)
        scenes.append(min(options, key=lambda name: uses[name]))
        uses[scenes[-1]] += 1
    return scenes


@lru_cache(4_096)  # all cards choose again after each change
def _options(card: Card, set_scenes: Scenes, theme: Theme, motifs: Motifs) -> list[str]:
    """Return the scenes for a card, or [""] on an error, which drawing the art reports."""
    if card.art or card.drawing is not None:
        return [card.drawing.scene if card.drawing else ""]
    try:
        palette = palette_of(card, theme.colours, motifs.skies)
        return choose_scenes(card, palette, motifs.words, set_scenes)
    except Exception:
        return [""]


@dataclass(frozen=True, slots=True)
class Art:
    """Drawn art.

    svg: the part in `window`. window: in millimetres from the corner of the card with its bleed.
    subject: the part of the drawing that icons should not cover.
    """

    svg: str
    window: Window
    subject: Window


def draw_art(card: Card, theme: Theme, scene: str = "") -> Art:
    """Return the art of a card, which reaches beyond the card so that a face can move it.

    For a tile, only the square in the middle. scene: "" for the card's default scene. The same
    arguments give the same bytes. Raises BadTheme for invalid motifs.
    """
    canvas = _draw(card, theme, scene)
    window = WHOLE if card.tile is None else _OF_TILES
    return Art(canvas.svg(window), window, canvas.subject)


def draw_sample(card: Card, theme: Theme, drawing: Drawing) -> str:
    """Return the art of a card with another drawing, as SVG of the card. Raises BadTheme."""
    window = CARD if card.tile is None else _OF_TILES
    return _draw(replace(card, drawing=drawing), theme).svg(window)


def all_scenes(card: Card, theme: Theme) -> list[str]:
    """Return all scenes, those that fit a card first. Raises BadTheme."""
    motifs = load_motifs(theme.file("art.toml"))
    palette = palette_of(card, theme.colours, motifs.skies)
    return list(dict.fromkeys([*choose_scenes(card, palette, motifs.words), *SCENES]))


def _draw(card: Card, theme: Theme, scene: str = "") -> Canvas:
    motifs = load_motifs(theme.file("art.toml"))
    palette = palette_of(card, theme.colours, motifs.skies)
    canvas = _canvas(theme, palette)
    kept = card.drawing.scene if card.drawing else ""
    SCENES[scene or kept or choose_scenes(card, palette, motifs.words)[0]](canvas)
    return canvas


def draw_plain_art(theme: Theme) -> Art:
    """Return art that shows only a sky."""
    canvas = _canvas(theme, plain_palette(theme.colours["ground"]))
    canvas.sky(theme.colours["panel"], theme.colours["ground"])
    return Art(canvas.svg(), WHOLE, canvas.subject)


def veil_svg(theme: Theme) -> str:
    """Return the calm zones between art and the figures of a face: the card with its bleed."""
    canvas = _canvas(theme, plain_palette(theme.colours["ground"]))
    canvas.veil()
    return canvas.svg(CARD)


def _canvas(theme: Theme, palette: Palette) -> Canvas:
    if theme.art == "line":
        paper = theme.colours["ground"]
        return LineCanvas(palette, paper, mix(theme.colours["panel_ink"], paper, 0.25))
    return Canvas(palette, theme.colours["ground"])


_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
SKIES: Final = (
    "novelty", "rare", "genes", "alien", "gray", "development", "rebel", "imperium",
)  # fmt: skip
"""Required skies."""
Sky = tuple[str, str, str, str, str]
"""Colours at the top and bottom, of two clouds, and of the sun."""


@dataclass(frozen=True, slots=True, eq=False)  # so it can be a key of a cache
class Motifs:
    """Skies by name of SKIES, and names of scenes by noun in lower case."""

    skies: Mapping[str, tuple[Sky, ...]]
    words: Mapping[str, tuple[str, ...]]


def load_motifs(path: Path) -> Motifs:
    """Return the motifs in a file. Raises BadTheme with the file and the reason."""
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
            raise BadTheme(f"{path}: `skies.{name}` must be a list of skies, five colours each")
    for word, names in words.items():
        if not (names and isinstance(names, list) and all(map(_is_scene, names))):
            valid_names = ", ".join(SCENES)
            raise BadTheme(
                f"{path}: `words.{word}` must be a list of scenes; scenes: {valid_names}"
            )
    return Motifs(
        {name: tuple(tuple(sky) for sky in skies[name]) for name in SKIES},
        {word: tuple(names) for word, names in words.items()},
    )


def _is_scene(name: Any) -> bool:
    return isinstance(name, str) and name in SCENES


def _table(path: Path, data: dict[str, Any], name: str) -> dict[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise BadTheme(f"{path}: `{name}` must be a table, written `[{name}]`")
    return table


def _are_skies(value: Any) -> bool:
    return bool(value) and isinstance(value, list) and all(map(_is_sky, value))


def _is_sky(sky: Any) -> bool:
    return (
        isinstance(sky, list)
        and len(sky) == 5
        and all(isinstance(part, str) and _COLOUR.fullmatch(part) for part in sky)
    )
