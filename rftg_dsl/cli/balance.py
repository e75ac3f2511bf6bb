"""`rftg-dsl balance FILE...`: whether cards win too much or are never played, from many games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from rftg_dsl.cli import fail
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.playable import game_of_sets
from rftg_dsl.cli.set_up import add_set_up
from rftg_dsl.cli.simulate import add_workers
from rftg_dsl.cli.trying import QUICK, STORE, SWITCHES, USUAL, check_numbers, refuse_shipped

BOTS: Final = "expert"
"""The level of all players, unless another is named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="card files, or folders of them, to measure"
    )
    parser.add_argument(
        "--sets", help="other sets in use: ids or files (default: base; roll for tiles of Roll)"
    )
    add_set_up(parser, SWITCHES)
    parser.add_argument("--bots", default=BOTS, help=f"level of all players (default {BOTS})")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same games (default 1)"
    )
    parser.add_argument(
        "--precision",
        type=float,
        metavar="POINTS",
        help="stop when no card's interval is wider to either side (default 2)",
    )
    parser.add_argument("--games", type=int, help="stop after this many games (default 10000)")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a rough answer in under a minute: --precision 5 --games 400 unless they are given",
    )
    parser.add_argument(
        "--alternatives",
        nargs="*",
        metavar="TITLE",
        help="try these cards, or all, also at cost 1 more and less, and with 1 VP more and less",
    )
    add_workers(parser)
    parser.add_argument(
        "--store",
        type=Path,
        default=STORE,
        metavar="FILE",
        help=f"file that keeps the games (default {STORE})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a report with plots")


def run(args: argparse.Namespace) -> int:
    """Play until enough is known, and print the report.

    Return 0 when nothing is found, 1 when something is wrong with a card, 2 when the cards cannot
    be played and 130 when stopped.
    """
    from rftg_dsl.cli import balance_cards, balance_tiles

    precision, games = QUICK if args.quick else USUAL
    args.precision = precision if args.precision is None else args.precision
    args.games = games if args.games is None else args.games
    try:
        check_numbers(args)
        refuse_shipped(name for name in args.files if not Path(name).exists())
        files = card_files(args.files)
        game = game_of_sets([str(path) for path in files])
    except (LookupError, RuntimeError, ValueError) as error:
        return fail(str(error))
    args.sets = game.first_set if args.sets is None else args.sets
    if game.id == "roll":
        return balance_tiles.run(args, files)
    return balance_cards.run(args, files)
