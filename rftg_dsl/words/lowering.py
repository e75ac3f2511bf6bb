"""Lowering of gains, rule changes and effect families."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rftg_dsl.hooks import race as hooks
from rftg_dsl.syntax.ast import Effect, Power
from rftg_dsl.words.checks import refuse
from rftg_dsl.words.conditions import waits_for_the_end
from rftg_dsl.words.counts import check_per

Hooks = tuple[hooks.Hook, ...]


class Family(NamedTuple):
    """Effects that are lowered together: one of `main` with any of `companions`.

    with_gains: whether plain gains can be part of the same power.
    """

    main: frozenset[str]
    lower: Callable[[Power], Hooks]
    companions: frozenset[str] = frozenset()
    with_gains: bool = False


def gains_of(power: Power) -> tuple[Effect, ...]:
    """Return the gains among a power's effects, in order. Raises SemanticError for bad counts."""
    for effect in power.effects:
        if effect.gain:
            check_per(effect, power.phase, is_gain=True)
    return tuple(effect for effect in power.effects if effect.gain)


def plain_gains_of(power: Power) -> tuple[Effect, ...]:
    """Return the gains of a placement. Raises SemanticError for gains that count something."""
    for effect in power.effects:
        if effect.gain:
            refuse(power, effect.per, "E312", "gains of a placement can't depend on a count")
    return gains_of(power)


def lower_action(power: Power, moment: str = "") -> Hooks:
    """Lower a power to an action with gains. moment: overrides the moment of the power."""
    for effect in power.effects:
        effect.check_gain(power)
    trigger, each = power.trigger, power.each
    return (
        hooks.Action(
            power.phase,
            moment or _moment(power),
            power.optional,
            each is not None,
            1 if each and each.beyond_first else 0,
            trigger.goods if trigger else None,
            trigger is not None and trigger.event == "placing" and trigger.selector is None,
            on=trigger.selector if trigger else None,
            price=power.cost,
            condition=power.condition,
            gains=gains_of(power),
        ),
    )


def _moment(power: Power) -> str:
    if power.trigger:
        return f"after {power.trigger.event}"
    if waits_for_the_end(power):
        return f"{power.phase} end"
    phases = ("trade", "consume", "produce", "round start", "round end", "game end")
    return power.phase if power.phase in phases else f"{power.phase} start"


def lower_rules(power: Power) -> Hooks:
    """Return rule changes that last while the card is in the tableau, or apply at set-up."""
    if power.phase == "setup":
        refuse(power, power.condition, "E303", "at set-up, only the start world is in the tableau")
    refuse(power, power.cost, "E302", "a rule change can't have a cost")
    for effect in power.effects:
        refuse(power, effect.per, "E312", "a rule change can't depend on a count")
    return tuple(
        hooks.Rule(
            power.phase,
            effect.changes,
            effect.amount or 0,
            effect.changes == "hand limit" and not effect.absolute,
            effect.goods,
            effect.kinds,
            on=effect.selector,
            condition=power.condition,
        )
        for effect in power.effects
    )
