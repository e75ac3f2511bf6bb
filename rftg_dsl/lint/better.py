"""Comparison of hooks: whether a hook is at least as good as another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.hooks.race import Hook
from rftg_dsl.lint.view import View
from rftg_dsl.syntax.ast import Condition, Cost, Effect, Goods, Selector

_HIGHER_IS_BETTER: Final = frozenset(
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
"""Fields for which a higher number is better."""
_LOWER_IS_BETTER: Final = frozenset(
    {
        (hooks.CostChange, "amount"),
        (hooks.Instead, "amount"),
        (hooks.Place, "low"),
    }
)
"""Fields for which a lower number is better."""
_FIELDS: Final = {
    kind: tuple(field.name for field in fields(kind) if field.name != "gains")
    for kind in hooks.HOOK_TYPES
}
_HIGHER_IS_BETTER_RULES: Final = frozenset({"starting hand", "hand limit"})


def is_at_least_as_good(hook: Hook, other: Hook, view: View) -> bool:
    """Return whether `hook` does everything that `other` does."""
    if type(hook) is not type(other):
        return False
    has_good_fields = all(
        _is_field_as_good(hook, other, name, view) for name in _FIELDS[type(hook)]
    )
    return has_good_fields and _are_gains_as_good(hook.gains, other.gains, view)


def _is_field_as_good(hook: Hook, other: Hook, name: str, view: View) -> bool:
    value: Any = getattr(hook, name)
    other_value: Any = getattr(other, name)
    if value == other_value:
        return True
    if (type(hook), name) in _HIGHER_IS_BETTER:
        return bool(value > other_value)
    if (type(hook), name) in _LOWER_IS_BETTER:
        return bool(value < other_value)
    if name == "amount" and isinstance(hook, hooks.Rule) and hook.what in _HIGHER_IS_BETTER_RULES:
        return bool(value > other_value)
    if name == "optional":
        return getattr(hook, "price", None) is None
    compare = _COMPARISONS.get(name)
    return compare is not None and not is_harmful(hook) and compare(value, other_value, view)


def _includes_cards(selector: Selector | None, other: Selector | None, view: View) -> bool:
    """Return whether a selector matches every card that another matches; None matches all."""
    if selector is None or other is None:
        return selector is None
    return not selector.other and not view.mask(other) & ~view.mask(selector)


def _costs_no_more(price: Cost | None, other: Cost | None, view: View) -> bool:
    """Return whether every player who can pay the other price can pay this one as often."""
    if price is None or other is None:
        return price is None
    if any(getattr(price, name) != getattr(other, name) for name in _EQUAL_PRICE_FIELDS):
        return False
    if price.count is None or other.count is None:
        return False
    enough = price.count >= other.count if price.up_to else price.count <= other.count
    return enough and _includes_goods(price.goods, other.goods, view)


_EQUAL_PRICE_FIELDS: Final = ("what", "up_to", "different", "same", "token", "more")
"""Fields that must be equal in comparable prices."""


def _includes_goods(goods: Goods | None, other: Goods | None, view: View) -> bool:
    """Return whether goods are equal to others, or of any kind."""
    return goods == other or goods is None or goods.is_any


def _is_unconditional(condition: Condition | None, other: Condition | None, view: View) -> bool:
    return condition is None


_COMPARISONS: Final[dict[str, Callable[[Any, Any, View], bool]]] = {
    "on": _includes_cards,
    "price": _costs_no_more,
    "goods": _includes_goods,
    "condition": _is_unconditional,
}
"""Fields that can be better than another card's: more cards, cheaper, any goods, no condition."""


def _are_gains_as_good(gains: tuple[Effect, ...], others: tuple[Effect, ...], view: View) -> bool:
    """Return whether gains include at least the other gains, and no additional discards."""
    remaining = list(gains)
    for gain in others:
        match = next(
            (candidate for candidate in remaining if _is_gain_as_good(candidate, gain, view)), None
        )
        if match is not None:
            remaining.remove(match)
        elif gain.verb != "discard":
            return False
    return all(gain.verb != "discard" for gain in remaining)


def _is_gain_as_good(gain: Effect, other: Effect, view: View) -> bool:
    has_equal_parts = (gain.verb, gain.per, gain.numbers) == (other.verb, other.per, other.numbers)
    includes_targets = _includes_goods(gain.goods, other.goods, view) and gain.other <= other.other
    less_is_more = gain.verb == "discard"
    is_enough = gain.quantity <= other.quantity if less_is_more else gain.quantity >= other.quantity
    return has_equal_parts and includes_targets and is_enough and gain.plain <= other.plain


def is_harmful(hook: Hook) -> bool:
    """Return whether a hook is always bad for its owner."""
    match hook:
        case hooks.Military(amount=amount) | hooks.Price(amount=amount):
            return amount < 0
        case hooks.CostChange(amount=amount):
            return amount > 0
        case hooks.Rule(what=rule):
            return rule == "cannot sell"
    return False


def is_situational(hook: Hook) -> bool:
    """Return whether a hook can be good or bad for its owner."""
    match hook:
        case hooks.Rule(what=rule):
            return rule in ("end", "hand limit")
        case hooks.Action(gains=gains, optional=optional):
            return not optional and any(gain.verb == "discard" for gain in gains)
    return False
