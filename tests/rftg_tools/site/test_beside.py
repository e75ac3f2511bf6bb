"""Workers of the browser: the same files, started when needed, ended when idle or silent."""

import asyncio
import json
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rftg_tools.site import beside
from rftg_tools.site.beside import BrowserWorkers, Files, Hear, WorkerSide
from rftg_tools.workers.worker import Data, WorkerEnded

MODULE = "a_worker_of_a_test"


class FakeBrowser:
    """A browser whose workers run in the loop of the test, with folders of their own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.started = 0
        self.ended = 0
        self.files: list[list[str]] = []
        self.is_silent = False
        self.hear: Hear = lambda _head, _files: None

    def spawn(self, module: str, hear: Hear) -> "FakePort":
        self.started += 1
        self.hear = hear
        folder = self.root / f"worker {self.started}"
        folder.mkdir()
        return FakePort(self, module, folder, hear)


class FakePort:
    def __init__(self, browser: FakeBrowser, module: str, folder: Path, hear: Hear) -> None:
        self.browser = browser
        self.side = WorkerSide(folder, hear)
        self.task = asyncio.ensure_future(self.side.run(module))

    def post(self, head: str, files: Files) -> None:
        self.browser.files.append(sorted(path for path, _content in files))
        if not self.browser.is_silent:
            self.side.hear(head, files)

    def end(self) -> None:
        self.browser.ended += 1
        self.task.cancel()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeBrowser:
    """A browser with a worker that reads and writes files in its folder."""
    fake = FakeBrowser(tmp_path)

    def handle(request: Data) -> Iterator[Data]:
        place = tmp_path / f"worker {fake.started}"
        for name, text in request.get("write", {}).items():
            (place / name).write_text(text)
        if "results" in request:
            Path(request["results"], "result.txt").write_text("made")
        files = [path for path in sorted(place.iterdir()) if path.is_file()]
        yield {"read": {path.name: path.read_text() for path in files}}

    module = ModuleType(MODULE)
    module.__dict__["handle"] = handle
    monkeypatch.setitem(sys.modules, MODULE, module)
    return fake


def run(work: Coroutine[Any, Any, None]) -> None:
    async def within_limits() -> None:
        async with asyncio.timeout(10):
            await work

    asyncio.run(within_limits())


def test_a_worker_has_the_files_of_now_and_gets_only_what_changed(
    home: Path, browser: FakeBrowser
) -> None:
    async def work() -> None:
        (home / "a").write_text("1")
        (home / "b").write_text("1")
        worker = await BrowserWorkers(browser.spawn, home).start(MODULE, 5)
        await worker.send({})
        assert await worker.receive() == {"read": {"a": "1", "b": "1"}}
        (home / "a").write_text("22")
        (home / "b").unlink()
        await worker.send({})
        assert await worker.receive() == {"read": {"a": "22"}}
        assert browser.files == [["a", "b"], ["a", "b"]]
        await worker.send({})
        await worker.receive()
        assert browser.files[2:] in ([[]], [["a"]])
        await worker.stop()

    run(work())


def test_what_a_worker_writes_comes_back(home: Path, browser: FakeBrowser) -> None:
    async def work() -> None:
        worker = await BrowserWorkers(browser.spawn, home).start(MODULE, 5)
        await worker.send({"write": {"games": "stored"}})
        await worker.receive()
        while not (home / "games").exists():
            await asyncio.sleep(0)
        assert (home / "games").read_text() == "stored"
        await worker.stop()

    run(work())


def test_the_results_in_a_folder_come_with_the_reply(
    home: Path, tmp_path: Path, browser: FakeBrowser
) -> None:
    """Both sides have the same folder here, so only the message shows it."""
    sent: list[Files] = []

    async def work() -> None:
        results = tmp_path / "of the worker" / "results"  # the studio made it elsewhere
        side = WorkerSide(home, lambda _head, files: sent.append(files))
        browser.started = 1
        (tmp_path / "worker 1").mkdir()
        side.hear(json.dumps({"results": str(results)}), ())
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await side.run(MODULE)
        assert sent[0] == [(str(results / "result.txt"), b"made")]

    run(work())


def test_results_arrive_in_the_folder_of_the_export(
    home: Path, tmp_path: Path, browser: FakeBrowser
) -> None:
    results = tmp_path / "exports" / "1"
    results.mkdir(parents=True)

    async def work() -> None:
        worker = await BrowserWorkers(browser.spawn, home).start(MODULE, 5)
        await worker.send({"results": str(results)})
        await worker.receive()
        (results / "result.txt").unlink()
        browser.hear('{"reply": {}}', [(str(results / "result.txt"), b"made")])
        assert (results / "result.txt").read_bytes() == b"made"
        browser.files.clear()
        await worker.send({})
        assert browser.files == [[]]  # nothing of it goes back
        await worker.stop()

    run(work())


def test_an_old_file_of_a_worker_never_replaces_what_was_saved_meanwhile(
    home: Path, browser: FakeBrowser
) -> None:
    """A request that names a folder to read from does not send it back."""

    async def work() -> None:
        (home / "games").mkdir()
        (home / "games" / "marks").write_text("one")
        worker = await BrowserWorkers(browser.spawn, home).start(MODULE, 5)
        await worker.send({"folder": "games", "write": {"figures": "1"}})
        (home / "games" / "marks").write_text("two")
        (home / "figures").write_text("newer")
        await worker.receive()
        for _step in range(10):
            await asyncio.sleep(0)
        browser.hear('{"done": true}', [("games/marks", b"one")])
        assert (home / "games" / "marks").read_text() == "two"
        assert (home / "figures").read_text() == "newer"
        await worker.send({})
        assert browser.files[-1] == ["figures", "games/marks"]
        await worker.stop()

    run(work())


def test_an_idle_worker_is_ended_and_starts_again(home: Path, browser: FakeBrowser) -> None:
    async def work() -> None:
        worker = await BrowserWorkers(browser.spawn, home, idle=0.02).start(MODULE, 5)
        assert browser.started == 0  # nothing was asked yet
        (home / "a").write_text("1")
        for count in (1, 2):
            await worker.send({})
            assert await worker.receive() == {"read": {"a": "1"}}
            while browser.ended < count:
                await asyncio.sleep(0.01)
        assert browser.started == 2
        await worker.stop()

    run(work())


def test_a_worker_that_people_wait_for_is_never_idle(home: Path, browser: FakeBrowser) -> None:
    async def work() -> None:
        worker = await BrowserWorkers(browser.spawn, home, idle=0.01).start(MODULE, 0)
        await worker.send({})
        await worker.receive()
        await asyncio.sleep(0.05)
        assert browser.ended == 0
        await worker.stop()
        assert browser.ended == 1

    run(work())


def test_a_silent_worker_is_ended_and_told(
    home: Path, browser: FakeBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "SILENCE", 0.02)
    browser.is_silent = True

    async def work() -> None:
        worker = await BrowserWorkers(browser.spawn, home).start(MODULE, 5)
        await worker.send({})
        with pytest.raises(WorkerEnded):
            await worker.receive()
        assert browser.ended == 1
        with pytest.raises(WorkerEnded):
            await worker.send({})

    run(work())


def test_a_worker_that_cannot_be_loaded_is_told(home: Path, browser: FakeBrowser) -> None:
    browser.is_silent = True

    async def work() -> None:
        worker = await BrowserWorkers(browser.spawn, home).start(MODULE, 5)
        await worker.send({})
        browser.hear('{"failed": "typst.wasm: network"}', ())
        with pytest.raises(WorkerEnded):
            await worker.receive()

    run(work())


def test_a_stopped_worker_ends_its_receiver(home: Path, browser: FakeBrowser) -> None:
    async def work() -> None:
        worker = await BrowserWorkers(browser.spawn, home).start(MODULE, 5)
        receiving = asyncio.ensure_future(worker.receive())
        await asyncio.sleep(0)
        await worker.stop()
        with pytest.raises(WorkerEnded):
            await receiving

    run(work())
