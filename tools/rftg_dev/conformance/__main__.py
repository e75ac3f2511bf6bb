"""`python -m rftg_dev.conformance PATH...`: our engine against recorded games.

Exit code 0: no divergence. 1: some. 2: a file could not be read.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rftg_dev.conformance.imports import run_import
from rftg_dev.conformance.turning import run_turned
from rftg_dev.harness import add_jobs
from rftg_tools.importing.record import read_games
from rftg_tools.importing.runner import Report, run_game
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel


def main(argv: Sequence[str] | None = None) -> int:
    """Run the games of all files and print what was compared and what diverged."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.conformance", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="records, .jsonl or .jsonl.gz")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_jobs(parser)
    parser.add_argument(
        "--imports",
        type=int,
        default=0,
        metavar="N",
        help="also make a record of ours of every Nth game, and replay it",
    )
    args = parser.parse_args(argv)
    try:
        reports = list(_run_all(args.paths, args.jobs, args.imports))
    except (OSError, EOFError, zlib.error, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    summary = summarize(reports)
    print(json.dumps(summary, indent=1) if args.json else in_words(summary))
    return 1 if summary["divergences"] else 0


def _run_all(paths: list[Path], jobs: int | None, imports: int) -> Iterator[Report]:
    games = [game for path in paths for game in read_games(path)]
    work = [(game, bool(imports) and not number % imports) for number, game in enumerate(games)]
    for both in with_progress(map_in_parallel(_run_one, work, jobs), len(games), "games"):
        yield from both


def _run_one(work: tuple[dict[str, Any], bool]) -> list[Report]:
    """Replay one game, and with its seats turned if nothing diverges.

    True: as a record of ours too.
    """
    game, as_record = work
    report = run_import(game) if as_record else run_game(game)
    return [report] if report.divergence else [report, run_turned(game)]


def summarize(played: list[Report]) -> dict[str, Any]:
    """Return the counts over all games, each of them once, and every divergence."""
    exceptions: Counter[str] = Counter()
    resolved: Counter[str] = Counter()
    reports = [report for report in played if not report.turned]
    for report in reports:
        exceptions.update(report.exceptions)
        resolved.update(report.resolved)
    found = [(report.game, report.divergence) for report in played if report.divergence]
    return {
        "games": len(reports),
        "turned": len(played) - len(reports),
        "decisions": sum(report.decisions for report in reports),
        "imported": sum(report.imported for report in reports),
        "forced": sum(report.forced for report in reports),
        "states": sum(report.states for report in reports),
        "exceptions": dict(sorted(exceptions.items())),
        "resolved": dict(sorted(resolved.items())),
        "divergences": len(found),
        "kinds": dict(Counter(divergence.kind for _game, divergence in found)),
        "list": [
            {
                "game": game,
                "kind": divergence.kind,
                "event": divergence.event,
                "record": repr(divergence.record),
                "ours": repr(divergence.ours),
            }
            for game, divergence in found
        ],
    }


def in_words(summary: dict[str, Any]) -> str:
    """Return the summary for a reader."""
    lines = [
        f"games               {summary['games']:8}",
        f"with seats turned   {summary['turned']:8}  (the same games, another seat being first)",
        f"decisions compared  {summary['decisions']:8}",
        f"states compared     {summary['states']:8}",
        *([f"made a record       {summary['imported']:8}"] if summary["imported"] else []),
        f"only one answer     {summary['forced']:8}  (not in the record, no choice in ours)",
    ]
    for title in ("resolved", "exceptions", "kinds"):
        for kind, count in summary[title].items():
            lines.append(f"{_TITLES[title]:20}{count:8}  {kind}")
    lines.append(f"divergences         {summary['divergences']:8}")
    for one in summary["list"]:
        lines.append(f"\n{one['game']}, event {one['event']}: {one['kind']}")
        lines.append(f"  record: {one['record']}")
        lines.append(f"  ours:   {one['ours']}")
    return "\n".join(lines)


_TITLES = {"resolved": "read from events", "exceptions": "named exception", "kinds": "diverging"}


if __name__ == "__main__":
    raise SystemExit(main())
