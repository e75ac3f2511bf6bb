"""`windfall good`: a good on a windfall world."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Effect, Goods, Span
from rftg_dsl.syntax.phrases import of_kinds


@dataclass(frozen=True, slots=True)
class WindfallGood(Effect):
    """A good on a windfall world of some kind; other: on another one than this."""

    verb = "windfall good"
    rule = "windfall_good"
    moments: ClassVar = {"produce": 20}
    example = "produce: genes windfall good"
    gain = "windfall"
    feature = "goods on windfall worlds"
    follows = True

    goods: Goods = field()
    other: bool = False
    amount: int = 1

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from `another` and kinds, where they are said."""
        other, number, kinds, _windfall = parts
        goods = Goods(kinds or (), span=span)
        return cls(goods, other is not None, 1 if number is None else int(number), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        another = "another " if self.other else ""
        kinds = of_kinds(self.goods.kinds)
        if self.amount == 1:
            return f"{another}{kinds}windfall good"
        return f"{another}{self.amount} {kinds}windfall goods"


WORDS: Final = (WindfallGood,)
