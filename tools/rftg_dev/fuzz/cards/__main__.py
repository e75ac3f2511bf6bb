"""`python -m rftg_dev.fuzz.cards`: random card files that `check` accepts, used in all ways.

Promise kept (docs/safety.md): a set that the compiler accepts can neither crash nor hang the
engine or a bot, lose a card or double one, break its measuring or its printing. Each file is played
by bots of all levels, each step within a budget of time and memory. Exit code 0: kept. 1: broken,
with the smallest file that shows it; or few files were accepted, or many games took too much work.
2: it could not run.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from rftg_dev.arguments import add_jobs
from rftg_dev.fuzz.cards.results import Results, ResultsError
from rftg_dev.fuzz.cards.shrinking import smallest
from rftg_dev.fuzz.cards.trial import try_number, try_text
from rftg_dev.fuzz.cards.uses import STAGES, Plan, Tried
from rftg_dev.fuzz.sandbox import Budget, Failure
from rftg_dsl.games import GAMES, RACE
from rftg_tools.progress import progress
from rftg_tools.workers import WorkersLost
from rftg_tools.workers.processes import map_in_parallel

FEWEST_CLEAN: Final = 0.9
"""The share of files without errors below which hardly anything has been tried."""
MOST_STOPPED: Final = 0.02
"""The share of games that may be stopped since they take too much work."""
SHOWN: Final = 20
"""Failures that are shown in full."""


def main(argv: Sequence[str] | None = None) -> int:
    """Make and use the files, and print the counts, then the failures."""
    args = _parser().parse_args(argv)
    if "print" in args.stages and not shutil.which("pdftotext"):
        return _cannot("pdftotext is not installed; leave printing out with --stages")
    budget = Budget(args.seconds, args.megabytes)
    plan = Plan(args.seed, budget, tuple(args.stages), args.game)
    try:
        results = Results(args.results, plan)
        _run(plan, args.files, args.jobs, results)
    except (ResultsError, WorkersLost, OSError) as problem:
        return _cannot(str(problem))
    except KeyboardInterrupt:
        return _cannot("stopped; with --results the same command goes on from there")
    found = [results.found[number] for number in range(args.files)]
    summary = summarize(plan, found, args.shrink)
    print(json.dumps(summary, indent=1) if args.json else in_words(summary))
    return 0 if _all_well(summary) else 1


def _all_well(summary: dict[str, Any]) -> bool:
    enough = summary["clean"] >= FEWEST_CLEAN * summary["files"]
    played = summary["stopped"] <= MOST_STOPPED * (summary["games"] + summary["measured"])
    return enough and played and not summary["failures"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.fuzz.cards", description=__doc__)
    parser.add_argument("--files", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same files")
    add_jobs(parser)
    parser.add_argument("--game", choices=GAMES, default=RACE.id, help="whose cards (default race)")
    parser.add_argument(
        "--seconds", type=float, default=60, help="CPU time of a step at most (default 60)"
    )
    parser.add_argument(
        "--megabytes", type=int, default=1000, help="memory of a file at most (default 1000)"
    )
    parser.add_argument(
        "--stages",
        nargs="+",
        choices=STAGES,
        default=STAGES,
        metavar="STAGE",
        help=f"what is done with the files: {', '.join(STAGES)} (default: all)",
    )
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="keep results; go on from those there"
    )
    parser.add_argument(
        "--shrink", type=int, default=5, help="failures made small, at most (default 5)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _cannot(why: str) -> int:
    print(f"error: {why}", file=sys.stderr)
    return 2


def _run(plan: Plan, files: int, jobs: int | None, results: Results) -> None:
    """Try the files that have no result yet. Raises OSError."""
    todo = [number for number in range(files) if number not in results.found]
    tried = map_in_parallel(partial(try_number, plan), todo, jobs)
    with results.writing() as add:
        for one in progress(tried, len(todo), "files", lambda: _failed(results)):
            add(one)


def _failed(results: Results) -> str:
    return f"{sum(one.failure is not None for one in results.found.values())} failures"


def summarize(plan: Plan, tried: Sequence[Tried], shrink: int) -> dict[str, Any]:
    """Return the counts over all files, and every failure.

    The first of each kind has a small file.
    """
    failures: list[dict[str, Any]] = []
    kinds: set[str] = set()
    for one in tried:
        if one.failure is not None:
            new = one.failure.kind not in kinds and len(kinds) < shrink
            failures.append(_told(plan, one, one.failure, new))
            kinds.add(one.failure.kind)
    return {
        "files": len(tried),
        "seed": plan.seed,
        "clean": sum(one.clean for one in tried),
        "with_warnings": sum(one.clean and one.warnings > 0 for one in tried),
        "games": sum(one.games for one in tried),
        "decisions": sum(one.decisions for one in tried),
        "measured": sum(one.measured for one in tried),
        "stopped": sum(one.stopped for one in tried),
        "stalled": sum(one.stalled for one in tried),
        "stalled_files": [one.number for one in tried if one.stalled],
        "faces": sum(one.faces for one in tried),
        "failures": failures,
    }


def _told(plan: Plan, one: Tried, failure: Failure, shrink: bool) -> dict[str, Any]:
    text = _smallest(plan, one, failure) if shrink and one.text else ""
    return {
        "file": one.number,
        "kind": failure.kind,
        "step": failure.step,
        "detail": failure.detail,
        "smallest": text,
    }


def _smallest(plan: Plan, one: Tried, failure: Failure) -> str:
    """Return the smallest file found that fails in the same way at the same stage."""
    stage = failure.step.partition(":")[0]
    narrow = replace(plan, stages=(stage,)) if stage in plan.stages else plan

    def fails(text: str) -> bool:
        again = try_text(narrow, one.number, text)
        return again is not None and again.kind == failure.kind

    return smallest(one.text, fails)


def in_words(summary: dict[str, Any]) -> str:
    """Return the summary for a reader."""
    files, clean = summary["files"], summary["clean"]
    lines = [
        f"files made          {files:9}  seed {summary['seed']}",
        f"without errors      {clean:9}  ({summary['with_warnings']} of them with warnings);"
        f" {files - clean} thrown away",
        f"games played        {summary['games']:9}",
        f"decisions           {summary['decisions']:9}",
        f"games measured      {summary['measured']:9}",
        f"stopped, and told   {summary['stopped']:9}  (too much work)",
        f"without an end      {summary['stalled']:9}  (nobody changes anything any more)"
        + f" files {summary['stalled_files']}" * bool(summary["stalled"]),
        f"faces printed       {summary['faces']:9}",
        f"failures            {len(summary['failures']):9}",
    ]
    shown = summary["failures"][:SHOWN]
    return "\n".join([*lines, *_failures_in_words(shown)])


def _failures_in_words(failures: Iterable[dict[str, Any]]) -> Iterable[str]:
    for one in failures:
        yield f"file {one['file']}, {one['step']}: {one['kind']}"
        yield from (f"  {line}" for line in one["detail"].splitlines())
        if one["smallest"]:
            yield "  a small file that shows it:"
            yield from (f"    {line}" for line in one["smallest"].splitlines())


if __name__ == "__main__":
    raise SystemExit(main())
