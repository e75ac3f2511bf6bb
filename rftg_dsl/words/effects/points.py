"""Effects that award chips, prestige and tokens, and final scoring."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import KINDS, PHASES, SCORE, Effect, Per, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import Rewrite, SemanticError
from rftg_dsl.words.counts import check_per
from rftg_dsl.words.lowering import Family, Hooks
from rftg_dsl.words.patterns import CountedEffect, PatternEffect

_ALL_MOMENTS: Final = ("round start", *PHASES, "round end", "game end")


class Vp(CountedEffect):
    """Victory point chips."""

    __slots__ = ()

    verb = "vp"
    pattern = "{n} vp[ per {count}]"
    moments = _ALL_MOMENTS
    example = "consume: 1 good -> 1 vp"
    mistakes = ("point", "points", "vps", "victory")
    gain = "vp"
    feature = "points from powers"
    is_plain_gain = True
    can_follow_trigger = True


class Prestige(CountedEffect):
    """Prestige, which breaks ties and can be spent."""

    __slots__ = ()

    verb = "prestige"
    pattern = "{n} prestige[ per {count}]"
    moments = _ALL_MOMENTS
    example = "consume: 1 alien good -> 1 prestige"
    gain = "prestige"
    feature = "points from powers"
    is_plain_gain = True
    can_follow_trigger = True


@struct
class Tokens(PatternEffect):
    """Tokens of a type declared by a set, from a limited supply."""

    verb = "tokens"
    pattern = "{n} {tokens}[ per {count}]"
    moments = ("round start", *PHASES, "round end")
    example = "produce: 1 relic token"
    gain = "tokens"
    feature = "special powers"
    is_plain_gain = True
    can_follow_trigger = True

    amount: int = field()
    token: str = field()
    per: Per | None = None


# --- scoring


class Points(CountedEffect):
    """A fixed number of points, or points per counted item."""

    __slots__ = ()

    verb = "points"
    pattern = "{n}[ per {count}]"
    part = "points"
    moments = (SCORE,)
    example = "score: 2 per genes world"


@struct
class PointsByKinds(PatternEffect):
    """Points by the number of different kinds of worlds."""

    verb = "points by kinds"
    pattern = "{table} by kinds of {noun}"
    part = "points"
    moments = (SCORE,)
    example = "score: 1, 3, 6, 10 by kinds of worlds"

    selector: Selector = field()
    table: tuple[int, ...] = field()

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Build the effect from its numbers and noun."""
        table = tuple(int(word) for word in parts if word.type == "INT")
        return cls(Selector(parts[-1].removesuffix("s"), span=span), table, span=span)

    def text(self) -> str:
        """Return the canonical text."""
        numbers = ", ".join(map(str, self.table))
        return f"{numbers} by kinds of {format_selector(self.selector, 'plural')}"


def lower_score(power: Power) -> Hooks:
    """Return hooks for points at the end of the game."""
    lowered = []
    for effect in power.effects:
        check_per(effect, SCORE)
        _check_table(effect)
        _check_points(power, effect)
        lowered.append(
            hooks.Score(effect.amount or 0, effect.table, per=effect.per, condition=power.condition)
        )
    return tuple(lowered)


def _check_points(power: Power, effect: Effect) -> None:
    """Reject points without a count or condition: those belong in the card's `vp`."""
    if not effect.table and effect.per is None and power.condition is None:
        raise SemanticError(
            "E306",
            "points on a `score` line need `per ...` or a condition",
            effect.span,
            f"write `vp: {effect.amount}` for the card, or for example `{effect.amount} per world`",
        )


def _check_table(effect: Effect) -> None:
    """Reject points by kinds of anything but worlds, and more numbers than kinds."""
    cards = effect.selector
    if cards and cards.noun != "world":
        raise SemanticError(
            "E311",
            "only worlds have kinds",
            cards.span,
            "write `by kinds of worlds`",
            Rewrite(cards.span, f"{cards.noun}s?", "worlds", sure=True),
        )
    if len(effect.table) > len(KINDS):
        raise SemanticError(
            "E317",
            f"there are {len(KINDS)} kinds of worlds, but points for {len(effect.table)}",
            effect.span,
            f"write at most {len(KINDS)} numbers",
        )


FAMILIES: Final = (Family(frozenset({"points", "points by kinds"}), lower_score),)
