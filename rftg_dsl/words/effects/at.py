"""`at`: how many cards end the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.syntax.ast import Effect, Span


@dataclass(frozen=True, slots=True)
class At(Effect):
    """How many cards of this tableau end the game."""

    verb = "at"
    rule = "at_cards"
    moments: ClassVar = {"game end": 10}
    example = "game end: at 14 cards"
    is_single = True
    changes = "end"
    takes: ClassVar = {"game end": (2, 99)}

    amount: int = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number."""
        _verb, count = parts
        return cls(int(count), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"at {counted(self.amount, 'card')}"


WORDS: Final = (At,)
