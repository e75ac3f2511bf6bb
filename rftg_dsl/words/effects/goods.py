"""Effects that produce, move and sell goods."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Goods, Per, Power, Selector
from rftg_dsl.words.checks import SemanticError, check_noun
from rftg_dsl.words.counts import check_per
from rftg_dsl.words.lowering import Family, Hooks
from rftg_dsl.words.patterns import PatternEffect

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
        lowered.append(hooks.Price(amount, effect.goods, per=effect.per, condition=power.condition))
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
class CannotSell(PatternEffect):
    """The good on this world can't be sold."""

    verb = "cannot sell"
    pattern = "cannot sell this world's good"
    moments = ("trade",)
    example = "trade: cannot sell this world's good"
    is_idempotent = True
    changes = "cannot sell"

    goods: Goods = Goods(here=True)


FAMILIES: Final = (Family(frozenset({"price"}), lower_price),)
