"""Effects that award credits and points, and final scoring."""

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
        """Return the gain."""
        return hooks.Credits(self.amount, self.per)


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
    moments = (*WORKER_PHASES, "immediate")
    example = "ship: at the end, 1 vp"
    mistakes = ("chips", "points")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*WORKER_PHASES, "immediate"), (1, 10))

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.Chips(self.amount, self.per)


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
        return hooks.Score(self.amount, self.per, power.condition)


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
        return hooks.Score(self.amount, self.per, power.condition)
