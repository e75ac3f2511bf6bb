"""`rftg-dsl play [FILE...]`: a page in the browser to play at, with own cards and without."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun, pages, sharing
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.simulate import robot_from
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import find_set, split_set_names
from rftg_tools.games import GAMES

_MOST_PACE: Final = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="your card files, or folders of them, to play with; `roll` for Roll for the Galaxy",
    )
    parser.add_argument(
        "--sets",
        metavar="IDS",
        help="sets chosen at the start (default: those of the files, or base)",
    )
    pages.add_folder(parser)
    pages.add_arguments(parser, pages.PLAY_PORT)
    parser.add_argument(
        "--pace",
        type=float,
        default=0.5,
        metavar="SECONDS",
        help="time between answers when only bots play (default 0.5)",
    )
    parser.add_argument(
        "--robot-file",
        type=Path,
        metavar="FILE",
        help="dice, mat and tiles of the solitaire robot, instead of the shipped ones",
    )
    sharing.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C: 0. 2 when it cannot be served."""
    files, chosen = _cards_asked_for(args)
    pages.check_port(args)
    if not 0 <= args.pace <= _MOST_PACE:
        raise CannotRun(f"a pace is 0 to {_MOST_PACE:.0f} seconds, not {args.pace}")
    with pages.needing("play", "play"):
        import websockets  # noqa: F401  # uvicorn asks for it only when a page comes

        from rftg_tools.play.server import serve
        from rftg_tools.play.shelves import Shelves
    shelves = Shelves(files, chosen, robot_from(args.robot_file))
    pages.make_folder(args.games)
    share = sharing.share_from(args)
    with pages.serving():
        serve(shelves, args.games, args.theme, args.port, not args.no_browser, args.pace, share)
    return 0


def _cards_asked_for(args: argparse.Namespace) -> tuple[list[Path], list[str]]:
    """Return the user's own files, and the ids of the sets to offer. Raises CannotRun."""
    shipped = shipped_ids()
    games = [name for name in args.files if name in GAMES and not Path(name).exists()]
    named = [*games, *(split_set_names(args.sets) if args.sets else ())]
    named = [GAMES[name].first_set if name in GAMES else name for name in named]
    own = [name for name in named if name not in shipped]
    try:
        for name in own:
            if not Path(name).is_dir():
                find_set(name)
    except (LookupError, OSError, ValueError) as problem:
        raise CannotRun(str(problem)) from None
    given = [name for name in args.files if name not in games]
    files = card_files([*given, *own]) if given or own else []
    return files, [name for name in named if name in shipped]
