"""`hand limit` and `draw others' discards`: what happens at the end of a round."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Effect, Power, Span
from rftg_dsl.words.errors import SemanticError
from rftg_dsl.words.shapes import Phrase


@struct
class HandLimit(Effect):
    """How many cards may be kept at the end of a round; absolute: so many, whatever the rules."""

    verb = "hand limit"
    rule = "hand_limit"
    moments: ClassVar = {"round end": 40}
    example = "round end: hand limit 12"
    is_single = True
    changes = "hand limit"

    amount: int = field()
    absolute: bool = True

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number, which is added to the limit where it has a sign."""
        *_words, (amount, absolute) = parts
        return cls(amount, absolute, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"hand limit {self.amount if self.absolute else format(self.amount, '+d')}"

    def check(self, power: Power) -> None:
        """Refuse limits that are none."""
        if self.absolute and not 1 <= self.amount <= 99:
            raise SemanticError(
                "E317",
                f"`hand limit` takes a number from 1 to 99 here, and this is {self.amount}",
                self.span,
                "write a number from 1 to 99, or one with a sign, like `hand limit +2`",
            )


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
