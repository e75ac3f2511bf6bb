"""Checks and lowering of powers of Roll for the Galaxy."""

from __future__ import annotations

from typing import Final

from rftg_dsl.games import ROLL
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.semantics.lower import (
    check_amounts,
    check_may,
    check_repeats,
    check_required_parts,
    check_verbs,
)
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Event, Power, Span
from rftg_dsl.words.checks import INEXPRESSIBLE, Rewrite, SemanticError, power_without, refuse
from rftg_dsl.words.conditions import check_who
from rftg_dsl.words.counts import (
    check_bounds,
    check_kinds,
    check_maximum,
    check_others,
    count_of_others,
)
from rftg_dsl.words.roll import (
    BUILT_NOUNS,
    GAIN_MOMENTS,
    MAX_DICE,
    WORKER_PHASES,
    TileEffect,
    check_dice,
    check_goods,
    check_tiles,
)

Hooks = tuple[hooks.Hook, ...]
_EVENTS: Final[dict[Event, tuple[str, ...]]] = {
    "scouting": ("explore",),
    "stocking": ("explore",),
    "completing": ("develop", "settle"),
    "trading": ("ship",),
    "consuming": ("ship",),
    "end": WORKER_PHASES,
}
"""Phases of each event that a power can follow."""


def lower_tile(power: Power) -> Hooks:
    """Return the hooks of a tile power. Raises SemanticError."""
    _check(power)
    changes = [_tile_effect(effect).lower_rule_change(power) for effect in power.effects]
    rules = tuple(hook for hook in changes if hook is not None)
    if rules:
        return rules
    trigger, cost = power.trigger, power.cost
    gains = [_tile_effect(effect).lower_gain() for effect in power.effects]
    return (
        hooks.Action(
            "" if power.phase == "immediate" else power.phase,
            _moment(power),
            tuple(gain for gain in gains if gain is not None),
            power.optional,
            cost.count or 0 if cost and cost.what == "credits" else 0,
            cost.count or 0 if cost and cost.what == "chips" else 0,
            hooks.RemoveDice(cost.count or 0, cost.dice) if cost and cost.dice else None,
            trigger.selector if trigger else None,
            trigger.goods if trigger and trigger.goods and not trigger.goods.is_any else None,
            trigger.dice if trigger else None,
            power.condition,
        ),
    )


def _tile_effect(effect: Effect) -> TileEffect:
    assert isinstance(effect, TileEffect)
    return effect


def _moment(power: Power) -> str:
    if power.trigger is None:
        return power.phase
    event = power.trigger.event
    return event if event == "end" else f"after {event}"


def _check(power: Power) -> None:
    """Reject powers that can't work."""
    check_verbs(power)
    check_required_parts(power)
    check_repeats(power)
    _check_mixture(power)
    _check_trigger(power)
    _check_cost(power)
    _check_condition(power)
    _check_choice(power)
    check_amounts(power)
    for effect in power.effects:
        if effect.per is not None:
            _check_count(effect.per.count, power, "E312")
            if effect.per.divisor == 0:
                raise SemanticError(
                    "E312", "`per 0` would divide by zero", effect.per.span, "write at least 1"
                )
            check_maximum(effect)


def _is_gain(effect: Effect) -> bool:
    return _tile_effect(effect).lower_gain() is not None


def _check_mixture(power: Power) -> None:
    """Reject combinations of gains and rule changes."""
    first, *other_effects = power.effects
    for effect in other_effects:
        if _is_gain(effect) != _is_gain(first):
            raise SemanticError(
                "E305",
                f"`{effect.verb}` can't be combined with `{first.verb}`",
                effect.span,
                "write it on its own power line",
            )


def _check_trigger(power: Power) -> None:
    trigger, first = power.trigger, power.effects[0]
    if trigger is None:
        if power.phase in WORKER_PHASES and _is_gain(first):
            raise SemanticError(
                "E304",
                f"the power doesn't say when in {power.phase} this happens",
                first.span,
                "write `at the end,` before it, or the event that it follows",
                Rewrite(
                    Span(0, first.span.start), f"{power.phase} *: *", f"{power.phase}: at the end, "
                ),
            )
        return
    if not _is_gain(first):
        raise SemanticError(
            "E304",
            f"`{first.verb}` can't follow an event",
            trigger.span,
            INEXPRESSIBLE,
            nearest=power_without(power, trigger),
        )
    phases = _EVENTS.get(trigger.event, ())
    if power.phase not in phases:
        event = "the end of a phase" if trigger.event == "end" else f"`after {trigger.event}`"
        raise SemanticError(
            "E304",
            f"{event} does not happen in {power.phase}",
            trigger.span,
            f"it belongs to: {', '.join(phases)}",
            of_phase=True,
        )
    if trigger.selector is not None:
        check_tiles(trigger.selector, BUILT_NOUNS[power.phase])
    if trigger.goods is not None:
        check_goods(trigger.goods)
    if trigger.dice is not None:
        _check_worker(trigger.dice)


