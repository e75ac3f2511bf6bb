"""`vp`: victory points in chips from the pool."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Per, Span
from rftg_dsl.words.counts import format_per
from rftg_dsl.words.tiles import PLAYED, TileEffect


@dataclass(frozen=True, slots=True)
class Chips(TileEffect):
    """Victory points in chips from the pool."""

    verb = "vp"
    rule = "chips"
    moments: ClassVar = {**dict.fromkeys(PLAYED, 20), "immediate": 20}
    example = "ship: at the end, 1 vp"
    mistakes = ("chips", "points")
    follows = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*PLAYED, "immediate"), (1, 10))

    amount: int = field()
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return them from their number, and what they come for."""
        number, _vp, per = parts
        return cls(int(number), per, span=span)

    def text(self) -> str:
        """Return their canonical text."""
        return f"{self.amount} vp{format_per(self.per)}"

    def gained(self) -> hooks.Gain:
        """Return the chips."""
        return hooks.Chips(self.amount, self.per)


WORDS: Final = (Chips,)
