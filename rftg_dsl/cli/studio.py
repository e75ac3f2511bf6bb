"""`rftg-dsl studio [FOLDER|FILE...]`: one place in the browser to make cards and play with them."""

from __future__ import annotations

import argparse
from functools import partial

from rftg_dsl.cli import CannotRun, pages, sharing
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.preview import files_now


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FOLDER|FILE",
        help="card files or folders of them (default: the current folder)",
    )
    pages.add_folder(parser)
    pages.add_arguments(parser, pages.STUDIO_PORT)
    sharing.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Serve the studio until Ctrl-C: 0. 2 when it cannot be served."""
    names = args.files or ["."]
    card_files(names)
    pages.check_port(args)
    with pages.needing("the studio", "studio"):
        import pygls  # noqa: F401  # a process of its own asks for it only when a page comes
        import websockets  # noqa: F401  # uvicorn asks for it only when a page comes

        from rftg_tools.studio.server import ServeOptions, serve
        from rftg_tools.studio.versions.store import BadStore
    pages.make_folder(args.games)
    options = ServeOptions(args.theme, args.port, not args.no_browser, sharing.share_from(args))
    try:
        with pages.serving():
            serve(partial(files_now, names), args.games, options)
    except BadStore as problem:
        raise CannotRun(str(problem)) from None
    return 0
