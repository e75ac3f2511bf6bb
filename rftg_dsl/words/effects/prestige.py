"""`prestige`: points that decide ties and can be spent."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.words.counts import format_per
from rftg_dsl.words.shapes import Counted


class Prestige(Counted):
    """Prestige."""

    __slots__ = ()

    verb = "prestige"
    rule = "prestige"
    moments: ClassVar = {
        "round start": 30,
        "explore": 50,
        "develop": 90,
        "settle": 160,
        "trade": 60,
        "consume": 70,
        "produce": 70,
        "round end": 30,
        "game end": 30,
    }
    example = "consume: 1 alien good -> 1 prestige"
    gain = "prestige"
    feature = "points from powers"
    is_plain_gain = True
    follows = True

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.amount} prestige{format_per(self.per)}"


WORDS: Final = (Prestige,)
