"""`python -m rftg_dev.bench`: how fast games are played, forked, and cards checked and printed.

Figures depend on the machine: they are printed and kept, and no test asserts them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rftg_dev.bench.commands import command_times
from rftg_dev.bench.engines import NotMeasured, engine_of, measure
from rftg_dev.bench.games import Forks, Rate, cards_named
from rftg_dev.bench.history import compared, entry, keep, read, rounded
from rftg_dev.bench.profiling import profile
from rftg_dev.bench.report import Report, in_words
from rftg_engine.bots import LEVELS
from rftg_tools.progress import progress
from rftg_tools.simulation.race import table_of


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print tables. Exit code 2 for sets, a wheel or a history that is unusable."""
    args = parser().parse_args(argv)
    try:
        for cards in cards_named(args.sets):
            table_of(cards.sets)
            if args.profile:
                profile(cards, args.seconds)
        if not args.profile:
            _measure(args)
    except subprocess.CalledProcessError as error:
        return _fail(f"a command failed: {' '.join(error.cmd)}")
    except (OSError, LookupError, ValueError, NotMeasured) as error:
        return _fail(str(error))
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.bench", description=__doc__)
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
    return parser


def _measure(args: argparse.Namespace) -> None:
    """Measure, print and keep. Raises what main reports."""
    history = read(args.history) if args.history else []
    found = entry()
    report = _report(args)
    found["figures"] = rounded(report.figures())
    print(json.dumps(report.as_data(), indent=1) if args.json else in_words(report))
    if args.compare:
        print("", *compared(found, history), sep="\n", file=sys.stderr if args.json else sys.stdout)
    if args.history:
        keep(args.history, found)


def _report(args: argparse.Namespace) -> Report:
    report = Report()
    with ExitStack() as stack:
        wheel = stack.enter_context(engine_of(args.compiled)) if args.compiled else None
        if args.compiled and wheel is None:
            print(f"the engine in {str(args.compiled)!r} is not compiled", file=sys.stderr)
        engines = (None, wheel) if wheel else (None,)
        pairs = [(cards, engine) for cards in cards_named(args.sets) for engine in engines]
        # The engines take turns, so that a slow minute of the machine slows both.
        for cards, engine in progress(pairs, len(pairs), "part"):
            part = measure(cards.label, args.seconds, args.bots, engine)
            report.rates += [Rate(**one) for one in part["rates"]]
            report.forks.append(Forks(**part["forks"]))
    if not args.games_only:
        report.commands = command_times()
    return report


def _fail(message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
