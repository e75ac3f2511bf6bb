"""`rftg-dsl preview [FILE...]`: a page in the browser that shows cards while they are written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rftg_dsl.cli import CannotRun, pages
from rftg_dsl.cli.paths import card_files
from rftg_dsl.limits import FILES
from rftg_dsl.source.locate import find_sets_in, unique_paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="card files or folders of them (default: the current folder)",
    )
    pages.add_arguments(parser, pages.PREVIEW_PORT)


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C: 0. 2 when it cannot be served."""
    names = args.files or ["."]
    card_files(names)
    pages.check_port(args)
    with pages.needing("the preview", "preview"):
        from rftg_tools.preview.app import serve
    with pages.serving():
        serve(partial(files_now, names), args.theme, args.port, not args.no_browser)
    return 0


def files_now(names: Sequence[str]) -> list[Path]:
    """Return the card files of some names as they are now.

    A file that is missing for the moment stays in the list. Of a folder that holds more files than
    a command takes, the first ones are taken.
    """
    files: list[Path] = []
    for name in names:
        try:
            files += card_files([name])
        except CannotRun:
            files += find_sets_in(Path(name)).values() if Path(name).is_dir() else [Path(name)]
    return unique_paths(files)[:FILES]
