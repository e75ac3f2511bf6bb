"""`python -m rftg_dev.bench [check | compare]`: measure games per second, or commands.

Figures depend on the machine, so no test asserts them. Figures for games can be appended to a file.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rftg_dev.bench import commands, games
from rftg_dev.harness import positive
from rftg_engine.bots import LEVELS


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print. Exit code 2: something is missing."""
    args = parser().parse_args(argv)
    try:
        args.measure(args)
    except subprocess.CalledProcessError as error:
        return _fail(f"a command failed: {' '.join(map(str, error.cmd))}")
    except (OSError, LookupError, ValueError, RuntimeError) as error:
        return _fail(str(error))
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the argument parser."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.bench", description=__doc__)
    parser.set_defaults(measure=games.measure)
    _add_game_arguments(parser)
    parts = parser.add_subparsers(metavar="check | compare")
    check = parts.add_parser("check", help="compare `check` of the base set with yamllint")
    check.set_defaults(measure=commands.measure_check)
    compare = parts.add_parser("compare", help="compare a command with that of another checkout")
    compare.set_defaults(measure=commands.measure_checkouts)
    for part in (check, compare):
        part.add_argument("--count", type=positive, default=21, help="runs (default 21)")
    compare.add_argument("checkout", type=Path, metavar="FOLDER", help="another checkout")
    compare.add_argument(
        "command",
        nargs=argparse.REMAINDER,
        help="a command, after all options (default: check the base set)",
    )
    return parser


def _add_game_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=2.0, help="per figure (default 2)")
    parser.add_argument(
        "--sets", help="comma-separated IDs or files (default: the base game and arc 1)"
    )
    parser.add_argument(
        "--bots", nargs="+", choices=LEVELS, default=LEVELS, help="levels (default: all)"
    )
    parser.add_argument(
        "--compiled", type=Path, metavar="WHEEL", help="also measure the compiled engine of a wheel"
    )
    parser.add_argument("--games-only", action="store_true", help="skip check and print")
    parser.add_argument(
        "--instructions", action="store_true", help="also count those of a game (takes minutes)"
    )
    parser.add_argument("--history", type=Path, metavar="FILE", help="append the figures to a file")
    parser.add_argument(
        "--compare", action="store_true", help="with the last entry of this machine in the history"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--profile", action="store_true", help="profile random games instead")


def _fail(message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
