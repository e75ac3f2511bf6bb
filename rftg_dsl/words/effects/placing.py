"""Effects on what is placed: its cost, and other ways to place it."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Goods, Per, Power, Range, Selector
from rftg_dsl.words.checks import (
    PLACED_NOUNS,
    UNSAYABLE,
    Rewrite,
    SemanticError,
    at_most_one,
    check_numbers,
    check_scope,
    only,
    refuse,
    refuse_beyond_first,
    refuse_other,
    refuse_others,
    refuse_several,
    target_of,
    want_military,
    want_non_military,
)
from rftg_dsl.words.counts import check_per
from rftg_dsl.words.effects.military import RemainingMilitary
from rftg_dsl.words.lowering import Family, Hooks, plain_gains_of
from rftg_dsl.words.patterns import PatternEffect
from rftg_dsl.words.prices import refuse_open_price, units_of


@struct
class Cost(PatternEffect):
    """A card placed costs more or less; absolute: so much, whatever is printed on it."""

    verb = "cost"
    pattern = "cost {change}[ for {cards}][ per {count}]"
    moments = ("develop", "settle")
    example = "develop: cost -1"
    mistakes = ("discount", "costs")

    amount: int = field()
    selector: Selector | None = None
    per: Per | None = None
    absolute: bool = False

    def required_target(self, power: Power) -> str | None:
        """Return what the phase places."""
        return PLACED_NOUNS[power.phase]


@struct
class PayFor(PatternEffect):
    """A military world is paid for instead of conquered."""

    verb = "pay for"
    pattern = "pay for {card}"
    moments = ("settle",)
    example = "settle: may pay for a military world, cost -1"
    is_chosen = True

    selector: Selector = field()

    def required_target(self, power: Power) -> str | None:
        """Return what is conquered otherwise."""
        return "military world"


@struct
class Conquer(PatternEffect):
    """A world is conquered: one that is paid for otherwise, or one more; either: in takeovers."""

    verb = "conquer"
    pattern = "conquer [or take over ]{card}"
    moments = ("settle",)
    example = "settle: may conquer another military world"
    is_chosen = True

    selector: Selector = field()
    either: bool = False

    def required_target(self, power: Power) -> str | None:
        """Return military worlds if it is one more, and other worlds if it is another way."""
        return "military world" if self.selector.other else "non-military world"


@struct
class Place(PatternEffect):
    """One more card is placed."""

    verb = "place"
    pattern = "place {card}"
    moments = ("develop", "settle")
    example = "settle: may place another world"
    mistakes = ("build", "play")
    is_chosen = True

    selector: Selector = field()

    def required_target(self, power: Power) -> str | None:
        """Return what the phase places."""
        return PLACED_NOUNS[power.phase]


@struct
class Upgrade(PatternEffect):
    """A world of the tableau is replaced by one that costs more by some of `numbers`."""

    verb = "upgrade"
    pattern = "upgrade {card} by {low} to {high}"
    moments = ("settle",)
    example = "settle: may upgrade a non-military world by 0 to 3"
    mistakes = ("replace", "improve")
    is_chosen = True

    selector: Selector = field()
    numbers: Range = field()

    def required_target(self, power: Power) -> str | None:
        """Return worlds that are not conquered."""
        return "non-military world"


def lower_cost(power: Power) -> Hooks:
    """Return changes of the cost of cards placed."""
    refuse_open_price(power)
    refuse_several(power)
    refuse_beyond_first(power, "a lower cost")
    lowered = []
    for effect in power.effects:
        check_scope(effect, PLACED_NOUNS[power.phase])
        check_per(effect, power.phase)
        if effect.absolute:
            _check_absolute(power, effect)
        price = power.cost
        if price is not None and price.up_to:
            lowered += [_cost_change(power, effect, unit, 1) for unit in units_of(price)]
        else:
            times = (price.count or 0) if price is not None and power.each else 1
            lowered.append(_cost_change(power, effect, price, times))
    return tuple(lowered)


def _cost_change(power: Power, effect: Effect, price: ast.Cost | None, times: int) -> hooks.Hook:
    amount = effect.amount or 0
    return hooks.CostChange(
        power.phase,
        0 if effect.absolute else amount * times,
        amount if effect.absolute else None,
        on=effect.selector,
        price=price,
        per=effect.per,
        condition=power.condition,
    )


def _check_absolute(power: Power, effect: Effect) -> None:
    if effect.amount != 0:
        raise SemanticError(
            "E306",
            f"a cost is changed by an amount, with a sign: {effect.amount} has none",
            effect.span,
            f"write `cost -{effect.amount}` to make the card cheaper, or `cost 0` for free",
            Rewrite(effect.span, str(effect.amount), f"-{effect.amount}"),
        )
    if power.cost is None:
        raise SemanticError(
            "E307",
            "`cost 0` without a cost would make every such card free",
            effect.span,
            "give something up for it, for example `may discard this -> cost 0`",
        )
    refuse(power, effect.per, "E312", "a card that is free is free once")


def _instead(power: Power) -> Hooks:
    """Return another way to place a world, for `pay for` and `conquer`, with what it brings."""
    refuse_open_price(power)
    way = only(power, {"pay for", "conquer"})
    pays = isinstance(way, PayFor)
    target = target_of(power, way)
    change = at_most_one(power, {"cost"} if pays else {"defense"})
    refuse_others(power, {way.verb, "cost" if pays else "defense"})
    refuse_other(target)
    if pays:
        want_military(target, "only military worlds are conquered, so only they can be paid for")
    else:
        want_non_military(target, way, "military worlds are conquered anyway")
    refuse_scope(change)
    if change and change.absolute:
        number = "cost -1" if pays else "defense -2"
        raise SemanticError(
            "E306",
            "what is paid or conquered here is a number plus or minus another",
            change.span,
            f"write the change alone, like `{number}`",
        )
    amount = (change.amount or 0) if change else 0
    how = "pay" if pays else "conquer"
    gains = plain_gains_of(power)
    either = isinstance(way, Conquer) and way.either
    return (
        hooks.Instead(
            how,
            amount,
            either,
            on=target,
            price=power.cost,
            condition=power.condition,
            gains=gains,
        ),
    )


def refuse_scope(change: Effect | None) -> None:
    """Refuse a change of cost or defense beside a placement that is about more than that."""
    if change and (change.selector or change.per):
        raise SemanticError(
            "E306",
            f"the `{change.verb}` beside a placement is for the card placed, and a plain number",
            change.span,
            f"write the change alone, like `{change.verb} -1`",
        )
    if change and change.absolute and change.amount != 0:
        raise SemanticError(
            "E306",
            f"a {change.verb} is changed by an amount, with a sign: {change.amount} has none",
            change.span,
            f"write `{change.verb} -{change.amount}`, or `cost 0` for free",
        )


def instead_or_place(power: Power) -> Hooks:
    """Return one more placement for `conquer another`, another way to place for `conquer` alone."""
    way = only(power, {"pay for", "conquer"})
    more = isinstance(way, Conquer) and way.selector is not None and way.selector.other
    return lower_place(power) if more else _instead(power)


def lower_place(power: Power) -> Hooks:
    """Return one more placement for `place another`, `conquer another` and `upgrade`."""
    effect = only(power, {"place", "conquer", "upgrade"})
    target = target_of(power, effect)
    beside = {"place": "cost", "conquer": "remaining military", "upgrade": ""}[effect.verb]
    refuse_others(power, {effect.verb, beside})
    change = at_most_one(power, {"cost"})
    refuse_scope(change)
    refuse_open_price(power)
    price = power.cost
    if not isinstance(effect, Upgrade) and price and price.what == "goods" and price.count != 1:
        raise SemanticError(
            "E302",
            "one good is given up for one more world",
            price.span,
            UNSAYABLE,
            nearest=replace(power, cost=ast.Cost("goods", goods=Goods()), each=None),
        )
    if isinstance(effect, Conquer) and effect.either:
        raise SemanticError(
            "E305",
            "another world to be conquered is one of your own hand",
            effect.span,
            "write `conquer another military world`",
        )
    if isinstance(effect, Conquer):
        want_military(target, "only military worlds are conquered after another")
    if isinstance(effect, Upgrade):
        want_non_military(target, effect, "military worlds are never replaced by better ones")
    if isinstance(effect, Place) and not target.other:
        raise SemanticError(
            "E311",
            f"one {PLACED_NOUNS[power.phase]} can always be placed, so this must be about another",
            target.span,
            f"write `may place another {PLACED_NOUNS[power.phase]}`",
            Rewrite(target.span, "an? +", "another "),
        )
    check_numbers(effect, "write, for example, `upgrade a non-military world by 0 to 3`")
    numbers = effect.numbers
    low, high = (numbers.low, numbers.high or 0) if numbers else (0, 0)
    return (
        hooks.Place(
            effect.verb,
            low,
            high,
            power.phase,
            (change.amount or 0) if change else 0,
            change is not None and change.absolute,
            any(isinstance(other, RemainingMilitary) for other in power.effects),
            on=target,
            price=power.cost,
            condition=power.condition,
            gains=plain_gains_of(power),
        ),
    )


FAMILIES: Final = (
    Family(frozenset({"cost"}), lower_cost),
    Family(frozenset({"place", "upgrade"}), lower_place, frozenset({"cost"}), True),
    Family(
        frozenset({"pay for", "conquer"}),
        instead_or_place,
        frozenset({"cost", "defense", "remaining military"}),
        True,
    ),
)
