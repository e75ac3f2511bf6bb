"""`rftg-dsl playtests`: statistics and opinions on cards from games with people."""

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
    parser.add_argument("--card", default="", metavar="TITLE", help="report only this card")
    parser.add_argument(
        "--set",
        default="",
        dest="set_id",
        metavar="ID",
        help="report the cards of this set (default: all of your own sets)",
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
    """Print the report; return 0. Raises CannotRun if the folder, card or set does not exist."""
    from rftg_tools.playtests.report import (
        CardFilter,
        UnknownCard,
        build_report,
        format_report,
        read_folder,
    )

    if not args.folder.is_dir():
        raise CannotRun(f"{str(args.folder)!r} is not a folder of games")
    folder = read_folder(args.folder)
    try:
        report = build_report(folder, args.store, CardFilter(args.card, args.set_id))
    except UnknownCard as problem:
        raise CannotRun(str(problem)) from None
    write(f"{json.dumps(report)}\n" if args.json else format_report(report, args.folder))
    return 0
