"""`python -m rftg_dev.soak.play`: games through the application, all frames read, and fuzzing.

People answer at random, at tabs of their own, and somebody looks on. No frame may hold a number,
title or face of a card that its reader cannot see, nor the seed. Messages that cannot be taken are
refused and change nothing. Each game lies on the disk as it was played. Exit code 0: all of it
holds. 1: something does not.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from rftg_dev.arguments import add_jobs
from rftg_dev.soak.play.fuzz import fuzz
from rftg_dev.soak.play.games import KINDS, Read, read_games
from rftg_tools.progress import progress
from rftg_tools.workers.processes import map_in_parallel

BATCH: Final = len(KINDS)
"""Games that one process plays at a time: one of each kind."""
SHOWN: Final = 20
"""Failures that are printed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play and fuzz, and print the counts, then the failures."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.soak.play", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many (default 200)")
    parser.add_argument("--fuzz", type=int, default=10_000, help="messages (default 10,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the games and messages")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    batches = [range(args.games)[start : start + BATCH] for start in range(0, args.games, BATCH)]
    read = Read()
    played = map_in_parallel(partial(read_games, seed=args.seed), batches, args.jobs)
    for batch in progress(played, len(batches), "batches of games"):
        read.add(batch)
    sent = fuzz(args.fuzz, args.seed)
    failures = [f"{what} ({count} times)" for what, count in read.wrong.most_common()]
    summary = {
        "games": read.games,
        "frames": read.frames,
        "answers": read.answers,
        "undone": read.undone,
        "mean_bytes": read.bytes // max(1, read.frames),
        "most_bytes": read.largest,
        "fuzzed": sent.sent.total(),
        "failures": [*failures, *sent.failures],
    }
    print(json.dumps(summary, indent=1) if args.json else in_words(summary))
    return 1 if summary["failures"] else 0


def in_words(summary: dict[str, Any]) -> str:
    """Return the counts for a reader."""
    lines = [
        f"games played        {summary['games']:8}",
        f"frames read         {summary['frames']:8}",
        f"bytes of a frame    {summary['mean_bytes']:8}  (at most {summary['most_bytes']})",
        f"answers of people   {summary['answers']:8}  ({summary['undone']} taken back)",
        f"messages fuzzed     {summary['fuzzed']:8}",
        f"failures            {len(summary['failures']):8}",
    ]
    return "\n".join([*lines, *(f"  {one}" for one in summary["failures"][:SHOWN])])


if __name__ == "__main__":
    raise SystemExit(main())
