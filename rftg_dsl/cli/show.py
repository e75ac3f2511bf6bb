"""`rftg-dsl show TITLE`: what a card is and does, in English; its AST and hooks on request."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from rftg_dsl.cli import fail
from rftg_dsl.diagnostics import ERROR, Diagnostic
from rftg_dsl.library import cards_in_use, load, load_shipped
from rftg_dsl.locate import set_names
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.outline import outline, to_data
from rftg_dsl.wording import supply_line, type_line, word_card, word_power


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `rftg-dsl show`."""
    parser.add_argument("title", metavar="TITLE", help="title of a card; letter case is ignored")
    parser.add_argument(
        "--sets",
        metavar="ID,FILE...",
        help="sets to look in: ids of shipped sets and card files (all shipped sets)",
    )
    parser.add_argument("--ast", action="store_true", help="show the AST of each power")
    parser.add_argument("--hooks", action="store_true", help="show what each power compiles to")
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")


def run(args: argparse.Namespace) -> int:
    """Print a card. Returns 0; 1 for an unknown title; 2 when the sets cannot be read."""
    try:
        compilation = load(set_names(args.sets)) if args.sets else load_shipped()
    except (LookupError, ValueError) as error:
        return fail(str(error))
    for file in sorted({found.file for found in compilation.diagnostics if _is_error(found)}):
        print(f"note: {file} has errors and is left out", file=sys.stderr)
        print(f"  help: run `rftg-dsl check {file}`", file=sys.stderr)
    cards = cards_in_use(compilation.sets)
    card = find_card(args.title, cards)
    if card is None:
        return _unknown(args.title, cards)
    print(_as_json(card) if args.json else as_text(card, args.ast, args.hooks))
    return 0


def find_card(title: str, cards: Sequence[Card]) -> Card | None:
    """The card with a title, in any letter case; None if there is none."""
    wanted = title.strip().casefold()
    return next((card for card in cards if card.title.casefold() == wanted), None)


def nearest_titles(title: str, cards: Sequence[Card]) -> list[str]:
    """At most three titles near to one that no card has.

    First those that hold it, then those like it as a whole, then those with a word like it.
    """
    wanted = title.strip().casefold()
    titles = [card.title for card in cards]
    found = [name for name in titles if wanted and wanted in name.casefold()]
    for known in ({name: name.casefold() for name in titles}, _by_word(titles)):
        near = get_close_matches(wanted, set(known.values()), n=3, cutoff=0.7)
        found += [name for word in near for name in known if known[name] == word]
    return list(dict.fromkeys(found))[:3]


def _by_word(titles: Sequence[str]) -> dict[str, str]:
    """Each title with its longest word."""
    return {name: max(name.casefold().split(), key=len) for name in titles}


def as_text(card: Card, ast: bool = False, hooks: bool = False) -> str:
    """The card's text; behind it, for each power, its line with its AST and its hooks."""
    parts = [word_card(card)]
    if ast or hooks:
        parts += [_inside(line, ast, hooks) for line in card.powers]
    return "\n\n".join(parts)


def _inside(line: PowerLine, ast: bool, hooks: bool) -> str:
    nodes = [line.power] if ast else []
    shown = [outline(node) for node in [*nodes, *(line.hooks if hooks else ())]]
    return "\n".join(
        [f"`{line.text}`", *(f"  {row}" for text in shown for row in text.split("\n"))]
    )


def _as_json(card: Card) -> str:
    data: dict[str, Any] = {
        "title": card.title,
        "set": card.set_id,
        "type": type_line(card),
        "supply": supply_line(card),
        "powers": [_power_data(line) for line in card.powers],
    }
    return json.dumps(data, indent=2)


def _power_data(line: PowerLine) -> dict[str, Any]:
    return {
        "line": line.line,
        "power": line.text,
        "text": word_power(line.power),
        "ast": to_data(line.power),
        "hooks": [to_data(hook) for hook in line.hooks],
    }


def _unknown(title: str, cards: Sequence[Card]) -> int:
    near = nearest_titles(title, cards)
    advice = f"the nearest titles are: {', '.join(near)}" if near else "no title is near to it"
    fail(f"no card is called `{title}`\n  help: {advice}")
    return 1


def _is_error(found: Diagnostic) -> bool:
    return found.severity == ERROR
