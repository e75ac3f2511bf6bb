"""Conditions, like `if you have ...` and `if you produced the most ...`: what must be so."""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power, Span
from rftg_dsl.words.checks import power_without
from rftg_dsl.words.counts import (
    THINGS,
    check_count,
    format_condition,
    is_about_phase,
    refuse_own_strength,
)
from rftg_dsl.words.errors import UNSAYABLE, Rewrite, SemanticError


def check_condition(power: Power) -> None:
    """Refuse conditions that always or never hold, and those that are not known in time."""
    condition = power.condition
    if condition is None:
        return
    if condition.test == "have" and condition.low == 0 and condition.high is None:
        raise SemanticError(
            "E303", "at least 0 of them are always there", condition.span, "count from 1 up"
        )
    check_count(condition.count, power.phase, "E303")
    if condition.test == "have":
        _check_bounds(condition)
        _check_answer(power, condition)
    elif is_about_phase(condition.count) and not waits_for_the_end(power):
        raise SemanticError(
            "E303",
            f"`{format_condition(condition)}` is known at the end of the phase, which is too late"
            " for this",
            condition.span,
            UNSAYABLE,
            nearest=power_without(power, power.trigger or condition),
        )
    if any(effect.verb == "military" for effect in power.effects):
        refuse_own_strength(condition.count, "E303")


def waits_for_the_end(power: Power) -> bool:
    """Return whether a power is used when its phase is over: it is about what was done in it.

    base rulebook, Produce: powers that count what was produced are used in any order, so they do
    not wait; those that ask for the most, or for no more than a number, do.
    """
    if power.trigger or not all(_is_used(effect) for effect in power.all_effects):
        return False
    condition = power.condition
    asks = condition is not None and is_about_phase(condition.count)
    if power.phase == "produce":
        return asks and condition is not None and (condition.test, condition.high) != ("have", None)
    return asks or any(
        effect.per and is_about_phase(effect.per.count) for effect in power.all_effects
    )


def _is_used(effect: ast.Effect) -> bool:
    """Return whether an effect is used at a moment, and at none of its own."""
    return effect.gain is not None and effect.verb != "defeat"


def _check_bounds(condition: ast.Condition) -> None:
    """Refuse numbers that are never reached, and those that are never passed."""
    thing = THINGS[condition.count.things]
    if thing.largest and condition.low > thing.largest:
        raise SemanticError(
            "E303",
            f"this never holds: there are {thing.largest} {thing.many} at the most",
            condition.span,
            f"write a number from 1 to {thing.largest}",
        )
    if thing.largest and condition.high is not None and condition.high >= thing.largest:
        raise SemanticError(
            "E303",
            f"this always holds: there are {thing.largest} {thing.many} at the most",
            condition.span,
            f"write a number below {thing.largest}, or leave out the condition",
        )


_DOINGS: Final[dict[ast.Event, tuple[ast.Things, ...]]] = {
    "placing": ("placed",),
    "paying": ("placed",),
    "conquering": ("placed",),
    "taking over": ("placed",),
    "producing": ("produced", "kinds produced"),
    "consuming": ("consumed",),
    "selling": ("sold",),
}
"""What is counted that has just been done as a power answers to it."""


def _check_answer(power: Power, condition: ast.Condition) -> None:
    """Refuse to ask whether the very thing was done that a power answers to."""
    trigger, count = power.trigger, condition.count
    if trigger is None or count.things not in _DOINGS.get(trigger.event, ()):
        return
    counts_any = count.goods.is_any if count.goods else count.selector in _ANY_COUNTED
    same = count.goods == trigger.goods if count.goods else count.selector == trigger.selector
    if not counts_any and not same:
        return
    if condition.high == 0:
        raise SemanticError(
            "E303",
            f"this never holds after {trigger.event}",
            condition.span,
            f"leave out the trigger{_elsewhere(power)}, so that the end of the phase is meant",
            _without_trigger(power),
        )
    if condition.low == 1 and condition.high is None:
        raise SemanticError(
            "E303",
            f"this always holds after {trigger.event}",
            condition.span,
            "leave out the condition, or ask for 2 or more",
            _without_condition(condition),
        )


def _without_trigger(power: Power) -> Rewrite:
    """Return a rewrite to the end of the phase, which for a sale is that of Consume."""
    start = Span(power.span.start, power.effects[0].span.start)
    if power.phase == "trade":
        return Rewrite(start, "trade *: *after [^,]*, *", "consume: ")
    return Rewrite(start, "after [^,]*, *", "")


def _without_condition(condition: ast.Condition) -> Rewrite:
    """Return a rewrite that leaves the condition out, with the space before it."""
    return Rewrite(Span(condition.span.start - 1, condition.span.end), "", "")


def _elsewhere(power: Power) -> str:
    """Return the phase to write where nothing but a sale can be answered to."""
    return " and write `consume:`" if power.phase == "trade" else ""


_ANY_COUNTED: Final = [None, *[ast.Selector(noun) for noun in ("card", "world", "development")]]
"""What leaves out no card that a phase places, as check_count refuses nouns that it does not place;
kinds have no selector.
"""
