"""`python -m rftg_dev.fuzz WHAT`: random or damaged input, which must neither crash nor hang.

cards, tiles: Random card files. If `check` accepts a file, its cards are put into English, played
by bots of all levels while all cards and chips are tracked, measured, and printed (docs/safety.md).
damage: Damaged copies of shipped sets. themes: Random templates. faces: Odd cards in every theme.
Exit code 1: something failed (with the smallest card file that shows it), few files were accepted,
or many games took too much work.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rftg_dev.fuzz import damage, faces
from rftg_dev.fuzz.sandbox import Budget
from rftg_dev.fuzz.trial import STAGES, Plan, TriedFile, smallest_failing, try_file
from rftg_dev.harness import Tally, positive, report, run_parts, tool_parser, total_of
from rftg_tools.workers import WorkersLost

MIN_ACCEPTED: Final = 0.9
"""Minimum share of files without errors; below it, hardly anything has been tested."""
MAX_STOPPED: Final = 0.02
"""Maximum share of games that are stopped because they take too much work."""
GAMES: Final = {"cards": "race", "tiles": "roll"}
PARTS: Final[dict[str, tuple[Callable[[int, int], Tally], int]]] = {
    "damage": (damage.try_files, 80),
    "themes": (faces.try_template, 2_000),
    "faces": (faces.try_cards, 10),
}
"""Functions that run a part, given seed and number, and the default numbers of parts."""
FILES: Final = 100


def main(argv: Sequence[str] | None = None) -> int:
    """Run a fuzzer and print the counts, then the failures."""
    args = _parser().parse_args(argv)
    printing = args.what == "faces" or (args.what in GAMES and "print" in args.stages)
    if printing and not shutil.which("pdftotext"):
        print("error: pdftotext is not installed; use --stages without print", file=sys.stderr)
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
    parser.add_argument("what", choices=(*GAMES, *PARTS), help="input to test")
    parser.add_argument("--count", type=positive, help=f"files (default {FILES}) or parts")
    parser.add_argument(
        "--seconds", type=float, default=60, help="CPU time limit per step (default 60)"
    )
    parser.add_argument(
        "--megabytes", type=int, default=1000, help="memory limit per file (default 1000)"
    )
    parser.add_argument(
        "--stages", nargs="+", choices=STAGES, default=STAGES, help="for card files (default: all)"
    )
    parser.add_argument("--shrink", type=int, default=5, help="failures to minimize (default 5)")
    return parser


def _try_files(args: argparse.Namespace) -> Tally:
    """Generate card files and use them."""
    budget = Budget(args.seconds, args.megabytes)
    plan = Plan(args.seed, budget, tuple(args.stages), GAMES[args.what])
    files = run_parts(try_file, args.count or FILES, args, "files", plan)
    total = total_of([tried.tally for tried in files])
    total.failures += failures_of(plan, files, args.shrink)
    counts = total.counts
    if counts["files without errors"] < MIN_ACCEPTED * counts["files"]:
        total.failures.append("too few files without errors: hardly anything was tested")
    games = counts["games"] + counts["games measured"]
    if counts["games stopped: too much work"] > MAX_STOPPED * games:
        total.failures.append("many games took too much work")
    return total


def failures_of(plan: Plan, files: Iterable[TriedFile], shrink: int) -> list[str]:
    """Describe every failure, the first of each kind with a minimal file."""
    failures: list[str] = []
    kinds: set[str] = set()
    for tried in files:
        failure = tried.failure
        if failure is not None:
            text = f"file {tried.number}, {failure.step}: {failure.kind}\n{failure.detail}"
            if failure.kind not in kinds and len(kinds) < shrink and tried.text:
                text += f"\nminimal file:\n{smallest_failing(plan, tried, failure)}"
            failures.append(text)
            kinds.add(failure.kind)
    return failures


if __name__ == "__main__":
    raise SystemExit(main())
