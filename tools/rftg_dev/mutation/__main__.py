"""How much of what can go wrong in a power line check sees.

    python -m rftg_dev.mutation [--sets base,...] [--seed 1] [--jobs N] [--json] [--list FILE]

Makes every mutant of every line of the shipped sets with one token wrong, checks each in its
card, and prints the share that is flagged, by kind of mistake (docs/mutation.md). --list writes
the mutants that are not: each with its line, and what it says. Exit code 1 where a mutant says
other words and the same card, or where a certain fix leaves as much wrong or no power; 2 where the
sets cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from rftg_dev.arguments import add_jobs
from rftg_dev.mutation.tally import as_data, table, tallies
from rftg_dev.mutation.trial import Outcome, lines_of, outcomes_of
from rftg_dsl.games import RACE
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import set_names
from rftg_dsl.source.rewriting import write_atomically
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power
from rftg_tools.progress import progress
from rftg_tools.workers.processes import map_in_parallel


def all_outcomes(specs: tuple[str, ...], seed: int, jobs: int | None) -> Iterator[Outcome]:
    """Yield what becomes of every mutant of the sets, in their order."""
    numbers = range(len(lines_of(specs)))
    found = map_in_parallel(partial(outcomes_of, specs, seed=seed), numbers, jobs)
    for outcomes in progress(found, len(numbers), "line"):
        yield from outcomes


def listing(outcomes: Sequence[Outcome]) -> str:
    """Return the mutants that are another card, a hole or harmed, by kind.

    Each with what became of it, its line and words.

    The words are what it means, or of a harm the codes of what is found.
    """
    rows = [
        f"{outcome.mutant.kind}\t{_fate(outcome)}\t{outcome.where}\t{outcome.mutant.text}"
        f"\t{_words(outcome)}\n"
        for outcome in outcomes
        if outcome.verdict in ("other", "hole") or outcome.harms
    ]
    return "".join(sorted(rows))


def _fate(outcome: Outcome) -> str:
    return "harm" if outcome.harms else outcome.verdict


def _words(outcome: Outcome) -> str:
    """Return the English sentence of a power; "" for a goal or a search category."""
    if outcome.harms:
        return ", ".join(outcome.codes)
    return word_power(parse_power(outcome.mutant.text)) if outcome.rule == "power" else ""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    shipped = ",".join(shipped_ids(RACE))
    parser = argparse.ArgumentParser(description="Measure how many mistakes check sees.")
    parser.add_argument("--sets", default=shipped, help=f"ids or files (default {shipped})")
    parser.add_argument("--seed", type=int, default=1, help="of the misspelt letters (default 1)")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    parser.add_argument("--list", metavar="FILE", type=Path, help="write what is not flagged")
    args = parser.parse_args(argv)
    try:
        outcomes = list(all_outcomes(set_names(args.sets), args.seed, args.jobs))
    except (LookupError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    found = tallies(outcomes)
    print(json.dumps(as_data(found), indent=2) if args.json else table(found))
    if args.list:
        write_atomically(args.list, listing(outcomes))
    return 1 if found["all"].hole or found["all"].harms else 0


if __name__ == "__main__":
    raise SystemExit(main())
