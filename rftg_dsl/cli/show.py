"""The command `show`: cards, goals, search categories and sets in English."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from rftg_dsl.cli import report_failure
from rftg_dsl.cli.files import write
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR
from rftg_dsl.games import GAMES
from rftg_dsl.library import cards_in_use, load, load_shipped, without_editions
from rftg_dsl.model import Card, CardSet, Goal, PowerLine, SearchCategory
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.source.files import find_set, split_set_names
from rftg_dsl.syntax.formatter import outline, to_data
from rftg_dsl.wording.english import (
    describe_card,
    goal_checks,
    read_together,
    supply_line,
    type_line,
    word_goal,
    word_power,
    word_search,
)

ShownItem = Card | Goal | SearchCategory
"""Anything that has a title."""


def add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "name",
        metavar="TITLE|SET|FILE",
        help="title of a card, tile, goal or search category, in any letter case; or the id of a"
        " shipped set or a card file, to show everything in it",
    )
    parser.add_argument(
        "--game",
        choices=GAMES,
        help="search the shipped sets of this game (default: race, then the others)",
    )
    parser.add_argument(
        "--sets",
        metavar="ID,FILE...",
        help="ids and card files of the sets to search (default: all shipped sets, first edition)",
    )
    parser.add_argument("--ast", action="store_true", help="show the AST of each power")
    parser.add_argument("--hooks", action="store_true", help="show what each power compiles to")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run_show(args: argparse.Namespace) -> int:
    """Print the items; return 0, 1 for an unknown title, 2 if the sets can't be read."""
    is_set = args.name in shipped_ids() or Path(args.name).is_file()
    try:
        if is_set:
            compilation = load([args.name])
        else:
            compilation = load(split_set_names(args.sets)) if args.sets else _shipped(args)
    except (LookupError, ValueError) as error:
        return report_failure(str(error))
    _note_errors(compilation)
    if is_set:
        return _show_set(compilation, args)
    items = items_in_use(compilation.sets)
    item = find_item(args.name, items)
    if item is None:
        if not args.sets and not args.game:
            items = [
                item
                for compilation in _compile_all_games()
                for item in items_in_use(compilation.sets)
            ]
        return _report_unknown(args.name, items)
    if not args.sets and not args.game:
        _note_namesakes(item)
        _note_editions(item)
    _print_items([item], args)
    return 0


def _shipped(args: argparse.Namespace) -> Compilation:
    """Compile the shipped sets of the selected game, or of the first game that has the title."""
    if args.game:
        return load_shipped(GAMES[args.game])
    games = _compile_all_games()
    matches = (game for game in games if find_item(args.name, items_in_use(game.sets)))
    return next(matches, games[0])


@cache
def _compile_all_games() -> tuple[Compilation, ...]:
    """Compile the shipped sets of each game, without editions."""
    return tuple(without_editions(compilation) for compilation in _compile_editions())


@cache
def _compile_editions() -> tuple[Compilation, ...]:
    return tuple(compile_files(shipped_sets(game)) for game in GAMES.values())


def _note_namesakes(item: ShownItem) -> None:
    """Print a note if another game has something with the same title."""
    first, *other_games = zip(_compile_all_games(), GAMES.values(), strict=True)
    for compilation, game in other_games if item in items_in_use(first[0].sets) else ():
        if find_item(item.title, items_in_use(compilation.sets)):
            print(f"note: {game.title} also has a `{item.title}`", file=sys.stderr)
            print(f"  help: add `--game {game.id}` to see it", file=sys.stderr)


def _note_editions(item: ShownItem) -> None:
    """Print a note for each edition that prints a card differently."""
    units = [unit for compilation in _compile_editions() for unit in compilation.units]
    for unit in units if isinstance(item, Card) else ():
        if unit.is_edition and item.title in unit.titles:
            print(f"note: the set {unit.id} prints `{item.title}` differently", file=sys.stderr)
            print(f"  help: add `--sets {unit.id}` to see it", file=sys.stderr)


def _show_set(compilation: Compilation, args: argparse.Namespace) -> int:
    """Print everything in a set; return 0, or 2 if it has errors."""
    path = find_set(args.name).resolve()
    ids = [unit.id for unit in compilation.units if unit.path.resolve() == path]
    shown = next((card_set for card_set in compilation.sets if card_set.id in ids), None)
    if shown is None:
        return report_failure(f"{args.name} has errors, so it cannot be shown")
    if not args.json:
        write(f"{shown.title} ({shown.id})\n\n")
    _print_items([*shown.cards, *shown.goals, *shown.search], args, shown)
    return 0


def _print_items(
    items: Sequence[ShownItem], args: argparse.Namespace, card_set: CardSet | None = None
) -> None:
    """Print items, or all items of a set, as text or JSON."""
    if not args.json:
        texts = [as_text(item, args.ast, args.hooks) for item in items]
        write("\n\n\n".join([*texts, *_invasion_text(card_set)]) + "\n")
        return
    data: Any = [_data(item) for item in items]
    if card_set is None:
        data = data[0]
    else:
        data = {"set": card_set.id, "title": card_set.title, "holds": data}
        if card_set.invasion:
            data["invasion"] = "\n".join(_invasion_text(card_set))
    print(json.dumps(data, indent=2, ensure_ascii=False))


