"""Lowering of the verbs that place worlds in Settle in ways of their own, or take them over."""

from __future__ import annotations

from rftg_dsl import hooks
from rftg_dsl.semantics.parts import (
    SIMPLE_GAINS,
    at_most_one,
    only,
    plain_gains_of,
    refuse_each,
    refuse_open_price,
    refuse_others,
    want_simple_price,
)
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Power
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.verbs import (
    check_noun,
    check_numbers,
    check_per,
    refuse_looked_up,
    refuse_other,
)

Hooks = tuple[hooks.Hook, ...]


def _instead(power: Power) -> Hooks:
    """`pay for` and `conquer`: another way to place a world, with what it changes and gains."""
    refuse_open_price(power)
    refuse_looked_up(power)
    way = only(power, {"pay for", "conquer"})
    pays = way.verb == "pay for"
    target = _target(power, way)
    change = at_most_one(power, {"cost"} if pays else {"defense"})
    refuse_others(power, {way.verb, "cost" if pays else "defense", *SIMPLE_GAINS})
    refuse_other(target)
    if pays:
        _want_military(target, "only military worlds are conquered, so only they can be paid for")
    else:
        _want_non_military(target, way, "military worlds are conquered anyway")
    if change and (change.absolute or change.selector or change.per):
        number = "cost -1" if pays else "defense -2"
        raise SemanticError(
            "E306",
            "what is paid or conquered here is a number plus or minus another",
            change.span,
            f"write the change alone, like `{number}`",
        )
    amount = (change.amount or 0) if change else 0
    how = "pay" if pays else "conquer"
    gains = plain_gains_of(power)
    return (hooks.Instead(how, target, amount, power.cost, gains, way.either, power.condition),)


def instead_or_place(power: Power) -> Hooks:
    """`conquer another` is one more placement; `conquer` alone another way to place."""
    way = only(power, {"pay for", "conquer"})
    more = way.verb == "conquer" and way.selector is not None and way.selector.other
    return place(power) if more else _instead(power)


def _target(power: Power, effect: Effect) -> ast.Selector:
    """The worlds that an effect is about; it is done once, so it takes no `each`."""
    refuse_each(power, f"`{effect.verb}` is done once")
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
    said = _says_military(target, wanted=True) or _says_military(target, wanted=False)
    old, new = ("(?:non-)?military world", wanted) if said else ("world", wanted)
    rewrite = Rewrite(target.span, old, new)
    raise SemanticError("E309", why, target.span, f"name a `{wanted}`", rewrite)


def place(power: Power) -> Hooks:
    """`place another`, `conquer another` and `upgrade`: one more placement."""
    refuse_looked_up(power)
    effect = only(power, {"place", "conquer", "upgrade"})
    target = _target(power, effect)
    refuse_others(power, {effect.verb, *SIMPLE_GAINS})
    refuse_open_price(power)
    price = power.cost
    if effect.verb != "upgrade" and price and price.what == "goods" and price.count != 1:
        raise SemanticError(
            "E302", "one good is given up for one more world", price.span, "write `spend 1 good`"
        )
    if effect.either:
        raise SemanticError(
            "E305",
            "another world to be conquered is one of your own hand",
            effect.span,
            "write `conquer another military world`",
        )
    if effect.verb == "conquer":
        _want_military(target, "only military worlds are conquered after another")
    if effect.verb == "upgrade":
        _want_non_military(target, effect, "military worlds are never replaced by better ones")
    if effect.verb == "place" and not target.other:
        raise SemanticError(
            "E311",
            "one world can always be placed, so this must be about another",
            target.span,
            "write `may place another world`",
            Rewrite(target.span, "an? +", "another "),
        )
    check_numbers(effect, "write `upgrade a non-military world by 0 to 3`")
    numbers = effect.numbers
    low, high = (numbers.low, numbers.high or 0) if numbers else (0, 0)
    gains = plain_gains_of(power)
    return (hooks.Place(effect.verb, target, power.cost, low, high, gains, power.condition),)


def take_over(power: Power) -> Hooks:
    """`take over`: whose worlds, with which military, and what comes of it."""
    refuse_looked_up(power)
    effect = only(power, {"take over"})
    military = at_most_one(power, {"military"})
    target = _target(power, effect)
    refuse_other(target)
    _want_military(target, "only military worlds are taken over")
    want_simple_price(power)
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
            plain_gains_of(power),
            power.condition,
        ),
    )


def _refuse_scope(effect: Effect, why: str) -> None:
    if effect.selector is not None:
        raise SemanticError("E305", why, effect.selector.span, "leave out `against ...`")
