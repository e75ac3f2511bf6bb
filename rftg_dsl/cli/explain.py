"""`rftg-dsl explain CODE`: what a finding means, a file that has it and the same file mended."""

from __future__ import annotations

import argparse

from rftg_dsl.cli import fail
from rftg_dsl.diagnostics.codes import CODES, format_explanation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="e.g. E210; lists all codes if left out"
    )


def run(args: argparse.Namespace) -> int:
    """Print the explanation; return 2 when there is no such code."""
    if args.code is None:
        for code, entry in sorted(CODES.items()):
            print(f"{code}  {entry.title}")
        return 0
    code = args.code.upper()
    if code not in CODES:
        return fail(f"there is no code {args.code!r}; `rftg-dsl explain` lists them")
    print(format_explanation(code))
    return 0
