"""Workers beside the program: processes, what ends them, and other starters."""

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from rftg_tools.workers.worker import (
    Worker,
    WorkerEnded,
    answer_requests,
    start_worker,
    use_starter,
)
from tests.rftg_tools.workers import ticking_worker

TICKING = "tests.rftg_tools.workers.ticking_worker"


def replies(*requests: str, niceness: int = 5, count: int = 1) -> list[Any]:
    """Return the first messages of a worker process after some requests."""

    async def talk() -> list[Any]:
        started = await start_worker(TICKING, niceness)
        try:
            for request in requests:
                await started.send({"do": request})
            async with asyncio.timeout(60):
                return [await started.receive() for _ in range(count)]
        finally:
            await started.stop()

    return asyncio.run(talk())


def test_a_worker_has_the_priority_that_was_asked_for() -> None:
    own = replies("nice", niceness=0)[0]["nice"]
    assert replies("nice", niceness=3) == [{"nice": own + 3}]


def test_a_worker_can_send_by_timers_and_survives_their_errors() -> None:
    assert replies("tick") == [{"tick": True}]
    assert replies("fail later") == [{"tick": True}]


@pytest.mark.parametrize("request_name", ["fail", "long"])
def test_a_worker_that_fails_has_ended(request_name: str) -> None:
    with pytest.raises(WorkerEnded):
        replies(request_name, count=2)


def test_an_ended_worker_takes_no_requests() -> None:
    async def send() -> None:
        started = await start_worker(TICKING)
        await started.stop()
        for _ in range(100):
            await started.send({"do": "x" * 10_000})

    with pytest.raises(WorkerEnded):
        asyncio.run(send())


def test_a_start_that_is_cancelled_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    create = asyncio.create_subprocess_exec

    async def slow(*command: str, **settings: Any) -> Any:
        started.append(await create(*command, **settings))
        await asyncio.sleep(0.1)
        return started[-1]

    async def cancel() -> None:
        starting = asyncio.create_task(start_worker(TICKING))
        while not started:
            await asyncio.sleep(0.01)
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", slow)
    asyncio.run(cancel())
    assert started[0].returncode is not None


class Local:
    """A worker in this event loop, as a page may have it."""

    def __init__(self, module: Any) -> None:
        self._requests: asyncio.Queue[Any] = asyncio.Queue()
        self._messages: asyncio.Queue[Any] = asyncio.Queue()
        self._task = asyncio.create_task(
            answer_requests(module, self._requests.get, self._messages.put_nowait)
        )

    async def send(self, data: Any) -> None:
        await self._requests.put(data)

    async def receive(self) -> Any:
        async with asyncio.timeout(60):
            return await self._messages.get()

    async def stop(self) -> None:
        self._task.cancel()


def test_there_can_be_another_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(_module: str, _niceness: int) -> Worker:
        return Local(ticking_worker)

    async def talk() -> Any:
        started = await start_worker(TICKING)
        await started.send({"do": "tick"})
        return await started.receive()

    monkeypatch.setattr(ticking_worker, "_sends", [])
    previous = use_starter(start)
    try:
        assert asyncio.run(talk()) == {"tick": True}
    finally:
        assert use_starter(previous) is start


MISSING = (
    "uvicorn",
    "multiprocessing",
    "_multiprocessing",
    "concurrent.futures.process",
    "webbrowser",
)
"""Modules that browsers don't have, or have no use for."""
IMPORTS = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {MISSING}:
            raise ImportError(f"there is no {{name}}")
sys.meta_path.insert(0, Missing())
import rftg_tools.studio.server, rftg_tools.play.app, rftg_tools.review.web
import rftg_tools.studio.cardtest_worker, rftg_tools.studio.balance_worker
import rftg_tools.studio.export_worker, rftg_tools.studio.tab_server
import rftg_tools.review.worker, rftg_tools.playtests.worker
import rftg_tools.spreadsheets.table_files
"""


def test_the_studio_and_its_workers_are_imported_without_what_browsers_lack() -> None:
    subprocess.run([sys.executable, "-c", IMPORTS], check=True)
