"""Palette of a card's art: seed, colours and light; and the scenes that fit the card."""

from __future__ import annotations

import cmath
import copy
import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi
from pathlib import Path
from random import Random
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_dsl.syntax import ast
from rftg_tools.faces.art.paths import darken, lighten, mix, shift_hue

FOCUS = 43 + 42j
"""Position of the subject: right of the phase column, above the text."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Everything about a card that scenes depend on.

    traits: see `card_traits`. main: colour of the card's kind. accent: colour of lamps. rock:
    colour of ground and walls. top, low, clouds: colours of the sky. sun: colour of the light.
    light: unit vector towards the light. night: colour of shadows.
    """

    rng: Random
    kind: str
    traits: frozenset[str]
    main: str
    accent: str
    rock: str
    top: str
    low: str
    clouds: tuple[str, ...]
    sun: str
    light: complex
    night: str


def card_traits(card: Card) -> frozenset[str]:
    """Return the traits that a card's art depends on, in addition to its title and kind.

    These are its type and keywords, "military", "production" and "start" of worlds, the phases of
    its powers, including "score", and "force" for Military. Numbers are not included, so that
    changing them does not change the art.
    """
    words = {
        card.type,
        *card.keywords,
        *(phase for line in card.powers for phase in line.power.phases),
    }
    words |= {word for word in ("military", "production", "start") if getattr(card, word)}
    words |= {"start"} if card.tile and card.tile.home else set()
    forceful = any(e.verb == "military" for line in card.powers for e in line.power.effects)
    return frozenset(words | {"force"} if forceful else words)


def seed_of(card: Card) -> int:
    """Return the seed of the drawing that a card keeps, or else of its title."""
    if card.drawing is not None and card.drawing.seed is not None:
        return card.drawing.seed
    return zlib.crc32(card.title.encode("utf-8"))


def palette_of(
    card: Card, colours: Mapping[str, str], skies: Mapping[str, Sequence[Sequence[str]]]
) -> Palette:
    """Return the palette of a card with the seed of its drawing. skies: by names of SKIES."""
    rng = Random(seed_of(card))
    kind = card.kind or ("gray" if card.type == "world" else "development")
    if kind == ast.ANY_KIND:
        kind = rng.choice(("novelty", "rare", "genes", "alien"))
    traits = card_traits(card)
    mood = _sky_name(kind, traits)
    top, low, cloud, second_cloud, sun = rng.choice(skies.get(mood, skies[kind]))
    main = shift_hue(
        _subject_colour(kind, mood, colours, rng), rng.uniform(-9, 9), rng.uniform(0.8, 1.05)
    )
    side = rng.choice((-1, 1)) * rng.uniform(0.18, 0.38)
    return Palette(
        rng=rng,
        kind=kind,
        traits=traits,
        main=main,
        accent=mix(sun, lighten(main, 0.3), 0.35),
        rock=mix(mix(main, "#6f6a72", 0.62), top, 0.2),
        top=top,
        low=low,
        clouds=(cloud, second_cloud, mix(cloud, second_cloud, 0.5)),
        sun=sun,
        light=cmath.rect(1, (-0.5 + side) * pi),
        night=darken(mix(top, low, 0.4), 0.72),
    )


def plain_palette(colour: str) -> Palette:
    """Return a palette of a single colour, for art that shows only a sky."""
    rng, kind, traits = Random(0), "gray", frozenset[str]()
    return Palette(
        rng, kind, traits, colour, colour, colour, colour, colour, (colour,), colour, 1j, colour
    )


def _sky_name(kind: str, traits: frozenset[str]) -> str:
    """Return the name of the sky: a kind, or the alien, rebel or Imperium sky."""
    if "alien" in traits and kind in ("gray", "development"):
        return "alien"
    return "rebel" if "rebel" in traits else "imperium" if "imperium" in traits else kind


def _subject_colour(kind: str, mood: str, colours: Mapping[str, str], rng: Random) -> str:
    """Return the colour of the subject; gray worlds and developments get a random quiet one."""
    if kind in ("gray", "development"):
        quiet = ("#8f8d94", "#8a7a68", "#6f8598", "#a3907a", "#7d8f86", "#94848f")
        return colours["alien"] if mood == "alien" else rng.choice(quiet)
    return colours[kind]


Scenes = Sequence[tuple[str, Sequence[str]]]
"""Scenes by keyword."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_BY_TRAIT: Final[Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("scenes.toml").read_text(encoding="utf-8")
)


def choose_scenes(
    card: Card, palette: Palette, words: Mapping[str, Sequence[str]], set_scenes: Scenes = ()
) -> list[str]:
    """Return the scenes for a card, the default one first.

    words: scenes by noun in lower case. set_scenes: scenes that the set assigns to its keywords.
    The palette stays as it is, so that a drawing depends only on its seed.
    """
    by_keyword = [scene for word, scenes in set_scenes if word in card.keywords for scene in scenes]
    fitting = _scenes_for_traits(card, palette)
    best = by_keyword or _scenes_for_title(card.title, words) or fitting
    first = best.index(copy.copy(palette.rng).choice(best))
    return list(dict.fromkeys([*best[first:], *best[:first], *fitting]))


def _scenes_for_title(title: str, words: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the scenes of the last known noun in a title."""
    for word in reversed(_WORD.findall(title.casefold())):
        for form in (word, word.removesuffix("s"), word.removesuffix("es"), word[:-3] + "y"):
            if form in words:
                return words[form]
    return ()


def _scenes_for_traits(card: Card, palette: Palette) -> Sequence[str]:
    traits = palette.traits
    if "start" in traits and card.kind in (None, "novelty"):
        return ("home",)
    keywords: Mapping[str, Sequence[str]] = _BY_TRAIT["keywords"]
    by_keyword = next((scenes for word, scenes in keywords.items() if word in traits), ())
    if card.type == "world":
        by_kind = _BY_TRAIT["worlds"][palette.kind]
        return [*by_keyword, *by_kind] if card.kind or not by_keyword else by_keyword
    if by_keyword:
        return by_keyword
    phases = [ast.SCORE] if ast.SCORE in traits else [p for p in _BY_TRAIT["phases"] if p in traits]
    scenes = [scene for phase in phases for scene in _BY_TRAIT["phases"][phase]]
    return scenes or ("truss", "station", "chart", "yard")
