"""`rftg-dsl preview [FILE...]`: a page in the browser that shows cards while they are written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun, fail
from rftg_dsl.cli.paths import card_files
from rftg_dsl.source.locate import each_once

PORT: Final = 8063
"""Where the page is by default, so that it has the same address each time."""
_MOST_PORT: Final = 65_535
_NEEDED: Final = ("starlette", "uvicorn", "typst", "PIL")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="card files or folders of them (default: the current folder)",
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


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C: 0. 2 when it cannot be served."""
    names = args.files or ["."]
    card_files(names)
    if not 0 <= args.port <= _MOST_PORT:
        raise CannotRun(f"a port is a number from 0 to {_MOST_PORT}, not {args.port}")
    try:
        from rftg_tools.faces.theme import BadTheme
        from rftg_tools.preview.server import serve
        from rftg_tools.web.server import PortTaken
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDED:
            raise
        return fail(
            f"the preview needs {missing.name}\n  help: run `pip install 'rftg-dsl[preview]'`"
        )
    try:
        serve(partial(files_now, names), args.theme, args.port, not args.no_browser)
    except PortTaken as problem:
        return fail(f"{problem}\n  help: write `--port 0` for a free one")
    except BadTheme as problem:
        return fail(str(problem))
    return 0


def files_now(names: Sequence[str]) -> list[Path]:
    """Return the card files of some names as they are now.

    A file that is missing for the moment stays in the list.
    """
    files: list[Path] = []
    for name in names:
        try:
            files += card_files([name])
        except CannotRun:
            files += [] if Path(name).is_dir() else [Path(name)]
    return each_once(files)
