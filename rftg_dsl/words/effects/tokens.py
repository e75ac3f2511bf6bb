"""`tokens`: counters of a class that a set declares, gained from a supply that can run out."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.quick.dataclasses import dataclass
from rftg_dsl.syntax.ast import Effect, Per, Span
from rftg_dsl.words.counts import format_per, format_tokens


@dataclass(frozen=True, slots=True)
class Tokens(Effect):
    """Tokens of a class."""

    verb = "tokens"
    rule = "tokens_gained"
    moments: ClassVar = {
        "round start": 35,
        "explore": 55,
        "develop": 95,
        "settle": 165,
        "trade": 65,
        "consume": 75,
        "produce": 75,
        "round end": 35,
    }
    example = "produce: 1 relic token"
    gain = "tokens"
    feature = "special powers"
    is_plain_gain = True
    follows = True

    amount: int
    token: str
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number, the class and what it comes for."""
        number, token, per = parts
        return cls(int(number), token, per, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.amount} {format_tokens(self.token, self.amount)}{format_per(self.per)}"


WORDS: Final = (Tokens,)
