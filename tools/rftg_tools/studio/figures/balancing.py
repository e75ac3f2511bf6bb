"""One quick balance at a time, in the background: begun, watched, stopped, and begun by itself.

It belongs to the server and not to a page, so it goes on while a page is loaded anew. What was
measured is kept with the version of the card that was played.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Final

from rftg_tools.studio.figures.board import Board, Topic
from rftg_tools.studio.figures.process import Data, Ended, Worker
from rftg_tools.studio.versions.store import Store

MODULE: Final = "rftg_tools.studio.figures.measuring"
AFTER: Final = 5.0
"""Seconds after a save until a balance begins by itself."""
_AUTOMATIC: Final = "balance by itself"
"""The setting that is kept, in the store."""
_ON: Final = "yes"


class Stage(StrEnum):
    """How far a balance is."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class Balancing:
    """The balance that runs, or last ran. games: the file of the games. after: see AFTER.

    key: what a file is called in the store of versions.
    """

    def __init__(
        self,
        board: Board,
        store: Store,
        key: Callable[[Path], str],
        games: Path,
        module: str = "",
        after: float = AFTER,
    ) -> None:
        self._board = board
        self._store = store
        self._key = key
        self._games = games
        self._module = module or MODULE
        self._after = after
        self._changing = asyncio.Lock()
        """Held by who begins or stops a run: of two at once one comes after the other."""
        self._run: asyncio.Task[None] | None = None
        self._file = ""
        self._soon: asyncio.Task[None] | None = None
        self._wanted: dict[str, Path] = {}

    @property
    def automatic(self) -> bool:
        """Whether a balance begins by itself after a save."""
        return self._store.setting(_AUTOMATIC) == _ON

    async def set_automatic(self, on: bool) -> None:
        """Have balances begin by themselves after a save, or no longer."""
        await asyncio.to_thread(self._store.set, _AUTOMATIC, _ON if on else "")
        if not on:
            self._wanted.clear()
        await self.tell_settings()

    async def tell_settings(self) -> None:
        """Tell the pages whether balances begin by themselves."""
        on = await asyncio.to_thread(lambda: self.automatic)
        await self._board.tell(Topic.BALANCE, "", {"automatic": on})

    async def start(self, name: str, path: Path) -> None:
        """Begin to balance a file as it is saved, in place of what runs."""
        async with self._changing:
            await self._stop()
            self._wanted.pop(name, None)
            self._file = name
            self._run = asyncio.create_task(self._measure(name, path))

    async def stop(self) -> None:
        """Stop what runs; its games are kept, and the next balance of the file goes on there."""
        async with self._changing:
            await self._stop()

    async def _stop(self) -> None:
        run, self._run = self._run, None
        if run is not None and not run.done():
            run.cancel()
            await asyncio.wait([run])
            await self._tell(self._file, Stage.STOPPED, {})

    async def saved(self, name: str, path: Path) -> None:
        """Balance a file soon after a save, if that is switched on; one that runs begins anew."""
        try:
            if not await asyncio.to_thread(lambda: self.automatic):
                return
        except sqlite3.Error:
            return  # why versions are not kept is told already
        self._wanted.pop(name, None)
        self._wanted[name] = path
        if self._soon is not None:
            self._soon.cancel()
        self._soon = asyncio.create_task(self._begin_soon())

    async def _begin_soon(self) -> None:
        """Begin what is wanted, the last save first; what is not begun yet stays wanted."""
        await asyncio.sleep(self._after)
        while self._wanted:
            name, path = next(reversed(self._wanted.items()))
            run = self._run
            if run is not None and not run.done() and self._file != name:
                await asyncio.wait([run])
            else:
                await self.start(name, path)

    async def close(self) -> None:
        """Stop all."""
        if self._soon is not None:
            self._soon.cancel()
            await asyncio.wait([self._soon])
        await self.stop()

    async def _measure(self, name: str, path: Path) -> None:
        """Balance a file, and keep its figures."""
        worker: Worker | None = None
        begun = time.time()
        try:
            await self._tell(name, Stage.RUNNING, {"games": 0, "share": 0.0, "seconds": None})
            worker = await Worker.start(self._module)
            jobs = max(1, (os.cpu_count() or 1) - 1)
            asked = {"path": os.fspath(path), "store": os.fspath(self._games), "jobs": jobs}
            await worker.send(asked)
            while "figures" not in (answer := await worker.receive()):
                if "problem" in answer:
                    await self._tell(name, Stage.FAILED, answer)
                    return
                await self._tell(name, Stage.RUNNING, answer)
            await self._keep(name, path, answer, time.time() - begun)
        except (Ended, OSError):
            await self._tell(name, Stage.FAILED, {"problem": ""})
        finally:
            if worker is not None:
                await worker.stop()

    async def _keep(self, name: str, path: Path, answer: Data, seconds: float) -> None:
        about = {"games": answer["games"], "set": answer["set"]}
        figures = [{**one, **about} for one in answer["figures"]]
        try:
            await asyncio.to_thread(self._store.keep_figures, self._key(path), figures)
        except sqlite3.Error as problem:
            await self._tell(
                name, Stage.FAILED, {"problem": f"the figures are not kept: {problem}"}
            )
            return
        told = {"games": answer["games"], "cards": len(figures), "seconds": seconds}
        await self._tell(name, Stage.DONE, told)

    async def _tell(self, name: str, stage: Stage, data: Data) -> None:
        await self._board.tell(Topic.BALANCE, "run", {"file": name, "stage": stage, **data})
