"""Commands that serve pages or an editor: `studio`, `play`, `preview` and `lsp`."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import CommandError
from rftg_dsl.cli.extras import require_extra
from rftg_dsl.cli.files import resolve_card_files
from rftg_dsl.cli.game_options import load_robot_or_fail
from rftg_dsl.limits import FILES
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import find_set, find_sets_in, split_set_names, unique_paths
from rftg_tools.games import GAMES

if TYPE_CHECKING:
    from rftg_tools.play.share.listener import Share


def add_studio_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FOLDER|FILE",
        help="card files or folders of them (default: the current folder)",
    )
    _add_games_folder(parser)
    add_page_options(parser, STUDIO_PORT)
    parser.add_argument(
        "--in-container",
        action="store_true",
        help="accept connections from outside this container, and do not open a browser",
    )
    add_share_options(parser)


def run_studio(args: argparse.Namespace) -> int:
    """Serve the studio until Ctrl-C. Raises CommandError if it cannot be served."""
    names = args.files or ["."]
    folders = [Path(name) for name in names if Path(name).is_dir()]
    files_named = [name for name in names if not Path(name).is_dir()]
    if files_named:
        resolve_card_files(files_named)
    check_port(args)
    if args.in_container:
        _check_container(args)
    with require_extra("the studio", "studio"):
        import pygls  # noqa: F401  # its worker imports it only when a page opens
        import uvicorn  # noqa: F401  # imported to serve, and not in a browser
        import websockets  # noqa: F401  # uvicorn imports it only when a page opens

        from rftg_tools.studio.server import serve
        from rftg_tools.studio.versions.store import BadStore
    _make_games_folder(args.games)
    share = parse_share(args)
    try:
        with report_serve_errors():
            files = partial(current_files, names)
            home = (folders or [Path(names[0]).parent])[0]
            browser = not args.no_browser and not args.in_container
            serve(files, home, args.games, args.theme, args.port, browser, share, args.in_container)
    except BadStore as problem:
        raise CommandError(str(problem)) from None
    return 0


_CONTAINER_FILES: Final = ("/.dockerenv", "/run/.containerenv")
"""Files that Docker and Podman put into their containers."""
_CONTAINER_VARIABLE: Final = "container"
"""Environment variable that says in which kind of container a program runs."""


def _check_container(args: argparse.Namespace) -> None:
    """Raise CommandError outside a container, where everybody on the network could connect."""
    is_container = os.environ.get(_CONTAINER_VARIABLE) or any(map(os.path.exists, _CONTAINER_FILES))
    if not is_container:
        raise CommandError(
            "--in-container is for containers, and this is not one: anybody on the network could"
            " change your sets"
        )
    if not args.port:
        raise CommandError("--in-container needs a port, which the container publishes")


_MAX_PACE: Final = 60.0


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="card files, or folders of them, to play with; `roll` for Roll for the Galaxy",
    )
    parser.add_argument(
        "--sets",
        metavar="IDS",
        help="sets selected at first (default: those of the files, or base)",
    )
    _add_games_folder(parser)
    add_page_options(parser, PLAY_PORT)
    parser.add_argument(
        "--pace",
        type=float,
        default=0.5,
        metavar="SECONDS",
        help="time between moves when only bots play (default 0.5)",
    )
    parser.add_argument(
        "--robot-file",
        type=Path,
        metavar="FILE",
        help="dice, mat and tiles of the solitaire robot (default: the shipped ones)",
    )
    add_share_options(parser)


def run_play(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C. Raises CommandError if it cannot be served."""
    files, selected = _selected_cards(args)
    check_port(args)
    if not 0 <= args.pace <= _MAX_PACE:
        raise CommandError(f"--pace must be 0 to {_MAX_PACE:.0f} seconds, not {args.pace}")
    with require_extra("play", "play"):
        import uvicorn  # noqa: F401  # imported to serve, and not in a browser
        import websockets  # noqa: F401  # uvicorn imports it only when a page opens

        from rftg_tools.play.app import serve
        from rftg_tools.play.catalog import SetCatalog
    catalog = SetCatalog(files, selected, load_robot_or_fail(args.robot_file))
    _make_games_folder(args.games)
    share = parse_share(args)
    with report_serve_errors():
        serve(catalog, args.games, args.theme, args.port, not args.no_browser, args.pace, share)
    return 0


def _selected_cards(args: argparse.Namespace) -> tuple[list[Path], list[str]]:
    """Return the user's own files, and the ids of the sets to select. Raises CommandError."""
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
        raise CommandError(str(problem)) from None
    own += [name for name in args.files if name not in games]
    files = resolve_card_files(own) if own else []
    return files, [name for name in named if name in shipped]


def add_preview_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="card files or folders of them (default: the current folder)",
    )
    add_page_options(parser, PREVIEW_PORT)


