"""`rftg-dsl studio [FOLDER|FILE...]`: one place in the browser to make cards and play with them."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun, fail, sharing
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.play import make_folder
from rftg_dsl.cli.preview import files_now
from rftg_dsl.cli.simulate import robot_from

PORT: Final = 8065
"""Where the studio is by default, so that it has the same address each time."""
_MOST_PORT: Final = 65_535
_NEEDED: Final = ("starlette", "uvicorn", "websockets", "typst", "PIL", "pygls", "lsprotocol")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FOLDER|FILE",
        help="card files or folders of them (default: the current folder)",
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
    sharing.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Serve the studio until Ctrl-C: 0. 2 when it cannot be served."""
    names = args.files or ["."]
    files = card_files(names)
    if not 0 <= args.port <= _MOST_PORT:
        raise CannotRun(f"a port is a number from 0 to {_MOST_PORT}, not {args.port}")
    try:
        import pygls  # noqa: F401  # a process of its own asks for it only when a page comes
        import websockets  # noqa: F401  # uvicorn asks for it only when a page comes

        from rftg_tools.faces.theme import BadTheme
        from rftg_tools.play.lock import FolderTaken
        from rftg_tools.play.shelves import Shelves
        from rftg_tools.studio.server import Wishes, serve
        from rftg_tools.web.server import PortTaken
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDED:
            raise
        return fail(
            f"the studio needs {missing.name}\n  help: run `pip install 'rftg-dsl[studio]'`"
        )
    try:
        shelves = Shelves(files, (), robot_from(None))
        make_folder(args.games)
        share = sharing.share_from(args)
        wishes = Wishes(args.theme, args.port, not args.no_browser, share)
        serve(partial(files_now, names), shelves, args.games, wishes)
    except PortTaken as problem:
        return fail(f"{problem}\n  help: write `--port 0` for a free one")
    except (FolderTaken, BadTheme, ValueError) as problem:
        return fail(str(problem))
    return 0
