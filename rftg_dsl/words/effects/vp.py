"""`vp`: victory points as chips."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.syntax.ast import Effect, Per, Span
from rftg_dsl.words.counts import format_per


@dataclass(frozen=True, slots=True)
class Vp(Effect):
    """Victory point chips."""

    verb = "vp"
    rule = "vp"
    moments: ClassVar = {
        "round start": 20,
        "explore": 40,
        "develop": 80,
        "settle": 150,
        "consume": 60,
        "produce": 60,
        "round end": 20,
    }
    example = "consume: 1 good -> 1 vp"
    mistakes = (
        "point",
        "points",
        "vps",
        "victory",
    )
    gain = "vp"
    worth = (1.0, 0.0)
    is_plain_gain = True
    follows = True

    amount: int = field()
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number and what it comes for."""
        count, _vp, per = parts
        return cls(int(count), per, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.amount} vp{format_per(self.per)}"


WORDS: Final = (Vp,)
