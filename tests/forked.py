"""Servers that start quickly: forked from a process that has imported all modules.

Importing them is most of the start-up time of a server and its workers. Tests of the start-up
itself use `rftg_dev.serving`, which starts a new process.
"""

import asyncio
import faulthandler
import json
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Final, Self

from rftg_dev.serving import ending
from rftg_dsl.cli import main
from rftg_tools.studio.cardtest_runner import TEST_WORKER
from rftg_tools.workers.worker import (
    NICENESS,
    Data,
    Worker,
    WorkerEnded,
    run_worker,
    use_starter,
)

_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.preloaded"])
_WAIT: Final = 20
"""Seconds in which a process must have ended."""


class Server:
    """A process of `rftg-dsl`, or of another `run` that takes its arguments."""

    def __init__(
        self,
        *arguments: str,
        folder: Path,
        run: Callable[[Sequence[str]], int] = main,
    ) -> None:
        printed, prints = _FORKS.Pipe(duplex=False)
        self._process = _FORKS.Process(target=_run, args=(run, arguments, folder, sys.path, prints))
        self._process.start()
        prints.close()
        self.stdout: IO[str] = os.fdopen(os.dup(printed.fileno()), encoding="utf-8")
        printed.close()

    def send_signal(self, sig: int) -> None:
        assert self._process.pid is not None
        if self._process.is_alive():
            os.kill(self._process.pid, sig)

    def kill(self) -> None:
        """End it as a power cut would: it can do nothing more."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and return its exit code."""
        self._process.join(_WAIT if timeout is None else timeout)
        code = self._process.exitcode
        if code is None:
            self.send_signal(signal.SIGABRT)
            raise AssertionError(f"the server has not ended: {self.stdout.read()}")
        self.stdout.close()
        return code


def started(command: str, *arguments: str, folder: Path) -> Server:
    """Start a command on a free port and without a browser."""
    return Server(command, "--port", "0", "--no-browser", *arguments, folder=folder)


@contextmanager
def served(command: str, *arguments: str, folder: Path) -> Iterator[str]:
    """Run a command in a folder and give the address of its page."""
    with ending(started(command, *arguments, folder=folder)) as address:
        yield address


previewed: Final = partial(served, "preview")


def _run(
    run: Callable[[Sequence[str]], int],
    arguments: Sequence[str],
    folder: Path,
    paths: Sequence[str],
    prints: Connection,
) -> None:
    """Be the process."""
    os.dup2(prints.fileno(), 1)
    prints.close()
    faulthandler.enable(1, all_threads=True)  # so SIGABRT prints where a process hangs
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    if arguments[:1] == ("studio",):
        _fork_workers()
    sys.exit(run(arguments))


def _fork_workers() -> None:
    """Fork the first worker of a studio now, before there are threads."""
    ready = {TEST_WORKER: _ForkedWorker(TEST_WORKER, NICENESS)}

    async def start(module: str, niceness: int) -> Worker:
        worker = ready.pop(module, None)
        return await (worker.connect() if worker else start_process(module, niceness))

    start_process = use_starter(start)


class _ForkedWorker:
    """A forked worker. Messages are lines of JSON."""

    def __init__(self, module: str, niceness: int) -> None:
        self._socket, other = socket.socketpair()
        work = partial(_work, self._socket, other, module, niceness)
        self._process = multiprocessing.get_context("fork").Process(target=work, daemon=True)
        self._process.start()
        other.close()

    async def connect(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(sock=self._socket, limit=2**24)
        return self

    async def send(self, data: Data) -> None:
        try:
            self._writer.write(json.dumps(data).encode() + b"\n")
            await self._writer.drain()
        except ConnectionError:
            raise WorkerEnded from None

    async def receive(self) -> Data:
        try:
            data: Data = json.loads(await self._reader.readline())
        except (ConnectionError, ValueError):  # no line
            raise WorkerEnded from None
        return data

    async def stop(self) -> None:
        self._writer.close()
        self._process.kill()
        self._process.join()


def _work(server: socket.socket, connection: socket.socket, module: str, niceness: int) -> None:
    """Be the process of a worker."""
    server.close()
    for stream in (0, 1):
        os.dup2(connection.fileno(), stream)
    connection.close()
    sys.stdin = os.fdopen(0, closefd=False)
    run_worker(module, niceness)
