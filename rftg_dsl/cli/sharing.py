"""The options that open tables to others, alike for the commands that have tables."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rftg_dsl.cli import CannotRun

if TYPE_CHECKING:
    from rftg_tools.play.share.address import Share


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group("seats by link")
    group.add_argument(
        "--share",
        nargs="?",
        const="",
        metavar="ADDRESS:PORT",
        help="open tables to others by links, there (default: this machine's address, 8070)",
    )
    group.add_argument(
        "--share-name",
        metavar="NAME",
        help="the name by which others reach it, as behind a reverse proxy",
    )
    group.add_argument(
        "--share-proxy",
        metavar="ADDRESSES",
        help="reverse proxies that are believed for whom they ask (default: this machine)",
    )
    group.add_argument("--cert", type=Path, metavar="FILE", help="certificate for TLS")
    group.add_argument("--key", type=Path, metavar="FILE", help="private key of the certificate")


def share_from(args: argparse.Namespace) -> Share | None:
    """Return how tables are opened to others, None where they are not. Raises CannotRun."""
    more = (args.share_name, args.share_proxy, args.cert, args.key)
    if args.share is None:
        if any(one is not None for one in more):
            raise CannotRun("--share-name, --share-proxy, --cert and --key go with `--share`")
        return None
    if (args.cert is None) != (args.key is None):
        raise CannotRun("--cert and --key go together")
    from rftg_tools.play.share.address import BadAddress, share_of

    certificate = (args.cert, args.key) if args.cert else None
    try:
        return share_of(args.share, args.share_name, certificate, args.share_proxy)
    except BadAddress as problem:
        raise CannotRun(str(problem)) from None
