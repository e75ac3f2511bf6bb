"""Effects on tiles and goods: costs, scouting, prices and limits."""

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
    """Change the number of workers that tiles cost. least: minimum cost, at least 1."""

    verb = "cost"
    pattern = "cost {+n}[ down to {n}][ for {cards}]"
    moments = tuple(BUILT_NOUNS)
    example = "settle: cost -2 down to 2 for gray worlds"
    mistakes = ("costs", "discount", "price")

    amount: int = field()
    least: int = 1
    selector: Selector | None = None

    def check(self, power: Power) -> None:
        """Reject tiles of another phase, and minimums that can't be reached."""
        if self.selector is not None:
            check_tiles(self.selector, BUILT_NOUNS[power.phase])
            refuse_other(self.selector)
        if self.least < 1 or (self.least > 1 and self.amount > 0):
            raise SemanticError(
                "E317",
                "every tile costs at least 1 worker"
                if self.least < 1
                else "a cost increase can't have a minimum",
                self.span,
                "leave out `down to`",
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        return hooks.CostChange(
            power.phase, self.amount, self.least, self.selector, power.condition
        )


@struct
class DrawTiles(NumberedEffect, TileEffect):
    """Draw tiles and put them under the stacks of the construction zone."""

    verb = "draw"
    pattern = "draw {n} tile(s)"
    moments = ("explore",)
    example = "explore: at the end, draw 1 tile"
    mistakes = ("scout", "take")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = {"explore": (1, 9)}

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.DrawTiles(self.amount)


class TilesOnTop(TileEffect):
    """Allow scouted tiles on top of the stacks."""

    __slots__ = ()

    verb = "tiles on top"
    pattern = "put new tiles on top"
    moments = ("explore",)
    example = "explore: may put new tiles on top"
    is_chosen = True
    is_idempotent = True

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        return hooks.TilesOnTop()


class Rearrange(TileEffect):
    """Allow the owner to reorder and flip the tiles of the construction zone."""

    __slots__ = ()

    verb = "rearrange"
    pattern = "rearrange tiles"
    moments = ("explore",)
    example = "explore: may rearrange tiles"
    is_chosen = True
    is_idempotent = True

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        return hooks.Rearrange()


@struct
class Price(TileEffect):
    """Earn additional credits for traded goods."""

    verb = "price"
    pattern = "price {+n}[ for {goods}]"
    moments = ("ship",)
    example = "ship: price +2 for goods of novelty worlds"
    mistakes = ("prices", "trade")

    amount: int = field()
    goods: Goods | None = None

    def check(self, power: Power) -> None:
        """Reject goods that aren't described by their worlds."""
        if self.goods is not None:
            check_goods(self.goods)

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        return hooks.Price(self.amount, self.goods, power.condition)


@struct
class GoodsLimit(TileEffect):
    """Allow several goods on each world that isn't gray."""

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
        """Build the effect from its number of goods and its noun."""
        amount, *_words, noun = parts
        return cls(int(amount), noun.removesuffix("s"), span=span)

    def text(self) -> str:
        """Return the canonical text."""
        return f"{self.amount} goods on each {self.noun}"

    def check(self, power: Power) -> None:
        """Reject goods on anything but worlds."""
        if self.noun != "world":
            raise SemanticError(
                "E311",
                "only worlds hold goods",
                self.span,
                "write `on each world`",
                Rewrite(self.span, f"{self.noun}s?", "world"),
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        return hooks.GoodsLimit(self.amount)
