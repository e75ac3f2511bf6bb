"""Lowering: from the AST of a power to hooks, by the family of its words.

A power that no family takes is refused, so that every accepted line does something.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from typing import Final

from rftg_dsl.games import GAMES, loaded
from rftg_dsl.hooks import AnyHook
from rftg_dsl.hooks import race as hooks
from rftg_dsl.semantics.checks import check, in_force_all_the_time
from rftg_dsl.syntax.ast import Effect, Power, Span
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.conditions import waits_for_the_end
from rftg_dsl.words.effects.cards import EXPLORING
from rftg_dsl.words.lowering import Family, Hooks, lower_action, lower_rules
from rftg_dsl.words.verbs import EFFECTS, FAMILIES, listed


def lower(power: Power) -> Hooks:
    """Return the hooks of a power of Race, in the order of its effects. Raises SemanticError."""
    if power.also:
        _refuse_this_in_both(power)
        phases = [replace(power, phase=phase, also="") for phase in power.phases]
        return tuple(hook for one in phases for hook in lower(one))
    if power.others:
        return _lower_choice(power)
    found = _lower(power)
    if not power.once:
        return found
    _want_a_use(power, found)
    return tuple(replace(hook, once=True) for hook in found)


def _refuse_this_in_both(power: Power) -> None:
    """Refuse the card's own placement in two phases: it is placed in one of them."""
    trigger = power.trigger
    if trigger and trigger.selector is None and trigger.goods is None:
        raise SemanticError(
            "E304",
            "this card is placed in one phase: a development in Develop, a world in Settle",
            trigger.span,
            "write `develop:` or `settle:`, as the card is",
        )


def _lower_choice(power: Power) -> Hooks:
    """Return the one hook of a choice between gains."""
    ways = [lower(way) for way in power.variants()]
    if waits_for_the_end(power):
        ways = [_at_the_end(way) for way in ways]
    gains: list[tuple[Effect, ...]] = []
    for effects, way in zip((power.effects, *power.others), ways, strict=True):
        first = ways[0][0]
        if len(way) != 1 or replace(way[0], gains=()) != replace(first, gains=()):
            raise _no_choice(effects[0].span)
        if way[0].gains in gains:
            raise SemanticError(
                "E305", "this is no choice: both are the same", effects[0].span, "write it once"
            )
        gains.append(way[0].gains)
    action = ways[0][0]
    if not isinstance(action, hooks.Action):
        raise _no_choice(power.effects[0].span)
    return (replace(action, choices=tuple(gains[1:])),)


def _at_the_end(way: Hooks) -> Hooks:
    """Return the same hooks, used when their phase is over."""
    return tuple(
        replace(hook, moment=f"{hook.phase} end") if isinstance(hook, hooks.Action) else hook
        for hook in way
    )


def _no_choice(span: Span) -> SemanticError:
    return SemanticError(
        "E305",
        "a choice is between things that are got",
        span,
        "write one of them, or each as a power line of its own to have both",
    )


_USED: Final = (hooks.Action, hooks.Instead, hooks.Place, hooks.TakeOver)
"""Hooks that their owner uses, with or without a price."""


def _want_a_use(power: Power, found: Hooks) -> None:
    """Refuse `once a game` for what is in force, which nobody uses, and for what comes once."""
    if power.phase == "game end":
        raise SemanticError(
            "E305",
            "the game ends once, and what is once a game comes at other times",
            power.effects[0].span,
            "leave out `once a game`",
        )
    for hook in found:
        if not isinstance(hook, _USED) and hook.price is None:
            raise in_force_all_the_time(power)


def _lower(power: Power) -> Hooks:
    check(power)
    verbs = {effect.verb for effect in power.effects}
    for family in _families(power, verbs):
        beside = family.beside | _PLAIN_GAINS if family.with_gains else family.beside
        if family.main & verbs and verbs <= family.main | beside:
            return family.lower(power)
    raise SemanticError(
        "E305",
        f"{listed(sorted(verbs))} cannot be combined in one power",
        power.effects[-1].span,
        _apart(power),
    )


def _apart(power: Power) -> str:
    """Return what to do with effects that do not go together."""
    bound = power.cost or power.trigger or power.condition
    if bound or any(effect.is_chosen for effect in power.effects):
        return "two power lines would have nothing to do with each other, so no card does both"
    return "write each effect as a power line of its own"


_PLAIN_GAINS: Final = frozenset(verb for verb, word in EFFECTS.items() if word.is_plain_gain)
_RULES: Final = Family(
    frozenset(verb for verb, word in EFFECTS.items() if word.changes), lower_rules
)
_ACTIONS: Final = Family(
    frozenset(verb for verb, word in EFFECTS.items() if word.gain)
    - {verb for family in FAMILIES for verb in family.main},
    lower_action,
)
_FAMILIES: Final = (*FAMILIES, _RULES, _ACTIONS)


def _families(power: Power, verbs: Set[str]) -> tuple[Family, ...]:
    # A draw in Explore adds to the cards looked at; elsewhere, and for a price, it is a gain.
    bought = power.cost is not None and not verbs & {"keep", "look at", "mix"}
    if power.phase == "explore" and verbs & EXPLORING.main and not bought:
        return (EXPLORING,)
    return (_RULES,) if power.phase == "setup" else _FAMILIES


def lower_any(power: Power) -> tuple[AnyHook, ...]:
    """Return the hooks of a power of any game. Raises SemanticError."""
    lowering: Callable[[Power], tuple[AnyHook, ...]] = loaded(GAMES[power.game].lowering)
    return lowering(power)
