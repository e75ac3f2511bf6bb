"""Kinds of decisions in invasions and repairs."""

from __future__ import annotations

from typing import Final

from rftg_engine.asks import Meaning, add_ask

_NOTHING: Final = Meaning.NOTHING

DEFENSE: Final = "invasion defense"
add_ask(DEFENSE, Meaning.NUMBER, (Meaning.POWER,), "which power to defend with, if any")
BUNKER: Final = "bunker"
add_ask(
    BUNKER, Meaning.NUMBER, (Meaning.HIDDEN_CARD,), "which card to discard in the bunker, if any"
)
DAMAGE: Final = "damage"
add_ask(DAMAGE, _NOTHING, (Meaning.WORLD,), "which world is damaged")
WAR_EFFORT: Final = "war effort"
add_ask(WAR_EFFORT, _NOTHING, (Meaning.WORLD,), "which goods to contribute")
REPAIR: Final = "repair"
add_ask(
    REPAIR,
    _NOTHING,
    (Meaning.OPEN_CARD, Meaning.WORLD),
    "which world to repair, for which good, if any",
)
REPAIR_FOR_CARDS: Final = "repair for cards"
add_ask(REPAIR_FOR_CARDS, Meaning.OPEN_CARD, (Meaning.CARD,), "cards to discard for the repair")
REPAIR_BY_POWER: Final = "repair by power"
add_ask(REPAIR_BY_POWER, Meaning.POWER, (Meaning.OPEN_CARD,), "which world to repair")
REPAIR_BY_BONUS: Final = "repair by bonus"
add_ask(
    REPAIR_BY_BONUS, _NOTHING, (Meaning.OPEN_CARD,), "which worlds to repair, instead of a good"
)
