"""Triggers and conditions of powers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power, Span
from rftg_dsl.syntax.tokens import format_dice, format_selector
from rftg_dsl.words.checks import (
    INEXPRESSIBLE,
    PLACED_NOUNS,
    Rewrite,
    SemanticError,
    check_noun,
    effect_without,
    power_without,
)
from rftg_dsl.words.counts import (
    check_bounds,
    check_count,
    format_condition,
    format_goods,
    format_per,
    is_about_others,
    is_about_phase,
    refuse_own_strength,
)

PHASES: Final[dict[ast.Event, tuple[str, ...]]] = {
    "placing": ("develop", "settle"),
    "paying": ("develop", "settle"),
    "conquering": ("settle",),
    "taking over": ("settle",),
    "discarding": ("develop", "settle", "consume", "produce"),
    "producing": ("produce",),
    "consuming": ("consume",),
    "selling": ("trade",),
}
"""Phases in which each event can happen."""
CARD_EVENTS: Final = ("placing", "paying", "conquering", "taking over")
"""Events that are about cards; the rest are about goods."""


def format_trigger(trigger: ast.Trigger) -> str:
    """Return the canonical text of a trigger."""
    if trigger.event == "end":
        return "at the end"
    if trigger.event in ("scouting", "stocking"):
        return f"after {trigger.event}{_with(trigger.dice)}"
    event = "paying for" if trigger.event == "paying" else trigger.event
    if trigger.goods is not None:
        object_text = "here" if trigger.goods.here else format_goods(trigger.goods, "a")
    else:
        object_text = format_selector(trigger.selector, "a") if trigger.selector else "this"
    return f"after {event} {object_text}"


def _with(dice: ast.Dice | None) -> str:
    return f" with {format_dice(dice, form='a')}" if dice else ""


def check_trigger(power: Power) -> None:
    """Reject triggers that can't happen in the phase, or that these effects can't answer."""
    trigger = power.trigger
    if trigger is None:
        _require_sale(power)
        return
    phases = PHASES[trigger.event]
    if power.phase not in phases:
        raise SemanticError(
            "E304",
            f"`after {trigger.event}` never happens in {power.phase}",
            trigger.span,
            f"`after {trigger.event}` is for: {', '.join(phases)}",
            of_phase=True,
        )
    if trigger.selector:
        check_noun(trigger.selector, PLACED_NOUNS[power.phase])
    for effect in power.effects:
        if trigger.event == "discarding" and effect.verb not in _GAINS_AFTER_DISCARDING:
            raise SemanticError(
                "E304",
                f"`{effect.verb}` can't follow `after discarding this`",
                effect.span,
                "give cards, VP, prestige or tokens",
            )
        if not effect.can_follow_trigger:
            rewrite = _remove_trigger(trigger, effect)
            raise SemanticError(
                "E304",
                f"`{effect.verb}` can't have a trigger",
                trigger.span,
                "leave out the trigger" if rewrite else INEXPRESSIBLE,
                rewrite,
                nearest=power_without(power, trigger),
            )


_GAINS_AFTER_DISCARDING: Final = ("draw", "vp", "prestige", "tokens")
"""Effects that a card can have when it is discarded: they need no decision."""


def _remove_trigger(trigger: ast.Trigger, effect: ast.Effect) -> Rewrite | None:
    """Return a rewrite without the trigger for an additional placement, which comes last anyway."""
    if effect.verb not in ("place", "conquer") or trigger.event != "placing":
        return None
    if format_trigger(trigger) not in ("after placing a world", "after placing a development"):
        return None
    return Rewrite(Span(trigger.span.start, effect.span.start), "after [^,]*, *", "")


def _require_sale(power: Power) -> None:
    """Reject gains in Trade without a sale. check_price rejects a cost in Trade."""
    for effect in power.effects if power.cost is None else ():
        if power.phase == "trade" and effect.gain and not _sells_another(power):
            _refuse_end_of_trade(power)
            text = _gain_after_sale(effect)
            raise SemanticError(
                "E304",
                "gains in Trade need a sale",
                effect.span,
                f"write `{text}`",
                Rewrite(effect.span, "", text),
                nearest=_plain_gain_after_sale(power, effect),
            )


def _sells_another(power: Power) -> bool:
    return any(effect.verb == "sell another" for effect in power.all_effects)


def _refuse_end_of_trade(power: Power) -> None:
    """Reject counts of sold goods in Trade: they are final only at the end of Consume."""
    counted: list[ast.Per | ast.Condition] = [
        effect.per for effect in power.effects if effect.per and _is_others_sale(effect.per.count)
    ]
    if power.condition is not None and _is_about_sales(power.condition.count):
        counted = [power.condition]
    if counted:
        raise SemanticError(
            "E304",
            "sold goods are counted at the end of Consume, not in Trade",
            counted[0].span,
            "write `consume:` instead of `trade:`",
            Rewrite(power.span, "trade", "consume"),
        )


def _is_others_sale(count: ast.Count) -> bool:
    return is_about_others(count) and _is_about_sales(count)


def _is_about_sales(count: ast.Count) -> bool:
    """Return whether a count is about sold goods, of any player."""
    if count.inner is not None:
        return _is_about_sales(count.inner)
    if count.having is not None:
        return _is_about_sales(count.having.count)
    return count.things == "sold"


def _gain_after_sale(effect: ast.Effect) -> str:
    """Return the text of an effect after each sale, without a count of the sales."""
    per = effect.per
    if per is None or per.count.things != "sold" or per.divisor != 1 or per.count.goods is None:
        return f"after selling a good, {effect.text()}"
    gain = effect.text().removesuffix(format_per(per))
    return f"after selling {format_goods(per.count.goods, 'a')}, {gain}"


def _plain_gain_after_sale(power: Power, effect: ast.Effect) -> Power:
    """Return a power with only this effect after each sale, without any counts."""
    trigger = ast.Trigger("selling", goods=ast.Goods())
    plain = effect_without(effect, "per") if effect.per else effect
    return replace(power, trigger=trigger, condition=None, effects=(plain,))


def check_condition(power: Power) -> None:
    """Reject conditions that always or never hold, and those decided too late."""
    condition = power.condition
    if condition is None:
        return
    check_bounds(condition, "E303")
    check_count(condition.count, power.phase, "E303")
    check_who(condition)
    if condition.test == "have" and not is_about_others(condition.count):
        _check_answer(power, condition)
    elif is_about_phase(condition.count) and not waits_for_the_end(power):
        raise SemanticError(
            "E303",
            f"`{format_condition(condition)}` can only be decided at the end of the phase",
            condition.span,
            INEXPRESSIBLE,
            nearest=_without(power, condition),
        )
    if any(effect.verb == "military" for effect in power.effects):
        refuse_own_strength(condition.count, "E303")


def check_who(condition: ast.Condition) -> None:
    """Reject conditions that count others as if they belonged to the owner."""
    count = condition.count
    if count.things in ("others", "players") or (
        count.things == "other players" and condition.test != "have"
    ):
        raise SemanticError(
            "E303",
            "a condition is about one player",
            condition.span,
            "write `if another player has ...`",
        )
    if count.things == "under" and condition.test != "have":
        raise SemanticError(
            "E303",
            "only you have this card, so there is nothing to compare",
            condition.span,
            "write a number, like `if you have 3 cards under this`",
        )


def check_multipliers(power: Power) -> None:
    """Reject counts of what other players did before the end of the phase."""
    for effect in power.effects:
        per = effect.per
        if per is None or not is_about_others(per.count) or not is_about_phase(per.count):
            continue
        if not waits_for_the_end(power):
            raise SemanticError(
                "E312",
                f"`{format_per(per).strip()}` is known only at the end of the phase",
                per.span,
                INEXPRESSIBLE,
                nearest=power_without(power, per),
            )


def waits_for_the_end(power: Power) -> bool:
    """Return whether a power waits for the end of its phase because it counts results of the phase.

    Base rulebook, Produce: powers that count produced goods are used in any order, so they do not
    wait. Powers that compare players or set an upper limit do.
    """
    if power.trigger or not all(_is_used(effect) for effect in power.all_effects):
        return False
    condition = power.condition
    condition_waits = condition is not None and is_about_phase(condition.count)
    counts = [effect.per.count for effect in power.all_effects if effect.per]
    if power.phase == "produce":
        return any(is_about_phase(count) and is_about_others(count) for count in counts) or (
            condition is not None
            and condition_waits
            and (
                (condition.test, condition.high) != ("have", None)
                or is_about_others(condition.count)
            )
        )
    return condition_waits or any(is_about_phase(count) for count in counts)


def _is_used(effect: ast.Effect) -> bool:
    """Return whether an effect happens when its power is used, not at a separate moment."""
    return bool(effect.gain) and effect.verb not in ("defeat", "sell another")


_RESULTS_OF_EVENT: Final[dict[ast.Event, tuple[ast.CountKind, ...]]] = {
    "placing": ("placed",),
    "paying": ("placed",),
    "conquering": ("placed",),
    "taking over": ("placed",),
    "producing": ("produced", "kinds produced"),
    "consuming": ("consumed",),
    "selling": ("sold",),
}
"""Counts that refer to an event that a power answers."""


def _check_answer(power: Power, condition: ast.Condition) -> None:
    """Reject a condition that only repeats the trigger of its power."""
    trigger, count = power.trigger, condition.count
    if trigger is None and any(_places_another(effect) for effect in power.effects):
        trigger = ast.Trigger("placing", ast.Selector(PLACED_NOUNS[power.phase]))
    if trigger is None and _sells_another(power):
        trigger = ast.Trigger("selling", goods=ast.Goods())
    if trigger is None or count.things not in _RESULTS_OF_EVENT.get(trigger.event, ()):
        return
    counts_any = count.goods.is_any if count.goods else count.selector in _ANY_COUNTED
    counts_trigger = (
        count.goods == trigger.goods if count.goods else count.selector == trigger.selector
    )
    if not counts_any and not counts_trigger:
        return
    if condition.high == 0:
        message = f"this never holds {format_trigger(trigger)}"
        if power.trigger is None:
            nearest = _without(power, condition)
            raise SemanticError("E303", message, condition.span, INEXPRESSIBLE, nearest=nearest)
        raise SemanticError(
            "E303",
            message,
            condition.span,
            f"leave out the trigger{_hint_for_other_phase(power)} to check at the end of the phase",
            _without_trigger(power),
        )
    if condition.low == 1 and condition.high is None:
        raise SemanticError(
            "E303",
            f"this always holds {format_trigger(trigger)}",
            condition.span,
            "leave out the condition, or require 2 or more",
            Rewrite(Span(condition.span.start - 1, condition.span.end), "", ""),
        )


def _places_another(effect: ast.Effect) -> bool:
    """Return whether an effect lets a player place an additional card."""
    is_placement = effect.verb in ("place", "conquer")
    return is_placement and effect.selector is not None and effect.selector.other


def _without(power: Power, condition: ast.Condition) -> Power:
    """Return a power without its trigger (sales: in Consume), else without its condition."""
    if power.trigger is None:
        return power_without(power, condition)
    nearest = power_without(power, power.trigger)
    return replace(nearest, phase="consume") if power.phase == "trade" else nearest


def _without_trigger(power: Power) -> Rewrite:
    """Return a rewrite without the trigger, in Consume for sales."""
    start = Span(power.span.start, power.effects[0].span.start)
    if power.phase == "trade":
        return Rewrite(start, "trade *: *after [^,]*, *", "consume: ")
    return Rewrite(start, "after [^,]*, *", "")


def _hint_for_other_phase(power: Power) -> str:
    """Return the advice to change the phase, for powers in Trade."""
    return " and write `consume:`" if power.phase == "trade" else ""


_ANY_COUNTED: Final = [None, *[ast.Selector(noun) for noun in ("card", "world", "development")]]
"""Selectors that match every placed card, and None for counts of kinds."""
