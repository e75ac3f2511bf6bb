"""Work spread over processes, with the results in the order of the work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST_AT_A_TIME: Final = 20
"""Items that a process is given at a time; fewer where there are few in all."""


def in_order(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int | None
) -> Iterator[Result]:
    """What `work` makes of each item, as map does. It and the items must be fit for pickling.

    jobs: processes, None for one a core; with one, all is done in this process.
    """
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(jobs) as pool:
        chunk = max(1, min(_MOST_AT_A_TIME, len(items) // (4 * jobs)))
        yield from pool.map(work, items, chunksize=chunk)
