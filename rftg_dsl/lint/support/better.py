"""Whether one hook does all that another does: equal, or better in its numbers and its reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.hooks.race import Hook
from rftg_dsl.lint.support.view import View
from rftg_dsl.syntax.ast import Condition, Cost, Effect, Goods, Selector

_MORE: Final = frozenset(
    {
        (hooks.Explore, "draw"),
        (hooks.Explore, "keep"),
        (hooks.Explore, "mix"),
        (hooks.Military, "amount"),
        (hooks.Place, "high"),
        (hooks.TakeOver, "amount"),
        (hooks.Price, "amount"),
        (hooks.Instead, "in_takeovers"),
        (hooks.Score, "points"),
    }
)
"""Numbers of which more is better."""
_LESS: Final = frozenset(
    {
        (hooks.CostChange, "amount"),
        (hooks.Instead, "amount"),
        (hooks.Place, "low"),
    }
)
"""Numbers of which less is better."""
_FIELDS: Final = {
    kind: tuple(field.name for field in fields(kind) if field.name != "gains")
    for kind in hooks.HOOK_TYPES
}
_MORE_RULES: Final = frozenset({"starting hand", "hand limit"})


def at_least(one: Hook, other: Hook, view: View) -> bool:
    """Return whether `one` does all that `other` does."""
    if type(one) is not type(other):
        return False
    alike = all(_field(one, other, name, view) for name in _FIELDS[type(one)])
    return alike and _gains(one.gains, other.gains, view)


def _field(one: Hook, other: Hook, name: str, view: View) -> bool:
    mine: Any = getattr(one, name)
    theirs: Any = getattr(other, name)
    if mine == theirs:
        return True
    if (type(one), name) in _MORE:
        return bool(mine > theirs)
    if (type(one), name) in _LESS:
        return bool(mine < theirs)
    if name == "amount" and isinstance(one, hooks.Rule) and one.what in _MORE_RULES:
        return bool(mine > theirs)
    if name == "optional":
        return getattr(one, "price", None) is None
    wider = _WIDER.get(name)
    return wider is not None and not is_harmful(one) and wider(mine, theirs, view)


def _reaches(mine: Selector | None, theirs: Selector | None, view: View) -> bool:
    """Return whether the first means every card that the second means; None means all."""
    if mine is None or theirs is None:
        return mine is None
    return not mine.other and not view.mask(theirs) & ~view.mask(mine)


def _costs_no_more(mine: Cost | None, theirs: Cost | None, view: View) -> bool:
    """Return whether whoever can give the second price can give the first as often."""
    if mine is None or theirs is None:
        return mine is None
    if any(getattr(mine, name) != getattr(theirs, name) for name in _ALIKE):
        return False
    if mine.count is None or theirs.count is None:
        return False
    enough = mine.count >= theirs.count if mine.up_to else mine.count <= theirs.count
    return enough and _any_of(mine.goods, theirs.goods, view)


_ALIKE: Final = ("what", "up_to", "different", "same", "token", "more")
"""What is the same in two prices of which one is no more than the other."""


def _any_of(mine: Goods | None, theirs: Goods | None, view: View) -> bool:
    """Return whether the first goods are the same, or those of every kind."""
    return mine == theirs or mine is None or mine.is_any


def _unasked(mine: Condition | None, theirs: Condition | None, view: View) -> bool:
    return mine is None


_WIDER: Final[dict[str, Callable[[Any, Any, View], bool]]] = {
    "on": _reaches,
    "price": _costs_no_more,
    "goods": _any_of,
    "condition": _unasked,
}
"""Fields that can be wider than another card's: more cards, cheaper, any goods, no condition."""


def _gains(mine: tuple[Effect, ...], theirs: tuple[Effect, ...], view: View) -> bool:
    """Return whether all of `theirs` come, each at least as much, and nothing bad besides."""
    left = list(mine)
    for gain in theirs:
        match = next((one for one in left if _gain(one, gain, view)), None)
        if match is not None:
            left.remove(match)
        elif gain.verb != "discard":
            return False
    return all(gain.verb != "discard" for gain in left)


def _gain(one: Effect, other: Effect, view: View) -> bool:
    alike = (one.verb, one.per, one.numbers) == (other.verb, other.per, other.numbers)
    wide = _any_of(one.goods, other.goods, view) and one.other <= other.other
    less_is_more = one.verb == "discard"
    more = one.quantity <= other.quantity if less_is_more else one.quantity >= other.quantity
    return alike and wide and more and one.plain <= other.plain


def is_harmful(hook: Hook) -> bool:
    """Return whether a hook is bad for its owner, whatever the game."""
    match hook:
        case hooks.Military(amount=amount) | hooks.Price(amount=amount):
            return amount < 0
        case hooks.CostChange(amount=amount):
            return amount > 0
        case hooks.Rule(what=what):
            return what == "cannot sell"
    return False


def is_situational(hook: Hook) -> bool:
    """Return whether a hook is good in one game and bad in another."""
    match hook:
        case hooks.Rule(what=what):
            return what in ("end", "hand limit")
        case hooks.Action(gains=gains, optional=optional):
            return not optional and any(gain.verb == "discard" for gain in gains)
    return False
