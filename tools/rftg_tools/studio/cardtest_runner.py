"""Card tests of the files that are being edited, run by a worker."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final

from rftg_tools.studio.status import StatusBoard, Topic
from rftg_tools.workers.worker import Data, Worker, WorkerEnded, start_worker

TEST_WORKER: Final = "rftg_tools.studio.cardtest_worker"
TEST_TIMEOUT: Final = 5.0
"""Timeout of a single test in seconds."""
_EDIT_DELAY: Final = 0.1
"""Seconds without a change until tests run."""
_START_TIMEOUT: Final = 60.0
"""Timeout of the first test in seconds; the worker reads all sets before it."""


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
                async with asyncio.timeout(timeout):
                    answer = await self._worker.receive()
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
