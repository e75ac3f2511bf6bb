"""Effects on goods: produced, moved and sold."""

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
        """Refuse it if a good is what it answers to."""
        if power.trigger:
            raise SemanticError(
                "E304", "the good has already come", self.span, "write `produce: good, ...`"
            )


class GoodOnIt(PatternEffect):
    """A good on the world that was placed."""

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
        """Refuse it if no world was placed."""
        if power.trigger is None or power.trigger.goods is not None:
            raise SemanticError(
                "E316",
                "`good on it` puts a good on the world that was placed, and none was",
                self.span,
                "say which, for example `after placing a production world, good on it`",
            )


@struct
class WindfallGood(PatternEffect):
    """A good on a windfall world of some kind; other: on another one than this."""

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
    """Goods go to worlds that have none and can hold one, and are of their kind then."""

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
        """Refuse what is no world, which holds no good."""
        check_noun(self.selector, "world")

    def required_target(self, power: Power) -> str:
        """Return what holds goods."""
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
    """Return cards more or fewer for goods sold."""
    found = []
    for effect in power.effects:
        check_per(effect, "trade")
        amount = effect.amount or 0
        found.append(hooks.Price(amount, effect.goods, per=effect.per, condition=power.condition))
    return tuple(found)


@struct
class Sell(PatternEffect):
    """The good given up is sold; plain: without trade powers."""

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
        """Refuse it unless one good is given up."""
        cost = power.cost
        if cost is None or cost.what != "goods" or cost.count != 1:
            raise SemanticError(
                "E313",
                "one good is sold at a time",
                self.span,
                "the nearest is `1 good -> sell it`",
            )


@struct
class CannotSell(PatternEffect):
    """The good of this world is never sold."""

    verb = "cannot sell"
    pattern = "cannot sell this world's good"
    moments = ("trade",)
    example = "trade: cannot sell this world's good"
    is_idempotent = True
    changes = "cannot sell"

    goods: Goods = Goods(here=True)


FAMILIES: Final = (Family(frozenset({"price"}), lower_price),)
