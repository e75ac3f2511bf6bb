"""Effects on tiles and goods: what tiles cost, how they are scouted, what goods sell for."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Goods, Power, Selector, Span
from rftg_dsl.words.checks import Rewrite, SemanticError, refuse_other
from rftg_dsl.words.patterns import NumberedEffect
from rftg_dsl.words.tiles import (
    BUILT_NOUNS,
    TileEffect,
    check_goods,
    check_tiles,
)


@struct
class CostChange(TileEffect):
    """Tiles take more workers or fewer, though at least `least`, and one in any case."""

    verb = "cost"
    pattern = "cost {+n}[ down to {n}][ for {cards}]"
    moments = tuple(BUILT_NOUNS)
    example = "settle: cost -2 down to 2 for gray worlds"
    mistakes = ("costs", "discount", "price")

    amount: int = field()
    least: int = 1
    selector: Selector | None = None

    def check(self, power: Power) -> None:
        """Refuse tiles of another phase, and an end that nothing comes down to."""
        if self.selector is not None:
            check_tiles(self.selector, BUILT_NOUNS[power.phase])
            refuse_other(self.selector)
        if self.least < 1 or (self.least > 1 and self.amount > 0):
            raise SemanticError(
                "E317",
                "no tile takes less than 1 worker" if self.least < 1 else "this goes up",
                self.span,
                "leave out `down to`",
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the change."""
        return hooks.CostChange(
            power.phase, self.amount, self.least, self.selector, power.condition
        )


@struct
class DrawTiles(NumberedEffect, TileEffect):
    """Tiles that are drawn and put under the stacks of the construction zone."""

    verb = "draw"
    pattern = "draw {n} tile(s)"
    moments = ("explore",)
    example = "explore: at the end, draw 1 tile"
    mistakes = ("scout", "take")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = {"explore": (1, 9)}

    def lower_gain(self) -> hooks.Gain:
        """Return how many are drawn."""
        return hooks.DrawTiles(self.amount)


class TilesOnTop(TileEffect):
    """Tiles that are scouted can go on top of the stacks."""

    __slots__ = ()

    verb = "tiles on top"
    pattern = "put new tiles on top"
    moments = ("explore",)
    example = "explore: may put new tiles on top"
    is_chosen = True
    is_idempotent = True

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return that they can."""
        return hooks.TilesOnTop()


class Rearrange(TileEffect):
    """The tiles of the construction zone can be put in another order, and turned over."""

    __slots__ = ()

    verb = "rearrange"
    pattern = "rearrange tiles"
    moments = ("explore",)
    example = "explore: may rearrange tiles"
    is_chosen = True
    is_idempotent = True

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return that they can."""
        return hooks.Rearrange()


@struct
class Price(TileEffect):
    """Goods that are traded bring more credits."""

    verb = "price"
    pattern = "price {+n}[ for {goods}]"
    moments = ("ship",)
    example = "ship: price +2 for goods of novelty worlds"
    mistakes = ("prices", "trade")

    amount: int = field()
    goods: Goods | None = None

    def check(self, power: Power) -> None:
        """Refuse goods that are not said by their worlds."""
        if self.goods is not None:
            check_goods(self.goods)

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the change."""
        return hooks.Price(self.amount, self.goods, power.condition)


@struct
class GoodsLimit(TileEffect):
    """There can be several goods on each world that is not gray."""

    verb = "goods on each world"
    pattern = "{n} goods on each {noun}"
    moments = ("always",)
    example = "always: 2 goods on each world"
    is_idempotent = True
    takes: ClassVar = {"always": (2, 5)}

    amount: int = field()
    noun: str = "world"

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
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

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the limit."""
        return hooks.GoodsLimit(self.amount)
