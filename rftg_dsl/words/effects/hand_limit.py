"""`hand limit` and `draw others' discards`: what happens at the end of a round."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.words.shapes import Numbered, Phrase


class HandLimit(Numbered):
    """How many cards may be kept at the end of a round."""

    __slots__ = ()

    verb = "hand limit"
    rule = "hand_limit"
    moments: ClassVar = {"round end": 40}
    example = "round end: hand limit 12"
    is_single = True
    changes = "hand limit"
    takes: ClassVar = {"round end": (1, 99)}

    def text(self) -> str:
        """Return its canonical text."""
        return f"hand limit {self.amount}"


class DrawDiscards(Phrase):
    """What the other players discard at their hand limits goes into the hand."""

    __slots__ = ()

    verb = "draw discards"
    rule = "draw_discards"
    moments: ClassVar = {"round end": 50}
    example = "round end: draw others' discards"
    is_single = True
    changes = "draw discards"
    words = "draw others' discards"


WORDS: Final = (
    HandLimit,
    DrawDiscards,
)
