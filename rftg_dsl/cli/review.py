"""`rftg-dsl review`: what else could have been done in a recorded game, and what it was worth."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import STOPPED, CannotRun
from rftg_dsl.cli.output import write
from rftg_dsl.cli.simulate import check_jobs

if TYPE_CHECKING:
    from rftg_tools.review.review import Game

MOST_PLAYOUTS: Final = 100_000
"""Most games played out for one decision."""
_PLAYOUTS: Final = 240


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a recorded game")
    parser.add_argument(
        "--sets", default="", help="ids or files in place of the sets that the record names"
    )
    parser.add_argument(
        "--playouts",
        type=int,
        default=_PLAYOUTS,
        metavar="N",
        help=f"games played out for each decision (default {_PLAYOUTS})",
    )
    parser.add_argument(
        "--level", default="expert", help="the bots that play them out (default expert)"
    )
    parser.add_argument("--jobs", type=int, help="processes, at most 64 (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Reviews the game: 0. 2: it cannot be reviewed. 130: stopped; what was found is kept."""
    from rftg_tools.processes import WorkersLost
    from rftg_tools.review.review import review_data
    from rftg_tools.review.running import find_all
    from rftg_tools.review.store import Store, place_of
    from rftg_tools.review.words import summary

    game = _game(args)
    store = Store(place_of(args.record, None), game.plan)
    try:
        find_all(game.plan, store, args.jobs)
    except KeyboardInterrupt:
        print("stopped; the same command goes on where it was", file=sys.stderr)
        return STOPPED
    except (RuntimeError, WorkersLost) as problem:
        raise CannotRun(str(problem)) from None
    review = review_data(game, store.found)
    write(json.dumps(review, indent=1) + "\n" if args.json else summary(review))
    return 0


def _game(args: argparse.Namespace) -> Game:
    """The game that was asked for. Raises CannotRun and OSError."""
    from rftg_engine.bots import LEVELS
    from rftg_tools.recorded import Unreadable
    from rftg_tools.review.source import game_of

    check_jobs(args.jobs)
    if not 1 <= args.playouts <= MOST_PLAYOUTS:
        raise CannotRun(f"--playouts must be 1 to {MOST_PLAYOUTS}, not {args.playouts}")
    if args.level not in LEVELS:
        raise CannotRun(f"there is no bot {args.level!r}; there are: {', '.join(LEVELS)}")
    try:
        return game_of(args.record, args.sets, args.level, args.playouts)
    except (LookupError, RecursionError, Unreadable, ValueError) as problem:
        raise CannotRun(f"{str(args.record)!r}: {problem}") from None
