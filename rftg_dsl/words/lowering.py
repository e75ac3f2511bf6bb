"""Lowering of gains and changed rules, and of families of words that lower together."""

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
    """Effects that lower together: one of `main`, and any of `beside`.

    with_gains: plain gains may stand beside them, too.
    """

    main: frozenset[str]
    lower: Callable[[Power], Hooks]
    companions: frozenset[str] = frozenset()
    with_gains: bool = False


def gains_of(power: Power) -> tuple[Effect, ...]:
    """Return the gains among a power's effects, in order.

    Raises SemanticError for what they count.
    """
    for effect in power.effects:
        if effect.gain:
            check_per(effect, power.phase, got=True)
    return tuple(effect for effect in power.effects if effect.gain)


def plain_gains_of(power: Power) -> tuple[Effect, ...]:
    """Return the gains of a placement: plain numbers, which count nothing. Raises SemanticError."""
    for effect in power.effects:
        if effect.gain:
            refuse(power, effect.per, "E312", "what comes with a placement is a number of its own")
    return gains_of(power)


def lower_action(power: Power, moment: str = "") -> Hooks:
    """Something got at a moment. moment: another one than the parts of the power say."""
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
            trigger is not None and trigger.selector is None and trigger.goods is None,
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
    own = ("consume", "produce", "round start", "round end", "game end")
    return power.phase if power.phase in own else f"{power.phase} start"


def lower_rules(power: Power) -> Hooks:
    """Return rules changed for as long as the card is there, or at set-up."""
    if power.phase == "setup":
        refuse(power, power.condition, "E303", "at set-up no card but the start world is there")
    refuse(power, power.cost, "E302", "a change of the rules takes no cost")
    for effect in power.effects:
        refuse(power, effect.per, "E312", "a change of the rules is a number of its own")
    return tuple(
        hooks.Rule(
            power.phase,
            effect.changes,
            effect.amount or 0,
            effect.changes == "hand limit" and not effect.absolute,
            on=effect.selector,
            condition=power.condition,
        )
        for effect in power.effects
    )