def _invasion_text(card_set: CardSet | None) -> list[str]:
    """Return the text of a set's invasion, or [] if it has none."""
    if card_set is None or card_set.invasion is None:
        return []
    from rftg_dsl.wording.english import word_invasion

    return ["\n".join(word_invasion(card_set.invasion))]


def _note_errors(compilation: Compilation) -> None:
    errors = (finding for finding in compilation.diagnostics if finding.severity == ERROR)
    for file in sorted({error.file for error in errors}):
        print(f"note: {file} has errors and is skipped", file=sys.stderr)
        print(f"  help: run `rftg-dsl check {file}`", file=sys.stderr)


def items_in_use(sets: Sequence[CardSet]) -> list[ShownItem]:
    """Return the cards in a game with these sets, then their goals and search categories."""
    items: list[ShownItem] = [*cards_in_use(sets)]
    for card_set in sets:
        items += [*card_set.goals, *card_set.search]
    return items


def find_item(title: str, items: Iterable[ShownItem]) -> ShownItem | None:
    """Return the item with a title, in any letter case, or None if there is none."""
    title = title.strip().casefold()
    return next((item for item in items if item.title.casefold() == title), None)


def nearest_titles(title: str, items: Sequence[ShownItem]) -> list[str]:
    """Return at most three titles that are similar to an unknown title.

    Titles that contain it come first, then similar titles, then titles with a similar word.
    """
    unknown = title.strip().casefold()
    titles = {item.title: item.title.casefold() for item in items}
    longest_words = {name: max(folded.split(), key=len) for name, folded in titles.items()}
    nearest = [name for name, folded in titles.items() if unknown and unknown in folded]
    for texts in (titles, longest_words):
        close = get_close_matches(unknown, set(texts.values()), n=3, cutoff=0.7)
        nearest += [name for text in close for name in texts if texts[name] == text]
    return list(dict.fromkeys(nearest))[:3]


def as_text(item: ShownItem, ast: bool = False, hooks: bool = False) -> str:
    """Return an item in English; after a card, its power lines with their AST or hooks."""
    match item:
        case Card():
            internals = (
                [_format_internals(line, ast, hooks) for line in item.powers]
                if ast or hooks
                else []
            )
            return "\n\n".join([describe_card(item), *internals])
        case Goal():
            return "\n".join([item.title, *_goal_lines(item)])
        case SearchCategory():
            return f"{item.title}\nSearch category: {word_search(item)}"


def _goal_lines(goal: Goal) -> Iterator[str]:
    yield f"{'Most' if goal.most else 'First'} goal, {goal.points} VP"
    yield f"{word_goal(goal)} {goal_checks(goal)}"
    if goal.needs:
        yield f"In use only together with the set {goal.needs}."


def _format_internals(line: PowerLine, ast: bool, hooks: bool) -> str:
    nodes = [line.power] if ast else []
    outlines = [outline(node) for node in [*nodes, *(line.hooks if hooks else ())]]
    return "\n".join(
        [f"`{line.text}`", *(f"  {row}" for text in outlines for row in text.split("\n"))]
    )


def _data(item: ShownItem) -> dict[str, Any]:
    match item:
        case Card():
            return {
                "title": item.title,
                "set": item.set_id,
                "type": type_line(item),
                **_supply_data(item),
                "powers": _powers_data(item.powers),
            }
        case Goal():
            text = " ".join(_goal_lines(item))
            sort = "goal"
        case SearchCategory():
            text = word_search(item)
            sort = "search category"
    return {"title": item.title, "type": sort, "line": item.line, "text": text}


def _supply_data(card: Card) -> dict[str, Any]:
    """Return the copies of a card, or the tile of a face, as data."""
    if card.tile is None:
        return {"supply": supply_line(card)}
    tile = card.tile
    return {"tile": {"faction": tile.faction, "home": tile.home, "other": tile.other}}


def _powers_data(lines: Sequence[PowerLine]) -> list[dict[str, Any]]:
    powers = read_together(line.power for line in lines)
    return [
        {
            "line": line.line,
            "power": line.text,
            "text": word_power(power),
            "ast": to_data(line.power),
            "hooks": [to_data(hook) for hook in line.hooks],
        }
        for line, power in zip(lines, powers, strict=True)
    ]


def _report_unknown(title: str, items: Sequence[ShownItem]) -> int:
    if title.endswith((".yaml", ".yml")):
        return report_failure(f"there is no file {title!r}")
    near = nearest_titles(title, items)
    advice = f"similar titles: {', '.join(near)}" if near else "no title is similar"
    report_failure(f"no card, goal or search category is called `{title}`\n  help: {advice}")
    return 1
