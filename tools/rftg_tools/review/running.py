"""A review on its way: what is found is kept beside the record, and a stopped one goes on later."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from rftg_tools.progress import progress
from rftg_tools.review.analysis import analyse_all, spots
from rftg_tools.review.plan import Plan
from rftg_tools.review.store import Store
from rftg_tools.workers.interrupts import the_second_ends_it

WRITE_EVERY: Final = 3.0
"""Seconds after which what has been found is written."""


def find_all(plan: Plan, store: Store, jobs: int | None) -> None:
    """Look at all moments that the store has not yet. jobs: as `in_order` takes them.

    What was found until a KeyboardInterrupt or another error is kept. Raises OSError, WorkersLost.
    """
    left = len(spots(plan)) - len(store.found)
    if not left:
        return
    if not sys.stderr.isatty():
        print(f"playing games out at {left} moments; this takes a minute or more", file=sys.stderr)
    with the_second_ends_it(), closing(analyse_all(plan, store.found, jobs)) as findings:
        try:
            for _name in progress(_keeping(findings, store), left, "moments"):
                pass
        finally:
            store.write()


def _keeping(findings: Iterator[tuple[str, object]], store: Store) -> Iterator[str]:
    written = time.monotonic()
    for name, found in findings:
        store.found[name] = found
        if time.monotonic() - written > WRITE_EVERY:
            store.write()
            written = time.monotonic()
        yield name
