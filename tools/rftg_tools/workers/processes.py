"""Work spread over processes or machines, with the results in the order of the work.

Who works and how many never shows in the results. A worker that dies loses nothing: what it had in
hand is done again.
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

from rftg_tools.workers.collector import collect_seldom
from rftg_tools.workers.lost import WorkersLost

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK_SECONDS: Final = 0.5
"""A worker is given items for so long at a time: long against what handing them over takes."""
MOST_LOSSES: Final = 3
"""Processes that may die over one chunk before it is given up."""
_GIVEN_UP: Final = (
    "several workers died, one after the other, over the same piece of work;"
    " perhaps the machine is short of memory"
)
_MOST_ITEMS: Final = 1_000
"""Items of a chunk, at most."""
_AHEAD: Final = 3
"""Chunks in the hands of the workers or on the way to them, for each that they do at a time."""


class Workers(Protocol):
    """Who does the work."""

    lost: type[BaseException]
    """What the result of a chunk raises when who had it died."""
    most_losses: int
    """How often that may be so of one chunk before it is given up."""

    @property
    def slots(self) -> int:
        """How many chunks they do at a time; it may change."""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a chunk done, some time."""

    def wait(self, future: Future[Any]) -> Any:
        """Return the result of a chunk, or what it raises.

        Raises WorkersLost when nobody is left.
        """

    def renew(self) -> None:
        """Be ready for work again, after a loss; all chunks that were lost say so by then."""

    def close(self) -> None:
        """Drop all that is not done."""


def in_order(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int | None,
    scheduler: str | None = None,
) -> Generator[Result, None, None]:
    """Yield what `work` makes of each item, as map does. It and the items must be fit for pickling.

    jobs: processes, None for one a core; with one, all is done in this process.
    scheduler: the address of a Dask scheduler, whose workers do it in place of processes here.
    Raises WorkersLost, and NoCluster for a scheduler that cannot be used.
    """
    jobs = jobs or os.cpu_count() or 1
    if scheduler is None and jobs == 1:
        yield from map(work, items)
        return
    with closing(_workers(jobs, scheduler)) as workers:
        yield from _Spread(workers, work, items)


def _workers(jobs: int, scheduler: str | None) -> Workers:
    if scheduler is None:
        return Processes(jobs)
    from rftg_tools.workers.cluster import Cluster

    return Cluster(scheduler)


class _Spread(Generic[Item, Result]):
    """Items on their way through some workers, as an iterator over the results."""

    def __init__(
        self, workers: Workers, work: Callable[[Item], Result], items: Sequence[Item]
    ) -> None:
        self.workers, self.work, self.items = workers, work, items
        self._given = 0
        self._size = 1.0
        self._flying: deque[tuple[Sequence[Item], Future[Any]]] = deque()

    def __iter__(self) -> Iterator[Result]:
        while self._given < len(self.items) or self._flying:
            self._give()
            results, seconds = self._first_done()
            self._resize(len(results), seconds)
            yield from results

    def _give(self) -> None:
        """Hand over chunks, a few more than are being done."""
        slots = self.workers.slots
        while self._given < len(self.items) and len(self._flying) < _AHEAD * slots:
            left = len(self.items) - self._given
            size = max(1, min(int(self._size), left // (2 * slots)))
            chunk = self.items[self._given : self._given + size]
            self._flying.append((chunk, self._submit(chunk)))
            self._given += size

    def _submit(self, chunk: Sequence[Item]) -> Future[Any]:
        return self.workers.submit(_do_chunk, self.work, chunk)

    def _first_done(self) -> tuple[list[Result], float]:
        """Return the results of the chunk that comes next, and how long it took."""
        losses = 0
        while True:
            try:
                found: tuple[list[Result], float] = self.workers.wait(self._flying[0][1])
            except self.workers.lost:
                losses += 1
                if losses == self.workers.most_losses:
                    raise WorkersLost(_GIVEN_UP) from None
                self._again()
            else:
                self._flying.popleft()
                return found

    def _again(self) -> None:
        """Have all chunks done again that were lost."""
        self.workers.renew()
        for place, (chunk, future) in enumerate(self._flying):
            if future.done() and isinstance(future.exception(), self.workers.lost):
                self._flying[place] = (chunk, self._submit(chunk))

    def _resize(self, items: int, seconds: float) -> None:
        """Let chunks grow or shrink towards the time that they should take, not in leaps."""
        fitting = CHUNK_SECONDS * items / max(1e-6, seconds)
        self._size = max(1.0, min(fitting, 4 * self._size, _MOST_ITEMS))


def _do_chunk(work: Callable[[Item], Result], chunk: Sequence[Item]) -> tuple[list[Result], float]:
    """Return what work makes of some items, and the seconds it took.

    Return nothing once nobody wants it.
    """
    start = time.perf_counter()
    results = [work(item) for item in chunk if not _dropped()]
    return results, time.perf_counter() - start


class Processes:
    """Workers that are processes of this machine."""

    lost: type[BaseException] = BrokenProcessPool
    most_losses = MOST_LOSSES

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self._drop = Event()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.slots, initializer=_begin, initargs=(self._drop,))

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """See Workers; a pool that has just lost a process takes nothing and says so later."""
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
        """See Workers. A pool that has lost one process gives up the others too."""
        self._pool.shutdown(wait=True)
        self._pool = self._new_pool()

    def close(self) -> None:
        """See Workers; items that are being done are waited for."""
        self._drop.set()  # a pool gives its processes more than it can take back
        self._pool.shutdown(wait=True, cancel_futures=True)


_drops: list[Any] = []
"""In a worker, the event that says that nobody wants its results any more."""


def _dropped() -> bool:
    return any(drop.is_set() for drop in _drops)


def _begin(drop: Any) -> None:
    """Make a process a worker: Ctrl-C is for its parent to handle, and it does not outlive it."""
    _drops[:] = [drop]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
