"""`discard`: cards from the hand, of what a power brought."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.syntax.ast import Effect, Span


@dataclass(frozen=True, slots=True)
class Discard(Effect):
    """Cards that are discarded from the hand once the power has given its others."""

    verb = "discard"
    rule = "discard"
    moments: ClassVar = {"develop": 70, "settle": 140, "consume": 50, "produce": 50}
    example = "consume: draw 2, discard 1"
    mistakes = (
        "trash",
        "sacrifice",
    )
    gain = "discard"
    worth = (0.0, -1.0)
    is_plain_gain = True
    follows = True

    amount: int = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number."""
        _verb, count = parts
        return cls(int(count), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"discard {self.amount}"


WORDS: Final = (Discard,)
