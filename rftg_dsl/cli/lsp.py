"""`rftg-dsl lsp`: the language server, for an editor to start; it speaks over its own input."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys

from rftg_dsl.cli import fail
from rftg_dsl.cli.extras import install_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--stdio", action="store_true", help="the default; accepted because editors pass it"
    )


def run(_args: argparse.Namespace) -> int:
    """Serve until the client says goodbye: 0, 1 if it did not; 2 when pygls is missing."""
    try:
        from rftg_dsl.lsp.server import build_server
    except ModuleNotFoundError as missing:
        if missing.name not in ("pygls", "lsprotocol"):
            raise
        return fail(f"the language server needs pygls\n  help: run `{install_command('lsp')}`")
    logging.disable(logging.ERROR)  # the client is told over the protocol
    server = build_server()
    # The server closes its output when it leaves; and nothing else may write between messages.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with contextlib.redirect_stdout(sys.stderr):
        server.start_io(stdout=output)
    return 0 if server.parted else 1
