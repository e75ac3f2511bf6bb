"""Conditions, like `if you have ...` and `if you produced the most ...`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power, Span
from rftg_dsl.words.checks import PLACED, power_without
from rftg_dsl.words.counts import (
    check_bounds,
    check_count,
    format_condition,
    is_about_phase,
    refuse_own_strength,
)
from rftg_dsl.words.errors import UNSAYABLE, Rewrite, SemanticError
from rftg_dsl.words.triggers import format_trigger


def check_condition(power: Power) -> None:
    """Refuse conditions that always or never hold, and those that are not known in time."""
    condition = power.condition
    if condition is None:
        return
    check_bounds(condition, "E303")
    check_count(condition.count, power.phase, "E303")
    if condition.test == "have":
        _check_answer(power, condition)
    elif is_about_phase(condition.count) and not waits_for_the_end(power):
        raise SemanticError(
            "E303",
            f"whether {format_condition(condition)} is known only at the end of the phase",
            condition.span,
            UNSAYABLE,
            nearest=_without(power, condition),
        )
    if any(effect.verb == "military" for effect in power.effects):
        refuse_own_strength(condition.count, "E303")


def waits_for_the_end(power: Power) -> bool:
    """Return whether a power waits for the end of its phase, since it is about what was done in it.

    base rulebook, Produce: powers that count what was produced are used in any order, so they do
    not wait. Those that ask for the most, or for at most a number, do.
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
    """Return whether an effect is used at the moment of its power, not at one of its own."""
    return bool(effect.gain) and effect.verb != "defeat"


_DOINGS: Final[dict[ast.Event, tuple[ast.Things, ...]]] = {
    "placing": ("placed",),
    "paying": ("placed",),
    "conquering": ("placed",),
    "taking over": ("placed",),
    "producing": ("produced", "kinds produced"),
    "consuming": ("consumed",),
    "selling": ("sold",),
}
"""Counts of what has just been done when a power answers to an event."""


def _check_answer(power: Power, condition: ast.Condition) -> None:
    """Refuse a condition on exactly what the power answers to."""
    trigger, count = power.trigger, condition.count
    if trigger is None and any(_places_another(effect) for effect in power.effects):
        trigger = ast.Trigger("placing", ast.Selector(PLACED[power.phase]))
    if trigger is None or count.things not in _DOINGS.get(trigger.event, ()):
        return
    counts_any = count.goods.is_any if count.goods else count.selector in _ANY_COUNTED
    same = count.goods == trigger.goods if count.goods else count.selector == trigger.selector
    if not counts_any and not same:
        return
    if condition.high == 0:
        text = f"this never holds {format_trigger(trigger)}"
        if power.trigger is None:
            nearest = _without(power, condition)
            raise SemanticError("E303", text, condition.span, UNSAYABLE, nearest=nearest)
        raise SemanticError(
            "E303",
            text,
            condition.span,
            f"leave out the trigger{_elsewhere(power)} to mean the end of the phase",
            _without_trigger(power),
        )
    if condition.low == 1 and condition.high is None:
        raise SemanticError(
            "E303",
            f"this always holds {format_trigger(trigger)}",
            condition.span,
            "leave out the condition, or ask for 2 or more",
            _without_condition(condition),
        )


def _places_another(effect: ast.Effect) -> bool:
    """Return whether an effect lets a player place one more card, after the first."""
    is_placement = effect.verb in ("place", "conquer")
    return is_placement and effect.selector is not None and effect.selector.other


def _without(power: Power, condition: ast.Condition) -> Power:
    """Return a power without its trigger, or else without its condition; sales end with Consume."""
    if power.trigger is None:
        return power_without(power, condition)
    nearest = power_without(power, power.trigger)
    return replace(nearest, phase="consume") if power.phase == "trade" else nearest


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
"""Selectors of all cards that a phase places; check_count refuses other nouns. Kinds have none."""
