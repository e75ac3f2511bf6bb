"""`prestige`: points that decide ties and can be spent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.syntax.ast import Effect, Per, Span
from rftg_dsl.words.counts import format_per


@dataclass(frozen=True, slots=True)
class Prestige(Effect):
    """Prestige."""

    verb = "prestige"
    rule = "prestige"
    moments: ClassVar = {
        "round start": 30,
        "explore": 50,
        "develop": 90,
        "settle": 160,
        "consume": 70,
        "produce": 70,
        "round end": 30,
    }
    example = "consume: 1 alien good -> 1 prestige"
    gain = "prestige"
    worth = (1.4, 0.0)
    is_plain_gain = True
    follows = True

    amount: int = field()
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number and what it comes for."""
        count, _prestige, per = parts
        return cls(int(count), per, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.amount} prestige{format_per(self.per)}"


WORDS: Final = (Prestige,)
