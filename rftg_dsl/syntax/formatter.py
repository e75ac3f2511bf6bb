"""The canonical text of a power: one way to print each AST, the exact inverse of the parser."""

from __future__ import annotations

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.conditions import format_trigger
from rftg_dsl.words.counts import format_condition, format_quantity
from rftg_dsl.words.prices import format_price


def format_power(power: ast.Power) -> str:
    """Return the canonical line; parse_power(format_power(power)) == power."""
    condition = f" if {format_condition(power.condition)}" if power.condition else ""
    if power.phase == ast.SCORE:
        return f"score: {power.effects[0].text()}{condition}"
    trigger = f"{format_trigger(power.trigger)}, " if power.trigger else ""
    may = "may " if power.optional else ""
    cost = f"{format_price(power.cost, power.phase)} -> " if power.cost else ""
    choices = (power.effects, *power.others)
    effects = " or ".join(", ".join(effect.text() for effect in one) for one in choices)
    each = _each(power.each) if power.each else ""
    once = " once a game" if power.once else ""
    return f"{' or '.join(power.phases)}: {trigger}{may}{cost}{effects}{each}{condition}{once}"


def _each(each: ast.Each) -> str:
    return " each beyond the first" if each.beyond_first else " each"


# --- goals and search categories


def format_goal(ways: tuple[tuple[ast.Condition, ...], ...]) -> str:
    """Return the canonical text of a goal's condition; parse_goal(format_goal(ways)) == ways."""
    return " or ".join(" and ".join(format_quantity(one) for one in way) for way in ways)


def format_cards(ways: tuple[ast.Selector, ...]) -> str:
    """Return the canonical text of a search category: selectors, any of which fits."""
    return " or ".join(format_selector(way, "plural") for way in ways)
