"""A review on its way: what is found is kept beside the record, and a stopped one goes on later."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from rftg_tools.progress import print_duration, with_progress
from rftg_tools.review.analysis import analyse_all, decisions_found, is_decision, spots
from rftg_tools.review.duration import expected_seconds
from rftg_tools.review.plan import QUICK, Plan
from rftg_tools.review.store import Store
from rftg_tools.workers.process import exit_on_second_interrupt

WRITE_EVERY: Final = 3.0
"""Seconds after which what has been found is written."""


def find_all(plan: Plan, store: Store, jobs: int | None, quiet: bool = False) -> None:
    """Look at all moments that the store has not yet. jobs: as `map_in_parallel` takes them.

    quiet: no progress is shown, on a terminal either. What was found until a KeyboardInterrupt or
    another error is kept. Raises OSError, WorkersLost.
    """
    if len(store.found) == len(spots(plan)):
        return
    left = len(plan.answers) - decisions_found(store.found)
    if not quiet and sys.stderr.isatty():
        _tell_duration(plan, left, len(spots(plan)) - len(store.found) - left, jobs)
    with exit_on_second_interrupt(), closing(analyse_all(plan, store.found, jobs)) as findings:
        names = _decisions(findings, store)
        if not quiet:
            names = with_progress(names, left, "decisions", left=lambda done: work_left(left, done))
        try:
            for _name in names:
                pass
        finally:
            store.write()


def _tell_duration(plan: Plan, decisions: int, moments: int, jobs: int | None) -> None:
    """Print about how long the rest takes, and how long with fewer games."""
    cores = min(jobs or os.cpu_count() or 1, os.cpu_count() or 1)
    seconds = expected_seconds(plan, decisions, moments, cores)
    print_duration(seconds, seconds * QUICK / plan.playouts if plan.playouts > QUICK else None)


def _decisions(findings: Iterator[tuple[str, object]], store: Store) -> Iterator[str]:
    """Keep what is found; yield the names of decisions alone."""
    written = time.monotonic()
    for name, found in findings:
        store.found[name] = found
        if time.monotonic() - written > WRITE_EVERY:
            store.write()
            written = time.monotonic()
        if is_decision(name):
            yield name


def work_left(decisions: int, done: int) -> float:
    """Return the share of the work that is left when so many of the last decisions are done.

    Each takes as long as the rest of the game that is played out from it.
    """
    return (1 - done / max(1, decisions)) ** 2
