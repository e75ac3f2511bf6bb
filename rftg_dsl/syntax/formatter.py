"""The canonical text of a power: one way to print each AST, the exact inverse of the parser."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.phrases import format_selector, of_kind


def format_power(power: ast.Power) -> str:
    """The canonical line; parse_power(format_power(power)) == power."""
    if power.phase == ast.SCORE:
        return f"score: {power.effects[0].text()}"
    trigger = f"{_trigger(power.trigger)}, " if power.trigger else ""
    may = "may " if power.optional else ""
    cost = f"{_cost(power.cost, power.phase)} -> " if power.cost else ""
    effects = ", ".join(effect.text() for effect in power.effects)
    each = _each(power.each) if power.each else ""
    condition = f" if {_condition(power.condition)}" if power.condition else ""
    return f"{power.phase}: {trigger}{may}{cost}{effects}{each}{condition}"


def _trigger(trigger: ast.Trigger) -> str:
    if trigger.selector is None:
        return "after producing here"
    done = "paying for" if trigger.event == "paying" else trigger.event
    return f"after {done} {format_selector(trigger.selector, 'a')}"


def _cost(cost: ast.Cost, phase: str) -> str:
    if cost.what == "this":
        return "discard this"
    if cost.what == "cards":
        return f"discard {_up_to(cost)}{counted(cost.count or 0, 'card')}"
    if cost.what == "prestige":
        return f"spend {_up_to(cost)}{cost.count} prestige"
    spend = "" if phase == "consume" else "spend "
    assert cost.goods is not None
    if cost.goods.here:
        return f"{spend}this world's good"
    kind = of_kind(cost.goods.kind)
    if cost.count is None:
        return f"{spend}all {kind}goods"
    different = " of different kinds" if cost.different else ""
    return f"{spend}{_up_to(cost)}{counted(cost.count, f'{kind}good')}{different}"


def _up_to(cost: ast.Cost) -> str:
    return "up to " if cost.up_to else ""


def _each(each: ast.Each) -> str:
    return " each beyond the first" if each.beyond_first else " each"


def _condition(condition: ast.Condition) -> str:
    if condition.test == "most produced":
        return f"you produced the most {of_kind(condition.kind)}goods"
    if condition.test == "most":
        return f"you have the most {format_measure(condition.held)}"
    return f"you have {_count(ast.Count(condition.number, condition.held))}"


# --- goals and search categories


def format_goal(ways: tuple[tuple[ast.Count, ...], ...]) -> str:
    """The canonical text of a goal's condition; parse_goal(format_goal(ways)) == ways."""
    return " or ".join(" and ".join(_count(count) for count in way) for way in ways)


def format_measure(things: ast.Per) -> str:
    """The canonical text of what a goal measures: "total military", "production worlds"."""
    if things.selector is not None:
        return format_selector(things.selector, "plural")
    if things.things == "held goods":
        return f"{of_kind(things.kind)}goods"
    return _MEASURES.get(things.things, things.things)


def format_cards(ways: tuple[ast.Selector, ...]) -> str:
    """The canonical text of a search category: selectors, any of which fits."""
    return " or ".join(format_selector(way, "plural") for way in ways)


_MEASURES: Final = {
    "chips": "vp chips",
    "military": "total military",
    "phases": "phases with a power",
}


def _count(count: ast.Count) -> str:
    if count.number != 1:
        return f"{count.number} {format_measure(count.per)}"
    if count.per.selector is not None:
        return format_selector(count.per.selector, "a")
    if count.per.things == "held goods":
        return f"1 {of_kind(count.per.kind)}good"
    return _ONE.get(count.per.things) or format_measure(count.per)


_ONE: Final = {
    "chips": "1 vp chip",
    "military": "1 total military",
    "prestige": "1 prestige",
    "kinds of worlds": "1 kind of worlds",
    "phases": "1 phase with a power",
    "discards": "1 discard",
}
"""How one of a thing is counted; less than no military is said without a number."""