def _check_worker(dice: ast.Dice) -> None:
    check_dice(dice)
    if dice.place:
        raise SemanticError(
            "E304", "a working die can't be in this place", dice.span, "leave the place out"
        )


def _check_cost(power: Power) -> None:
    cost = power.cost
    if cost is None:
        return
    if not _is_gain(power.effects[0]):
        raise SemanticError(
            "E307",
            "only gains can have a price",
            cost.span,
            INEXPRESSIBLE,
            nearest=power_without(power, cost),
        )
    if cost.dice is not None:
        check_dice(cost.dice)
        if not 1 <= (cost.count or 0) <= MAX_DICE:
            raise SemanticError(
                "E302",
                f"a power can remove 1 to {MAX_DICE} dice",
                cost.span,
                "write another number",
            )
    elif not 1 <= (cost.count or 0) <= 10:
        message = "a power takes 1 to 10 VP"
        if cost.what == "credits":
            message = "no player has more than 10 credits"
        raise SemanticError("E302", message, cost.span, "write a number from 1 to 10")


def _check_choice(power: Power) -> None:
    """Check `may`. A free gain after an event can be optional; other powers follow check_may."""
    if power.optional and power.trigger is not None and power.cost is None:
        return
    check_may(power)


def _check_condition(power: Power) -> None:
    condition = power.condition
    if condition is None:
        return
    count = condition.count
    check_bounds(condition, "E303")
    check_who(condition)
    if condition.test == "every" and count.things not in ("cards", "costliest"):
        raise SemanticError(
            "E303", "`every` only works with tiles", condition.span, "write `the most` instead"
        )
    if count.things == "costliest" and condition.test != "every":
        raise SemanticError(
            "E303",
            "the number of costliest tiles isn't known in advance",
            condition.span,
            "write `if you have every costliest world`",
        )
    if count.things == "scouts":
        _check_scouts(count, power)
    else:
        _check_count(count, power, "E303", of_others=condition.test == "only")
    for effect in power.effects:
        hook = _tile_effect(effect).lower_rule_change(power)
        if hook is not None and getattr(hook, "condition", None) is None:
            refuse(power, condition, "E303", f"`{effect.verb}` can't have a condition")


def _check_scouts(count: ast.Count, power: Power) -> None:
    """Reject a count of scouting dice anywhere except at the end of Explore."""
    assert count.dice is not None
    _check_worker(count.dice)
    if power.phase != "explore" or power.trigger is None or power.trigger.event != "end":
        raise SemanticError(
            "E303",
            "the dice that scouted are only known at the end of Explore",
            count.span,
            "use it in a line that begins with `explore: at the end,`",
        )


def _check_count(count: ast.Count, power: Power, code: str, of_others: bool = False) -> None:
    """Reject a count without meaning, or that isn't known. of_others: of another player."""
    inner = count_of_others(count, code)
    if inner is not None:
        _check_count(inner, power, code, of_others=True)
        check_others(count, inner, code)
    if count.action:
        _check_revealed(count, power, code, of_others)
    if count.dice is not None:
        check_dice(count.dice)
    if count.goods is not None:
        check_goods(count.goods)
    check_kinds(count)
    if count.selector is not None:
        noun = count.selector.noun
        check_tiles(count.selector, noun if noun in ROLL.nouns else "world")
    if count.things == "costliest" and (code == "E312" or of_others):
        raise SemanticError(
            code,
            "the costliest tiles can't be counted",
            count.span,
            "count other tiles, such as `world`",
        )


def _check_revealed(count: ast.Count, power: Power, code: str, of_others: bool) -> None:
    """Reject selections and workers in a phase where they aren't known, or can't be."""
    if count.action not in WORKER_PHASES:
        raise SemanticError(
            code,
            f"no worker can be in {count.action}",
            count.span,
            f"write one of: {', '.join(WORKER_PHASES)}",
        )
    is_own_selection = count.things == "selected" and not of_others
    if power.phase in GAIN_MOMENTS or (power.phase == "assign" and is_own_selection):
        return
    raise SemanticError(
        code,
        "workers and selections are hidden in Assign"
        if power.phase == "assign"
        else f"workers and selections are those of a round, which is over in {power.phase}",
        count.span,
        f"it can be used in: {', '.join(GAIN_MOMENTS)}",
        of_phase=True,
    )
