"""`vp`: victory points as chips."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.words.counts import format_per
from rftg_dsl.words.shapes import Counted


class Vp(Counted):
    """Victory point chips."""

    __slots__ = ()

    verb = "vp"
    rule = "vp"
    moments: ClassVar = {
        "round start": 20,
        "explore": 40,
        "develop": 80,
        "settle": 150,
        "trade": 50,
        "consume": 60,
        "produce": 60,
        "round end": 20,
        "game end": 20,
    }
    example = "consume: 1 good -> 1 vp"
    mistakes = (
        "point",
        "points",
        "vps",
        "victory",
    )
    gain = "vp"
    feature = "points from powers"
    is_plain_gain = True
    follows = True

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.amount} vp{format_per(self.per)}"


WORDS: Final = (Vp,)
