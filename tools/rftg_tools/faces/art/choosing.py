"""Which scene a card shows: by a noun of its title, else by what it is and does, then by chance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rftg_dsl.model import Card
from rftg_dsl.syntax import ast
from rftg_tools.faces.art.look import Look

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
    is_a = look.is_a
    if "start" in is_a and card.kind in (None, "novelty"):
        return ("home",)
    own = next((_KEYWORDS[word] for word in _KEYWORDS if word in is_a), ())
    if card.type == "world":
        by_kind = _WORLDS[look.kind]
        return [*own, *by_kind] if card.kind or not own else own
    if own:
        return own
    if ast.SCORE in is_a:
        return _SCORES
    found = [scene for phase, scenes in _PHASES.items() if phase in is_a for scene in scenes]
    return found or ("truss", "station", "chart", "yard")
