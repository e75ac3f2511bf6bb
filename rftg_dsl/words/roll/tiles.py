"""Effects on tiles, goods, credits and points, and final scoring."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import SCORE, Gift, Goods, Per, Power, Selector, Span
from rftg_dsl.syntax.tokens import format_selector
from rftg_dsl.words.checks import Rewrite, SemanticError, refuse_other
from rftg_dsl.words.counts import format_things, multiplier_of
from rftg_dsl.words.patterns import CountedEffect, NumberedEffect
from rftg_dsl.words.roll import (
    BUILT_NOUNS,
    GAIN_MOMENTS,
    TileEffect,
    check_goods,
    check_tiles,
)


@struct
class CostChange(TileEffect):
    """Change the number of workers that tiles cost. least: minimum cost, at least 1."""

    verb = "cost"
    pattern = "cost {+n}[ down to {n}][ for {cards}][ per {count}]"
    moments = tuple(BUILT_NOUNS)
    example = "settle: cost -2 down to 2 for gray worlds"
    mistakes = ("costs", "discount", "price")

    amount: int = field()
    least: int = 1
    selector: Selector | None = None
    per: Per | None = None

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
            power.phase,
            self.amount,
            self.least,
            self.selector,
            power.condition,
            multiplier_of(self),
        )


@struct
class DrawTiles(NumberedEffect, TileEffect):
    """Draw tiles and put them under the stacks of the construction zone."""

    verb = "draw"
    pattern = "draw {n} tile(s)"
    moments = GAIN_MOMENTS
    example = "explore: at the end, draw 1 tile"
    mistakes = ("scout", "take")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys(GAIN_MOMENTS, (1, 9))

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
    pattern = "price {+n}[ for {goods}][ per {count}]"
    moments = ("ship",)
    example = "ship: price +2 for goods of novelty worlds"
    mistakes = ("prices", "trade")

    amount: int = field()
    goods: Goods | None = None
    per: Per | None = None

    def check(self, power: Power) -> None:
        """Reject goods that aren't described by their worlds."""
        if self.goods is not None:
            check_goods(self.goods)

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        return hooks.Price(self.amount, self.goods, power.condition, multiplier_of(self))


@struct
class GoodsLimit(TileEffect):
    """Allow several goods on matching worlds that aren't gray. selector: None for this world."""

    verb = "goods on each world"
    pattern = "{n} goods on {holders}"
    moments = ("always",)
    example = "always: 2 goods on each world"
    is_idempotent = True
    takes: ClassVar = {"always": (2, 5)}

    amount: int = field()
    selector: Selector | None = field()

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Build the effect from its number of goods and its worlds."""
        amount, *_words, worlds = parts
        return cls(int(amount), worlds, span=span)

    def text(self) -> str:
        """Return the canonical text."""
        if self.selector is None:
            return f"{self.amount} goods on this world"
        return f"{self.amount} goods on each {format_selector(self.selector, 'singular')}"

    def check(self, power: Power) -> None:
        """Reject goods on anything but worlds that can hold goods."""
        if self.selector is None:
            return
        check_tiles(self.selector, "world")
        if any(
            adjective.words == ("gray",) and not adjective.negated
            for adjective in self.selector.adjectives
        ):
            raise SemanticError(
                "E311",
                "gray worlds hold no goods",
                self.selector.span,
                "leave out `gray`",
                Rewrite(self.selector.span, "gray +", ""),
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        is_any = self.selector == Selector("world")
        return hooks.GoodsLimit(
            self.amount, None if is_any else self.selector, self.selector is None
        )


@struct
class Credits(CountedEffect, TileEffect):
    """Galactic Credits from the bank."""

    verb = "credits"
    pattern = "{n} credit(s)[ per {count}]"
    moments = GAIN_MOMENTS
    example = "ship: at the end, 2 credits"
    mistakes = ("credit", "coins", "money")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys(GAIN_MOMENTS, (1, 10))

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.Credits(self.amount, multiplier_of(self))


@struct
class EachOtherPlayer(TileEffect):
    """Credits or victory point chips for each other player."""

    verb = "each other player"
    pattern = "each other player {gift}"
    moments = GAIN_MOMENTS
    example = "explore: at the end, 2 credits, each other player gains 1 credit"
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys(GAIN_MOMENTS, (1, 10))

    amount: int = field()
    given: Gift = "credits"
    offered: bool = False

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.OthersGain(self.amount, self.given == "vp")


@struct
class StartCredits(NumberedEffect, TileEffect):
    """Number of credits that the owner starts with, instead of 1."""

    verb = "start with"
    pattern = "start with {n} credit(s)"
    moments = ("setup",)
    example = "setup: start with 8 credits"
    is_idempotent = True
    takes: ClassVar = {"setup": (0, 10)}

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the rule change."""
        return hooks.StartCredits(self.amount)


@struct
class Chips(CountedEffect, TileEffect):
    """Victory point chips from the pool."""

    verb = "vp"
    pattern = "{n} vp[ per {count}]"
    moments = GAIN_MOMENTS
    example = "ship: at the end, 1 vp"
    mistakes = ("chips", "points")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys(GAIN_MOMENTS, (1, 10))

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.Chips(self.amount, multiplier_of(self))


@struct
class Points(CountedEffect, TileEffect):
    """Points per counted item, rounded up."""

    verb = "points"
    pattern = "{n}[ per {count}]"
    part = "points"
    moments = (SCORE,)
    example = "score: 2 per 3 military dice"
    takes: ClassVar = {SCORE: (1, 20)}

    def check(self, power: Power) -> None:
        """Reject points without a count or condition: a tile is already worth its cost."""
        if self.per is None and power.condition is None:
            raise SemanticError(
                "E306",
                "points on a `score` line need `per ...` or a condition",
                self.span,
                f"write, for example, `{self.amount} per world`; the tile's cost always counts",
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the scoring rule."""
        return hooks.Score(self.amount, multiplier_of(self), power.condition)


@struct
class RisingPoints(TileEffect):
    """Points at rising thresholds: 1, 3, 6, 10, ... counted items."""

    verb = "rising points"
    pattern = "{n} per {rising count}"
    part = "points"
    moments = (SCORE,)
    example = "score: 1 per 1, 2, 3, ... vp chips"
    takes: ClassVar = {SCORE: (1, 20)}

    amount: int = field()
    per: Per | None = field()

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Build the effect from its number and count."""
        amount, *_words, count = parts
        return cls(int(amount), Per(count, rising=True, span=count.span), span=span)

    def text(self) -> str:
        """Return the canonical text."""
        assert self.per is not None
        return f"{self.amount} per 1, 2, 3, ... {format_things(self.per.count, 'plural')}"

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the scoring rule."""
        return hooks.Score(self.amount, multiplier_of(self), power.condition)
