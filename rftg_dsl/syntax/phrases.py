"""Canonical text of parts of a power: selectors, kinds of goods, dice."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics.text import article
from rftg_dsl.syntax import ast


def format_selector(selector: ast.Selector, form: str) -> str:
    """Format a selector. form: "plural", "singular" (without an article) or "a"."""
    if selector.title is not None:
        return f'"{selector.title}"'
    words = [_format_adjective(adjective) for adjective in selector.adjectives]
    if _is_exact(selector.cost):
        assert selector.cost is not None
        words.insert(0, f"{selector.cost.low}-cost")
    words.append(f"{selector.noun}s" if form == "plural" else selector.noun)
    if selector.other:
        words.insert(0, "another" if form == "a" else "other")
    elif form == "a":
        words.insert(0, article(words[0]))
    words += _format_suffixes(selector)
    if selector.but is not None:
        words.append(f"except {_format_exception(selector.but, selector.noun)}")
    return " ".join(words)


def _format_exception(excluded: ast.Selector, noun: str) -> str:
    """Format the cards after `except`; `ones` stands for the noun of the selector."""
    text = format_selector(excluded, "plural")
    return re.sub(rf"(^| ){noun}s", r"\1ones", text, count=1) if excluded.noun == noun else text


def format_kinds(kinds: tuple[str, ...]) -> str:
    """Format kinds of goods with a trailing space; "" for any kind."""
    return f"{' or '.join(kinds)} " if kinds else ""


def _format_adjective(adjective: ast.Adjective) -> str:
    return ("non-" if adjective.negated else "") + " or ".join(adjective.words)


def _is_exact(value: ast.Range | None) -> bool:
    return value is not None and value.low == value.high


def _format_suffixes(selector: ast.Selector) -> list[str]:
    suffixes = []
    if selector.power is not None:
        goods = f" for {_format_range(selector.spends)} goods" if selector.spends else ""
        power = "reassign" if selector.power == "assign" else selector.power
        suffixes.append(f"with {article(power)} {power} power{goods}")
    if selector.strength is not None:
        suffixes.append(f"with military {_format_range(selector.strength, '+d')}")
    if selector.keyword is not None:
        suffixes.append(f"with the {selector.keyword} keyword")
    if selector.cost is not None and not _is_exact(selector.cost):
        suffixes.append(f"of cost {_format_cost_range(selector.cost)}")
    if selector.defense is not None:
        suffixes.append(f"of defense {_format_cost_range(selector.defense)}")
    return suffixes


def _format_cost_range(costs: ast.Range) -> str:
    """Format a range of costs. No cost is below 0, so a range from 0 is `or less`."""
    return f"{costs.high} or less" if costs.low == 0 and costs.high else _format_range(costs)


def _format_range(numbers: ast.Range, form: str = "") -> str:
    low = f"{numbers.low:{form}}"
    if numbers.high is None:
        return f"{low} or more"
    return low if numbers.low == numbers.high else f"{low} to {numbers.high:{form}}"


# --- dice

_PLACES: Final = {
    "": "",
    "citizenry": " in citizenry",
    "cup": " in cup",
    "goods": " as a good",
}


def format_dice(dice: ast.Dice, count: int = 1, form: str = "") -> str:
    """Return the canonical text of dice, without the count. form: "a" adds an article."""
    goods = dice.place == "goods" and count != 1
    place = " as goods" if goods else _PLACES[dice.place]
    text = f"{_format_colours(dice)}{'die' if count == 1 else 'dice'}{place}"
    return f"{article(text)} {text}" if form == "a" else text


def format_workers(dice: ast.Dice, count: int | None = 1) -> str:
    """Return the canonical text of workers, without the count. count: None for all."""
    return f"{_format_colours(dice)}worker{'' if count == 1 else 's'}"


def _format_colours(dice: ast.Dice) -> str:
    words = " or ".join(dice.colours)
    return f"{'non-' if dice.negated else ''}{words} " if words else ""
