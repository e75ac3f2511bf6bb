"""Balance runs of the studio, which a worker plays."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rftg_tools.studio.status import Stage, StatusBoard, Topic
from rftg_tools.studio.versions.store import Store
from rftg_tools.workers.worker import Data, WorkerEnded, working

BALANCE_WORKER: Final = "rftg_tools.studio.balance_worker"
_NICENESS: Final = 19
SAVE_DELAY: Final = 5.0
"""Seconds from a save to an automatic balance run."""
_AUTOMATIC: Final = "balance by itself"
"""Name of the stored setting."""
_ON: Final = "yes"


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
            async with working(self._module, request, _NICENESS) as worker:
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
