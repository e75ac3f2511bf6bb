"""Plays the card tests of a file as it is edited, in a worker, and tells what came of each.

Nothing waits for it: a test that takes too long is named, and the worker that played it is ended.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final

from rftg_tools.studio.figures.board import Board, Topic
from rftg_tools.studio.figures.process import Data, Ended, Worker

MODULE: Final = "rftg_tools.studio.figures.playing"
QUIET: Final = 0.1
"""Seconds without a change until tests are played."""
PATIENCE: Final = 5.0
"""Seconds that one test may take."""
_STARTING: Final = 60.0
"""Seconds that the worker has to begin with the first test; it reads all sets then."""


class LiveTests:
    """Plays tests of the files that are edited. patience: seconds that one test may take."""

    def __init__(self, board: Board, module: str = MODULE, patience: float = PATIENCE) -> None:
        self._board = board
        self._module = module
        self._patience = patience
        self._texts: dict[Path, str | None] = {}
        self._waiting: dict[Path, None] = {}
        self._edited = asyncio.Event()
        self._worker: Worker | None = None

    def edit(self, path: Path, text: str | None) -> None:
        """Have the tests of a file played soon; None for a file that is no longer edited."""
        self._texts[path] = text
        if text is not None:
            self._waiting.pop(path, None)
            self._waiting[path] = None
        self._edited.set()

    async def run(self) -> None:
        """Play tests again and again, until cancelled."""
        try:
            while True:
                await self._edited.wait()
                await self._be_quiet()
                while self._waiting:
                    path, _ = self._waiting.popitem()  # the one that was edited last
                    found = await self._play(path)
                    await self._board.tell(Topic.TESTS, str(path), found)
        finally:
            await self._end()

    async def _be_quiet(self) -> None:
        """Wait until nothing was edited for a moment."""
        while self._edited.is_set():
            self._edited.clear()
            await asyncio.sleep(QUIET)

    async def _play(self, path: Path) -> Data:
        """Return what came of the tests of a file."""
        texts = {os.fspath(one): text for one, text in self._texts.items()}
        self._texts = {one: text for one, text in self._texts.items() if text is not None}
        begun: Data | None = None
        try:
            if self._worker is None:
                self._worker = await Worker.start(self._module)
            await self._worker.send({"path": os.fspath(path), "texts": texts})
            while True:
                patience = self._patience if begun else _STARTING
                answer = await asyncio.wait_for(self._worker.receive(), patience)
                if "done" in answer:
                    return {**answer, "stuck": None}
                begun = answer
        except (TimeoutError, Ended, OSError) as problem:
            await self._end()
            slow = isinstance(problem, TimeoutError)
            stuck = {"test": "", "line": 0, **(begun or {}), "seconds": patience if slow else 0}
            return {"done": [], "broken": False, "problem": "", "stuck": stuck}

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()
