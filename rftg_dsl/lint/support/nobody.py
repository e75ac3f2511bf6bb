"""Findings for impossible targets, impossible payments, and effects that need an invasion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.semantics.select import counts_in
from rftg_dsl.syntax.ast import ANY_KIND, Selector, Span

_PLACED_VERBS: Final = frozenset({"cost", "military", "pay for", "conquer", "place", "take over"})
"""Verbs about cards that aren't in the owner's tableau yet."""


def find_impossible_targets(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for each target of a power line that can never occur."""
    yield from _check_selectors(line, view)
    yield from _check_price(line)
    yield from _check_cost_range(line, view)


def make_finding(line: Line, span: Span, message: str, help: str) -> Finding:
    """Return a finding at a span of a power line."""
    return Finding(line.source_line.region(span), message, help)


def _check_selectors(line: Line, view: View) -> Iterator[Finding]:
    power = line.power.power
    for effect in power.all_effects:
        if effect.verb in _PLACED_VERBS and effect.selector:
            yield from _check_placed(line, effect.selector, view)
        if effect.rival and effect.rival.selector:
            yield from _check_placed(line, effect.rival.selector, view)
    if power.trigger and power.trigger.selector:
        yield from _check_placed(line, power.trigger.selector, view)
    for count in counts_in(power):
        if count.selector:
            yield from _check_other(line, count.selector, view)


def _check_placed(line: Line, selector: Selector, view: View) -> Iterator[Finding]:
    if view.mask(selector) and not view.others_of(line.card, selector):
        yield make_finding(
            line,
            selector.span,
            "in the sets in use, only the card itself matches, and it is already in the tableau",
            "name something that other cards have, too",
        )


def _check_other(line: Line, selector: Selector, view: View) -> Iterator[Finding]:
    if selector.other and view.mask(selector) and not view.others_of(line.card, selector):
        yield make_finding(
            line,
            selector.span,
            "in the sets in use, no other card matches this",
            "name something that other cards have, too",
        )


def _check_price(line: Line) -> Iterator[Finding]:
    """Yield a finding for a price of this world's good if it can't be sold."""
    cannot_sell = any(
        isinstance(hook, hooks.Rule) and hook.what == "cannot sell"
        for power in line.card.powers
        for hook in power.hooks
    )
    for effect in line.power.power.effects:
        if cannot_sell and effect.verb == "price" and effect.goods and effect.goods.here:
            yield make_finding(
                line,
                effect.span,
                "this world's good cannot be sold, so it has no price",
                "delete one of the two powers",
            )


def _check_cost_range(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for costs that no card has, and for impossible upgrades."""
    for effect in line.power.power.effects:
        numbers = effect.numbers
        if numbers is None or numbers.high is None:
            continue
        if effect.verb == "upgrade" and effect.selector:
            is_possible = _can_upgrade(view, effect.selector, numbers.low, numbers.high)
            message = (
                "the sets in use have no two worlds of the same kind with this difference in cost"
            )
        else:
            is_possible = any(numbers.low <= cost <= numbers.high for cost in view.costs)
            message = f"no card in the sets in use costs {numbers.low} to {numbers.high}"
        if not is_possible:
            yield make_finding(line, effect.span, message, "use costs that cards have")


def _can_upgrade(view: View, selector: Selector, low: int, high: int) -> bool:
    """Return whether a world can be upgraded to another of the same kind."""
    matching = view.mask(selector)
    return any(
        low <= better_cost - cost <= high
        and _has_distinct_pair(worlds & matching, better_worlds, view.copied)
        for (kind, cost), worlds in view.paid_worlds.items()
        for (better_kind, better_cost), better_worlds in view.paid_worlds.items()
        if kind == better_kind or ANY_KIND in (kind, better_kind)
    )


def _has_distinct_pair(first: int, second: int, copied: int) -> bool:
    """Return whether two masks contain two different cards, or two copies of a card."""
    are_distinct = (first | second).bit_count() > 1 or bool(first & second & copied)
    return bool(first and second) and are_distinct


_INVASION_VERBS: Final = ("invasion defense", "repair")
"""Effects that need an invasion."""


def find_missing_invasion(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for each effect that needs an invasion if no set in use has one."""
    if any("invasion" in unit.data for unit in view.units):
        return
    for effect in line.power.power.all_effects:
        if effect.verb in _INVASION_VERBS:
            yield make_finding(
                line,
                effect.span,
                "none of the sets in use has an invasion, so this does nothing",
                "require a set with an invasion, or add an `invasion:` to this set",
            )


def find_unpayable(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for payments that only match worlds of invaders."""
    matching = 0
    for hook in line.power.hooks:
        if isinstance(hook, hooks.Instead) and hook.how == "pay" and hook.on:
            matching |= view.mask(hook.on)
    for unit in view.units:
        invasion = unit.data.get("invasion")
        by = invasion.get("by") if isinstance(invasion, dict) else None
        if matching and by and not matching & ~view.mask(Selector("world", keyword=by)):
            yield make_finding(
                line,
                next(
                    effect.span for effect in line.power.power.effects if effect.verb == "pay for"
                ),
                f"worlds of the invaders (`{by}`) can only be conquered, not paid for",
                f"write `military +1 against {by} worlds`, or pay for other worlds",
            )
