"""Lints for powers that can never apply, and for goods that no world has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.view import (
    Finding,
    Line,
    View,
    find_impossible_targets,
    find_missing_invasion,
    find_unpayable,
    make_finding,
)
from rftg_dsl.semantics.select import counts_in
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Adjective, Count, Effect, Power, Selector, Span
from rftg_dsl.syntax.tokens import format_kinds
from rftg_dsl.words.effects.cards import EachOtherPlayer

_MILITARY_WORLD: Final = Selector("world", adjectives=(Adjective(("military",)),))
_ANY_WORLD: Final = Selector("world")


def check_never(view: View) -> Iterator[Finding]:
    """Yield at most one finding per line: the first reason why it never applies."""
    possibilities = _Possibilities(view)
    for line in view.lines:
        finding = next(_find_problems(line, possibilities), None)
        if finding is not None:
            yield finding


class _Possibilities:
    """Things that the cards in use make possible."""

    def __init__(self, view: View) -> None:
        self.view = view
        modules = {word for unit in view.units for word, _ in unit.words("modules")}
        self.takeovers = "takeovers" in modules
        self.plays_prestige = "prestige" in modules
        self.plays_goals = "goals" in modules
        self.prestige = any(card.prestige for card in view.cards) or any(
            gain.verb == "prestige" and not _takes_prestige(hook)
            for _, hook in view.hooks
            for gain in hook.all_gains
        )
        military = [hook for _, hook in view.hooks if isinstance(hook, hooks.Military)]
        self.lowers_military = any(hook.amount < 0 for hook in military)
        self.repeatable = set(_repeatable_events(view))
        self.payable = 0
        for _, hook in view.hooks:
            if isinstance(hook, hooks.Instead) and hook.how == "pay" and hook.on:
                self.payable |= view.mask(hook.on)


def _repeatable_events(view: View) -> Iterator[str]:
    """Yield the events that can happen repeatedly in a phase: "sold", or a placement phase."""
    for _, hook in view.hooks:
        if isinstance(hook, hooks.Place) and hook.how != "upgrade":
            yield hook.phase
        for gain in hook.all_gains:
            if gain.verb in ("sell", "sell another"):
                yield "sold"
            elif gain.verb == "place the top card" and isinstance(hook, hooks.Action):
                yield hook.phase


def _takes_prestige(hook: hooks.Hook) -> bool:
    return hook.price is not None and "prestige" in [part.what for part in hook.price.parts]


def _find_problems(line: Line, possibilities: _Possibilities) -> Iterator[Finding]:
    yield from _find_missing_takeovers(line, possibilities)
    yield from _find_missing_prestige(line, possibilities)
    yield from _find_missing_goals(line, possibilities)
    yield from _find_missing_payment(line, possibilities)
    yield from _find_impossible_repetitions(line, possibilities)
    yield from find_missing_invasion(line, possibilities.view)
    yield from find_unpayable(line, possibilities.view)
    yield from find_impossible_targets(line, possibilities.view)


def _find_missing_takeovers(line: Line, possibilities: _Possibilities) -> Iterator[Finding]:
    if possibilities.takeovers:
        return
    effects = {effect.verb: effect for effect in line.power.power.effects}
    cause = effects.get("take over") or effects.get("defeat")
    if cause is None and any(
        isinstance(hook, hooks.Military) and hook.defending for hook in line.power.hooks
    ):
        cause = effects["defense"]
    if cause is not None:
        yield make_finding(
            line,
            cause.span,
            "none of the sets in use has takeovers, so this never happens",
            "require a set with takeovers, or add `modules: [takeovers]` to this set",
        )


_NO_PRESTIGE: Final = "none of the sets in use has prestige, so this does nothing"
_PRESTIGE_HELP: Final = "require a set with prestige, or add `modules: [prestige]` to this set"


def _prestige_spans(power: Power) -> Iterator[Span]:
    """Yield the parts of a power that gain, spend, require or count prestige."""
    yield from _spent_prestige_spans(power)
    if power.condition and power.condition.count.things == "prestige":
        yield power.condition.span
    for effect in power.all_effects:
        gives_prestige = isinstance(effect, EachOtherPlayer) and effect.given == "prestige"
        if effect.verb == "prestige" or gives_prestige:
            yield effect.span
        elif effect.per and effect.per.count.things == "prestige":
            yield effect.per.span


def _spent_prestige_spans(power: Power) -> Iterator[Span]:
    for part in power.cost.parts if power.cost else ():
        if part.what == "prestige":
            yield part.span


def _find_missing_prestige(line: Line, possibilities: _Possibilities) -> Iterator[Finding]:
    power = line.power.power
    if not possibilities.plays_prestige:
        for span in _prestige_spans(power):
            yield make_finding(line, span, _NO_PRESTIGE, _PRESTIGE_HELP)
    for span in _spent_prestige_spans(power) if not possibilities.prestige else ():
        yield make_finding(
            line,
            span,
            "no card in the sets in use gives prestige, so there is none to spend",
            "require a set that gives prestige, or add `prestige: 1` to a card",
        )
    condition = power.condition
    if not possibilities.prestige and condition and condition.count.things == "prestige":
        yield make_finding(
            line,
            condition.span,
            "no card in the sets in use gives prestige, so no player has any",
            "require a set that gives prestige, or use another condition",
        )
    for effect in power.all_effects:
        counted = effect.per.count.things if effect.per else ""
        if (counted == "prestige" and not possibilities.prestige) or (
            counted == "negative military" and not possibilities.lowers_military
        ):
            assert effect.per is not None
            behavior = "gives prestige" if counted == "prestige" else "lowers Military"
            yield make_finding(
                line,
                effect.per.span,
                f"no card in the sets in use {behavior}, so this count is always 0",
                "require a set that has such a card, or count something else",
            )


def _find_missing_goals(line: Line, possibilities: _Possibilities) -> Iterator[Finding]:
    """Yield a finding for counts of goals in a game without any."""
    for count in counts_in(line.power.power) if not possibilities.plays_goals else ():
        if count.things == "goals":
            yield make_finding(
                line,
                count.span,
                "none of the sets in use has goals, so this is always 0",
                "require a set with goals, or add `modules: [goals]` and `goals:` to this set",
            )


def _find_impossible_repetitions(line: Line, possibilities: _Possibilities) -> Iterator[Finding]:
    """Yield a finding for counts of 2 or more events that can happen only once in a phase."""
    power, condition = line.power.power, line.power.power.condition
    parts: list[tuple[Count, int, Span, str]] = [
        (effect.per.count, effect.per.divisor, effect.per.span, "require 1")
        for effect in power.all_effects
        if effect.per
    ]
    if condition and condition.test == "have":
        low, high = condition.low, condition.high
        advice = "require 1" if high is None else "leave out the condition, which always holds"
        required = low if high is None else high + 1
        parts.append((condition.count, required, condition.span, advice))
    for count, required, span, advice in parts:
        events = {"placed": power.phases, "sold": ("sold",)}.get(count.things)
        if events and required > 1 and possibilities.repeatable.isdisjoint(events):
            action = "sell a second good" if count.things == "sold" else "place a second card"
            yield make_finding(
                line,
                span,
                f"no card in the sets in use lets a player {action} in a phase",
                f"require a set that has such a card, or {advice}",
            )


def _find_missing_payment(line: Line, possibilities: _Possibilities) -> Iterator[Finding]:
    power = line.power.power
    trigger = power.trigger
    payable = [effect for effect in power.effects if effect.verb == "cost"]
    if any(effect.verb == "pay for" for effect in power.effects):
        payable = []
    parts: list[Effect] = payable if power.phase == "settle" else []
    targets = [(effect.selector, effect.span) for effect in parts if effect.selector]
    if trigger and trigger.event == "paying" and trigger.selector and power.phase == "settle":
        targets.append((trigger.selector, trigger.span))
    for selector, span in targets:
        worlds = possibilities.view.mask(selector) & possibilities.view.mask(_ANY_WORLD)
        military = possibilities.view.mask(_MILITARY_WORLD)
        if worlds and not worlds & ~military and not worlds & possibilities.payable:
            yield make_finding(
                line,
                span,
                "military worlds are conquered, and no card in the sets in use lets a player pay"
                " for these",
                "add a power like `settle: may pay for a military world`, or leave out `military`",
            )


# --- goods


def check_goods(view: View) -> Iterator[Finding]:
    """Yield at most one finding per power line: the first missing kind of good."""
    worlds = [card for card in view.cards if card.kind is not None]
    kinds = _possible_kinds({card.kind for card in worlds if card.kind})
    windfalls = _possible_kinds({card.kind for card in worlds if card.kind and card.windfall})
    for line in view.lines:
        finding = next(_find_missing_goods(line, kinds, windfalls), None) or _find_missing_windfall(
            line, view
        )
        if finding is not None:
            yield finding


def _possible_kinds(kinds: set[str]) -> set[str]:
    """Return the possible kinds of worlds: all kinds if the owner of a world chooses its kind."""
    return set(ast.KINDS) if ast.ANY_KIND in kinds else kinds


def _find_missing_goods(line: Line, kinds: set[str], windfalls: set[str]) -> Iterator[Finding]:
    for named_kinds, span, windfall in _named_kinds(line):
        available = windfalls if windfall else kinds
        missing = [kind for kind in named_kinds if kind not in available]
        if missing or not available:
            kind = missing[0] if missing else ""
            noun = "windfall world" if windfall else "world"
            description = f"{kind} {noun}" if kind else f"{noun} with a good"
            key = "windfall" if windfall else "produces"
            yield Finding(
                line.source_line.region(span),
                f"the sets in use have no {description}",
                f"require a set with one, or add a world with `{key}: {kind or 'KIND'}`",
            )
    cost = line.power.power.cost
    if cost and cost.different and cost.count and not cost.up_to and cost.count > len(kinds):
        yield Finding(
            line.source_line.region(cost.span),
            f"the sets in use have {len(kinds)} kinds of goods, and this takes {cost.count}",
            "require a set with more kinds, or take fewer goods",
        )


def _find_missing_windfall(line: Line, view: View) -> Finding | None:
    """Return a finding for `another` windfall world if this card is the only one."""
    for effect in line.power.power.all_effects:
        if not (effect.verb == "windfall good" and effect.other and effect.goods):
            continue
        kinds = effect.goods.kinds
        adjectives = [ast.Adjective(words) for words in (("windfall",), kinds) if words]
        worlds = ast.Selector("world", adjectives=tuple(adjectives))
        if not view.others_of(line.card, worlds):
            return Finding(
                line.source_line.region(effect.span),
                f"the sets in use have no other {format_kinds(kinds)}windfall world",
                "leave out `another`, or require a set with one",
            )
    return None


def _named_kinds(line: Line) -> Iterator[tuple[tuple[str, ...], Span, bool]]:
    """Yield kinds named in a power, their spans, and whether they are windfalls.

    The kinds are () if any kind is meant.
    """
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
        if count.things in _GOODS_COUNTS:
            yield count.goods.kinds if count.goods else (), count.span, False


_GOODS_COUNTS: Final = ("goods", "kinds of goods", "produced", "kinds produced", "consumed", "sold")
