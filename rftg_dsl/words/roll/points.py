"""`score`: points at the end of the game."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import SCORE, Per, Power, Span
from rftg_dsl.words.counts import format_per, format_things
from rftg_dsl.words.errors import SemanticError
from rftg_dsl.words.shapes import Counted, number_in
from rftg_dsl.words.tiles import TileEffect


@struct
class Points(Counted, TileEffect):
    """Points for each of something, rounded up."""

    verb = "points"
    rule = "tile_points"
    moments: ClassVar = {SCORE: 10}
    example = "score: 2 per 3 military dice"
    takes: ClassVar = {SCORE: (1, 20)}

    def text(self) -> str:
        """Return their canonical text."""
        return f"{self.amount}{format_per(self.per)}"

    def check(self, power: Power) -> None:
        """Refuse points for nothing: a tile is worth its cost."""
        if self.per is None and power.condition is None:
            raise SemanticError(
                "E306",
                "points of a `score` line are for each of something, or on a condition",
                self.span,
                f"write `{self.amount} per world`; a tile is worth its cost besides",
            )

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the points."""
        return hooks.Score(self.amount, self.per, power.condition)


@struct
class RisingPoints(TileEffect):
    """Points of which each needs one thing more than the one before."""

    verb = "rising points"
    rule = "rising_points"
    moments: ClassVar = {SCORE: 20}
    example = "score: 1 per 1, 2, 3, ... vp chips"
    takes: ClassVar = {SCORE: (1, 20)}

    amount: int = field()
    per: Per | None = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return them from their number, and what they come for."""
        *words, count = parts
        return cls(number_in(tuple(words)), Per(count, rising=True, span=count.span), span=span)

    def text(self) -> str:
        """Return their canonical text."""
        assert self.per is not None
        return f"{self.amount} per 1, 2, 3, ... {format_things(self.per.count, 'plural')}"

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the points."""
        return hooks.Score(self.amount, self.per, power.condition)


WORDS: Final = (Points, RisingPoints)
