"""Effects of credits and points: got in the game, and scored at its end."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import SCORE, Per, Power, Span
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.counts import format_things
from rftg_dsl.words.patterns import CountedEffect, NumberedEffect
from rftg_dsl.words.tiles import (
    WORKER_PHASES,
    TileEffect,
)


@struct
class Credits(CountedEffect, TileEffect):
    """Galactic Credits from the bank."""

    verb = "credits"
    pattern = "{n} credit(s)[ per {count}]"
    moments = (*WORKER_PHASES, "immediate")
    example = "ship: at the end, 2 credits"
    mistakes = ("credit", "coins", "money")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*WORKER_PHASES, "immediate"), (1, 10))

    def lower_gain(self) -> hooks.Gain:
        """Return the credits."""
        return hooks.Credits(self.amount, self.per)


@struct
class StartCredits(NumberedEffect, TileEffect):
    """The credits that its owner starts with, in place of one."""

    verb = "start with"
    pattern = "start with {n} credit(s)"
    moments = ("setup",)
    example = "setup: start with 8 credits"
    is_idempotent = True
    takes: ClassVar = {"setup": (0, 10)}

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the credits of the set-up."""
        return hooks.StartCredits(self.amount)


@struct
class Chips(CountedEffect, TileEffect):
    """Victory points in chips from the pool."""

    verb = "vp"
    pattern = "{n} vp[ per {count}]"
    moments = (*WORKER_PHASES, "immediate")
    example = "ship: at the end, 1 vp"
    mistakes = ("chips", "points")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*WORKER_PHASES, "immediate"), (1, 10))

    def lower_gain(self) -> hooks.Gain:
        """Return the chips."""
        return hooks.Chips(self.amount, self.per)


@struct
class Points(CountedEffect, TileEffect):
    """Points for each of something, rounded up."""

    verb = "points"
    pattern = "{n}[ per {count}]"
    part = "points"
    moments = (SCORE,)
    example = "score: 2 per 3 military dice"
    takes: ClassVar = {SCORE: (1, 20)}

    def check(self, power: Power) -> None:
        """Refuse points for nothing: a tile is worth its cost."""
        if self.per is None and power.condition is None:
            raise SemanticError(
                "E306",
                "points of a `score` line are for each of something, or on a condition",
                self.span,
                f"write `{self.amount} per world`; a tile is worth its cost besides",
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the points."""
        return hooks.Score(self.amount, self.per, power.condition)


@struct
class RisingPoints(TileEffect):
    """Points of which each needs one thing more than the one before."""

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
        """Return them from their number, and what they come for."""
        number, *_words, count = parts
        return cls(int(number), Per(count, rising=True, span=count.span), span=span)

    def text(self) -> str:
        """Return their canonical text."""
        assert self.per is not None
        return f"{self.amount} per 1, 2, 3, ... {format_things(self.per.count, 'plural')}"

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the points."""
        return hooks.Score(self.amount, self.per, power.condition)
