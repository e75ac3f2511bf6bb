"""Arguments, worker pool, progress and report shared by all tools."""

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

MAX_FAILURES: Final = 20
"""Failures that are printed in full."""


@dataclass(slots=True)
class Tally:
    """Counts, maxima and failures of a run or a part of it."""

    counts: Counter[str] = field(default_factory=Counter)
    largest: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, part: Tally) -> None:
        """Add the figures of a part of the run."""
        self.counts.update(part.counts)
        for name, value in part.largest.items():
            self.note(name, value)
        self.failures += part.failures

    def note(self, name: str, value: float) -> None:
        """Record a value if it is the largest of its name."""
        self.largest[name] = max(value, self.largest.get(name, value))

    def format(self) -> str:
        """Format a line per figure, then the failures."""
        figures = {**self.counts, **self.largest, "failures": len(self.failures)}
        width = max(map(len, figures)) + 2
        lines = [f"{name:{width}}{value:12,.10g}" for name, value in figures.items()]
        lines += self.failures[:MAX_FAILURES]
        if len(self.failures) > MAX_FAILURES:
            lines.append(f"and {len(self.failures) - MAX_FAILURES} more")
        return "\n".join(lines)


def positive(text: str) -> int:
    """Parse an integer of at least 1. Raises ValueError and ArgumentTypeError."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {value}")
    return value


def tool_parser(tool: str, description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the arguments of all tools: seed, processes and JSON."""
    parser = argparse.ArgumentParser(prog=f"python -m rftg_dev.{tool}", description=description)
    parser.add_argument("--seed", type=int, default=1, help="same seed, same run (default 1)")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the argument --jobs."""
    parser.add_argument("--jobs", type=positive, help="processes (default: all cores)")


def run_parts(
    work: Callable[..., Any], count: int, args: argparse.Namespace, unit: str, *arguments: Any
) -> list[Any]:
    """Return the results of `work(*arguments, number)` for each number below a count, in order."""
    tune_garbage_collector()
    bound = partial(work, *arguments) if arguments else work
    parts = map_in_parallel(bound, range(count), args.jobs)
    return list(with_progress(parts, count, unit))


def total_of(tallies: Sequence[Tally]) -> Tally:
    """Return the sum of the tallies."""
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def report(tally: Tally, args: argparse.Namespace) -> int:
    """Print a tally. Return the exit code: 1 if anything failed."""
    data = {"counts": tally.counts, "largest": tally.largest, "failures": tally.failures}
    print(json.dumps(data, indent=1) if args.json else tally.format())
    return 1 if tally.failures else 0
