"""`price` of goods that are traded, and how many goods there can be on a world."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Goods, Power, Span
from rftg_dsl.words.counts import format_goods
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.tiles import TileEffect, check_goods


@struct
class Price(TileEffect):
    """Goods that are traded bring more credits."""

    verb = "price"
    rule = "credits_for_goods"
    moments: ClassVar = {"ship": 50}
    example = "ship: price +2 for goods of novelty worlds"
    mistakes = ("prices", "trade")

    amount: int = field()
    goods: Goods | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number, and the goods it is about."""
        _price, amount, goods = parts
        return cls(int(amount), goods, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        goods = f" for {format_goods(self.goods, 'plural')}" if self.goods else ""
        return f"price {self.amount:+d}{goods}"

    def check(self, power: Power) -> None:
        """Refuse goods that are not said by their worlds."""
        if self.goods is not None:
            check_goods(self.goods)

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the change."""
        return hooks.Price(self.amount, self.goods, power.condition)


@struct
class GoodsLimit(TileEffect):
    """There can be several goods on each world that is not gray."""

    verb = "goods on each world"
    rule = "goods_limit"
    moments: ClassVar = {"always": 10}
    example = "always: 2 goods on each world"
    is_single = True
    takes: ClassVar = {"always": (2, 5)}

    amount: int = field()
    noun: str = "world"

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from the number of goods, and what they are on."""
        number, *_words, noun = parts
        return cls(int(number), noun.removesuffix("s"), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.amount} goods on each {self.noun}"

    def check(self, power: Power) -> None:
        """Refuse goods on anything but worlds."""
        if self.noun != "world":
            raise SemanticError(
                "E311",
                "goods are on worlds",
                self.span,
                "write `on each world`",
                Rewrite(self.span, f"{self.noun}s?", "world"),
            )

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the limit."""
        return hooks.GoodsLimit(self.amount)


WORDS: Final = (Price, GoodsLimit)
