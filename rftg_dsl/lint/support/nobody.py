"""Cards that no player can have or pay for, and words that need an invasion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.semantics.select import counts_in
from rftg_dsl.syntax.ast import ANY_KIND, Selector, Span

_PLACED_VERBS: Final = frozenset({"cost", "military", "pay for", "conquer", "place", "take over"})
"""Verbs about cards that are not in the own tableau yet."""


def find_impossible_targets(line: Line, view: View) -> Iterator[Finding]:
    """Yield why no card that a power line means can ever be the one that it is about."""
    yield from _only_itself(line, view)
    yield from _unsold(line)
    yield from _no_such_cost(line, view)


def make_finding(line: Line, span: Span, message: str, help: str) -> Finding:
    """Return a finding at a part of a power line."""
    return Finding(line.written.region(span), message, help)


def _only_itself(line: Line, view: View) -> Iterator[Finding]:
    power = line.power.power
    for effect in power.all_effects:
        if effect.verb in _PLACED_VERBS and effect.selector:
            yield from _never_placed(line, effect.selector, view)
        if effect.rival and effect.rival.selector:
            yield from _never_placed(line, effect.rival.selector, view)
    if power.trigger and power.trigger.selector:
        yield from _never_placed(line, power.trigger.selector, view)
    for count in counts_in(power):
        if count.selector:
            yield from _never_other(line, count.selector, view)


def _never_placed(line: Line, selector: Selector, view: View) -> Iterator[Finding]:
    if view.mask(selector) and not view.others_of(line.card, selector):
        yield make_finding(
            line,
            selector.span,
            "the only card of the sets in use that is meant here is this one, which is in the"
            " tableau already",
            "name what another card has as well",
        )


def _never_other(line: Line, selector: Selector, view: View) -> Iterator[Finding]:
    if selector.other and view.mask(selector) and not view.others_of(line.card, selector):
        yield make_finding(
            line,
            selector.span,
            "no other card of the sets in use is meant here, only this one",
            "name what another card has as well",
        )


def _unsold(line: Line) -> Iterator[Finding]:
    """Yield a price for this world's good, which cannot be sold."""
    unsold = any(
        isinstance(hook, hooks.Rule) and hook.what == "cannot sell"
        for power in line.card.powers
        for hook in power.hooks
    )
    for effect in line.power.power.effects:
        if unsold and effect.verb == "price" and effect.goods and effect.goods.here:
            yield make_finding(
                line,
                effect.span,
                "this world's good cannot be sold, so it has no price",
                "delete one of the two powers",
            )


def _no_such_cost(line: Line, view: View) -> Iterator[Finding]:
    """Yield costs that no card has, and better worlds that no world can become."""
    for effect in line.power.power.effects:
        numbers = effect.numbers
        if numbers is None or numbers.high is None:
            continue
        if effect.verb == "upgrade" and effect.selector:
            possible = _upgrades(view, effect.selector, numbers.low, numbers.high)
            text = "no world of the sets in use is of the same kind and so much dearer"
        else:
            possible = any(numbers.low <= cost <= numbers.high for cost in view.costs)
            text = f"no card of the sets in use costs from {numbers.low} to {numbers.high}"
        if not possible:
            yield make_finding(line, effect.span, text, "name costs that cards have")


def _upgrades(view: View, selector: Selector, low: int, high: int) -> bool:
    """Return whether one world can become another: so much dearer and of the same kind."""
    meant = view.mask(selector)
    return any(
        low <= dear - cost <= high and _two(worlds & meant, better, view.copied)
        for (kind, cost), worlds in view.paid_worlds.items()
        for (other, dear), better in view.paid_worlds.items()
        if kind == other or ANY_KIND in (kind, other)
    )


def _two(some: int, others: int, copied: int) -> bool:
    """Return whether a card of the first is another one than a card of the second, or its copy."""
    several = (some | others).bit_count() > 1 or bool(some & others & copied)
    return bool(some and others) and several


_WORDS: Final = ("invasion defense", "repair")
"""The effects that only an invasion gives a use."""


def without_invasion(line: Line, view: View) -> Iterator[Finding]:
    """Yield what has no use where no set in use brings an invasion."""
    if any("invasion" in unit.data for unit in view.units):
        return
    for effect in line.power.power.all_effects:
        if effect.verb in _WORDS:
            yield make_finding(
                line,
                effect.span,
                "no set in use brings an invasion, so this does nothing",
                "require a set that brings one, or give the set its own under `invasion:`",
            )


def find_unpayable(line: Line, view: View) -> Iterator[Finding]:
    """Yield payments for worlds of invaders alone, which are only conquered."""
    meant = 0
    for hook in line.power.hooks:
        if isinstance(hook, hooks.Instead) and hook.how == "pay" and hook.on:
            meant |= view.mask(hook.on)
    for unit in view.units:
        invasion = unit.data.get("invasion")
        by = invasion.get("by") if isinstance(invasion, dict) else None
        if meant and by and not meant & ~view.mask(Selector("world", keyword=by)):
            yield make_finding(
                line,
                next(one.span for one in line.power.power.effects if one.verb == "pay for"),
                f"worlds of the invaders, `{by}`, are conquered and never paid for",
                f"write `military +1 against {by} worlds`, or let other worlds be paid for",
            )
