"""`rftg-dsl new set NAME`: a card file that explains itself, with blank cards to fill in."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.sets import draft_set, title_of
from rftg_dsl.blank.sorts import PRINTED
from rftg_dsl.cli import fail
from rftg_dsl.cli.output import print_findings
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.library import cards_in_use
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.source.locate import split_set_names
from rftg_dsl.source.rewriting import create_atomically
from rftg_tools.games import GAMES, default_game

_MOST_BLANK: Final = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="the set's id: small letters and hyphens")
    parser.add_argument(
        "--game",
        choices=GAMES,
        default=default_game().id,
        help="what it is for: race, cards (default); roll, the tiles of Roll for the Galaxy",
    )
    parser.add_argument("--title", help="its name as printed (default: made from NAME)")
    parser.add_argument(
        "--requires",
        metavar="ID,...",
        help="the sets it is played with (default base; roll for tiles)",
    )
    parser.add_argument(
        "--blank",
        metavar="N",
        type=_number_of_blanks,
        default=1,
        help="so many blank cards or tiles, in the proportions of the printed cards"
        f" (1; a box has {PRINTED})",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="the file to write (default: NAME.yaml)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the file; 0 when it is there, 1 for findings, 2 when it cannot be written."""
    path = args.output or Path(f"{args.name}.yaml")
    if args.name in shipped_ids():
        return fail(f"{args.name!r} is the id of a shipped set; choose another")
    if path.exists():
        return fail(f"{str(path)!r} is there already; `rftg-dsl new card` adds a card to it")
    title = title_of(args.name) if args.title is None else args.title
    game = GAMES[args.game].language
    asked = GAMES[game.id].first_set if args.requires is None else args.requires
    head: dict[str, Any] = {"set": args.name, "game": game.id, "title": title}
    if game is default_game().language:
        del head["game"]
    head["requires"] = [name for name in split_set_names(asked) if name]
    printed = cards_in_use(compile_files(shipped_sets(game)).sets)
    text, compilation = draft_set(path, head, args.blank, printed)
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        print("nothing was written")
        return 1
    try:
        create_atomically(path, text)
    except OSError as problem:
        return fail(f"{str(path)!r} cannot be written: {problem.strerror}")
    print(f"{printable(str(path))} written, with {counted(args.blank, f'blank {game.nouns[-1]}')}")
    return 0


def _number_of_blanks(text: str) -> int:
    number = int(text)
    if not 1 <= number <= _MOST_BLANK:
        raise argparse.ArgumentTypeError(f"from 1 to {_MOST_BLANK} blank cards, not {number}")
    return number
