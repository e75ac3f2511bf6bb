"""`hand limit` and `draw others' discards`: what happens at the end of a round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.syntax.ast import Effect, Span
from rftg_dsl.words.phrase import Phrase


@dataclass(frozen=True, slots=True)
class HandLimit(Effect):
    """How many cards may be kept at the end of a round."""

    verb = "hand limit"
    rule = "hand_limit"
    moments: ClassVar = {"round end": 40}
    example = "round end: hand limit 12"
    is_single = True
    changes = "hand limit"
    takes: ClassVar = {"round end": (1, 99)}

    amount: int = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number."""
        *_words, count = parts
        return cls(int(count), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"hand limit {self.amount}"


@dataclass(frozen=True, slots=True)
class DrawDiscards(Phrase):
    """What the other players discard at their hand limits goes into the hand."""

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
