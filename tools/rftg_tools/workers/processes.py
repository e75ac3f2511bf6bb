"""Parallel map over processes or machines, with the results in the order of the items.

The results never depend on the workers or their number. If a worker dies, its chunk is done again.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import Event, parent_process
from multiprocessing.connection import wait
from typing import Any, Final, Generic, Protocol, TypeVar

from rftg_tools.workers import WorkersLost
from rftg_tools.workers.process import tune_garbage_collector

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK_SECONDS: Final = 0.5
"""Target time for a chunk of items, so that submitting it takes little time in comparison."""
MAX_LOSSES: Final = 3
"""Processes that may die over one chunk before the work is given up."""
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

    jobs: number of processes, or None for one per core; 1 works in this process.
    scheduler: address of a Dask scheduler whose workers replace the local processes.
    Raises WorkersLost, and ClusterError if the scheduler cannot be used.
    """
    jobs = jobs or os.cpu_count() or 1
    if scheduler is None and jobs == 1:
        yield from map(work, items)
        return
    with closing(_workers(jobs, scheduler)) as workers:
        yield from _ParallelMap(workers, work, items)


def _workers(jobs: int, scheduler: str | None) -> Workers:
    if scheduler is None:
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
    results = [work(item) for item in chunk if not _is_dropped()]
    return results, time.perf_counter() - start


class Processes:
    """Worker processes of this machine."""

    lost: type[BaseException] = BrokenProcessPool
    max_losses = MAX_LOSSES

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self._drop = Event()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.slots, initializer=_start_worker, initargs=(self._drop,))

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """See Workers. A pool that has just lost a process rejects work: return a failed future."""
        try:
            return self._pool.submit(work, *arguments)
        except BrokenProcessPool as broken:
            failed: Future[Any] = Future()
            failed.set_exception(broken)
            return failed

    def wait(self, future: Future[Any]) -> Any:
        """See Workers."""
        return future.result()

    def renew(self) -> None:
        """See Workers. A pool that has lost a process cannot be used again."""
        self._pool.shutdown(wait=True)
        self._pool = self._new_pool()

    def close(self) -> None:
        """See Workers; wait for the items in progress."""
        self._drop.set()  # a pool cannot cancel chunks that its processes have received
        self._pool.shutdown(wait=True, cancel_futures=True)


_drops: list[Any] = []
"""In a worker process: the event that is set when its results are no longer needed."""


def _is_dropped() -> bool:
    return any(drop.is_set() for drop in _drops)


def _start_worker(drop: Any) -> None:
    """Set up a worker process: it ignores Ctrl-C, which its parent handles, and ends with it."""
    _drops[:] = [drop]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tune_garbage_collector()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
