"""`discard`: cards from the hand, of what a power brought."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.words.shapes import Numbered


class Discard(Numbered):
    """Cards that are discarded from the hand once the power has given its others."""

    __slots__ = ()

    verb = "discard"
    rule = "discard"
    moments: ClassVar = {"develop": 70, "settle": 140, "trade": 40, "consume": 50, "produce": 50}
    example = "consume: draw 2, discard 1"
    mistakes = (
        "trash",
        "sacrifice",
    )
    gain = "discard"
    feature = "cards discarded"
    is_plain_gain = True
    follows = True

    def text(self) -> str:
        """Return its canonical text."""
        return f"discard {self.amount}"


WORDS: Final = (Discard,)
