"""Sources of rules: booklets and their sections."""

from __future__ import annotations

from typing import Final

SETUP: Final = "base rulebook, Setup"
PLAYING: Final = "base rulebook, Playing the Game"
EXPLORE: Final = "base rulebook, Explore"
DEVELOP: Final = "base rulebook, Develop"
SETTLE: Final = "base rulebook, Settle"
CONSUME: Final = "base rulebook, Consume"
PRODUCE: Final = "base rulebook, Produce"
POWERS: Final = "base rulebook, Card Powers"
ROUND_END: Final = "base rulebook, Round End, Cards, and Chips"
TWO_PLAYERS: Final = "base rulebook, 2 Player Game"

START_WORLDS: Final = "arc 1 booklet, Adding Rebel vs Imperium Cards"
DRAFT: Final = "arc 1 booklet, Draft Variant"
PRESTIGE: Final = "arc 1 booklet, Prestige"
PRESTIGE_CARD: Final = "arc 1 booklet, Prestige Card"
SEARCH: Final = "arc 1 booklet, Search"
CHOOSE_LAST: Final = "arc 1 booklet, See Other Players' Actions"
MIX: Final = "arc 1 booklet, Mix with Hand"
DRAW_DISCARD: Final = "arc 1 booklet, Draw, then Discard"
SAVE: Final = "arc 1 booklet, Save Card from Payment"
REPLACE: Final = "arc 1 booklet, Replace a World"
SECOND_WORLD: Final = "arc 1 booklet, Settle a Second World"
TAKEOVERS: Final = "arc 1 booklet, Takeovers"
RESOLVING: Final = "arc 1 booklet, Resolving Takeovers"
ANTE: Final = "arc 1 booklet, Ante and Draw if Lucky"
ANY_KIND: Final = "arc 1 booklet, Multi-Kind World"
