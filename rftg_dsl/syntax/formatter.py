"""Formatters for AST nodes: canonical text (the inverse of the parser), JSON data, outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Span
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


_INDENT: Final = "  "
_GAINS: Final = ("gains", "choices")
"""Fields of hooks whose effects are gains."""


def to_data(node: Any) -> Any:
    """Return a node as JSON data: {"node": type, field: value ...}, in field order.

    Spans and fields with empty or default values are omitted.
    """
    if is_dataclass(node):
        data = {"node": type(node).__name__}
        if isinstance(node, Effect):
            data = {"node": Effect.__name__, "verb": node.verb}
        return data | {
            name: (_gain_data if name in _GAINS else to_data)(value)
            for name, value in _non_default_fields(node)
        }
    if isinstance(node, tuple | list):
        return [to_data(item) for item in node]
    return node


def _gain_data(node: Any) -> Any:
    """Return the gains of a hook, or the alternatives to them, as data."""
    if isinstance(node, tuple):
        return [_gain_data(item) for item in node]
    if not isinstance(node, Effect):
        return to_data(node)
    facts = dict(_non_default_fields(node))
    data = {"node": "Gain", "what": node.gain, "amount": node.quantity}
    cards = {"cards": facts.pop("selector")} if "selector" in facts else {}
    facts.pop("amount", None)
    return data | {name: to_data(value) for name, value in (facts | cards).items()}


def outline(node: Any) -> str:
    """Return a node as indented text with one field per line."""
    return "\n".join(_lines(to_data(node)))


def _non_default_fields(node: Any) -> Iterator[tuple[str, Any]]:
    for declared in fields(node):
        value = getattr(node, declared.name)
        is_empty = value is None or value is False or value == ()
        if not (is_empty or isinstance(value, Span) or _is_default(declared, value)):
            yield declared.name, value


def _is_default(each: Field[Any], value: Any) -> bool:
    return each.default is not MISSING and bool(each.default == value)


def _lines(node: dict[str, Any]) -> Iterator[str]:
    yield node["node"]
    for name, value in node.items():
        if name != "node":
            for line in _field_lines(name, value):
                yield _INDENT + line


def _field_lines(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        first, *later_lines = _lines(value)
        yield f"{name}: {first}"
        yield from later_lines
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        yield f"{name}:"
        for item in value:
            first, *later_lines = _lines(item)
            yield f"- {first}"
            yield from (_INDENT + line for line in later_lines)
    else:
        yield f"{name}: {_format_value(value)}"


def _format_value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "yes" if value is True else str(value)
