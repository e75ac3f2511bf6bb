"""Workers of a Dask cluster, on any number of machines."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, Final, cast

from rftg_dsl.cli.extras import install_command
from rftg_tools.workers import WorkersLost
from rftg_tools.workers.fingerprint import fingerprint

SCHEDULER_TIMEOUT: Final = 5
"""Seconds within which a scheduler must answer and have a worker."""
GIVE_UP_AFTER: Final = 60
"""Seconds until a cluster without workers is given up."""
_POLL_INTERVAL: Final = 5
"""Seconds between two counts of the workers."""


class ClusterError(RuntimeError):
    """A cluster that cannot be used; the message says why."""


class Cluster:
    """Workers of a Dask scheduler; all must run the same rftg-dsl as this process.

    If a worker dies, its scheduler gives the work to others. Raises ClusterError.
    """

    lost: type[BaseException]
    max_losses = 1  # the scheduler has tried several workers by then (Dask's `allowed-failures`)

    def __init__(self, address: str) -> None:
        self.address = address
        self._lost_message = f"lost connection to the scheduler at {address}"
        self._client = _connect(address)
        try:
            from distributed.scheduler import KilledWorker

            self.lost = KilledWorker
            self._executor = self._client.get_executor(pure=False)
            self._wait_for_workers()
            self._check_fingerprints()
        except BaseException:
            self._client.close()
            raise

    @property
    def slots(self) -> int:
        """One for each worker; workers may join and leave."""
        if time.monotonic() > self._counted_at + _POLL_INTERVAL:
            self._count_workers()
        return max(1, self._workers)

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """See Workers. A worker that joined after the start checks its fingerprint too."""
        future: Future[Any] = self._executor.submit(_run_checked, fingerprint(), work, *arguments)
        return future

    def wait(self, future: Future[Any]) -> Any:
        """See Workers."""
        idle = 0
        while idle <= GIVE_UP_AFTER:
            try:
                return future.result(timeout=_POLL_INTERVAL)
            except TimeoutError:
                if future.done():
                    raise
                idle = 0 if self._count_workers() else idle + _POLL_INTERVAL
            except CancelledError:
                raise WorkersLost(self._lost_message) from None
        raise WorkersLost(
            f"the scheduler at {self.address} has had no worker for {GIVE_UP_AFTER} s"
        )

    def renew(self) -> None:
        """See Workers. The scheduler replaces dead workers itself."""

    def close(self) -> None:
        """See Workers."""
        self._executor.shutdown(wait=False)
        self._client.close()

    def _count_workers(self) -> int:
        """Return the current number of workers. Raises WorkersLost."""
        try:
            self._workers = len(self._client.nthreads())
        except OSError:
            raise WorkersLost(self._lost_message) from None
        self._counted_at = time.monotonic()
        return self._workers

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT)
        except TimeoutError:
            raise ClusterError(
                f"the scheduler at {self.address} has no workers; start some with"
                f" `dask worker {self.address} --nthreads 1`"
            ) from None
        self._count_workers()

    def _check_fingerprints(self) -> None:
        """Raise ClusterError if any worker has another rftg-dsl."""
        expected = fingerprint()
        advice = f"install the same version on all machines: {expected}"
        reported = self._client.run(_report_fingerprint, on_error="return")
        for worker, actual in sorted(reported.items()):
            if isinstance(actual, BaseException):
                raise ClusterError(f"the worker {worker} lacks rftg-dsl ({actual}); {advice}")
            if actual != expected:
                raise ClusterError(f"the worker {worker} has rftg-dsl {actual}; {advice}")


def _report_fingerprint() -> str:
    return fingerprint()  # a separate function, because Dask cannot pickle cached ones


def _connect(address: str) -> Any:
    """Return a client of a scheduler. Raises ClusterError."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise ClusterError(
            f"a cluster needs Dask: run `{install_command('cluster')}` here and for each worker"
        ) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # reported once, below
    client: Any = Client  # untyped
    try:
        asyncio.run(_try_connection(address))  # a client without a scheduler is slow to give up
        return client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as problem:
        raise ClusterError(f"there is no Dask scheduler at {address!r}: {problem}") from None


async def _try_connection(address: str) -> None:
    """Connect to a scheduler once. Raises OSError, ValueError or TypeError."""
    from distributed import Security, comm

    security, untyped_comm = cast(Any, Security), cast(Any, comm)
    secured = security().get_connection_args("client")
    connection = await untyped_comm.connect(address, timeout=SCHEDULER_TIMEOUT, **secured)
    await connection.close()


_worker_lock: Final = threading.Lock()
"""Threads of a worker would only take turns, and they share caches."""


def _run_checked(expected: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """Run a chunk if this worker has the same rftg-dsl. Raises ClusterError."""
    actual = fingerprint()
    if actual != expected:
        raise ClusterError(f"a worker joined with rftg-dsl {actual}; all others have {expected}")
    with _worker_lock:
        return work(*arguments)
