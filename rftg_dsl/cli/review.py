"""The command `review`: better moves in a recorded game."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import EXIT_INTERRUPTED, CommandError
from rftg_dsl.cli.extras import require_extra
from rftg_dsl.cli.files import write
from rftg_dsl.cli.game_options import check_jobs
from rftg_dsl.cli.pages import (
    REVIEW_PORT,
    add_page_options,
    check_port,
    report_serve_errors,
)
from rftg_dsl.diagnostics.text import printable

if TYPE_CHECKING:
    from rftg_tools.review.review import Game


_MAX_PLAYOUTS: Final = 100_000
"""Maximum number of playouts for a decision."""
_PLAYOUTS: Final = 240
_QUICK_PLAYOUTS: Final = 60


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a recorded game")
    parser.add_argument("--game", metavar="ID", help="id or number of a game in the file")
    parser.add_argument(
        "--sets", default="", help="ids or files to use instead of the sets that the record names"
    )
    parser.add_argument(
        "--playouts",
        type=int,
        default=_PLAYOUTS,
        metavar="N",
        help=f"most playouts for each decision (default {_PLAYOUTS})",
    )
    parser.add_argument(
        "--quick",
        action="store_const",
        dest="playouts",
        const=_QUICK_PLAYOUTS,
        help=f"a rough answer in a quarter of the time: --playouts {_QUICK_PLAYOUTS}",
    )
    parser.add_argument(
        "--level",
        default="",
        help="level of the bots in playouts (default: expert in Race, greedy in Roll)",
    )
    parser.add_argument("--jobs", type=int, help="processes, at most 64 (default: one per core)")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print JSON instead of opening a page")
    output.add_argument("--words", action="store_true", help="print text instead of opening a page")
    output.add_argument(
        "--export", type=Path, metavar="FILE.html", help="write the page as a single file"
    )
    add_page_options(parser, REVIEW_PORT)


def run_review(args: argparse.Namespace) -> int:
    """Review the game and show the result.

    Return 130 if interrupted during playouts; the results so far are kept. Raises CommandError.
    """
    from rftg_tools.review.analysis import Store, findings_path, run_analysis
    from rftg_tools.review.review import format_summary, review_data
    from rftg_tools.workers import WorkersLost
    from rftg_tools.workers.process import tune_garbage_collector

    game = _load_game(args)
    tune_garbage_collector()
    place = findings_path(args.record, args.game)
    store = Store(place, game.plan, _can_save(args, place))
    try:
        run_analysis(game.plan, store, args.jobs, quiet=args.json)
    except KeyboardInterrupt:
        print("stopped; run the same command to continue", file=sys.stderr)
        return EXIT_INTERRUPTED
    except (RuntimeError, WorkersLost) as problem:
        raise CommandError(str(problem)) from None
    review = review_data(game, store.found)
    if args.json:
        write(json.dumps(review, indent=1) + "\n")
    elif args.words:
        write(format_summary(review))
    return 0 if args.json or args.words else _show_page(args, game, review)


def _show_page(args: argparse.Namespace, game: Game, review: dict[str, Any]) -> int:
    """Export the page, or serve it until Ctrl-C."""
    with require_extra("the page", "play"):
        import uvicorn  # noqa: F401  # imported to serve, and not in a browser

        from rftg_tools.review.export import export_to
        from rftg_tools.review.web import serve
    with report_serve_errors():
        if args.export:
            size = export_to(args.export, game, review, args.theme)
            write(f"{args.export}: {size / 1e6:.1f} MB\n")
        else:
            serve(game, review, args.theme, args.port, not args.no_browser)
    return 0


def _can_save(args: argparse.Namespace, place: Path) -> bool:
    """Return whether results can be saved at a place; print a note if not.

    This is checked before playouts begin, so that no results are lost. Raises CommandError.
    """
    from rftg_tools.review.analysis import is_foreign_file

    if args.export:
        target = args.export.parent
        if args.export.is_dir() or not os.access(target, os.W_OK | os.X_OK):
            raise CommandError(f"{str(args.export)!r} cannot be written")
        if any(_is_same_file(args.export, path) for path in (args.record, place)):
            raise CommandError(
                f"--export would overwrite {str(args.export)!r}, which is not a page"
            )
    if not os.access(place.parent, os.W_OK | os.X_OK):
        folder = printable(str(place.parent))
        print(f"note: results are not saved, because {folder} is not writable", file=sys.stderr)
        return False
    if is_foreign_file(place):
        raise CommandError(
            f"results are saved in {str(place)!r}, which has other contents\n"
            "  help: rename the record"
        )
    return True


def _is_same_file(first: Path, second: Path) -> bool:
    """Return whether two paths lead to the same file."""
    if first.exists() and second.exists():
        return first.samefile(second)
    return first.resolve() == second.resolve()


def _load_game(args: argparse.Namespace) -> Game:
    """Return the selected game. Raises CommandError and OSError."""
    from rftg_tools.recorded import Unreadable
    from rftg_tools.review.review import game_of

    check_jobs(args.jobs)
    check_port(args)
    if not 1 <= args.playouts <= _MAX_PLAYOUTS:
        raise CommandError(f"--playouts must be 1 to {_MAX_PLAYOUTS}, not {args.playouts}")
    try:
        return game_of(args.record, args.sets, args.level, args.playouts, args.game)
    except (LookupError, RecursionError, Unreadable, ValueError) as problem:
        raise CommandError(f"{str(args.record)!r}: {problem}") from None
