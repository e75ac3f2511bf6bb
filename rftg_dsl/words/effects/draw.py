"""`draw`: cards from the deck."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.syntax.ast import Effect, Per, Span
from rftg_dsl.words.counts import format_per


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Cards from the deck; in Explore, without a price, more of them to look at."""

    verb = "draw"
    rule = "draw"
    moments: ClassVar = {
        "round start": 10,
        "explore": 10,
        "develop": 60,
        "settle": 130,
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
    worth = (0.0, 1.0)
    is_plain_gain = True
    follows = True

    amount: int = field()
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number and what it comes for."""
        _verb, count, per = parts
        return cls(int(count), per, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"draw {self.amount}{format_per(self.per)}"


WORDS: Final = (Draw,)
