"""Worker processes of this machine for `map_in_parallel`."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import Event, parent_process
from multiprocessing.connection import wait
from typing import Any, Final

from rftg_tools.workers.process import dropped, tune_garbage_collector

MAX_LOSSES: Final = 3
"""Processes that may die over one chunk before the work is given up."""


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


def _start_worker(drop: Any) -> None:
    """Set up a worker process: it ignores Ctrl-C, which its parent handles, and ends with it."""
    dropped[:] = [drop]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tune_garbage_collector()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
