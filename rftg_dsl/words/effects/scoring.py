"""`score`: points for what a tableau has, and for kinds of worlds."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.shapes import Counted


class Points(Counted):
    """Points for each of something."""

    __slots__ = ()

    verb = "points"
    rule = "points"
    moments: ClassVar = {ast.SCORE: 10}
    example = "score: 2 per genes world"

    def text(self) -> str:
        """Return their canonical text."""
        return f"{self.amount}{format_per(self.per)}"


@struct
class PointsByKinds(Effect):
    """Points for one, two, three ... kinds of worlds."""

    verb = "points by kinds"
    rule = "points_by_kinds"
    moments: ClassVar = {ast.SCORE: 20}
    example = "score: 1, 3, 6, 10 by kinds of worlds"

    selector: Selector = field()
    table: tuple[int, ...] = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return them from their numbers and the noun."""
        table = tuple(int(word) for word in parts if word.type == "INT")
        return cls(Selector(parts[-1].removesuffix("s"), span=span), table, span=span)

    def text(self) -> str:
        """Return their canonical text."""
        numbers = ", ".join(map(str, self.table))
        return f"{numbers} by kinds of {format_selector(self.selector, 'plural')}"


def lower_score(power: Power) -> Hooks:
    """Return the points at the end of the game."""
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, ast.SCORE)
        _check_table(effect)
        _check_points(power, effect)
        found.append(
            hooks.Score(effect.amount or 0, effect.table, per=effect.per, condition=power.condition)
        )
    return tuple(found)


def _check_points(power: Power, effect: Effect) -> None:
    """Refuse points for nothing; a card's own points are printed."""
    if not effect.table and effect.per is None and power.condition is None:
        raise SemanticError(
            "E306",
            "points of a `score` line are for each of something, or on a condition",
            effect.span,
            f"write `vp: {effect.amount}` of the card, or like `{effect.amount} per world`",
        )


def _check_table(effect: Effect) -> None:
    """Refuse points by kinds except of worlds, with at most one number for each kind of good."""
    cards = effect.selector
    if cards and cards.noun != "world":
        raise SemanticError(
            "E311",
            "only worlds are of a kind",
            cards.span,
            "write `by kinds of worlds`",
            Rewrite(cards.span, f"{cards.noun}s?", "worlds", sure=True),
        )
    if len(effect.table) > len(ast.KINDS):
        raise SemanticError(
            "E317",
            f"worlds are of {len(ast.KINDS)} kinds, and here are points for {len(effect.table)}",
            effect.span,
            f"write at most {len(ast.KINDS)} numbers",
        )


WORDS: Final = (
    Points,
    PointsByKinds,
)
FAMILIES: Final = (Family(frozenset({"points", "points by kinds"}), lower_score),)
