"""Lints for powers that can never apply in the sets in use, and for goods that no world has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.support.nobody import (
    find_impossible_targets,
    find_unpayable,
    make_finding,
    without_invasion,
)
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.semantics.select import counts_in
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Adjective, Count, Effect, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_kinds

_MILITARY_WORLD: Final = Selector("world", adjectives=(Adjective(("military",)),))
_ANY_WORLD: Final = Selector("world")


def check_never(view: View) -> Iterator[Finding]:
    """Yield one finding for a line: the first reason why it never applies."""
    world = _World(view)
    for line in view.lines:
        found = next(_reasons(line, world), None)
        if found is not None:
            yield found


class _World:
    """What the cards in use make possible."""

    def __init__(self, view: View) -> None:
        self.view = view
        modules = {word for unit in view.units for word, _ in unit.words("modules")}
        self.takeovers = "takeovers" in modules
        self.plays_prestige = "prestige" in modules
        self.prestige = any(card.prestige for card in view.cards) or any(
            gain.verb == "prestige" and not _takes_prestige(hook)
            for _, hook in view.hooks
            for gain in hook.all_gains
        )
        military = [hook for _, hook in view.hooks if isinstance(hook, hooks.Military)]
        self.lowers_military = any(hook.amount < 0 for hook in military)
        self.repeated = set(_repeated(view))
        self.paid = 0
        for _, hook in view.hooks:
            if isinstance(hook, hooks.Instead) and hook.how == "pay" and hook.on:
                self.paid |= view.mask(hook.on)


def _repeated(view: View) -> Iterator[str]:
    """Yield what cards let a player do more than once in a phase: "sold", or a phase of placing."""
    for _, hook in view.hooks:
        if isinstance(hook, hooks.Place) and hook.how != "upgrade":
            yield hook.phase
        for gain in hook.all_gains:
            if gain.verb == "sell":
                yield "sold"
            elif gain.verb == "place the top card" and isinstance(hook, hooks.Action):
                yield hook.phase


def _takes_prestige(hook: hooks.Hook) -> bool:
    return hook.price is not None and "prestige" in [part.what for part in hook.price.parts]


def _reasons(line: Line, world: _World) -> Iterator[Finding]:
    yield from _without_takeovers(line, world)
    yield from _without_prestige(line, world)
    yield from _without_payment(line, world)
    yield from _without_second(line, world)
    yield from without_invasion(line, world.view)
    yield from find_unpayable(line, world.view)
    yield from find_impossible_targets(line, world.view)


def _without_takeovers(line: Line, world: _World) -> Iterator[Finding]:
    if world.takeovers:
        return
    verbs = {effect.verb: effect for effect in line.power.power.effects}
    plays = verbs.get("take over") or verbs.get("defeat")
    if plays is None and any(
        isinstance(hook, hooks.Military) and hook.defending for hook in line.power.hooks
    ):
        plays = verbs["defense"]
    if plays is not None:
        yield make_finding(
            line,
            plays.span,
            "no set in use plays with takeovers, so this never happens",
            "require a set that has them, or write `modules: [takeovers]` in the head of the set",
        )


_NO_PRESTIGE: Final = "no set in use plays with prestige, so this does nothing"
_PRESTIGE_HELP: Final = (
    "require a set that has it, or write `modules: [prestige]` in the head of the set"
)


def _about_prestige(power: Power) -> Iterator[Span]:
    """Yield the parts of a power in which prestige is gained, spent, asked for or counted."""
    yield from _prestige_spent(power)
    if power.condition and power.condition.count.things == "prestige":
        yield power.condition.span
    for effect in power.all_effects:
        if effect.verb == "prestige":
            yield effect.span
        elif effect.per and effect.per.count.things == "prestige":
            yield effect.per.span


def _prestige_spent(power: Power) -> Iterator[Span]:
    for part in power.cost.parts if power.cost else ():
        if part.what == "prestige":
            yield part.span


def _without_prestige(line: Line, world: _World) -> Iterator[Finding]:
    power = line.power.power
    if not world.plays_prestige:
        for span in _about_prestige(power):
            yield make_finding(line, span, _NO_PRESTIGE, _PRESTIGE_HELP)
    for span in _prestige_spent(power) if not world.prestige else ():
        yield make_finding(
            line,
            span,
            "no card of the sets in use gives prestige, so there is none to spend",
            "require a set that gives some, or let a card have `prestige: 1`",
        )
    condition = power.condition
    if not world.prestige and condition and condition.count.things == "prestige":
        yield make_finding(
            line,
            condition.span,
            "no card of the sets in use gives prestige, so nobody has any",
            "require a set that gives some, or ask for something else",
        )
    for effect in power.all_effects:
        things = effect.per.count.things if effect.per else ""
        if (things == "prestige" and not world.prestige) or (
            things == "negative military" and not world.lowers_military
        ):
            assert effect.per is not None
            what = "gives prestige" if things == "prestige" else "lowers Military"
            yield make_finding(
                line,
                effect.per.span,
                f"no card of the sets in use {what}, so there is none to count",
                "require a set that has such a card, or count something else",
            )


def _without_second(line: Line, world: _World) -> Iterator[Finding]:
    """Yield counts of 2 or more of what can be placed or sold once in a phase."""
    power, condition = line.power.power, line.power.power.condition
    parts: list[tuple[Count, int, Span, str]] = [
        (effect.per.count, effect.per.divisor, effect.per.span, "ask for 1")
        for effect in power.all_effects
        if effect.per
    ]
    if condition and condition.test == "have":
        low, high = condition.low, condition.high
        advice = "ask for 1" if high is None else "leave out the condition, which always holds"
        number = low if high is None else high + 1
        parts.append((condition.count, number, condition.span, advice))
    for count, number, span, advice in parts:
        deeds = {"placed": power.phases, "sold": ("sold",)}.get(count.things)
        if deeds and number > 1 and world.repeated.isdisjoint(deeds):
            what = "sell a second good" if count.things == "sold" else "place a second card"
            yield make_finding(
                line,
                span,
                f"no card of the sets in use lets a player {what} in a phase",
                f"require a set that has such a card, or {advice}",
            )


def _without_payment(line: Line, world: _World) -> Iterator[Finding]:
    power = line.power.power
    trigger = power.trigger
    paid = [effect for effect in power.effects if effect.verb == "cost"]
    if any(effect.verb == "pay for" for effect in power.effects):
        paid = []
    parts: list[Effect] = paid if power.phase == "settle" else []
    about = [(effect.selector, effect.span) for effect in parts if effect.selector]
    if trigger and trigger.event == "paying" and trigger.selector and power.phase == "settle":
        about.append((trigger.selector, trigger.span))
    for selector, span in about:
        meant = world.view.mask(selector) & world.view.mask(_ANY_WORLD)
        military = world.view.mask(_MILITARY_WORLD)
        if meant and not meant & ~military and not meant & world.paid:
            yield make_finding(
                line,
                span,
                "military worlds are conquered, and no card of the sets in use lets a player pay"
                " for these",
                "add a power like `settle: may pay for a military world`, or leave out `military`",
            )


# --- goods


def check_goods(view: View) -> Iterator[Finding]:
    """Yield one finding for a power line: the first kind that is missing."""
    worlds = [card for card in view.cards if card.kind is not None]
    kinds = _possible_kinds({card.kind for card in worlds if card.kind})
    windfalls = _possible_kinds({card.kind for card in worlds if card.kind and card.windfall})
    for line in view.lines:
        found = next(_missing_goods(line, kinds, windfalls), None) or _no_other_windfall(line, view)
        if found is not None:
            yield found


def _possible_kinds(kinds: set[str]) -> set[str]:
    """Return the kinds that worlds can have: all where a world's owner names the kind."""
    return set(ast.KINDS) if ast.ANY_KIND in kinds else kinds


