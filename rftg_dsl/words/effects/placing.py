"""Effects on placing cards: cost changes, extra placements and alternative ways to place."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Goods, Per, Power, Range, Selector
from rftg_dsl.words.checks import (
    INEXPRESSIBLE,
    PLACED_NOUNS,
    Rewrite,
    SemanticError,
    check_numbers,
    check_scope,
    optional_effect,
    refuse,
    refuse_beyond_first,
    refuse_other,
    refuse_others,
    refuse_several,
    require_military,
    require_non_military,
    single_effect,
    target_of,
)
from rftg_dsl.words.counts import check_per, multiplier_of
from rftg_dsl.words.effects.military import RemainingMilitary
from rftg_dsl.words.lowering import Family, Hooks, plain_gains_of
from rftg_dsl.words.patterns import PatternEffect
from rftg_dsl.words.prices import refuse_open_price, unit_prices


@struct
class Cost(PatternEffect):
    """Change the cost of placed cards.

    absolute: whether to set the cost instead of adding to it.
    """

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
        """Return the type of card that the phase places."""
        return PLACED_NOUNS[power.phase]


@struct
class PayFor(PatternEffect):
    """Pay for a military world instead of conquering it."""

    verb = "pay for"
    pattern = "pay for {card}"
    moments = ("settle",)
    example = "settle: may pay for a military world, cost -1"
    is_chosen = True

    selector: Selector = field()

    def required_target(self, power: Power) -> str | None:
        """Return "military world": other worlds are paid for anyway."""
        return "military world"


@struct
class Conquer(PatternEffect):
    """Conquer an additional world, or a non-military world.

    either: whether the world can also be taken over.
    """

    verb = "conquer"
    pattern = "conquer [or take over ]{card}"
    moments = ("settle",)
    example = "settle: may conquer another military world"
    is_chosen = True

    selector: Selector = field()
    either: bool = False

    def required_target(self, power: Power) -> str | None:
        """Return "military world" for an additional world, otherwise "non-military world"."""
        return "military world" if self.selector.other else "non-military world"


@struct
class Place(PatternEffect):
    """Place an additional card."""

    verb = "place"
    pattern = "place {card}"
    moments = ("develop", "settle")
    example = "settle: may place another world"
    mistakes = ("build", "play")
    is_chosen = True

    selector: Selector = field()

    def required_target(self, power: Power) -> str | None:
        """Return the type of card that the phase places."""
        return PLACED_NOUNS[power.phase]


@struct
class Upgrade(PatternEffect):
    """Replace a world in the tableau with a world that costs more.

    numbers: the allowed difference.
    """

    verb = "upgrade"
    pattern = "upgrade {card} by {low} to {high}"
    moments = ("settle",)
    example = "settle: may upgrade a non-military world by 0 to 3"
    mistakes = ("replace", "improve")
    is_chosen = True

    selector: Selector = field()
    numbers: Range = field()

    def required_target(self, power: Power) -> str | None:
        """Return "non-military world": only those can be upgraded."""
        return "non-military world"


def lower_cost(power: Power) -> Hooks:
    """Return hooks that change the cost of placed cards."""
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
            lowered += [_cost_change(power, effect, unit, 1) for unit in unit_prices(price)]
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
        per=multiplier_of(effect),
        condition=power.condition,
    )


def _check_absolute(power: Power, effect: Effect) -> None:
    if effect.amount != 0:
        raise SemanticError(
            "E306",
            f"a cost change needs a sign, and {effect.amount} has none",
            effect.span,
            f"write `cost -{effect.amount}` to make the card cheaper, or `cost 0` for free",
            Rewrite(effect.span, str(effect.amount), f"-{effect.amount}"),
        )
    if power.cost is None:
        raise SemanticError(
            "E307",
            "`cost 0` without a cost would make every such card free",
            effect.span,
            "add a cost, for example `may discard this -> cost 0`",
        )
    refuse(power, effect.per, "E312", "a free card can't be free several times")


def _instead(power: Power) -> Hooks:
    """Return the alternative placement of `pay for` or `conquer`, with its gains."""
    refuse_open_price(power)
    placement = single_effect(power, {"pay for", "conquer"})
    pays = isinstance(placement, PayFor)
    target = target_of(power, placement)
    change = optional_effect(power, {"cost"} if pays else {"defense"})
    refuse_others(power, {placement.verb, "cost" if pays else "defense"})
    refuse_other(target)
    if pays:
        require_military(
            target, "only military worlds are conquered, so `pay for` needs a military world"
        )
    else:
        require_non_military(target, placement, "military worlds are conquered anyway")
    refuse_scope(change)
    if change and change.absolute:
        example = "cost -1" if pays else "defense -2"
        raise SemanticError(
            "E306",
            "this placement takes a change of the cost or defense, not a fixed number",
            change.span,
            f"write the change with a sign, like `{example}`",
        )
    amount = (change.amount or 0) if change else 0
    how = "pay" if pays else "conquer"
    gains = plain_gains_of(power)
    either = isinstance(placement, Conquer) and placement.either
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
    """Reject a cost or defense change that isn't limited to the card placed by the same power."""
    if change and (change.selector or change.per):
        raise SemanticError(
            "E306",
            f"next to a placement, `{change.verb}` is a plain number for the placed card",
            change.span,
            f"write only the change, like `{change.verb} -1`",
        )
    if change and change.absolute and change.amount != 0:
        raise SemanticError(
            "E306",
            f"a {change.verb} change needs a sign, and {change.amount} has none",
            change.span,
            f"write `{change.verb} -{change.amount}`, or `cost 0` for free",
        )


def instead_or_place(power: Power) -> Hooks:
    """Return an additional placement for `conquer another`, an alternative one for `conquer`."""
    placement = single_effect(power, {"pay for", "conquer"})
    is_additional = (
        isinstance(placement, Conquer)
        and placement.selector is not None
        and placement.selector.other
    )
    return lower_place(power) if is_additional else _instead(power)


def lower_place(power: Power) -> Hooks:
    """Return the additional placement of `place another`, `conquer another` or `upgrade`."""
    effect = single_effect(power, {"place", "conquer", "upgrade"})
    target = target_of(power, effect)
    companions = {"place": {"cost"}, "conquer": {"remaining military", "defense"}}
    refuse_others(power, {effect.verb} | companions.get(effect.verb, set()))
    change, defense = optional_effect(power, {"cost"}), optional_effect(power, {"defense"})
    refuse_scope(change)
    refuse_scope(defense)
    refuse_open_price(power)
    price = power.cost
    if not isinstance(effect, Upgrade) and price and price.what == "goods" and price.count != 1:
        raise SemanticError(
            "E302",
            "an additional world costs at most one good",
            price.span,
            INEXPRESSIBLE,
            nearest=replace(power, cost=ast.Cost("goods", goods=Goods()), each=None),
        )
    if isinstance(effect, Conquer) and effect.either:
        raise SemanticError(
            "E305",
            "`conquer another` is about worlds in your hand",
            effect.span,
            "write `conquer another military world`",
        )
    if isinstance(effect, Conquer):
        require_military(target, "only military worlds are conquered")
    if isinstance(effect, Upgrade):
        require_non_military(target, effect, "military worlds can't be upgraded")
    if isinstance(effect, Place) and not target.other:
        raise SemanticError(
            "E311",
            f"one {PLACED_NOUNS[power.phase]} can always be placed, so `place` needs `another`",
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
            any(
                isinstance(companion_effect, RemainingMilitary)
                for companion_effect in power.effects
            ),
            (defense.amount or 0) if defense else 0,
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
