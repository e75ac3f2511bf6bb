"""`sell it` and `cannot sell`: whether a good is sold, and with which powers."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.quick.dataclasses import dataclass
from rftg_dsl.syntax.ast import Effect, Goods, Power, Span
from rftg_dsl.words.errors import SemanticError


@dataclass(frozen=True, slots=True)
class Sell(Effect):
    """The good given up is sold; plain: without trade powers."""

    verb = "sell"
    rule = "sell"
    moments: ClassVar = {"consume": 10}
    example = "consume: 1 good -> sell it without trade powers"
    gain = "sell"
    feature = "good sold"
    is_single = True
    comes_once = True

    plain: bool = False

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it; the third word is there where no trade power counts."""
        return cls(parts[2] is not None, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return "sell it without trade powers" if self.plain else "sell it"

    def check_gain(self, power: Power) -> None:
        """Refuse it where it is not one good that is given up."""
        cost = power.cost
        if cost is None or cost.what != "goods" or cost.count != 1:
            raise SemanticError(
                "E313",
                "one good is sold at a time",
                self.span,
                "the nearest is `1 good -> sell it`",
            )


_THIS: Final = Goods(here=True)


@dataclass(frozen=True, slots=True)
class CannotSell(Effect):
    """The good of this world is never sold."""

    verb = "cannot sell"
    rule = "cannot_sell"
    moments: ClassVar = {"trade": 20}
    example = "trade: cannot sell this world's good"
    is_single = True
    changes = "cannot sell"

    goods: Goods = _THIS

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it; it is always about this world's good."""
        return cls(span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return "cannot sell this world's good"


WORDS: Final = (
    Sell,
    CannotSell,
)
