"""`python -m rftg_dev.fuzz WHAT`: random or damaged input, which must neither crash nor hang.

cards, tiles: Random card files that `check` accepts are put into words, played by bots of all
levels while every card and chip is tracked, measured and printed (docs/safety.md). damage,
workbooks: Damaged copies of shipped sets and of a workbook. themes: Templates that do anything.
faces: Odd cards in every theme. Exit code 0: all promises are kept. 1: broken, with the smallest
card file that shows it; or few files were accepted, or many games took too much work.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rftg_dev.fuzz import damage, faces, themes
from rftg_dev.fuzz.sandbox import Budget
from rftg_dev.fuzz.trial import STAGES, Plan, Tried, smallest_failing, try_file
from rftg_dev.harness import Tally, positive, report, run_parts, tool_parser, total_of
from rftg_tools.workers import WorkersLost

LEAST_ACCEPTED: Final = 0.9
"""Share of files without errors below which hardly anything has been tried."""
MOST_STOPPED: Final = 0.02
"""Share of games that may be stopped because they take too much work."""
GAMES: Final = {"cards": "race", "tiles": "roll"}
PARTS: Final[dict[str, tuple[Callable[[int, int], Tally], int]]] = {
    "damage": (damage.try_files, 80),
    "workbooks": (damage.try_workbooks, 80),
    "themes": (themes.try_template, 2_000),
    "faces": (faces.try_cards, 10),
}
"""Work of a part of a run, by its seed and number, and how many there are unless one says so."""
FILES: Final = 100


def main(argv: Sequence[str] | None = None) -> int:
    """Run one of the fuzzers, and print the counts, then the failures."""
    args = _parser().parse_args(argv)
    printing = args.what == "faces" or (args.what in GAMES and "print" in args.stages)
    if printing and not shutil.which("pdftotext"):
        print(
            "error: pdftotext is not installed; leave printing out with --stages", file=sys.stderr
        )
        return 2
    try:
        if args.what in GAMES:
            return report(_try_files(args), args)
        work, count = PARTS[args.what]
        return report(
            total_of(run_parts(work, args.count or count, args, "parts", args.seed)), args
        )
    except WorkersLost as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = tool_parser("fuzz", __doc__)
    parser.add_argument("what", choices=(*GAMES, *PARTS), help="what is tried")
    parser.add_argument("--count", type=positive, help=f"files (default {FILES}) or parts")
    parser.add_argument(
        "--seconds", type=float, default=60, help="CPU time of a step at most (default 60)"
    )
    parser.add_argument(
        "--megabytes", type=int, default=1000, help="memory of a file at most (default 1000)"
    )
    parser.add_argument(
        "--stages", nargs="+", choices=STAGES, default=STAGES, help="of card files (default: all)"
    )
    parser.add_argument(
        "--shrink", type=int, default=5, help="failures made small, at most (default 5)"
    )
    return parser


def _try_files(args: argparse.Namespace) -> Tally:
    """Make and use card files."""
    budget = Budget(args.seconds, args.megabytes)
    plan = Plan(args.seed, budget, tuple(args.stages), GAMES[args.what])
    files = run_parts(try_file, args.count or FILES, args, "files", plan)
    total = total_of([tried.tally for tried in files])
    total.failures += failures_of(plan, files, args.shrink)
    counts = total.counts
    if counts["files without errors"] < LEAST_ACCEPTED * counts["files"]:
        total.failures.append("few files are without errors: hardly anything was tried")
    games = counts["games"] + counts["games measured"]
    if counts["games stopped: too much work"] > MOST_STOPPED * games:
        total.failures.append("many games took too much work")
    return total


def failures_of(plan: Plan, files: Iterable[Tried], shrink: int) -> list[str]:
    """Return every failure in words, the first of each kind with a small file that shows it."""
    failures: list[str] = []
    kinds: set[str] = set()
    for tried in files:
        failure = tried.failure
        if failure is not None:
            text = f"file {tried.number}, {failure.step}: {failure.kind}\n{failure.detail}"
            if failure.kind not in kinds and len(kinds) < shrink and tried.text:
                text += f"\na small file that shows it:\n{smallest_failing(plan, tried, failure)}"
            failures.append(text)
            kinds.add(failure.kind)
    return failures


if __name__ == "__main__":
    raise SystemExit(main())
