"""Card tests and balance runs of the studio, which workers do.

Their status is published on a board that all pages follow.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from rftg_tools.studio.versions.store import Store
from rftg_tools.workers.worker import Data, Worker, WorkerEnded, start_worker, working

TEST_WORKER: Final = "rftg_tools.studio.cardtest_worker"
BALANCE_WORKER: Final = "rftg_tools.studio.balance_worker"
_BALANCE_NICENESS: Final = 19
TEST_TIMEOUT: Final = 5.0
"""Timeout of a single test in seconds."""
SAVE_DELAY: Final = 5.0
"""Seconds from a save to an automatic balance run."""
_EDIT_DELAY: Final = 0.1
"""Seconds without a change until tests run."""
_START_TIMEOUT: Final = 60.0
"""Timeout of the first test in seconds; the worker reads all sets before it."""
_AUTOMATIC: Final = "balance by itself"
"""Name of the stored setting."""
_ON: Final = "yes"
_HEARTBEAT: Final = 10.0
"""Seconds between messages of a silent stream, which detect closed connections."""
_RETRY: Final = b"retry: 500\n\n"


# --- status


class Topic(StrEnum):
    """Topic of a status.

    TESTS: results of card tests, by file. BALANCE: the current or last run, and the settings.
    EXPORT: the current or last export.
    VERSIONS: number of changes by file; under "", the reason why versions cannot be stored.
    """

    TESTS = "tests"
    BALANCE = "balance"
    EXPORT = "export"
    VERSIONS = "versions"


class StatusBoard:
    """The latest status of each topic, and the pages that follow it."""

    def __init__(self) -> None:
        self._latest: dict[tuple[str, str], tuple[int, Any]] = {}
        self._count = 0
        self._changed = asyncio.Condition()
        self._is_closed = False

    async def publish(self, topic: Topic, name: str, data: Any) -> None:
        """Replace the status of a name in a topic."""
        async with self._changed:
            self._count += 1
            self._latest[topic, name] = (self._count, data)
            self._changed.notify_all()

    def latest(self, topic: Topic, name: str) -> Any:
        """Return the latest status of a name, or None if it has no status."""
        return self._latest.get((topic, name), (0, None))[1]

    async def close(self) -> None:
        """End all streams."""
        async with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the events for one page."""
        yield _RETRY
        sent = 0
        while not self._is_closed:
            new = [(key, data) for key, (count, data) in self._latest.items() if count > sent]
            sent = self._count
            for (topic, name), data in new:
                event = json.dumps({"topic": topic, "name": name, "data": data})
                yield f"data: {event}\n\n".encode()
            if not new:
                yield b": still here\n\n"
            await self._wait(sent)

    async def _wait(self, sent: int) -> None:
        """Wait for a change, for at most one heartbeat."""
        async with self._changed:
            with suppress(TimeoutError):
                async with asyncio.timeout(_HEARTBEAT):  # in this task, which has the lock
                    await self._changed.wait_for(lambda: self._is_closed or self._count > sent)


# --- card tests


class CardTestRunner:
    """Runner for the card tests of edited files. timeout: seconds per test."""

    def __init__(
        self, board: StatusBoard, module: str = TEST_WORKER, timeout: float = TEST_TIMEOUT
    ) -> None:
        self._board = board
        self._module = module
        self._timeout = timeout
        self._texts: dict[Path, str | None] = {}
        self._waiting: dict[Path, None] = {}
        self._questions: list[tuple[Path, int, asyncio.Future[Data]]] = []
        """Tests to examine: path, index, and the answer."""
        self._edited = asyncio.Event()
        self._worker: Worker | None = None

    def edit(self, path: Path, text: str | None) -> None:
        """Run the tests of a file soon. text: None after editing ends."""
        self._texts[path] = text
        if text is not None:
            self._waiting.pop(path, None)
            self._waiting[path] = None
        self._edited.set()

    async def examine(self, path: Path, text: str, index: int) -> Data:
        """Return what happens in a test of a file, as `trace_test` does; None if it is broken."""
        self._texts[path] = text
        answer: asyncio.Future[Data] = asyncio.get_running_loop().create_future()
        self._questions.append((path, index, answer))
        self._edited.set()
        return await answer

    async def run(self) -> None:
        """Run tests until cancelled."""
        try:
            while True:
                await self._edited.wait()
                await self._wait_for_pause()
                while self._questions:
                    path, index, answer = self._questions.pop(0)
                    result = await self._run_tests(path, {"examine": index})
                    if not answer.cancelled():
                        answer.set_result(
                            {"test": result["done"] or None, "stuck": result["stuck"]}
                        )
                while self._waiting:
                    path, _ = self._waiting.popitem()  # the file edited last
                    result = await self._run_tests(path)
                    await self._board.publish(Topic.TESTS, str(path), result)
        finally:
            await self._stop_worker()

    async def _wait_for_pause(self) -> None:
        while self._edited.is_set():
            self._edited.clear()
            await asyncio.sleep(_EDIT_DELAY)

    async def _run_tests(self, path: Path, more: Data | None = None) -> Data:
        """Return the results of the tests of a file. more: members of the request."""
        texts = {os.fspath(edited): text for edited, text in self._texts.items()}
        self._texts = {edited: text for edited, text in self._texts.items() if text is not None}
        current: Data | None = None
        timeout = _START_TIMEOUT
        try:
            if self._worker is None:
                self._worker = await start_worker(self._module)
            request = {"path": os.fspath(path), "texts": texts, **(more or {})}
            await self._worker.send(request)
            while True:
                answer = await asyncio.wait_for(self._worker.receive(), timeout)
                if "done" in answer:
                    return {**answer, "stuck": None}
                current, timeout = answer, self._timeout
        except (TimeoutError, WorkerEnded, OSError) as problem:
            await self._stop_worker()
            seconds = timeout if isinstance(problem, TimeoutError) else 0
            stuck = {"test": "", "line": 0, **(current or {}), "seconds": seconds}
            return {"done": [], "broken": False, "problem": "", "stuck": stuck}

    async def _stop_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()


