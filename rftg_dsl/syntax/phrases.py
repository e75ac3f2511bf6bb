"""The canonical text of parts of a power: selectors, kinds of goods, how often."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics.text import article
from rftg_dsl.syntax import ast


def format_selector(selector: ast.Selector, form: str) -> str:
    """Return a selector as words. form: "plural", "singular" (without an article) or "a"."""
    if selector.title is not None:
        return f'"{selector.title}"'
    words = [_adjective(adjective) for adjective in selector.adjectives]
    if _is_exact(selector.cost):
        assert selector.cost is not None
        words.insert(0, f"{selector.cost.low}-cost")
    words.append(f"{selector.noun}s" if form == "plural" else selector.noun)
    if selector.other:
        words.insert(0, "another" if form == "a" else "other")
    elif form == "a":
        words.insert(0, article(words[0]))
    words += _suffixes(selector)
    if selector.but is not None:
        words.append(f"except {_but(selector.but, selector.noun)}")
    return " ".join(words)


def _but(left_out: ast.Selector, noun: str) -> str:
    """Return the cards left out; `ones` are cards of the noun before."""
    text = format_selector(left_out, "plural")
    return re.sub(rf"(^| ){noun}s", r"\1ones", text, count=1) if left_out.noun == noun else text


def of_kinds(kinds: tuple[str, ...]) -> str:
    """Return kinds of goods with a space behind them; "" for any."""
    return f"{' or '.join(kinds)} " if kinds else ""


def _adjective(adjective: ast.Adjective) -> str:
    return ("non-" if adjective.negated else "") + " or ".join(adjective.words)


def _is_exact(wanted: ast.Range | None) -> bool:
    return wanted is not None and wanted.low == wanted.high


def _suffixes(selector: ast.Selector) -> list[str]:
    found = []
    if selector.power is not None:
        goods = f" for {_range(selector.spends)} goods" if selector.spends else ""
        power = "reassign" if selector.power == "assign" else selector.power
        found.append(f"with {article(power)} {power} power{goods}")
    if selector.strength is not None:
        found.append(f"with military {_range(selector.strength, '+d')}")
    if selector.keyword is not None:
        found.append(f"with the {selector.keyword} keyword")
    if selector.cost is not None and not _is_exact(selector.cost):
        found.append(f"of cost {_cost_range(selector.cost)}")
    if selector.defense is not None:
        found.append(f"of defense {_cost_range(selector.defense)}")
    return found


def _cost_range(wanted: ast.Range) -> str:
    """Return a range of costs; no card costs less than 0, so from 0 up is `or less`."""
    return f"{wanted.high} or less" if wanted.low == 0 and wanted.high else _range(wanted)


def _range(wanted: ast.Range, form: str = "") -> str:
    low = f"{wanted.low:{form}}"
    if wanted.high is None:
        return f"{low} or more"
    return low if wanted.low == wanted.high else f"{low} to {wanted.high:{form}}"


# --- dice

_PLACES: Final = {
    "": "",
    "citizenry": " in citizenry",
    "cup": " in cup",
    "goods": " as a good",
}


def format_dice(dice: ast.Dice, number: int = 1, form: str = "") -> str:
    """Return the canonical text of dice, without their number; form: "a" with an article."""
    goods = dice.place == "goods" and number != 1
    place = " as goods" if goods else _PLACES[dice.place]
    text = f"{_colours(dice)}{'die' if number == 1 else 'dice'}{place}"
    return f"{article(text)} {text}" if form == "a" else text


def format_workers(dice: ast.Dice, number: int | None = 1) -> str:
    """Return the canonical text of workers, without their number; None is all of them."""
    return f"{_colours(dice)}worker{'' if number == 1 else 's'}"


def _colours(dice: ast.Dice) -> str:
    words = " or ".join(dice.colours)
    return f"{'non-' if dice.negated else ''}{words} " if words else ""
