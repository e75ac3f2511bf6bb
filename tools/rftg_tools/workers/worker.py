"""Workers beside this program: each is a process, or whatever else a starter makes.

A worker is a module with `handle(request)`, a generator of the replies to a request. Requests and
replies are JSON data, and requests are handled one at a time. A module with `connect(send)` gets a
function that sends messages at any other time, before its first request. Both run in an event loop,
so a module can use timers.

Worker processes have a low priority, so that pages never wait for them.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import traceback
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NoReturn, Protocol

Data = dict[str, Any]
NICENESS: Final = 5
"""Default niceness: below the language server, because people wait for its diagnostics."""
_MAX_LINE: Final = 16_000_000
"""Maximum size of a reply in bytes."""
_MAX_WAITING: Final = 16
"""Number of requests that a worker process reads ahead; the sender waits with more."""
if sys.platform == "win32":
    _PRIORITY: Final = subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    _PRIORITY: Final = 0


class WorkerEnded(Exception):
    """Raised when a worker has ended."""


class Worker(Protocol):
    """A running worker."""

    async def send(self, data: Data) -> None:
        """Send a request; wait while too many are waiting. Raises WorkerEnded."""

    async def receive(self) -> Data:
        """Return the next message. Raises WorkerEnded."""

    async def stop(self) -> None:
        """End the worker at once, whatever it does."""


Starter = Callable[[str, int], Awaitable[Worker]]
"""Function that starts a worker. Its arguments are those of `start_worker`."""


async def start_worker(module: str, niceness: int = NICENESS) -> Worker:
    """Start a worker; end it again if this call is cancelled.

    module: name of a module with `handle`. niceness: from 0, like this program, to 19. Raises
    OSError.
    """
    return await _start(module, niceness)


@asynccontextmanager
async def working(module: str, request: Data, niceness: int = NICENESS) -> AsyncIterator[Worker]:
    """Start a worker with a request, and stop it after the block. Raises OSError, WorkerEnded."""
    worker = await start_worker(module, niceness)
    try:
        await worker.send(request)
        yield worker
    finally:
        await worker.stop()


def use_starter(start: Starter) -> Starter:
    """Start all workers with another function from now on; return the previous one."""
    global _start
    previous, _start = _start, start
    return previous


# --- processes


class _ProcessWorker:
    """A worker process. Messages are lines of JSON."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def send(self, data: Data) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            await self._process.stdin.drain()
        except ConnectionError:
            raise WorkerEnded from None

    async def receive(self) -> Data:
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            data: Data = json.loads(line)
        except ValueError:  # no line, or one that is too long
            raise WorkerEnded from None
        return data

    async def stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


async def _start_process(module: str, niceness: int) -> Worker:
    command = (sys.executable, "-m", "rftg_tools.workers", module, str(niceness))
    detached: dict[str, Any] = {"start_new_session": True}  # keeps Ctrl-C from it
    if _PRIORITY:
        detached = {"creationflags": _PRIORITY if niceness else 0}
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=_MAX_LINE, **detached
        )
    )
    try:
        return _ProcessWorker(await asyncio.shield(starting))
    except asyncio.CancelledError:
        await _ProcessWorker(await starting).stop()
        raise


_start: Starter = _start_process


# --- within a worker


async def answer_requests(
    module: ModuleType, receive: Callable[[], Awaitable[Data]], send: Callable[[Data], None]
) -> NoReturn:
    """Let a worker module answer all requests."""
    if hasattr(module, "connect"):
        module.connect(send)
    while True:
        for reply in module.handle(await receive()):
            send(reply)


def run_worker(module: str, niceness: int) -> NoReturn:
    """Be the process of a worker until its program has ended, or an error ends the worker."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # other output must not mix with messages

    def send(data: Data) -> None:
        out.write(json.dumps(data) + "\n")
        out.flush()

    async def answer() -> None:
        requests: asyncio.Queue[Data] = asyncio.Queue(_MAX_WAITING)
        arguments = (asyncio.get_running_loop(), requests)
        threading.Thread(target=_read_requests, args=arguments, daemon=True).start()
        await answer_requests(import_module(module), requests.get, send)

    try:
        asyncio.run(answer())
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)  # without waiting for the thread, which may be reading


def _read_requests(loop: asyncio.AbstractEventLoop, requests: asyncio.Queue[Data]) -> None:
    """Queue the requests; exit when the program has ended."""
    for line in sys.stdin.buffer:
        asyncio.run_coroutine_threadsafe(requests.put(json.loads(line)), loop).result()
    os._exit(0)
