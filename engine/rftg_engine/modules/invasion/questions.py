"""What players are asked when an invasion comes, and of what it leaves behind."""

from __future__ import annotations

from typing import Final

from rftg_engine.asks import Means, add_ask

_NOTHING: Final = Means.NOTHING

DEFENSE: Final = "invasion defense"
add_ask(DEFENSE, Means.NUMBER, (Means.POWER,), "which power to defend with, if any")
BUNKER: Final = "bunker"
add_ask(BUNKER, Means.NUMBER, (Means.HIDDEN_CARD,), "which card to discard in the bunker, if any")
DAMAGE: Final = "damage"
add_ask(DAMAGE, _NOTHING, (Means.WORLD,), "which world is damaged")
WAR_EFFORT: Final = "war effort"
add_ask(WAR_EFFORT, _NOTHING, (Means.WORLD,), "which goods to contribute")
REPAIR: Final = "repair"
add_ask(
    REPAIR,
    _NOTHING,
    (Means.OPEN_CARD, Means.WORLD),
    "which world to repair, for which good, if any",
)
REPAIR_FOR_CARDS: Final = "repair for cards"
add_ask(REPAIR_FOR_CARDS, Means.OPEN_CARD, (Means.CARD,), "cards to discard for it")
REPAIR_BY_POWER: Final = "repair by power"
add_ask(REPAIR_BY_POWER, Means.POWER, (Means.OPEN_CARD,), "which world to repair")
REPAIR_BY_BONUS: Final = "repair by bonus"
add_ask(REPAIR_BY_BONUS, _NOTHING, (Means.OPEN_CARD,), "which worlds to repair, in place of a good")
