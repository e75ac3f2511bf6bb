"""The command `lsp`: the language server, over standard input and output."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys

from rftg_dsl.cli import report_failure
from rftg_dsl.cli.extras import install_command


def add_lsp_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--stdio", action="store_true", help="the default; accepted because editors pass it"
    )


def run_lsp(_args: argparse.Namespace) -> int:
    """Serve until the client exits; return 1 if it did not shut down first, 2 without pygls."""
    try:
        from rftg_dsl.lsp.server import build_server
    except ModuleNotFoundError as missing:
        if missing.name not in ("pygls", "lsprotocol"):
            raise
        return report_failure(
            f"the language server needs pygls\n  help: run `{install_command('lsp')}`"
        )
    logging.disable(logging.ERROR)  # the client gets errors over the protocol
    server = build_server()
    # The server closes its output when it exits, and nothing else may write between messages.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with contextlib.redirect_stdout(sys.stderr):
        server.start_io(stdout=output)
    return 0 if server.has_shut_down else 1
