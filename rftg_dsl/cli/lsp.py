"""The command `lsp`: the language server, over standard input and output."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys

from rftg_dsl.cli.extras import require_extra


def add_lsp_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--stdio", action="store_true", help="the default; accepted because editors pass it"
    )


def run_lsp(_args: argparse.Namespace) -> int:
    """Serve until the client exits; return 1 if it did not shut down first, 2 without pygls."""
    with require_extra("the language server", "lsp"):
        from rftg_dsl.lsp.server import build_server
    logging.disable(logging.ERROR)  # errors go to the client over the protocol
    server = build_server()
    # The server closes its output at exit, and no other output may mix with the messages.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with contextlib.redirect_stdout(sys.stderr):
        server.start_io(stdout=output)
    return 0 if server.has_shut_down else 1
