"""Lowering: from the AST of a power to hooks, by the family of its verbs.

A power that no family takes is refused, so that every accepted line does something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_dsl import hooks
from rftg_dsl.semantics.checks import check
from rftg_dsl.semantics.parts import (
    GAINS,
    SIMPLE_GAINS,
    gains_of,
    refuse_beyond_first,
    refuse_open_price,
    refuse_several,
    units_of,
)
from rftg_dsl.semantics.settling import instead_or_place, place, take_over
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Power
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.verbs import (
    PLACED,
    USES,
    check_gain,
    check_per,
    check_scope,
    listed,
    phases_of,
    refuse,
    refuse_looked_up,
    refuse_non_military,
)

__all__ = ["USES", "SemanticError", "lower", "phases_of"]

Hooks = tuple[hooks.Hook, ...]


def lower(power: Power) -> Hooks:
    """The hooks of a power, in the order of its effects. Raises SemanticError."""
    check(power)
    verbs = {effect.verb for effect in power.effects}
    for family in _families(power, verbs):
        if family.main & verbs and verbs <= family.main | family.beside:
            return family.lower(power)
    raise SemanticError(
        "E305",
        f"{listed(sorted(verbs))} cannot be combined in one power",
        power.effects[-1].span,
        "write each effect as a power line of its own",
    )


class Family:
    """Verbs that lower together: one of `main`, and any of `beside`."""

    def __init__(
        self, main: set[str], beside: set[str], lower_family: Callable[[Power], Hooks]
    ) -> None:
        self.main = frozenset(main)
        self.beside = frozenset(beside)
        self.lower = lower_family


def _families(power: Power, verbs: set[str]) -> tuple[Family, ...]:
    # A draw in Explore adds to the cards looked at; elsewhere, and for a price, it is a gain.
    bought = power.cost is not None and not verbs & {"keep", "mix"}
    if power.phase == "explore" and verbs & _EXPLORE.main and not bought:
        return (_EXPLORE,)
    if power.phase == "setup":
        return (_RULES,)
    return _FAMILIES


# --- families of verbs that lower together


def _explore(power: Power) -> Hooks:
    refuse_looked_up(power)
    if power.cost is not None:
        raise SemanticError(
            "E302",
            "what an explore keeps, and how, takes no cost",
            power.cost.span,
            "leave the cost out, or get cards for it: `may discard 1 card -> draw 2`",
        )
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "explore")
        amount = effect.amount or 0
        draw = amount if effect.verb == "draw" else 0
        keep = amount if effect.verb == "keep" else 0
        mix = effect.verb == "mix"
        found.append(hooks.Explore(draw, keep, mix, effect.per, power.condition))
    return tuple(found)


def _cost_changes(power: Power) -> Hooks:
    refuse_open_price(power)
    refuse_looked_up(power)
    refuse_several(power)
    refuse_beyond_first(power, "a lower cost")
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_scope(effect, PLACED[power.phase])
        check_per(effect, power.phase)
        if effect.absolute:
            _check_absolute(power, effect)
        price = power.cost
        if price is not None and price.up_to:
            found += [_cost_change(power, effect, unit, 1) for unit in units_of(price)]
        else:
            times = (price.count or 0) if price is not None and power.each else 1
            found.append(_cost_change(power, effect, price, times))
    return tuple(found)


def _cost_change(power: Power, effect: Effect, price: ast.Cost | None, times: int) -> hooks.Hook:
    amount = effect.amount or 0
    return hooks.CostChange(
        power.phase,
        0 if effect.absolute else amount * times,
        amount if effect.absolute else None,
        effect.selector,
        price,
        effect.per,
        power.condition,
    )


def _check_absolute(power: Power, effect: Effect) -> None:
    if effect.amount != 0:
        raise SemanticError(
            "E306",
            f"a cost is changed by an amount, with a sign: {effect.amount} has none",
            effect.span,
            f"write `cost -{effect.amount}` to make the card cheaper, or `cost 0` for free",
            Rewrite(effect.span, str(effect.amount), f"-{effect.amount}"),
        )
    if power.cost is None:
        raise SemanticError(
            "E307",
            "`cost 0` without a cost would make every such card free",
            effect.span,
            "give something up for it: `may discard this -> cost 0`",
        )
    refuse(effect.per, "E312", "a card that is free is free once")


def _military(power: Power) -> Hooks:
    refuse_looked_up(power)
    refuse_several(power)
    refuse_open_price(power)
    refuse_beyond_first(power, "military")
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_scope(effect, "world")
        refuse_non_military(effect)
        check_per(effect, "settle")
        price, each = power.cost, power.each is not None
        # Hand cards are paid together with the world, so one power can take several.
        if price is not None and price.up_to and price.what != "cards":
            found += [_strength(power, effect, unit, False) for unit in units_of(price)]
        else:
            found.append(_strength(power, effect, price, each))
    return tuple(found)


def _strength(power: Power, effect: Effect, price: ast.Cost | None, each: bool) -> hooks.Hook:
    amount = effect.amount or 0
    return hooks.Military(amount, effect.selector, price, effect.per, power.condition, each)


def _defense(power: Power) -> Hooks:
    refuse(power.cost, "E302", "a defense against takeovers takes no cost")
    refuse_looked_up(power)
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "settle")
        amount = effect.amount or 0
        found.append(
            hooks.Military(amount, None, None, effect.per, power.condition, defending=True)
        )
    return tuple(found)


def _prices(power: Power) -> Hooks:
    refuse_looked_up(power)
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "trade")
        found.append(hooks.Price(effect.amount or 0, effect.goods, effect.per, power.condition))
    return tuple(found)


def _rules(power: Power) -> Hooks:
    if power.phase == "setup":
        refuse(power.condition, "E303", "at set-up no card but the start world is there")
    refuse_looked_up(power)
    refuse(power.cost, "E302", "a change of the rules takes no cost")
    for effect in power.effects:
        refuse(effect.per, "E312", "a change of the rules is a number of its own")
    return tuple(
        hooks.Rule(power.phase, _RULE_NAMES[effect.verb], effect.amount or 0, power.condition)
        for effect in power.effects
    )


def _action(power: Power) -> Hooks:
    for effect in power.effects:
        check_gain(power, effect)
    trigger = power.trigger
    return (
        hooks.Action(
            power.phase,
            _moment(power),
            trigger.selector if trigger else None,
            power.optional,
            power.cost,
            gains_of(power),
            power.each is not None,
            1 if power.each and power.each.beyond_first else 0,
            power.condition,
        ),
    )


def _defeat(power: Power) -> Hooks:
    refuse_open_price(power)
    return _action(power)


def _moment(power: Power) -> str:
    if power.trigger:
        return f"after {power.trigger.event}"
    if power.condition and power.condition.test == "most produced":
        return "produce end"
    if any(effect.verb == "defeat" for effect in power.effects):
        return "takeovers"
    own = ("consume", "produce", "round start", "round end")
    return power.phase if power.phase in own else f"{power.phase} start"


def _scores(power: Power) -> Hooks:
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, ast.SCORE)
        _check_table(effect)
        found.append(hooks.Score(effect.amount or 0, effect.per, effect.table))
    return tuple(found)


def _check_table(effect: Effect) -> None:
    """Points by kinds: of worlds, one number for each kind of good at most."""
    cards = effect.selector
    if cards and cards.noun != "world":
        raise SemanticError(
            "E311",
            "only worlds are of a kind",
            cards.span,
            "write `by kinds of worlds`",
            Rewrite(cards.span, f"{cards.noun}s?", "worlds", sure=True),
        )
    if len(effect.table) > len(ast.KINDS):
        raise SemanticError(
            "E317",
            f"worlds are of {len(ast.KINDS)} kinds, and here are points for {len(effect.table)}",
            effect.span,
            f"write at most {len(ast.KINDS)} numbers",
        )


_RULE_NAMES: Final = {
    "keep": "starting hand",
    "save": "save",
    "choose last": "choose last",
    "cannot sell": "cannot sell",
    "hand limit": "hand limit",
    "draw discards": "draw discards",
    "at": "end",
}

_EXPLORE: Final = Family({"draw", "keep", "mix"}, set(), _explore)
_RULES: Final = Family(set(_RULE_NAMES), set(), _rules)
_FAMILIES: Final = (
    Family({"points", "points by kinds"}, set(), _scores),
    Family({"price"}, set(), _prices),
    Family({"take over"}, {"military", "destroy", *SIMPLE_GAINS}, take_over),
    Family({"place", "upgrade"}, SIMPLE_GAINS, place),
    Family({"pay for", "conquer"}, {"cost", "defense", *SIMPLE_GAINS}, instead_or_place),
    Family({"military"}, set(), _military),
    Family({"defense"}, set(), _defense),
    Family({"cost"}, set(), _cost_changes),
    _RULES,
    Family({"defeat"}, set(), _defeat),
    Family(set(GAINS) - {"defeat"}, set(), _action),
)
