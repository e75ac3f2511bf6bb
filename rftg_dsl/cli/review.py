"""`rftg-dsl review`: what else could have been done in a recorded game, and what it was worth."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import STOPPED, CannotRun, pages
from rftg_dsl.cli.output import write
from rftg_dsl.cli.simulate import check_jobs
from rftg_dsl.diagnostics.text import printable

if TYPE_CHECKING:
    from rftg_tools.review.review import Game

MOST_PLAYOUTS: Final = 100_000
"""The most games that can be asked for, for one decision."""
_PLAYOUTS: Final = 240
_QUICK: Final = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a recorded game")
    parser.add_argument("--game", metavar="ID", help="which game of several, by id or number")
    parser.add_argument(
        "--sets", default="", help="ids or files to use instead of the sets that the record names"
    )
    parser.add_argument(
        "--playouts",
        type=int,
        default=_PLAYOUTS,
        metavar="N",
        help=f"most games played out for each decision (default {_PLAYOUTS})",
    )
    parser.add_argument(
        "--quick",
        action="store_const",
        dest="playouts",
        const=_QUICK,
        help=f"a rough answer in a quarter of the time: --playouts {_QUICK}",
    )
    parser.add_argument(
        "--level", default="expert", help="level of the bots that play them out (default expert)"
    )
    parser.add_argument("--jobs", type=int, help="processes, at most 64 (default: all cores)")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--json", action="store_true", help="print one JSON object instead of opening a page"
    )
    instead.add_argument(
        "--words", action="store_true", help="print it as text instead of opening a page"
    )
    instead.add_argument(
        "--export", type=Path, metavar="FILE.html", help="write the page as a single file"
    )
    pages.add_arguments(parser, pages.REVIEW_PORT)


def run(args: argparse.Namespace) -> int:
    """Review the game and show it; return 0, or 2 when it cannot be reviewed or shown.

    Return 130 when stopped while games were played out; what was found is kept.
    """
    from rftg_tools.review.analysis import Store, findings_path, run_analysis
    from rftg_tools.review.review import format_summary, review_data
    from rftg_tools.workers import WorkersLost
    from rftg_tools.workers.process import tune_garbage_collector

    game = _game(args)
    tune_garbage_collector()
    place = findings_path(args.record, args.game)
    store = Store(place, game.plan, _may_keep(args, place))
    try:
        run_analysis(game.plan, store, args.jobs, quiet=args.json)
    except KeyboardInterrupt:
        print("stopped; the same command goes on where it was", file=sys.stderr)
        return STOPPED
    except (RuntimeError, WorkersLost) as problem:
        raise CannotRun(str(problem)) from None
    review = review_data(game, store.found)
    if args.json:
        write(json.dumps(review, indent=1) + "\n")
    elif args.words:
        write(format_summary(review))
    return 0 if args.json or args.words else _show(args, game, review)


def _show(args: argparse.Namespace, game: Game, review: dict[str, Any]) -> int:
    """Write the page, or serve it until Ctrl-C."""
    with pages.needing("the page", "play"):
        from rftg_tools.review.export import export_to
        from rftg_tools.review.web import serve
    with pages.serving():
        if args.export:
            size = export_to(args.export, game, review, args.theme)
            write(f"{args.export}: {size / 1e6:.1f} MB\n")
        else:
            serve(game, review, args.theme, args.port, not args.no_browser)
    return 0


def _may_keep(args: argparse.Namespace, place: Path) -> bool:
    """Return whether findings may be kept at a place; say so where they may not.

    This is asked before games are played out, so that no finding is lost. Raises CannotRun.
    """
    from rftg_tools.review.analysis import is_foreign_file

    if args.export:
        target = args.export.parent
        if args.export.is_dir() or not os.access(target, os.W_OK | os.X_OK):
            raise CannotRun(f"{str(args.export)!r} cannot be written")
        if any(_are_same(args.export, one) for one in (args.record, place)):
            raise CannotRun(f"--export would write over {str(args.export)!r}, which is not a page")
    if not os.access(place.parent, os.W_OK | os.X_OK):
        folder = printable(str(place.parent))
        print(f"note: findings are not kept: {folder} is not writable", file=sys.stderr)
        return False
    if is_foreign_file(place):
        raise CannotRun(
            f"what is found is kept in {str(place)!r}, and there lies something else\n"
            "  help: give the record another name"
        )
    return True


def _are_same(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one file."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _game(args: argparse.Namespace) -> Game:
    """Return the game that was asked for. Raises CannotRun and OSError."""
    from rftg_tools.games import GAMES
    from rftg_tools.recorded import Unreadable
    from rftg_tools.review.source import game_of

    check_jobs(args.jobs)
    pages.check_port(args)
    if not 1 <= args.playouts <= MOST_PLAYOUTS:
        raise CannotRun(f"--playouts must be 1 to {MOST_PLAYOUTS}, not {args.playouts}")
    levels = next(game.rules.levels for game in GAMES.values() if game.is_reviewed)
    if args.level not in levels:
        raise CannotRun(f"there is no bot {args.level!r}; there are: {', '.join(levels)}")
    try:
        return game_of(args.record, args.sets, args.level, args.playouts, args.game)
    except (LookupError, RecursionError, Unreadable, ValueError) as problem:
        raise CannotRun(f"{str(args.record)!r}: {problem}") from None
