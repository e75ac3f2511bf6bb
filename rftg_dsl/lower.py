"""Lowering: from the AST of a power to hooks, by the family of its verbs.

A power that no family takes is refused, so that every accepted line does something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_dsl import ast, hooks
from rftg_dsl.ast import Effect, Power
from rftg_dsl.uses import (
    PLACED,
    USES,
    Meaningless,
    check,
    check_gain,
    check_noun,
    check_numbers,
    check_per,
    check_scope,
    listed,
    phases_of,
    refuse,
    refuse_other,
)

__all__ = ["USES", "Meaningless", "lower", "phases_of"]

Hooks = tuple[hooks.Hook, ...]


def lower(power: Power) -> Hooks:
    """The hooks of a power, in the order of its effects. Raises Meaningless."""
    check(power)
    verbs = {effect.verb for effect in power.effects}
    for family in _families(power, verbs):
        if family.main & verbs and verbs <= family.main | family.beside:
            return family.lower(power)
    raise Meaningless(
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
    # A draw in Explore adds to the cards looked at; elsewhere it is a gain like others.
    if power.phase == "explore" and verbs & _EXPLORE.main:
        return (_EXPLORE,)
    if power.phase == "setup":
        return (_RULES,)
    return _FAMILIES


# --- families of verbs that lower together


def _explore(power: Power) -> Hooks:
    refuse(power.condition, "E303", "what an explore draws and keeps takes no condition")
    refuse(power.cost, "E302", "what an explore draws and keeps takes no cost")
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "explore")
        amount = effect.amount or 0
        draw = amount if effect.verb == "draw" else 0
        keep = amount if effect.verb == "keep" else 0
        found.append(hooks.Explore(draw, keep, effect.verb == "mix", effect.per))
    return tuple(found)


def _cost_changes(power: Power) -> Hooks:
    return tuple(_cost_change(power, effect) for effect in power.effects)


def _cost_change(power: Power, effect: Effect) -> hooks.Hook:
    check_scope(effect, PLACED[power.phase])
    check_per(effect, power.phase)
    _refuse_each(power, "a cost is changed once")
    amount = effect.amount or 0
    if effect.absolute:
        _check_absolute(power, effect)
    return hooks.CostChange(
        power.phase,
        0 if effect.absolute else amount,
        amount if effect.absolute else None,
        effect.selector,
        power.cost,
        effect.per,
        power.condition,
    )


def _check_absolute(power: Power, effect: Effect) -> None:
    if effect.amount != 0:
        raise Meaningless(
            "E306",
            f"a cost is changed by an amount, with a sign: {effect.amount} has none",
            effect.span,
            f"write `cost -{effect.amount}` to make the card cheaper, or `cost 0` for free",
        )
    if power.cost is None:
        raise Meaningless(
            "E307",
            "`cost 0` without a cost would make every such card free",
            effect.span,
            "give something up for it: `may discard this -> cost 0`",
        )


def _military(power: Power) -> Hooks:
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_scope(effect, "world")
        check_per(effect, "settle")
        if power.each and power.each.beyond_first:
            raise Meaningless(
                "E310",
                "military comes for each thing given up, the first as well",
                power.each.span,
                "write `each` alone",
            )
        found.append(
            hooks.Military(
                effect.amount or 0,
                effect.selector,
                power.cost,
                effect.per,
                power.condition,
                power.each is not None,
            )
        )
    return tuple(found)


def _defense(power: Power) -> Hooks:
    refuse(power.cost, "E302", "a defense against takeovers takes no cost")
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "settle")
        amount = effect.amount or 0
        found.append(
            hooks.Military(amount, None, None, effect.per, power.condition, defending=True)
        )
    return tuple(found)


def _instead(power: Power) -> Hooks:
    """`pay for` and `conquer`: another way to place a world, with what it changes and gains."""
    refuse(power.condition, "E303", "another way to place a world takes no condition")
    way = _only(power, {"pay for", "conquer"})
    pays = way.verb == "pay for"
    target = _target(power, way)
    change = _at_most_one(power, {"cost"} if pays else {"defense"})
    _refuse_others(power, {way.verb, "cost" if pays else "defense", *_SIMPLE_GAINS})
    refuse_other(target)
    if pays:
        _want_military(target, "only military worlds are conquered, so only they can be paid for")
    else:
        _want_non_military(target, way, "military worlds are conquered anyway")
    if change and (change.absolute or change.selector or change.per):
        number = "cost -1" if pays else "defense -2"
        raise Meaningless(
            "E306",
            "what is paid or conquered here is a number plus or minus another",
            change.span,
            f"write the change alone, like `{number}`",
        )
    amount = (change.amount or 0) if change else 0
    how = "pay" if pays else "conquer"
    return (hooks.Instead(how, target, amount, power.cost, _gains_of(power)),)


def _instead_or_place(power: Power) -> Hooks:
    """`conquer another` is one more placement; `conquer` alone another way to place."""
    way = _only(power, {"pay for", "conquer"})
    more = way.verb == "conquer" and way.selector is not None and way.selector.other
    return _place(power) if more else _instead(power)


def _target(power: Power, effect: Effect) -> ast.Selector:
    """The worlds that an effect is about; it is done once, so it takes no `each`."""
    _refuse_each(power, f"`{effect.verb}` is done once")
    target = effect.selector
    assert target is not None
    check_noun(target, "world")
    return target


def _says_military(target: ast.Selector, wanted: bool) -> bool:
    said = [adjective for adjective in target.adjectives if adjective.words == ("military",)]
    return any(adjective.negated != wanted for adjective in said)


def _want_military(target: ast.Selector, why: str) -> None:
    if not _says_military(target, wanted=True) and target.title is None:
        _refuse_world(target, why, "military world")


def _want_non_military(target: ast.Selector, effect: Effect, why: str) -> None:
    if not _says_military(target, wanted=False) and target.title is None:
        _refuse_world(target, f"{why}, so `{effect.verb}` is for others", "non-military world")


def _refuse_world(target: ast.Selector, why: str, wanted: str) -> None:
    raise Meaningless("E309", why, target.span, f"name a `{wanted}`")


def _place(power: Power) -> Hooks:
    """`place another`, `conquer another` and `upgrade`: one more placement."""
    refuse(power.condition, "E303", "one more placement takes no condition")
    effect = _only(power, {"place", "conquer", "upgrade"})
    target = _target(power, effect)
    _refuse_others(power, {effect.verb, *_SIMPLE_GAINS})
    if effect.verb == "conquer":
        _want_military(target, "only military worlds are conquered after another")
    if effect.verb == "upgrade":
        _want_non_military(target, effect, "military worlds are never replaced by better ones")
    if effect.verb == "place" and not target.other:
        raise Meaningless(
            "E311",
            "one world can always be placed, so this must be about another",
            target.span,
            "write `may place another world`",
        )
    check_numbers(effect, "write `upgrade a non-military world by 0 to 3`")
    numbers = effect.numbers
    low, high = (numbers.low, numbers.high or 0) if numbers else (0, 0)
    return (hooks.Place(effect.verb, target, power.cost, low, high, _gains_of(power)),)


def _take_over(power: Power) -> Hooks:
    """`take over`: whose worlds, with which military, and what comes of it."""
    refuse(power.condition, "E303", "a takeover takes no condition: say `from a player with`")
    effect = _only(power, {"take over"})
    military = _at_most_one(power, {"military"})
    target = _target(power, effect)
    refuse_other(target)
    _want_military(target, "only military worlds are taken over")
    if effect.rival and effect.rival.selector:
        refuse_other(effect.rival.selector)
    if military:
        check_per(military, "settle")
        _refuse_scope(military, "all of it is for the takeover")
    return (
        hooks.TakeOver(
            target,
            effect.rival,
            (military.amount or 0) if military else 0,
            military.per if military else None,
            any(other.verb == "destroy" for other in power.effects),
            power.cost,
            _gains_of(power),
        ),
    )


def _refuse_scope(effect: Effect, why: str) -> None:
    if effect.selector is not None:
        raise Meaningless("E305", why, effect.selector.span, "leave out `against ...`")


def _prices(power: Power) -> Hooks:
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "trade")
        found.append(hooks.Price(effect.amount or 0, effect.goods, effect.per, power.condition))
    return tuple(found)


def _rules(power: Power) -> Hooks:
    refuse(power.condition, "E303", "a change of the rules takes no condition")
    refuse(power.cost, "E302", "a change of the rules takes no cost")
    for effect in power.effects:
        refuse(effect.per, "E312", "a change of the rules is a number of its own")
    return tuple(
        hooks.Rule(power.phase, _RULE_NAMES[effect.verb], effect.amount or 0)
        for effect in power.effects
    )


def _action(power: Power) -> Hooks:
    for effect in power.effects:
        check_per(effect, power.phase)
        check_gain(power, effect)
    trigger = power.trigger
    return (
        hooks.Action(
            power.phase,
            _moment(power),
            trigger.selector if trigger else None,
            power.optional,
            power.cost,
            _gains_of(power),
            power.each is not None,
            1 if power.each and power.each.beyond_first else 0,
            power.condition,
        ),
    )


def _moment(power: Power) -> str:
    if power.trigger:
        return f"after {power.trigger.event}"
    if power.condition and power.condition.test == "most produced":
        return "produce end"
    if any(effect.verb == "defeat" for effect in power.effects):
        return "takeovers"
    own = ("consume", "produce", "round start", "round end")
    return power.phase if power.phase in own else f"{power.phase} start"


def _gains_of(power: Power) -> tuple[hooks.Gain, ...]:
    return tuple(_gain(effect) for effect in power.effects if effect.verb in _GAINS)


def _gain(effect: Effect) -> hooks.Gain:
    amount = 1 if effect.amount is None else effect.amount
    return hooks.Gain(
        _GAINS[effect.verb],
        amount,
        effect.per,
        effect.goods,
        effect.other,
        effect.plain,
        effect.numbers,
    )


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
        raise Meaningless(
            "E311", "only worlds are of a kind", cards.span, "write `by kinds of worlds`"
        )
    if len(effect.table) > len(ast.KINDS):
        raise Meaningless(
            "E317",
            f"worlds are of {len(ast.KINDS)} kinds, and here are points for {len(effect.table)}",
            effect.span,
            f"write at most {len(ast.KINDS)} numbers",
        )


_GAINS: Final = {
    "draw": "draw",
    "discard": "discard",
    "vp": "vp",
    "prestige": "prestige",
    "good": "good",
    "good on it": "placed good",
    "windfall good": "windfall",
    "draw saved": "saved",
    "sell": "sell",
    "guess": "guess",
    "ante": "ante",
    "defeat": "defeat",
}
"""Verbs that are gains, and what hooks.Gain calls them."""
_SIMPLE_GAINS: Final = {"draw", "discard", "vp", "prestige"}
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
    Family({"take over"}, {"military", "destroy", *_SIMPLE_GAINS}, _take_over),
    Family({"place", "upgrade"}, _SIMPLE_GAINS, _place),
    Family({"pay for", "conquer"}, {"cost", "defense", *_SIMPLE_GAINS}, _instead_or_place),
    Family({"military"}, set(), _military),
    Family({"defense"}, set(), _defense),
    Family({"cost"}, set(), _cost_changes),
    _RULES,
    Family(set(_GAINS), set(), _action),
)


# --- what a family is made of


def _only(power: Power, verbs: set[str]) -> Effect:
    found = [effect for effect in power.effects if effect.verb in verbs]
    if len(found) != 1:
        raise Meaningless(
            "E305",
            "one power does this in one way",
            found[-1].span,
            "write the other way as a power line of its own",
        )
    return found[0]


def _at_most_one(power: Power, verbs: set[str]) -> Effect | None:
    return _only(power, verbs) if any(one.verb in verbs for one in power.effects) else None


def _refuse_others(power: Power, allowed: set[str]) -> None:
    for effect in power.effects:
        if effect.verb not in allowed:
            raise Meaningless(
                "E305",
                f"`{effect.verb}` has no meaning here",
                effect.span,
                "write it as a power line of its own",
            )


def _refuse_each(power: Power, message: str) -> None:
    if power.each:
        raise Meaningless("E310", message, power.each.span, "leave out `each`")
