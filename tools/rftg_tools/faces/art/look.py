"""The mood of one card's art: its seed, its colours, its light, and what the card is."""

from __future__ import annotations

import cmath
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi
from random import Random
from typing import TYPE_CHECKING, Final

from rftg_dsl.model import Card
from rftg_dsl.syntax import ast
from rftg_tools.faces.art.canvas import darken, lighten, mix, shift_hue

if TYPE_CHECKING:
    from rftg_dsl.model import Card

FOCUS = 43 + 42j
"""Where the subject sits: right of the phase column, above the text."""


@dataclass(frozen=True, slots=True)
class Look:
    """What scenes choose by.

    is_a: words for what the card is and does, see `described`. main: the colour of its kind;
    accent: one beside it for lights; rock: of ground and walls. top, low, clouds: of the sky.
    sun: of the light; light: the unit vector to where it comes from. night: of shadows.
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

    def near(self, spread: float) -> complex:
        """Return a point about the focus."""
        return FOCUS + complex(self.rng.uniform(-spread, spread), self.rng.uniform(-spread, spread))


def card_traits(card: Card) -> frozenset[str]:
    """Return words for what a card is and does, which art goes by besides its title and kind.

    Its type, its keywords, "military", "production" and "start" of worlds, the phases of its
    powers with "score" among them, "force" for powers that give Military. Not its numbers: a
    change of these is no reason to draw it anew.
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


def look_of(
    card: Card, colours: Mapping[str, str], skies: Mapping[str, Sequence[Sequence[str]]]
) -> Look:
    """Return the look of a card, seeded by its title.

    skies: by kind of world, "development", "rebel" or "imperium": top, low, two clouds, the sun.
    """
    rng = Random(zlib.crc32(card.title.encode("utf-8")))
    kind = card.kind or ("gray" if card.type == "world" else "development")
    if kind == ast.ANY_KIND:
        kind = rng.choice(("novelty", "rare", "genes", "alien"))
    traits = card_traits(card)
    mood = _mood(kind, traits)
    top, low, cloud, other, sun = rng.choice(skies.get(mood, skies[kind]))
    main = shift_hue(_body(kind, mood, colours, rng), rng.uniform(-9, 9), rng.uniform(0.8, 1.05))
    side = rng.choice((-1, 1)) * rng.uniform(0.18, 0.38)
    return Look(
        rng=rng,
        kind=kind,
        traits=traits,
        main=main,
        accent=mix(sun, lighten(main, 0.3), 0.35),
        rock=mix(mix(main, "#6f6a72", 0.62), top, 0.2),
        top=top,
        low=low,
        clouds=(cloud, other, mix(cloud, other, 0.5)),
        sun=sun,
        light=cmath.rect(1, (-0.5 + side) * pi),
        night=darken(mix(top, low, 0.4), 0.72),
    )


def _mood(kind: str, traits: frozenset[str]) -> str:
    """Return whose sky it is: that of a kind, or of who holds the card."""
    if "alien" in traits and kind in ("gray", "development"):
        return "alien"
    return "rebel" if "rebel" in traits else "imperium" if "imperium" in traits else kind


def _body(kind: str, mood: str, colours: Mapping[str, str], rng: Random) -> str:
    """Return the colour of what is looked at.

    Gray worlds and developments may have any quiet one.
    """
    if kind in ("gray", "development"):
        quiet = ("#8f8d94", "#8a7a68", "#6f8598", "#a3907a", "#7d8f86", "#94848f")
        return colours["alien"] if mood == "alien" else rng.choice(quiet)
    return colours[kind]


Scenes = Sequence[tuple[str, Sequence[str]]]
"""Scenes by keyword."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_WORLDS: Final[Mapping[str, Sequence[str]]] = {
    "novelty": ("city world", "city near", "town", "shore", "station", "giant", "cloud city"),
    "rare": ("rock", "asteroids", "mine", "gems", "fire", "ice", "comet", "canyon"),
    "genes": ("living", "jungle", "mushrooms", "ocean", "living near", "lair", "gardens"),
    "alien": ("monolith", "temple", "ruins", "gate", "hovering", "built", "device", "statues"),
    "gray": ("giant", "desert", "ice", "ocean", "canyon", "rock near", "cloud city", "living"),
}
"""Scenes for a world by its kind."""
_KEYWORDS: Final[Mapping[str, Sequence[str]]] = {
    "terraforming": ("reborn", "gardens", "domes"),
    "uplift": ("helix", "living", "jungle"),
    "rebel": ("asteroids", "camp", "raiders", "desert"),
    "imperium": ("fortress", "warfleet", "giant", "mark"),
    "alien": ("monolith", "temple", "ruins", "gate", "hovering", "built", "strange"),
}
"""Scenes by keyword, the first that a card has; a world with a good has its kind's as well."""
_PHASES: Final[Mapping[str, Sequence[str]]] = {
    "force": ("warfleet", "landers", "raiders", "battle", "fortress"),
    "explore": ("probe", "scouts", "dishes", "chart", "galaxy"),
    "develop": ("yard", "site", "truss", "circuit"),
    "settle": ("colony", "landers", "canyon", "elevator", "camp"),
    "trade": ("convoy", "routes", "port"),
    "consume": ("town", "station", "spindle", "shore", "cloud city"),
    "produce": ("mine", "refinery", "fields", "gardens"),
    "ship": ("convoy", "routes", "port"),
    "assign": ("council", "spindle", "chart", "hall"),
}
"""Scenes for a development by the phases of its powers."""
_SCORES: Final = ("ring", "hall", "town", "council", "galaxy", "spindle", "elevator", "statues")
"""Grander scenes for a development whose points are counted."""


def chosen_scenes(
    card: Card, look: Look, words: Mapping[str, Sequence[str]], own: Scenes = ()
) -> list[str]:
    """Return the names of the scenes for a card, the default one first.

    words: scenes by noun, in small letters. own: those that the set gives its keywords.
    """
    by_keyword = [scene for word, scenes in own if word in card.keywords for scene in scenes]
    fitting = _fitting(card, look)
    best = by_keyword or _named(card.title, words) or fitting
    first = best.index(look.rng.choice(best))
    return list(dict.fromkeys([*best[first:], *best[:first], *fitting]))


def _named(title: str, words: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the scenes of the last noun of a title that is known."""
    for word in reversed(_WORD.findall(title.casefold())):
        for form in (word, word.removesuffix("s"), word.removesuffix("es"), word[:-3] + "y"):
            if form in words:
                return words[form]
    return ()


def _fitting(card: Card, look: Look) -> Sequence[str]:
    traits = look.traits
    if "start" in traits and card.kind in (None, "novelty"):
        return ("home",)
    own = next((_KEYWORDS[word] for word in _KEYWORDS if word in traits), ())
    if card.type == "world":
        by_kind = _WORLDS[look.kind]
        return [*own, *by_kind] if card.kind or not own else own
    if own:
        return own
    if ast.SCORE in traits:
        return _SCORES
    found = [scene for phase, scenes in _PHASES.items() if phase in traits for scene in scenes]
    return found or ("truss", "station", "chart", "yard")
