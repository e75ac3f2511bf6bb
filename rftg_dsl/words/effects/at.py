"""`at`: how many cards end the game."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.words.shapes import Numbered


class At(Numbered):
    """How many cards of this tableau end the game."""

    __slots__ = ()

    verb = "at"
    rule = "at_cards"
    moments: ClassVar = {"game end": 10}
    example = "game end: at 14 cards"
    is_single = True
    changes = "end"
    takes: ClassVar = {"game end": (2, 99)}

    def text(self) -> str:
        """Return its canonical text."""
        return f"at {counted(self.amount, 'card')}"


WORDS: Final = (At,)