# --- balance


class Stage(StrEnum):
    """Stage of a balance run."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class Balancing:
    """Balance runs, one at a time. They survive a reload of the page.

    key: returns a file's name in the store. games: file of the games. delay: see SAVE_DELAY.
    """

    def __init__(
        self,
        board: StatusBoard,
        store: Store,
        key: Callable[[Path], str],
        games: Path,
        module: str = "",
        delay: float = SAVE_DELAY,
    ) -> None:
        self._board = board
        self._store = store
        self._key = key
        self._games = games
        self._module = module or BALANCE_WORKER
        self._delay = delay
        self._lock = asyncio.Lock()
        """Held while a run is started or stopped."""
        self._run: asyncio.Task[None] | None = None
        self._file = ""
        self._delayed: asyncio.Task[None] | None = None
        self._queue: dict[str, Path] = {}

    @property
    def automatic(self) -> bool:
        """Whether each save starts a run."""
        return self._store.setting(_AUTOMATIC) == _ON

    async def set_automatic(self, on: bool) -> None:
        """Set whether each save starts a run."""
        await asyncio.to_thread(self._store.set, _AUTOMATIC, _ON if on else "")
        if not on:
            self._queue.clear()
        await self.publish_settings()

    async def publish_settings(self) -> None:
        """Publish whether each save starts a run."""
        on = await asyncio.to_thread(lambda: self.automatic)
        await self._board.publish(Topic.BALANCE, "", {"automatic": on})

    async def start(self, name: str, path: Path, alternatives: str = "") -> None:
        """Stop the current run, and start to measure the saved version of a file.

        alternatives: title of a card whose alternatives are played after that, "" for none.
        """
        async with self._lock:
            await self._stop()
            self._queue.pop(name, None)
            self._file = name
            self._run = asyncio.create_task(self._measure(name, path, alternatives))

    async def stop(self) -> None:
        """Stop the current run. Its games are stored, so the next run continues with them."""
        async with self._lock:
            await self._stop()

    async def _stop(self) -> None:
        run, self._run = self._run, None
        if run is not None and not run.done():
            run.cancel()
            await asyncio.wait([run])
            await self._publish(self._file, Stage.STOPPED, {})

    async def on_save(self, name: str, path: Path) -> None:
        """Queue a saved file for measuring, if automatic measuring is on."""
        try:
            if not await asyncio.to_thread(lambda: self.automatic):
                return
        except sqlite3.Error:
            return  # the page already shows the problem with the store
        self._queue.pop(name, None)
        self._queue[name] = path
        if self._delayed is not None:
            self._delayed.cancel()
        self._delayed = asyncio.create_task(self._run_queue())

    async def _run_queue(self) -> None:
        """Measure queued files after a delay, starting with the file saved last."""
        await asyncio.sleep(self._delay)
        while self._queue:
            name, path = next(reversed(self._queue.items()))
            run = self._run
            if run is not None and not run.done() and self._file != name:
                await asyncio.wait([run])
            else:
                await self.start(name, path)

    async def close(self) -> None:
        """Stop everything."""
        if self._delayed is not None:
            self._delayed.cancel()
            await asyncio.wait([self._delayed])
        await self.stop()

    async def _measure(self, name: str, path: Path, alternatives: str) -> None:
        """Measure a file, and store its figures."""
        started = time.time()
        request = {
            "path": os.fspath(path),
            "store": os.fspath(self._games),
            "jobs": max(1, (os.cpu_count() or 1) - 1),
            "alternatives": alternatives,
        }
        await self._publish(name, Stage.RUNNING, {"games": 0, "share": 0.0, "seconds": None})
        try:
            async with working(self._module, request, _BALANCE_NICENESS) as worker:
                while "figures" not in (answer := await worker.receive()):
                    if "problem" in answer:
                        await self._publish(name, Stage.FAILED, answer)
                        return
                    await self._publish(name, Stage.RUNNING, answer)
                await self._store_figures(name, path, answer, time.time() - started)
        except (WorkerEnded, OSError):
            await self._publish(name, Stage.FAILED, {"problem": ""})

    async def _store_figures(self, name: str, path: Path, answer: Data, seconds: float) -> None:
        run_data = {"games": answer["games"], "set": answer["set"]}
        figures = [{**card_data, **run_data} for card_data in answer["figures"]]
        try:
            await asyncio.to_thread(self._store.keep_figures, self._key(path), figures)
        except sqlite3.Error as problem:
            failed = {"problem": f"the figures cannot be stored: {problem}"}
            await self._publish(name, Stage.FAILED, failed)
            return
        done = {"games": answer["games"], "cards": len(figures), "seconds": seconds}
        await self._publish(name, Stage.DONE, done)

    async def _publish(self, name: str, stage: Stage, data: Data) -> None:
        await self._board.publish(Topic.BALANCE, "run", {"file": name, "stage": stage, **data})
