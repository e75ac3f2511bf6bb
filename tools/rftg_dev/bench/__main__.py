"""`python -m rftg_dev.bench [WHAT]`: measure games (the default), check, lsp, preview or play.

Figures depend on the machine: they are printed, those of games can be kept, and no test asserts
them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rftg_dev.bench import commands, games, lsp, play, preview
from rftg_dev.harness import positive
from rftg_engine.bots import LEVELS


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print. Exit code 1: an aim is missed. 2: something needed is missing."""
    args = parser().parse_args(argv)
    try:
        missed: bool = args.measure(args)
    except subprocess.CalledProcessError as error:
        return _fail(f"a command failed: {' '.join(map(str, error.cmd))}")
    except (OSError, LookupError, ValueError, RuntimeError) as error:
        return _fail(str(error))
    return int(missed)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.bench", description=__doc__)
    parser.set_defaults(measure=games.measure)
    _add_options_of_games(parser)
    parts = parser.add_subparsers(metavar="WHAT")
    for name, measure, count, unit, about in (
        ("check", commands.measure, 21, "runs", "check of the base set, beside yamllint"),
        ("lsp", lsp.measure, 200, "edits", "edits in the largest set, beside yamllint"),
        ("preview", preview.measure, 20, "saves", "saving a file until a browser shows it"),
        ("play", play.measure, 100, "games", "clicks at many tables of play at once"),
    ):
        part = parts.add_parser(name, help=about)
        part.set_defaults(measure=measure)
        part.add_argument("--count", type=positive, default=count, help=f"{unit} (default {count})")
    part.add_argument("--seconds", type=float, default=60.0, help="of play (default 60)")
    part.add_argument("--think", type=float, default=3.0, help="seconds before a click (3)")
    return parser


def _add_options_of_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default 2)")
    parser.add_argument(
        "--sets", help="ids or files, separated by commas (default: the base game and arc 1)"
    )
    parser.add_argument(
        "--bots", nargs="+", choices=LEVELS, default=LEVELS, help="levels (default: all)"
    )
    parser.add_argument(
        "--compiled", type=Path, metavar="WHEEL", help="measure the compiled engine of a wheel too"
    )
    parser.add_argument("--games-only", action="store_true", help="leave out check and print")
    parser.add_argument("--history", type=Path, metavar="FILE", help="add the figures to this file")
    parser.add_argument(
        "--compare", action="store_true", help="with the last ones of this machine in the history"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--profile", action="store_true", help="where random play spends its time")


def _fail(message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