def run_preview(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C. Raises CommandError if it cannot be served."""
    names = args.files or ["."]
    resolve_card_files(names)
    check_port(args)
    with require_extra("the preview", "preview"):
        import uvicorn  # noqa: F401  # imported to serve, and not in a browser

        from rftg_tools.preview.app import serve
    with report_serve_errors():
        serve(partial(current_files, names), args.theme, args.port, not args.no_browser)
    return 0


def current_files(names: Sequence[str]) -> list[Path]:
    """Return the card files for names of files and folders at this moment.

    A file that is missing at the moment stays in the list. Only the first files of a very large
    folder are listed.
    """
    files: list[Path] = []
    for name in names:
        try:
            files += resolve_card_files([name])
        except CommandError:
            files += find_sets_in(Path(name)).values() if Path(name).is_dir() else [Path(name)]
    return unique_paths(files)[:FILES]


PREVIEW_PORT: Final = 8063
PLAY_PORT: Final = 8064
REVIEW_PORT: Final = 8065
STUDIO_PORT: Final = 8066
"""Default port of each page, so that each always has the same address."""
_MAX_PORT: Final = 65_535


def add_page_options(parser: argparse.ArgumentParser, port: int) -> None:
    """Add --theme, --port and --no-browser. port: default port."""
    parser.add_argument(
        "--theme", metavar="NAME|DIR", default="space", help="how cards look (default space)"
    )
    parser.add_argument(
        "--port",
        type=int,
        default=port,
        help=f"port of the page; 0 for any free port (default {port})",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def _add_games_folder(parser: argparse.ArgumentParser) -> None:
    """Add --games, the folder of the games."""
    parser.add_argument(
        "--games",
        type=Path,
        default=Path("games"),
        metavar="DIR",
        help="folder for the games (default: games, in the current folder)",
    )


def check_port(args: argparse.Namespace) -> None:
    """Raise CommandError if the number is not a port."""
    if not 0 <= args.port <= _MAX_PORT:
        raise CommandError(f"--port must be 0 to {_MAX_PORT}, not {args.port}")


def _make_games_folder(folder: Path) -> None:
    """Make the folder for the games if it does not exist. Raises CommandError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        problem = f"{str(folder)!r} is a file, not a folder"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        problem = f"the folder {str(folder)!r} for games cannot be made ({reason})"
    else:
        return
    raise CommandError(f"{problem}; choose another folder with `--games`")


@contextmanager
def report_serve_errors() -> Iterator[None]:
    """Raise CommandError if the block cannot use the page's theme, folder or port."""
    from rftg_tools.faces.theme import BadTheme
    from rftg_tools.play.saves import FolderTaken
    from rftg_tools.web.serving import PortTaken

    try:
        yield
    except PortTaken as problem:
        raise CommandError(f"{problem}\n  help: use `--port 0` for any free port") from None
    except (BadTheme, FolderTaken) as problem:
        raise CommandError(str(problem)) from None


def add_share_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that open tables to other people."""
    group = parser.add_argument_group("seats by link")
    group.add_argument(
        "--share",
        nargs="?",
        const="",
        metavar="ADDRESS:PORT",
        help="let others join by link at this address (default: this machine's, port 8070)",
    )
    group.add_argument(
        "--share-name",
        metavar="NAME",
        help="host name for the links, for example of a reverse proxy",
    )
    group.add_argument(
        "--share-proxy",
        metavar="ADDRESSES",
        help="trusted reverse proxies (default: this machine)",
    )
    group.add_argument("--cert", type=Path, metavar="FILE", help="certificate for TLS")
    group.add_argument("--key", type=Path, metavar="FILE", help="private key of the certificate")


def parse_share(args: argparse.Namespace) -> Share | None:
    """Return how tables are shared, or None if they are not. Raises CommandError."""
    details = (args.share_name, args.share_proxy, args.cert, args.key)
    if args.share is None:
        if any(detail is not None for detail in details):
            raise CommandError("--share-name, --share-proxy, --cert and --key need `--share`")
        return None
    if (args.cert is None) != (args.key is None):
        raise CommandError("--cert and --key must be used together")
    from rftg_tools.play.share.listener import BadAddress, share_of

    certificate = (args.cert, args.key) if args.cert else None
    try:
        return share_of(args.share, args.share_name, certificate, args.share_proxy)
    except BadAddress as problem:
        raise CommandError(str(problem)) from None


def add_lsp_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--stdio", action="store_true", help="the default; accepted because editors pass it"
    )


def run_lsp(_args: argparse.Namespace) -> int:
    """Serve until the client exits; return 1 if it did not shut down first, 2 without pygls."""
    with require_extra("the language server", "lsp"):
        from rftg_dsl.lsp.server import Server
    logging.disable(logging.ERROR)  # errors go to the client over the protocol
    server = Server()
    # The server closes its output at exit, and no other output may mix with the messages.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with contextlib.redirect_stdout(sys.stderr):
        server.start_io(stdout=output)
    return 0 if server.has_shut_down else 1
