"""Effects that produce, move and sell goods, award chips, prestige and tokens, and score."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import KINDS, PHASES, SCORE, Effect, Goods, Per, Power, Selector, Span
from rftg_dsl.syntax.tokens import format_selector
from rftg_dsl.words.checks import Rewrite, SemanticError, check_noun
from rftg_dsl.words.counts import check_goods, check_per, multiplier_of
from rftg_dsl.words.lowering import Family, Hooks
from rftg_dsl.words.patterns import CountedEffect, PatternEffect

# --- produced


class Good(PatternEffect):
    """A good on this world."""

    __slots__ = ()

    verb = "good"
    pattern = "good"
    moments = ("produce",)
    example = "produce: good"
    mistakes = ("resource",)
    gain = "good"
    feature = ""  # a fact of its world
    is_idempotent = True
    is_given_once = True

    def check_gain(self, power: Power) -> None:
        """Reject `good` as the answer to an event."""
        if power.trigger:
            raise SemanticError(
                "E304",
                "this world's good is produced before any trigger",
                self.span,
                "write `produce: good, ...`",
            )


class GoodOnIt(PatternEffect):
    """A good on the world that was just placed."""

    __slots__ = ()

    verb = "good on it"
    pattern = "good on it"
    moments = ("settle",)
    example = "settle: after placing a production world, good on it"
    gain = "placed good"
    feature = "goods on windfall worlds"
    is_idempotent = True
    is_given_once = True
    can_follow_trigger = True

    def check(self, power: Power) -> None:
        """Reject `good on it` unless the power answers to a placement."""
        if power.trigger is None or power.trigger.goods is not None:
            raise SemanticError(
                "E316",
                "`good on it` needs a world that was just placed",
                self.span,
                "add a trigger, for example `after placing a production world, good on it`",
            )


@struct
class WindfallGood(PatternEffect):
    """Goods on windfall worlds of the given kinds.

    other: whether this world is excluded.
    """

    verb = "windfall good"
    pattern = "[another ][{n} ][{kinds} ]windfall good(s)"
    moments = ("produce",)
    example = "produce: genes windfall good"
    gain = "windfall"
    feature = "goods on windfall worlds"
    can_follow_trigger = True

    goods: Goods = field()
    other: bool = False
    amount: int = 1


@struct
class MoveGoods(PatternEffect):
    """Move goods to empty worlds that can hold one. They take on the kind of that world."""

    verb = "move"
    pattern = "move {n} [{kinds} ]good(s) to {card}"
    moments = ("round start", "explore", "develop", "settle", "consume", "produce", "round end")
    example = "produce: may move 1 good to a windfall world"
    mistakes = ("transfer", "ship", "carry", "shift")
    gain = "move"
    feature = "special powers"
    is_chosen = True
    can_follow_trigger = True
    takes: ClassVar = dict.fromkeys(moments, (1, 9))

    amount: int = field()
    goods: Goods = field()
    selector: Selector = field()

    def check_gain(self, power: Power) -> None:
        """Reject destinations that are not worlds."""
        check_noun(self.selector, "world")

    def required_target(self, power: Power) -> str:
        """Return "world": only worlds hold goods."""
        return "world"


# --- sold


@struct
class Price(PatternEffect):
    """Goods sell for more or fewer cards."""

    verb = "price"
    pattern = "price {+n}[ for {goods}][ per {count}]"
    moments = ("trade",)
    example = "trade: price +1"
    mistakes = ("prices", "value")

    amount: int = field()
    goods: Goods | None = None
    per: Per | None = None


def lower_price(power: Power) -> Hooks:
    """Return hooks that change the number of cards drawn for a sold good."""
    lowered = []
    for effect in power.effects:
        check_per(effect, "trade")
        amount = effect.amount or 0
        lowered.append(
            hooks.Price(amount, effect.goods, per=multiplier_of(effect), condition=power.condition)
        )
    return tuple(lowered)


@struct
class Sell(PatternEffect):
    """Sell the good that was given up.

    plain: whether trade powers do not apply.
    """

    verb = "sell"
    pattern = "sell it[ without trade powers]"
    moments = ("consume",)
    example = "consume: 1 good -> sell it without trade powers"
    gain = "sell"
    feature = "good sold"
    is_idempotent = True
    is_given_once = True

    plain: bool = False

    def check_gain(self, power: Power) -> None:
        """Reject `sell it` unless the cost is exactly one good."""
        cost = power.cost
        if cost is None or cost.what != "goods" or cost.count != 1:
            raise SemanticError(
                "E313",
                "goods are sold one at a time",
                self.span,
                "the closest power is `1 good -> sell it`",
            )


@struct
class SellAnother(PatternEffect):
    """Sell one more good after the sale in Trade.

    different: whether its kind must be another than those of the goods sold before.
    """

    verb = "sell another"
    pattern = "sell another [{kinds} ]good[ of a different kind]"
    moments = ("trade",)
    example = "trade: may sell another good of a different kind"
    gain = "sell another"
    feature = "good sold"
    is_chosen = True
    is_idempotent = True

    goods: Goods = field()
    different: bool = False


@struct
class SellAs(PatternEffect):
    """Goods that can be sold as if they were of another kind."""

    verb = "sell as"
    pattern = "sell {sold} as {sold as}"
    moments = ("trade",)
    example = "trade: may sell rare goods as genes goods"
    is_chosen = True
    changes = "sell as"

    goods: Goods = field()
    kinds: tuple[str, ...] = field()

    @property
    def sold_as(self) -> Goods:
        """What the goods are sold as."""
        return Goods(self.kinds, span=self.span)

    def check(self, power: Power) -> None:
        """Reject kinds that goods can't have, and kinds that they have anyway."""
        check_goods(self.sold_as)
        if self.goods.kinds and set(self.kinds) <= set(self.goods.kinds):
            raise SemanticError(
                "E315",
                "these goods are sold as that kind anyway",
                self.span,
                "name another kind after `as`",
            )


@struct
class CannotSell(PatternEffect):
    """The good on this world can't be sold."""

    verb = "cannot sell"
    pattern = "cannot sell this world's good"
    moments = ("trade",)
    example = "trade: cannot sell this world's good"
    is_idempotent = True
    changes = "cannot sell"

    goods: Goods = Goods(here=True)


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
            hooks.Score(
                effect.amount or 0,
                effect.table,
                per=multiplier_of(effect),
                condition=power.condition,
            )
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


FAMILIES: Final = (
    Family(frozenset({"price"}), lower_price),
    Family(frozenset({"points", "points by kinds"}), lower_score),
)
