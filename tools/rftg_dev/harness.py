"""Arguments, worker pool, progress and report that the tools share."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from rftg_tools.progress import with_progress
from rftg_tools.workers.process import tune_garbage_collector
from rftg_tools.workers.processes import map_in_parallel

SHOWN: Final = 20
"""Failures that are printed in full."""


@dataclass(slots=True)
class Tally:
    """Counts, largest values, and failures in words of a run or a part of it."""

    counts: Counter[str] = field(default_factory=Counter)
    largest: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the figures of another part of the run."""
        self.counts.update(other.counts)
        for name, value in other.largest.items():
            self.note(name, value)
        self.failures += other.failures

    def note(self, name: str, value: float) -> None:
        """Keep a value if it is the largest of its name."""
        self.largest[name] = max(value, self.largest.get(name, value))

    def in_words(self) -> str:
        """Return a line for each figure, then the failures."""
        figures = {**self.counts, **self.largest, "failures": len(self.failures)}
        width = max(map(len, figures)) + 2
        lines = [f"{name:{width}}{value:12,.10g}" for name, value in figures.items()]
        lines += self.failures[:SHOWN]
        if len(self.failures) > SHOWN:
            lines.append(f"and {len(self.failures) - SHOWN} more")
        return "\n".join(lines)


Work = Callable[[int], Tally]
"""Does the part of a run that has a number, and returns its figures. Must be picklable."""


def positive(text: str) -> int:
    """Return a number of 1 or more. Raises ValueError and ArgumentTypeError."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def tool_parser(tool: str, description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the arguments of all tools: seed, processes and JSON output."""
    parser = argparse.ArgumentParser(prog=f"python -m rftg_dev.{tool}", description=description)
    parser.add_argument("--seed", type=int, default=1, help="same seed, same run (default 1)")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the number of processes."""
    parser.add_argument("--jobs", type=positive, help="processes (default: all cores)")


def run_parts(
    work: Callable[..., Any], count: int, args: argparse.Namespace, unit: str, *first: Any
) -> list[Any]:
    """Return what `work(*first, number)` returns for each number below a count, in order."""
    tune_garbage_collector()
    parts = map_in_parallel(partial(work, *first) if first else work, range(count), args.jobs)
    return list(with_progress(parts, count, unit))


def total_of(tallies: Sequence[Tally]) -> Tally:
    """Return the sum of the figures of all parts."""
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def report(tally: Tally, args: argparse.Namespace) -> int:
    """Print the figures of a run. Return the exit code: 1 if anything failed."""
    data = {"counts": tally.counts, "largest": tally.largest, "failures": tally.failures}
    print(json.dumps(data, indent=1) if args.json else tally.in_words())
    return 1 if tally.failures else 0
