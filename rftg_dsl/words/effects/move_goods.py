"""`move N goods`: goods that go from one world to another."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Effect, Goods, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import check_noun
from rftg_dsl.words.counts import format_goods


@dataclass(frozen=True, slots=True)
class MoveGoods(Effect):
    """Goods go to worlds that have none and can hold one, and are of their kind then."""

    verb = "move"
    rule = "move_goods"
    moments: ClassVar = {
        "round start": 50,
        "explore": 70,
        "develop": 110,
        "settle": 180,
        "consume": 90,
        "produce": 90,
        "round end": 70,
    }
    example = "produce: may move 1 good to a windfall world"
    mistakes = (
        "transfer",
        "ship",
        "carry",
        "shift",
    )
    gain = "move"
    feature = "special powers"
    is_chosen = True
    follows = True
    takes: ClassVar = dict.fromkeys(moments, (1, 9))

    amount: int = field()
    goods: Goods = field()
    selector: Selector = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number and the worlds that can be moved to."""
        _move, number, kinds, _to, worlds = parts
        return cls(int(number), Goods(kinds or (), span=span), worlds, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        goods = format_goods(self.goods, "singular" if self.amount == 1 else "plural")
        return f"move {self.amount} {goods} to {format_selector(self.selector, 'a')}"

    def check_gain(self, power: Power) -> None:
        """Refuse what is no world, which holds no good."""
        check_noun(self.selector, "world")

    def wanted(self, power: Power) -> str:
        """Return what holds goods."""
        return "world"


WORDS: Final = (MoveGoods,)
