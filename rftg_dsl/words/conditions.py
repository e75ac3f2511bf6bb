"""Triggers and conditions: when a power works."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power, Span
from rftg_dsl.syntax.phrases import format_dice, format_selector
from rftg_dsl.words.checks import (
    PLACED_NOUNS,
    UNSAYABLE,
    Rewrite,
    SemanticError,
    check_noun,
    power_without,
)
from rftg_dsl.words.counts import (
    check_bounds,
    check_count,
    format_condition,
    format_goods,
    format_per,
    is_about_phase,
    refuse_own_strength,
)

PHASES: Final[dict[ast.Event, tuple[str, ...]]] = {
    "placing": ("develop", "settle"),
    "paying": ("develop", "settle"),
    "conquering": ("settle",),
    "taking over": ("settle",),
    "producing": ("produce",),
    "consuming": ("consume",),
    "selling": ("trade",),
}
"""The phases in which something is done that can be answered to."""
OF_CARDS: Final = ("placing", "paying", "conquering", "taking over")
"""What is done to cards; the rest is done to goods."""


def format_trigger(trigger: ast.Trigger) -> str:
    """Return the canonical text of a trigger."""
    if trigger.event == "end":
        return "at the end"
    if trigger.event in ("scouting", "stocking"):
        return f"after {trigger.event}{_with(trigger.dice)}"
    doing = "paying for" if trigger.event == "paying" else trigger.event
    if trigger.goods is not None:
        what = "here" if trigger.goods.here else format_goods(trigger.goods, "a")
    else:
        what = format_selector(trigger.selector, "a") if trigger.selector else "this"
    return f"after {doing} {what}"


def _with(dice: ast.Dice | None) -> str:
    return f" with {format_dice(dice, form='a')}" if dice else ""


def check_trigger(power: Power) -> None:
    """Refuse what cannot be answered to in its phase, or by these effects."""
    trigger = power.trigger
    if trigger is None:
        _want_sale(power)
        return
    wanted = PHASES[trigger.event]
    if power.phase not in wanted:
        raise SemanticError(
            "E304",
            f"nothing is done by {trigger.event} in {power.phase}",
            trigger.span,
            f"`after {trigger.event}` belongs to: {', '.join(wanted)}",
            of_phase=True,
        )
    if trigger.selector:
        check_noun(trigger.selector, PLACED_NOUNS[power.phase])
    for effect in power.effects:
        if not effect.can_follow_trigger:
            mended = _leave_out(trigger, effect)
            raise SemanticError(
                "E304",
                f"`{effect.verb}` does not come after something",
                trigger.span,
                "leave out when it comes" if mended else UNSAYABLE,
                mended,
                nearest=power_without(power, trigger),
            )


def _leave_out(trigger: ast.Trigger, effect: ast.Effect) -> Rewrite | None:
    """Return the edit for one more placement that comes after any placement anyway."""
    if effect.verb not in ("place", "conquer") or trigger.event != "placing":
        return None
    if format_trigger(trigger) not in ("after placing a world", "after placing a development"):
        return None
    return Rewrite(Span(trigger.span.start, effect.span.start), "after [^,]*, *", "")


def _want_sale(power: Power) -> None:
    """Refuse gains in Trade that come with no sale; a price is refused with its own reason."""
    for effect in power.effects if power.cost is None else ():
        if power.phase == "trade" and effect.gain:
            _refuse_end_of_trade(power)
            text = _at_a_sale(effect)
            raise SemanticError(
                "E304",
                "in Trade something is got for a good that is sold",
                effect.span,
                f"write `{text}`",
                Rewrite(effect.span, "", text),
            )


def _refuse_end_of_trade(power: Power) -> None:
    """Refuse to ask in Trade what was sold in the phase: it ends with Consume."""
    condition = power.condition
    if condition is not None and condition.count.things == "sold":
        raise SemanticError(
            "E304",
            "what was sold in the phase is known at the end of Consume",
            condition.span,
            "write `consume:` instead of `trade:`",
            Rewrite(power.span, "trade", "consume"),
        )


def _at_a_sale(effect: ast.Effect) -> str:
    """Return an effect that comes after each sale, without counting the sales as well."""
    per = effect.per
    if per is None or per.count.things != "sold" or per.divisor != 1 or per.count.goods is None:
        return f"after selling a good, {effect.text()}"
    gain = effect.text().removesuffix(format_per(per))
    return f"after selling {format_goods(per.count.goods, 'a')}, {gain}"


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


_DOINGS: Final[dict[ast.Event, tuple[ast.CountKind, ...]]] = {
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
        trigger = ast.Trigger("placing", ast.Selector(PLACED_NOUNS[power.phase]))
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
