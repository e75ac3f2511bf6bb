"""Workers that are those of a Dask cluster, on as many machines as it has."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, Final, cast

from rftg_dsl.cli.extras import install_command
from rftg_tools.workers.fingerprint import fingerprint
from rftg_tools.workers.lost import WorkersLost

PATIENCE: Final = 5
"""Seconds in which a scheduler has to answer, and the first worker to come."""
LONG_GONE: Final = 60
"""Seconds after which a cluster without workers is given up."""
_LOOK: Final = 5
"""Seconds after which is looked again how many workers there are."""


class NoCluster(RuntimeError):
    """A cluster that cannot be used, and why."""


class Cluster:
    """The workers of the scheduler at an address; each is of the same rftg-dsl as this one.

    A worker that dies costs the cluster some time: its scheduler has others do what it had.
    Raises NoCluster.
    """

    lost: type[BaseException]
    most_losses = 1  # its scheduler has tried several workers by then: Dask's `allowed-failures`

    def __init__(self, address: str) -> None:
        self.address = address
        self._gone = f"the scheduler at {address} is gone"
        self._client = _connect(address)
        try:
            from distributed.scheduler import KilledWorker

            self.lost = KilledWorker
            self._executor = self._client.get_executor(pure=False)
            self._wait_for_workers()
            self._compare()
        except BaseException:
            self._client.close()
            raise

    @property
    def slots(self) -> int:
        """One for each worker; workers come and go."""
        if time.monotonic() > self._looked + _LOOK:
            self._look()
        return max(1, self._workers)

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """See Workers. A worker that has joined since the start is compared too."""
        future: Future[Any] = self._executor.submit(_checked, fingerprint(), work, *arguments)
        return future

    def wait(self, future: Future[Any]) -> Any:
        """See Workers."""
        gone = 0
        while gone <= LONG_GONE:
            try:
                return future.result(timeout=_LOOK)
            except TimeoutError:
                if future.done():
                    raise
                gone = 0 if self._look() else gone + _LOOK
            except CancelledError:
                raise WorkersLost(self._gone) from None
        raise WorkersLost(f"the scheduler at {self.address} has had no worker for {LONG_GONE} s")

    def renew(self) -> None:
        """See Workers: the scheduler replaces who died, or has others do the work."""

    def close(self) -> None:
        """See Workers."""
        self._executor.shutdown(wait=False)
        self._client.close()

    def _look(self) -> int:
        """Return how many workers there are now. Raises WorkersLost."""
        try:
            self._workers = len(self._client.nthreads())
        except OSError:
            raise WorkersLost(self._gone) from None
        self._looked = time.monotonic()
        return self._workers

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise NoCluster(
                f"the scheduler at {self.address} has no workers; start some with"
                f" `dask worker {self.address} --nthreads 1`"
            ) from None
        self._look()

    def _compare(self) -> None:
        """Refuse a cluster with another rftg-dsl on any of its workers. Raises NoCluster."""
        ours = fingerprint()
        found = self._client.run(_of_worker, on_error="return")
        for worker, theirs in sorted(found.items()):
            if isinstance(theirs, BaseException):
                raise NoCluster(f"the worker {worker} lacks rftg-dsl ({theirs}); {_install()}")
            if theirs != ours:
                raise NoCluster(f"the worker {worker} has rftg-dsl {theirs}; {_install()}")


def _of_worker() -> str:
    """Return the fingerprint of the worker that runs this."""
    return fingerprint()


def _install() -> str:
    return f"install the same for all as here, {fingerprint()}"


def _connect(address: str) -> Any:
    """Return a client of a scheduler. Raises NoCluster."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise NoCluster(
            f"a cluster needs Dask: `{install_command('cluster')}`, and the same for each worker"
        ) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # errors are told once, here
    client: Any = Client  # which has no types
    try:
        asyncio.run(_call(address))  # a client that finds nobody is long in ending
        return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as problem:
        raise NoCluster(f"there is no Dask scheduler at {address!r}: {problem}") from None


async def _call(address: str) -> None:
    """Connect to a scheduler, once. Raises OSError, ValueError or TypeError."""
    from distributed import Security, comm

    security, lines = cast(Any, Security), cast(Any, comm)  # which have no types
    secured = security().get_connection_args("client")
    line = await lines.connect(address, timeout=PATIENCE, **secured)
    await line.close()


_ONE_AT_A_TIME: Final = threading.Lock()
"""Threads of one worker would only take turns: what they do is Python, and shares its tables."""


def _checked(expected: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """Return the work of a chunk, done by a worker of the same rftg-dsl. Raises NoCluster."""
    ours = fingerprint()
    if ours != expected:
        raise NoCluster(f"a worker has come with rftg-dsl {ours}; all others have {expected}")
    with _ONE_AT_A_TIME:
        return work(*arguments)
