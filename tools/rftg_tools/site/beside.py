"""Workers of the browser behind the interface for processes beside this program.

A worker has a folder of its own. The changed files of the studio's folder go along with each
request, and what the worker changes comes back with its replies, except files that the studio has
changed meanwhile. The folder that a request names as its `results` comes back too. An idle worker
is ended, and started again by the next request. One that is silent for too long is ended for good.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, Protocol

from rftg_tools.site.store import Change, Tracker
from rftg_tools.workers.worker import Data, Worker, WorkerEnded

Files = Sequence[tuple[str, bytes | None]]
"""Contents of files by path, None for those that were deleted."""
IDLE: Final = 60.0
"""Seconds after which an idle worker is ended."""
SILENCE: Final = 600.0
"""Seconds within which a worker must send something while it works."""
SHORT_SILENCE: Final = 60.0
"""The same for a worker that people wait for: one with niceness 0, such as the language server."""
_FILES_PAUSE: Final = 3.0
"""Seconds between two times that a worker sends back files while it works."""


class Port(Protocol):
    """The way to a worker."""

    def post(self, head: str, files: Files) -> None:
        """Send a message: JSON, and files."""

    def end(self) -> None:
        """End the worker at once."""


Hear = Callable[[str, Files], None]
"""Takes the messages of a worker."""
Spawn = Callable[[str, Hear], Port]
"""Starts a worker for a module."""


class BrowserWorkers:
    """Starts workers. spawn: makes one. folder: with the files that workers get."""

    def __init__(self, spawn: Spawn, folder: Path, idle: float = IDLE) -> None:
        self._spawn, self._folder, self._idle = spawn, folder, idle

    async def start(self, module: str, niceness: int) -> Worker:
        """Return a worker, see `start_worker`. It starts with its first request.

        A worker with niceness 0 has a state, so it is never idle.
        """
        idle = self._idle if niceness else None
        return BrowserWorker(module, self._spawn, self._folder, idle)


class BrowserWorker:
    """A worker of the browser. idle: seconds until it is ended without work, None for never."""

    def __init__(self, module: str, spawn: Spawn, folder: Path, idle: float | None) -> None:
        self._module, self._spawn, self._idle = module, spawn, idle
        self._folder = folder
        self._tracker = Tracker(folder)
        self._port: Port | None = None
        self._replies: asyncio.Queue[Data | None] = asyncio.Queue()
        self._unanswered = 0
        self._is_stopped = False
        self._timer: asyncio.TimerHandle | None = None

    async def send(self, data: Data) -> None:
        """See Worker."""
        if self._is_stopped:
            raise WorkerEnded
        if self._port is None:
            self._tracker = Tracker(self._folder)
            self._port = self._spawn(self._module, self._hear)
        changes = self._tracker.changes()
        self._tracker.mark(changes)
        files = [(change.path, change.content) for change in changes]
        self._unanswered += 1
        self._port.post(json.dumps(data), files)
        self._watch()

    async def receive(self) -> Data:
        """See Worker."""
        if self._is_stopped and self._replies.empty():
            raise WorkerEnded
        reply = await self._replies.get()
        if reply is None:
            raise WorkerEnded
        return reply

    async def stop(self) -> None:
        """See Worker."""
        self._fail()

    def _hear(self, head: str, files: Files) -> None:
        """Take a message: a reply, "done" after each request, or "failed"."""
        if self._port is None:
            return  # it was sent before the worker was ended
        self._take(files)
        message = json.loads(head)
        if "reply" in message:
            self._replies.put_nowait(message["reply"])
        elif "done" in message:
            self._unanswered -= 1
        elif "failed" in message:
            print(f"{self._module}: {message['failed']}")
            self._fail()
            return
        self._watch()

    def _take(self, files: Files) -> None:
        """Write files of the worker. A file that the studio has changed since then is newer."""
        if not files:
            return
        newer = {change.path for change in self._tracker.changes()}
        changes = []
        for path, content in files:
            if Path(path).is_absolute():
                _write_result(Path(path), content or b"")
            elif path not in newer:
                changes.append(Change(path, content, None))
        self._tracker.apply(changes)

    def _watch(self) -> None:
        """Wait for the next message, or for the end of a worker without work."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        if self._unanswered:
            silence = SHORT_SILENCE if self._idle is None else SILENCE
            self._timer = loop.call_later(silence, self._fail)
        elif self._idle is not None:
            self._timer = loop.call_later(self._idle, self._end)

    def _fail(self) -> None:
        """End the worker for good."""
        self._is_stopped = True
        self._end()
        self._replies.put_nowait(None)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._port is not None:
            self._port.end()
            self._port = None


def _write_result(path: Path, content: bytes) -> None:
    """Write a file of results, unless nobody waits for them any more."""
    if path.parent.parent.is_dir():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)


# --- within a worker


class WorkerSide:
    """A worker module that answers requests. send: sends a message to the studio."""

    def __init__(self, folder: Path, send: Hear) -> None:
        self._tracker = Tracker(folder)
        self._send = send
        self._requests: asyncio.Queue[Data] = asyncio.Queue()
        self._sent_files_at = 0.0

    def hear(self, head: str, files: Files) -> None:
        """Take a request, and the files that have changed since the last one."""
        self._tracker.apply([Change(path, content, None) for path, content in files])
        self._requests.put_nowait(json.loads(head))

    async def run(self, module: str) -> NoReturn:
        """Answer all requests, as `answer_requests` does, and send files back."""
        loaded = import_module(module)
        if hasattr(loaded, "connect"):
            loaded.connect(lambda data: self._post({"reply": data}))
        while True:
            request = await self._requests.get()
            results = Path(request["results"]) if "results" in request else None
            if results:
                results.mkdir(parents=True, exist_ok=True)
            for reply in loaded.handle(request):
                self._post({"reply": reply}, [*self._changed_files(), *_files_in(results)])
            self._post({"done": True}, self._changed_files(at_once=True))

    def _changed_files(self, at_once: bool = False) -> Files:
        """Return the changed files, or none if some were sent a moment ago."""
        now = time.monotonic()
        if now - self._sent_files_at < _FILES_PAUSE and not at_once:
            return ()
        self._sent_files_at = now
        changes = self._tracker.changes()
        self._tracker.mark(changes)
        return [(change.path, change.content) for change in changes]

    def _post(self, message: dict[str, Any], files: Files = ()) -> None:
        self._send(json.dumps(message), files)


def _files_in(folder: Path | None) -> Files:
    """Return the files of a folder with their full paths."""
    if folder is None:
        return ()
    return [(str(path), path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file()]