def _missing_goods(line: Line, kinds: set[str], windfalls: set[str]) -> Iterator[Finding]:
    for wanted, span, windfall in _named_kinds(line):
        found = windfalls if windfall else kinds
        missing = [kind for kind in wanted if kind not in found]
        if missing or not found:
            kind = missing[0] if missing else ""
            what = "windfall world" if windfall else "world"
            said = f"{kind} {what}" if kind else f"{what} with a good"
            key = "windfall" if windfall else "produces"
            yield Finding(
                line.written.region(span),
                f"the sets in use have no {said}",
                f"require a set that has one, or add a world with `{key}: {kind or 'KIND'}`",
            )
    cost = line.power.power.cost
    if cost and cost.different and cost.count and not cost.up_to and cost.count > len(kinds):
        yield Finding(
            line.written.region(cost.span),
            f"the worlds of the sets in use have goods of {len(kinds)} kinds, and this takes"
            f" {cost.count}",
            "require a set that has more, or take fewer goods",
        )


def _no_other_windfall(line: Line, view: View) -> Finding | None:
    """Return a finding for `another` windfall world where this card is the only one."""
    for effect in line.power.power.all_effects:
        if not (effect.verb == "windfall good" and effect.other and effect.goods):
            continue
        kinds = effect.goods.kinds
        adjectives = [ast.Adjective(words) for words in (("windfall",), kinds) if words]
        worlds = ast.Selector("world", adjectives=tuple(adjectives))
        if not view.others_of(line.card, worlds):
            return Finding(
                line.written.region(effect.span),
                f"the sets in use have no other {format_kinds(kinds)}windfall world",
                "leave out `another`, or require a set that has one",
            )
    return None


def _named_kinds(line: Line) -> Iterator[tuple[tuple[str, ...], Span, bool]]:
    """Yield the kinds that a power is about (() for any), their place, and whether windfalls."""
    power = line.power.power
    for part in power.cost.parts if power.cost else ():
        if part.goods is not None and not part.goods.here:
            yield part.goods.kinds, part.span, False
    trigger = power.trigger
    if trigger is not None and trigger.goods is not None and not trigger.goods.here:
        yield trigger.goods.kinds, trigger.span, False
    for effect in power.all_effects:
        if effect.goods and not effect.goods.here:
            yield effect.goods.kinds, effect.span, effect.verb == "windfall good"
    for count in counts_in(power):
        if count.things in _OF_GOODS:
            yield count.goods.kinds if count.goods else (), count.span, False


_OF_GOODS: Final = ("goods", "kinds of goods", "produced", "kinds produced", "consumed", "sold")
