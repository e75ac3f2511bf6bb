"""`rftg-dsl play [FILE...]`: a page in the browser to play at, with own cards and without."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun, fail, sharing
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.playable import FIRST
from rftg_dsl.cli.simulate import robot_from
from rftg_dsl.games import GAMES
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import find_set, set_names

PORT: Final = 8064
"""Where the page is by default, so that it has the same address each time."""
_MOST_PORT: Final = 65_535
_MOST_PACE: Final = 60.0
_NEEDED: Final = ("starlette", "uvicorn", "websockets", "typst", "PIL")


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
    parser.add_argument(
        "--games",
        type=Path,
        default=Path("games"),
        metavar="DIR",
        help="where games are kept (default: games, in the current folder)",
    )
    parser.add_argument(
        "--theme", metavar="NAME|DIR", default="space", help="how cards look (default space)"
    )
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        help=f"port of the page; 0 for any free one (default {PORT})",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
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
    if not 0 <= args.port <= _MOST_PORT:
        raise CannotRun(f"a port is a number from 0 to {_MOST_PORT}, not {args.port}")
    if not 0 <= args.pace <= _MOST_PACE:
        raise CannotRun(f"a pace is 0 to {_MOST_PACE:.0f} seconds, not {args.pace}")
    try:
        import websockets  # noqa: F401  # uvicorn asks for it only when a page comes

        from rftg_tools.faces.theme import BadTheme
        from rftg_tools.play.lock import FolderTaken
        from rftg_tools.play.server import serve
        from rftg_tools.play.shelves import Shelves
        from rftg_tools.web.server import PortTaken
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDED:
            raise
        return fail(f"play needs {missing.name}\n  help: run `pip install 'rftg-dsl[play]'`")
    try:
        shelves = Shelves(files, chosen, robot_from(args.robot_file))
        make_folder(args.games)
        share = sharing.share_from(args)
        serve(shelves, args.games, args.theme, args.port, not args.no_browser, args.pace, share)
    except PortTaken as problem:
        return fail(f"{problem}\n  help: write `--port 0` for a free one")
    except (FolderTaken, BadTheme, ValueError) as problem:
        return fail(str(problem))
    return 0


def make_folder(folder: Path) -> None:
    """Make the folder of the games where there is none. Raises CannotRun."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        problem = f"{str(folder)!r} is a file, and games are kept in a folder"
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        problem = f"the folder {str(folder)!r} for games cannot be made ({why})"
    else:
        return
    raise CannotRun(f"{problem}; choose another one with `--games`")


def _cards_asked_for(args: argparse.Namespace) -> tuple[list[Path], list[str]]:
    """Return the user's own files, and the ids of the sets to offer. Raises CannotRun."""
    shipped = shipped_ids()
    games = [name for name in args.files if name in GAMES and not Path(name).exists()]
    named = [*games, *(set_names(args.sets) if args.sets else ())]
    named = [FIRST.get(name, name) for name in named]
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
