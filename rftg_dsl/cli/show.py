"""`rftg-dsl show NAME`: in English what a card, a goal, a search category or a whole set says."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from rftg_dsl.cli import fail
from rftg_dsl.cli.output import write
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.games import GAMES
from rftg_dsl.library import cards_in_use, load, load_shipped, without_editions
from rftg_dsl.model import Card, CardSet, Goal, PowerLine, SearchCategory
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.source.locate import find_set, split_set_names
from rftg_dsl.syntax.formatter import outline, to_data
from rftg_dsl.wording.english import (
    describe_card,
    goal_checks,
    supply_line,
    type_line,
    word_goal,
    word_power,
    word_search,
)

Thing = Card | Goal | SearchCategory
"""What has a title and can be shown by it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "name",
        metavar="TITLE|SET|FILE",
        help="title of a card, tile, goal or search category, in any letter case; or the id of a"
        " shipped set or a card file, to show all that is in it",
    )
    parser.add_argument(
        "--game",
        choices=GAMES,
        help="search the shipped sets of this game (default: race, then the others)",
    )
    parser.add_argument(
        "--sets",
        metavar="ID,FILE...",
        help="sets to search: ids and card files (default: all shipped sets, first edition)",
    )
    parser.add_argument("--ast", action="store_true", help="show the AST of each power")
    parser.add_argument("--hooks", action="store_true", help="show what each power compiles to")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print what was named. Return 0; 1 for an unknown title; 2 when the sets cannot be read."""
    whole = args.name in shipped_ids() or Path(args.name).is_file()
    try:
        if whole:
            compilation = load([args.name])
        else:
            compilation = load(split_set_names(args.sets)) if args.sets else _shipped(args)
    except (LookupError, ValueError) as error:
        return fail(str(error))
    _note_errors(compilation)
    if whole:
        return _show_set(compilation, args)
    things = things_in_use(compilation.sets)
    thing = find_thing(args.name, things)
    if thing is None:
        if not args.sets and not args.game:
            things = [thing for one in _of_all_games() for thing in things_in_use(one.sets)]
        return _unknown(args.name, things)
    if not args.sets and not args.game:
        _note_namesakes(thing)
        _note_editions(thing)
    _print([thing], args)
    return 0


def _shipped(args: argparse.Namespace) -> Compilation:
    """Compile the shipped sets of the game that is asked for, or of the first with the title."""
    if args.game:
        return load_shipped(GAMES[args.game])
    first, *others = _of_all_games()
    with_it = (one for one in others if find_thing(args.name, things_in_use(one.sets)))
    return first if find_thing(args.name, things_in_use(first.sets)) else next(with_it, first)


@cache
def _of_all_games() -> tuple[Compilation, ...]:
    """Return the shipped sets of each game, compiled, without editions."""
    return tuple(without_editions(compilation) for compilation in _with_editions())


@cache
def _with_editions() -> tuple[Compilation, ...]:
    return tuple(compile_files(shipped_sets(game)) for game in GAMES.values())


def _note_namesakes(thing: Thing) -> None:
    """Say where another game has something of the same title."""
    first, *others = zip(_of_all_games(), GAMES.values(), strict=True)
    for compilation, game in others if thing in things_in_use(first[0].sets) else ():
        if find_thing(thing.title, things_in_use(compilation.sets)):
            print(f"note: {game.title} has a `{thing.title}` too", file=sys.stderr)
            print(f"  help: add `--game {game.id}` to see that", file=sys.stderr)


def _note_editions(thing: Thing) -> None:
    """Say which editions print a card differently."""
    units = [unit for compilation in _with_editions() for unit in compilation.units]
    for unit in units if isinstance(thing, Card) else ():
        if unit.is_edition and thing.title in unit.titles:
            print(f"note: the set {unit.id} prints `{thing.title}` differently", file=sys.stderr)
            print(f"  help: add `--sets {unit.id}` to see that", file=sys.stderr)


def _show_set(compilation: Compilation, args: argparse.Namespace) -> int:
    """Print all that a set holds. Return 0; 2 where it has errors."""
    path = find_set(args.name).resolve()
    ids = [unit.id for unit in compilation.units if unit.path.resolve() == path]
    shown = next((card_set for card_set in compilation.sets if card_set.id in ids), None)
    if shown is None:
        return fail(f"{args.name} has errors, so it cannot be shown")
    if not args.json:
        write(f"{shown.title} ({shown.id})\n\n")
    _print([*shown.cards, *shown.goals, *shown.search], args, shown)
    return 0


def _print(things: Sequence[Thing], args: argparse.Namespace, whole: CardSet | None = None) -> None:
    """Print some things, or all those of a set, as text or as JSON."""
    if not args.json:
        texts = [as_text(thing, args.ast, args.hooks) for thing in things]
        write("\n\n\n".join([*texts, *_invasion_text(whole)]) + "\n")
        return
    data: Any = [_data(thing) for thing in things]
    if whole is None:
        data = data[0]
    else:
        data = {"set": whole.id, "title": whole.title, "holds": data}
        if whole.invasion:
            data["invasion"] = "\n".join(_invasion_text(whole))
    print(json.dumps(data, indent=2, ensure_ascii=False))


def _invasion_text(whole: CardSet | None) -> list[str]:
    """Return what the invasion of a set says, [] where there is none."""
    if whole is None or whole.invasion is None:
        return []
    from rftg_dsl.wording.english import word_invasion

    return ["\n".join(word_invasion(whole.invasion))]


def _note_errors(compilation: Compilation) -> None:
    for file in sorted({found.file for found in compilation.diagnostics if _is_error(found)}):
        print(f"note: {file} has errors and is left out", file=sys.stderr)
        print(f"  help: run `rftg-dsl check {file}`", file=sys.stderr)


def things_in_use(sets: Sequence[CardSet]) -> list[Thing]:
    """Return the cards of a game with these sets, then their goals and search categories."""
    things: list[Thing] = [*cards_in_use(sets)]
    for card_set in sets:
        things += [*card_set.goals, *card_set.search]
    return things


def find_thing(title: str, things: Iterable[Thing]) -> Thing | None:
    """Return what has a title, in any letter case; None if nothing has."""
    wanted = title.strip().casefold()
    return next((thing for thing in things if thing.title.casefold() == wanted), None)


def nearest_titles(title: str, things: Sequence[Thing]) -> list[str]:
    """Return at most three titles near to one that nothing has.

    First those that hold it, then those like it as a whole, then those with a word like it.
    """
    wanted = title.strip().casefold()
    titles = [thing.title for thing in things]
    found = [name for name in titles if wanted and wanted in name.casefold()]
    for known in ({name: name.casefold() for name in titles}, _by_word(titles)):
        near = get_close_matches(wanted, set(known.values()), n=3, cutoff=0.7)
        found += [name for word in near for name in known if known[name] == word]
    return list(dict.fromkeys(found))[:3]


def _by_word(titles: Sequence[str]) -> dict[str, str]:
    """Return each title with its longest word."""
    return {name: max(name.casefold().split(), key=len) for name in titles}


def as_text(thing: Thing, ast: bool = False, hooks: bool = False) -> str:
    """Return what a thing says; behind a card, for each power, its line with its AST and hooks."""
    match thing:
        case Card():
            inside = [_inside(line, ast, hooks) for line in thing.powers] if ast or hooks else []
            return "\n\n".join([describe_card(thing), *inside])
        case Goal():
            return "\n".join([thing.title, *_goal_lines(thing)])
        case SearchCategory():
            return f"{thing.title}\nSearch category: {word_search(thing)}"


def _goal_lines(goal: Goal) -> Iterator[str]:
    yield f"{'Most' if goal.most else 'First'} goal, {goal.points} VP"
    yield f"{word_goal(goal)} {goal_checks(goal)}"
    if goal.needs:
        yield f"In use only together with the set {goal.needs}."


def _inside(line: PowerLine, ast: bool, hooks: bool) -> str:
    nodes = [line.power] if ast else []
    shown = [outline(node) for node in [*nodes, *(line.hooks if hooks else ())]]
    return "\n".join(
        [f"`{line.text}`", *(f"  {row}" for text in shown for row in text.split("\n"))]
    )


def _data(thing: Thing) -> dict[str, Any]:
    match thing:
        case Card():
            return {
                "title": thing.title,
                "set": thing.set_id,
                "type": type_line(thing),
                **_supply(thing),
                "powers": [_power_data(line) for line in thing.powers],
            }
        case Goal():
            text = " ".join(_goal_lines(thing))
            sort = "goal"
        case SearchCategory():
            text = word_search(thing)
            sort = "search category"
    return {"title": thing.title, "type": sort, "line": thing.line, "text": text}


def _supply(card: Card) -> dict[str, Any]:
    """Return how many of a card there are; of a face, what tile it is of."""
    if card.tile is None:
        return {"supply": supply_line(card)}
    tile = card.tile
    return {"tile": {"faction": tile.faction, "home": tile.home, "other": tile.other}}


def _power_data(line: PowerLine) -> dict[str, Any]:
    return {
        "line": line.line,
        "power": line.text,
        "text": word_power(line.power),
        "ast": to_data(line.power),
        "hooks": [to_data(hook) for hook in line.hooks],
    }


def _unknown(title: str, things: Sequence[Thing]) -> int:
    if title.endswith((".yaml", ".yml")):
        return fail(f"there is no file {title!r}")
    near = nearest_titles(title, things)
    advice = f"the nearest titles are: {', '.join(near)}" if near else "no title is near to it"
    fail(f"no card, goal or search category is called `{title}`\n  help: {advice}")
    return 1


def _is_error(found: Diagnostic) -> bool:
    return found.severity == ERROR
