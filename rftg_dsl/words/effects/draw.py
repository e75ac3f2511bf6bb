"""`draw`: cards from the deck."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.words.counts import format_per
from rftg_dsl.words.shapes import Counted


class Draw(Counted):
    """Cards from the deck; in Explore, without a price, more of them to look at."""

    __slots__ = ()

    verb = "draw"
    rule = "draw"
    moments: ClassVar = {
        "round start": 10,
        "explore": 10,
        "develop": 60,
        "settle": 130,
        "trade": 30,
        "consume": 40,
        "produce": 40,
        "round end": 10,
    }
    example = "consume: 1 rare good -> draw 2"
    mistakes = (
        "pick",
        "take",
        "gain",
        "get",
        "receive",
    )
    gain = "draw"
    feature = "cards drawn"
    is_plain_gain = True
    follows = True

    def text(self) -> str:
        """Return its canonical text."""
        return f"draw {self.amount}{format_per(self.per)}"


WORDS: Final = (Draw,)
