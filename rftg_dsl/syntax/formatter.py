"""Formatters for AST nodes: canonical text, the inverse of the parser."""

from __future__ import annotations

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.tokens import format_selector
from rftg_dsl.words.conditions import format_trigger
from rftg_dsl.words.counts import format_condition, format_quantity
from rftg_dsl.words.prices import format_price


def format_power(power: ast.Power) -> str:
    """Return the canonical line, so that parse_power(format_power(power)) == power."""
    condition = f" if {format_condition(power.condition)}" if power.condition else ""
    if power.phase == ast.SCORE:
        return f"score: {power.effects[0].text()}{condition}"
    trigger = f"{format_trigger(power.trigger)}, " if power.trigger else ""
    may = "may " if power.optional else ""
    cost = f"{format_price(power.cost, power.phase)} -> " if power.cost else ""
    choices = (power.effects, *power.others)
    effects = " or ".join(", ".join(effect.text() for effect in effects) for effects in choices)
    each = " each" if power.each else ""
    if power.each and power.each.beyond_first:
        each = " each beyond the first"
    once = " once a game" if power.once else ""
    return f"{' or '.join(power.phases)}: {trigger}{may}{cost}{effects}{each}{condition}{once}"


# --- goals and search categories


def format_goal(alternatives: tuple[tuple[ast.Condition, ...], ...]) -> str:
    """Return the canonical text of a goal's condition.

    `parse(format_goal(alternatives), "goal") == alternatives`.
    """
    return " or ".join(
        " and ".join(format_quantity(condition) for condition in conditions)
        for conditions in alternatives
    )


def format_cards(selectors: tuple[ast.Selector, ...]) -> str:
    """Return the canonical text of a search category with alternative selectors."""
    return " or ".join(format_selector(selector, "plural") for selector in selectors)
