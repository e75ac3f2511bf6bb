"""`price`: what goods are sold for."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Effect, Goods, Per, Power, Span
from rftg_dsl.words.counts import check_per, format_goods, format_per
from rftg_dsl.words.families import Family, Hooks


@struct
class Price(Effect):
    """Goods sell for more or fewer cards."""

    verb = "price"
    rule = "price"
    moments: ClassVar = {"trade": 10}
    example = "trade: price +1"
    mistakes = (
        "prices",
        "value",
    )

    amount: int = field()
    goods: Goods | None = None
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number, the goods it is about, and what it comes for."""
        _price, amount, goods, per = parts
        return cls(int(amount), goods, per, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        goods = ""
        if self.goods is not None:
            here = self.goods.here
            goods = (
                " for this world's good" if here else f" for {format_goods(self.goods, 'plural')}"
            )
        return f"price {self.amount:+d}{goods}{format_per(self.per)}"


def lower_price(power: Power) -> Hooks:
    """Return cards more or fewer for goods sold."""
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "trade")
        amount = effect.amount or 0
        found.append(hooks.Price(amount, effect.goods, per=effect.per, condition=power.condition))
    return tuple(found)


WORDS: Final = (Price,)
FAMILIES: Final = (Family(frozenset({"price"}), lower_price),)
