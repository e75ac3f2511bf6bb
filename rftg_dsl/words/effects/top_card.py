"""`place the top card if it is`: what lies on top of the deck is placed where it fits."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Effect, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import refuse_other


@dataclass(frozen=True, slots=True)
class PlaceTop(Effect):
    """The top card of the deck is turned up, and placed for nothing if it is such a card."""

    verb = "place the top card"
    rule = "place_top"
    moments: ClassVar = {
        "round start": 40,
        "explore": 60,
        "develop": 100,
        "settle": 170,
        "consume": 80,
        "produce": 80,
        "round end": 60,
    }
    example = "settle: may discard 1 card -> place the top card if it is a world"
    mistakes = (
        "reveal",
        "flip",
    )
    gain = "top card"
    feature = "special powers"
    follows = True

    selector: Selector = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from the cards that fit."""
        return cls(parts[-1], span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"place the top card if it is {format_selector(self.selector, 'a')}"

    def check_gain(self, power: Power) -> None:
        """Refuse `another`: a card of the deck is never this one."""
        refuse_other(self.selector)

    def wanted(self, power: Power) -> str:
        """Return that any card can be meant."""
        return "card"


WORDS: Final = (PlaceTop,)
