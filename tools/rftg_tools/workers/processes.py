"""Parallel map over processes or machines, with the results in the order of the items.

The results never depend on the workers or their number. If a worker dies, its chunk is done again.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from typing import Any, Final, Generic, Protocol, TypeVar

from rftg_tools.workers import IN_BROWSER, WorkersLost
from rftg_tools.workers.process import is_dropped

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK_SECONDS: Final = 0.5
"""Target time for a chunk of items, so that submitting it takes little time in comparison."""
_GIVEN_UP: Final = (
    "several workers died one after the other while doing the same work;"
    " perhaps the machine is short of memory"
)
_MAX_ITEMS: Final = 1_000
"""Maximum number of items in a chunk."""
_CHUNKS_PER_SLOT: Final = 3
"""Number of chunks submitted per chunk in progress."""


class Workers(Protocol):
    """Workers that `map_in_parallel` hands chunks to."""

    lost: type[BaseException]
    """Exception of a chunk whose worker died."""
    max_losses: int
    """Number of times that a chunk may lose its worker before the work is abandoned."""

    @property
    def slots(self) -> int:
        """Number of chunks done at the same time; it may change."""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Queue a chunk."""

    def wait(self, future: Future[Any]) -> Any:
        """Return the result of a chunk, or raise what it raises.

        Raises WorkersLost if no workers are left.
        """

    def renew(self) -> None:
        """Get ready for work after a loss; every lost chunk's future has failed by then."""

    def close(self) -> None:
        """Drop all unfinished work."""


def map_in_parallel(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int | None,
    scheduler: str | None = None,
) -> Generator[Result, None, None]:
    """Yield `work(item)` for each item, as map does. `work` and the items must be picklable.

    jobs: number of processes, or None for one per core; 1 works in this process, as all do in a
    browser.
    scheduler: address of a Dask scheduler whose workers replace the local processes.
    Raises WorkersLost, and ClusterError if the scheduler cannot be used.
    """
    jobs = 1 if IN_BROWSER else jobs or os.cpu_count() or 1
    if scheduler is None and jobs == 1:
        yield from map(work, items)
        return
    with closing(_workers(jobs, scheduler)) as workers:
        yield from _ParallelMap(workers, work, items)


def _workers(jobs: int, scheduler: str | None) -> Workers:
    if scheduler is None:
        from rftg_tools.workers.pool import Processes

        return Processes(jobs)
    from rftg_tools.workers.cluster import Cluster

    return Cluster(scheduler)


class _ParallelMap(Generic[Item, Result]):
    """Iterator over the results of items that some workers process."""

    def __init__(
        self, workers: Workers, work: Callable[[Item], Result], items: Sequence[Item]
    ) -> None:
        self.workers, self.work, self.items = workers, work, items
        self._submitted = 0
        self._size = 1.0
        self._in_flight: deque[tuple[Sequence[Item], Future[Any]]] = deque()

    def __iter__(self) -> Iterator[Result]:
        while self._submitted < len(self.items) or self._in_flight:
            self._submit_chunks()
            results, seconds = self._wait_for_next()
            self._resize(len(results), seconds)
            yield from results

    def _submit_chunks(self) -> None:
        """Keep a few more chunks submitted than are being done."""
        slots = self.workers.slots
        while self._submitted < len(self.items) and len(self._in_flight) < _CHUNKS_PER_SLOT * slots:
            remaining = len(self.items) - self._submitted
            size = max(1, min(int(self._size), remaining // (2 * slots)))
            chunk = self.items[self._submitted : self._submitted + size]
            self._in_flight.append((chunk, self._submit(chunk)))
            self._submitted += size

    def _submit(self, chunk: Sequence[Item]) -> Future[Any]:
        return self.workers.submit(_do_chunk, self.work, chunk)

    def _wait_for_next(self) -> tuple[list[Result], float]:
        """Return the results of the next chunk in order, and the seconds it took."""
        losses = 0
        while True:
            try:
                done: tuple[list[Result], float] = self.workers.wait(self._in_flight[0][1])
            except self.workers.lost:
                losses += 1
                if losses == self.workers.max_losses:
                    raise WorkersLost(_GIVEN_UP) from None
                self._resubmit_lost()
            else:
                self._in_flight.popleft()
                return done

    def _resubmit_lost(self) -> None:
        """Submit all lost chunks again."""
        self.workers.renew()
        for index, (chunk, future) in enumerate(self._in_flight):
            if future.done() and isinstance(future.exception(), self.workers.lost):
                self._in_flight[index] = (chunk, self._submit(chunk))

    def _resize(self, items: int, seconds: float) -> None:
        """Grow or shrink chunks towards CHUNK_SECONDS, by a factor of at most 4."""
        target = CHUNK_SECONDS * items / max(1e-6, seconds)
        self._size = max(1.0, min(target, 4 * self._size, _MAX_ITEMS))


def _do_chunk(work: Callable[[Item], Result], chunk: Sequence[Item]) -> tuple[list[Result], float]:
    """Return the results of a chunk and the seconds it took; stop early if work is dropped."""
    start = time.perf_counter()
    results = [work(item) for item in chunk if not is_dropped()]
    return results, time.perf_counter() - start
