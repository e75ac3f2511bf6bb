"""What commands that show a page have in common: its options, and words for why it is not shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.extras import install_command

PREVIEW_PORT: Final = 8063
PLAY_PORT: Final = 8064
REVIEW_PORT: Final = 8065
STUDIO_PORT: Final = 8066
"""Where each page is by default, so that it has the same address each time and a place beside the
others."""
_MOST_PORT: Final = 65_535
_NEEDED: Final = ("starlette", "uvicorn", "websockets", "typst", "PIL", "pygls", "lsprotocol")


def add_arguments(parser: argparse.ArgumentParser, port: int) -> None:
    """Add how the page looks and where it is; port: the default."""
    parser.add_argument(
        "--theme", metavar="NAME|DIR", default="space", help="how cards look (default space)"
    )
    parser.add_argument(
        "--port",
        type=int,
        default=port,
        help=f"port of the page; 0 for any free one (default {port})",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add where games of a table are kept."""
    parser.add_argument(
        "--games",
        type=Path,
        default=Path("games"),
        metavar="DIR",
        help="where games are kept (default: games, in the current folder)",
    )


def check_port(args: argparse.Namespace) -> None:
    """Refuse a number that is no port. Raises CannotRun."""
    if not 0 <= args.port <= _MOST_PORT:
        raise CannotRun(f"a port is a number from 0 to {_MOST_PORT}, not {args.port}")


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


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Import what a page needs. Raises CannotRun where a package is missing.

    what: that needs it, in words. extra: of rftg-dsl, with which it is installed.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDED:
            raise
        raise CannotRun(
            f"{what} needs {missing.name}\n  help: run `{install_command(extra)}`"
        ) from None


@contextmanager
def serving() -> Iterator[None]:
    """Serve a page. Raises CannotRun where its theme, its folder or its port cannot be had."""
    from rftg_tools.faces.theme import BadTheme
    from rftg_tools.play.lock import FolderTaken
    from rftg_tools.web.server import PortTaken

    try:
        yield
    except PortTaken as problem:
        raise CannotRun(f"{problem}\n  help: write `--port 0` for a free one") from None
    except (BadTheme, FolderTaken) as problem:
        raise CannotRun(str(problem)) from None
