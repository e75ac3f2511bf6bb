"""Lowering of the powers of Roll for the Galaxy: what they say is checked, and becomes hooks."""

from __future__ import annotations

from typing import Final

from rftg_dsl.games import ROLL
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.semantics.lower import (
    check_amounts,
    check_company,
    check_may,
    check_repeats,
    check_verbs,
)
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Event, Power, Span
from rftg_dsl.words.checks import INEXPRESSIBLE, Rewrite, SemanticError, power_without, refuse
from rftg_dsl.words.counts import check_bounds, check_kinds
from rftg_dsl.words.tiles import (
    BUILT_NOUNS,
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
"""The phases in which something is done that can be answered to."""
_AT_ONCE: Final = ("immediate", "setup", "always")
"""Moments without a time in a phase."""


def lower_tile(power: Power) -> Hooks:
    """Return the hooks of a power of a tile. Raises SemanticError."""
    _check(power)
    changes = [_tile_effect(effect).lower_rule_change(power) for effect in power.effects]
    rules = tuple(hook for hook in changes if hook is not None)
    if rules:
        return rules
    trigger = power.trigger
    gains = [_tile_effect(effect).lower_gain() for effect in power.effects]
    return (
        hooks.Action(
            "" if power.phase == "immediate" else power.phase,
            _moment(power),
            tuple(gain for gain in gains if gain is not None),
            power.optional,
            0 if power.cost is None else power.cost.count or 0,
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
    """Refuse what no game could do."""
    check_verbs(power)
    check_company(power)
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
                    "E312", "per 0 would divide by nothing", effect.per.span, "count from 1 up"
                )


def _is_gain(effect: Effect) -> bool:
    return _tile_effect(effect).lower_gain() is not None


def _check_mixture(power: Power) -> None:
    """Refuse something that is got beside something that changes the rules."""
    first, *rest = power.effects
    for effect in rest:
        if _is_gain(effect) != _is_gain(first):
            raise SemanticError(
                "E305",
                f"`{effect.verb}` does not go with `{first.verb}`",
                effect.span,
                "write it as a power line of its own",
            )


def _check_trigger(power: Power) -> None:
    trigger, first = power.trigger, power.effects[0]
    if trigger is None:
        if power.phase in WORKER_PHASES and _is_gain(first):
            raise SemanticError(
                "E304",
                f"when in {power.phase} this comes is not said",
                first.span,
                "write `at the end,` before it, or what it comes after",
                Rewrite(
                    Span(0, first.span.start), f"{power.phase} *: *", f"{power.phase}: at the end, "
                ),
            )
        return
    if not _is_gain(first):
        raise SemanticError(
            "E304",
            f"`{first.verb}` does not come after something",
            trigger.span,
            INEXPRESSIBLE,
            nearest=power_without(power, trigger),
        )
    wanted = _EVENTS.get(trigger.event, ())
    if power.phase not in wanted:
        done = "the end of a phase" if trigger.event == "end" else f"`after {trigger.event}`"
        raise SemanticError(
            "E304",
            f"{done} does not come in {power.phase}",
            trigger.span,
            f"it belongs to: {', '.join(wanted)}",
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
            "E304", "a die that works is in no such place", dice.span, "leave the place out"
        )


def _check_cost(power: Power) -> None:
    cost = power.cost
    if cost is None:
        return
    if not _is_gain(power.effects[0]) or power.phase in _AT_ONCE:
        raise SemanticError(
            "E307",
            "credits are spent for something that comes in a phase",
            cost.span,
            INEXPRESSIBLE,
            nearest=power_without(power, cost),
        )
    if not 1 <= (cost.count or 0) <= 10:
        raise SemanticError(
            "E302", "nobody has more than 10 credits", cost.span, "write a number from 1 to 10"
        )


def _check_choice(power: Power) -> None:
    """Let an owner leave what comes after something; all else takes `may` as in any game."""
    if power.optional and power.trigger is not None and power.cost is None:
        return
    check_may(power)


def _check_condition(power: Power) -> None:
    condition = power.condition
    if condition is None:
        return
    count = condition.count
    check_bounds(condition, "E303")
    if condition.test == "every" and count.things not in ("cards", "costliest"):
        raise SemanticError(
            "E303", "`every` is about tiles", condition.span, "write `the most` in its place"
        )
    if count.things == "costliest" and condition.test != "every":
        raise SemanticError(
            "E303",
            "of the costliest tiles no number is known beforehand",
            condition.span,
            "write `if you have every costliest world`",
        )
    if count.things == "scouts":
        _check_scouts(count, power)
    else:
        _check_count(count, power, "E303")
    if power.phase in _AT_ONCE:
        refuse(power, condition, "E303", f"in {power.phase} it comes on no condition")
    for effect in power.effects:
        hook = _tile_effect(effect).lower_rule_change(power)
        if hook is not None and getattr(hook, "condition", None) is None:
            refuse(power, condition, "E303", f"`{effect.verb}` is there on no condition")


def _check_scouts(count: ast.Count, power: Power) -> None:
    """Refuse to ask for what is known at the end of Explore alone."""
    assert count.dice is not None
    _check_worker(count.dice)
    if power.phase != "explore" or power.trigger is None or power.trigger.event != "end":
        raise SemanticError(
            "E303",
            "with which dice you scouted is known at the end of Explore",
            count.span,
            "write it in a line that begins with `explore: at the end,`",
        )


def _check_count(count: ast.Count, power: Power, code: str) -> None:
    if count.dice is not None:
        check_dice(count.dice)
    if count.goods is not None:
        check_goods(count.goods)
    check_kinds(count)
    if count.selector is not None:
        noun = count.selector.noun
        check_tiles(count.selector, noun if noun in ROLL.nouns else "world")
    if count.things == "costliest" and code == "E312":
        raise SemanticError(
            code, "the costliest tiles are not counted", count.span, "count others, like `world`"
        )
