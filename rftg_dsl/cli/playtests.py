"""`rftg-dsl playtests`: what became of cards in games of people, and what these thought of them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.output import write
from rftg_dsl.cli.trying import STORE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("games"),
        metavar="FOLDER",
        help="where the games are kept (default: games, in the current folder)",
    )
    parser.add_argument("--card", default="", metavar="TITLE", help="tell of this card alone")
    parser.add_argument(
        "--set",
        default="",
        dest="set_id",
        metavar="ID",
        help="tell of the cards of this set (default: those of all sets of your own)",
    )
    parser.add_argument(
        "--store",
        type=Path,
        default=STORE,
        metavar="FILE",
        help=f"where `balance` keeps its games (default {STORE.as_posix()})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print what the games say; return 0. Raises CannotRun where there are none to read."""
    from rftg_tools.playtests.report import NoCard, Wanted, read_folder, report
    from rftg_tools.playtests.words import in_words

    if not args.folder.is_dir():
        raise CannotRun(f"{str(args.folder)!r} is not a folder of games")
    found = read_folder(args.folder)
    try:
        told = report(found, args.store, Wanted(args.card, args.set_id))
    except NoCard as problem:
        raise CannotRun(str(problem)) from None
    write(f"{json.dumps(told)}\n" if args.json else in_words(told, args.folder))
    return 0
