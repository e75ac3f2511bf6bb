"""A process beside the server that is spoken to in lines of JSON, gives way, and can be stopped.

It never takes time from what the page waits for, and does not outlive the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final

Data = dict[str, Any]
_LONGEST: Final = 8_000_000
"""Bytes of a line at most."""
if sys.platform == "win32":
    _APART: Final[dict[str, Any]] = {"creationflags": subprocess.BELOW_NORMAL_PRIORITY_CLASS}
else:
    _APART: Final[dict[str, Any]] = {"start_new_session": True}
"""So that Ctrl-C at the terminal is for the server alone, which ends its workers itself."""


class Ended(Exception):
    """A worker that is no longer there."""


class Worker:
    """A module of this program that runs in a process of its own, as `work` has it."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @staticmethod
    async def start(module: str) -> Worker:
        """Start a worker; where that is cancelled there is none. Raises OSError."""
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable, "-m", module, stdin=PIPE, stdout=PIPE, limit=_LONGEST, **_APART
            )
        )
        try:
            return Worker(await asyncio.shield(starting))
        except asyncio.CancelledError:
            await Worker(await starting).stop()
            raise

    async def send(self, data: Data) -> None:
        """Send it something to do. Raises Ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            await self._process.stdin.drain()
        except ConnectionError:
            raise Ended from None

    async def receive(self) -> Data:
        """Return the next thing that it says. Raises Ended."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            data: Data = json.loads(line)
        except ValueError:  # a line that is too long, or none
            raise Ended from None
        return data

    async def stop(self) -> None:
        """End it at once, whatever it does."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


def work(do: Callable[[Data], Iterator[Data]], gives_way: int) -> None:
    """Do, in a worker, what the server asks for, and say what comes of it, until it is gone.

    gives_way: how far others go before, from 1 to 19 (`nice`).
    """
    if hasattr(os, "nice"):
        os.nice(gives_way)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what else is printed is no answer
    asked: SimpleQueue[Data] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        for data in do(asked.get()):
            out.write(json.dumps(data) + "\n")
            out.flush()


def _listen(asked: SimpleQueue[Data]) -> None:
    """Take what the server asks for; end with it."""
    for line in sys.stdin.buffer:
        asked.put(json.loads(line))
    os._exit(0)
