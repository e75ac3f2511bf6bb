"""The bench's part: counted beside all else, once for each change, and never waited for."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from starlette.requests import Request

from rftg_dsl.library import pack, unpack
from rftg_tools.play.saves import Saves
from rftg_tools.playtests.marks import Marks, version_of
from rftg_tools.preview.hub import Hub
from rftg_tools.studio import background
from rftg_tools.studio.background import Playtests
from rftg_tools.workers import worker
from tests.rftg_tools.playtests import Data, a_mark, put, race_record, yard


class BackgroundTasks:
    """A bench with one card, whose number on the page is 1."""

    def __init__(self, folder: Path) -> None:
        own = yard(folder)
        sets = unpack(pack([str(own)]))
        self.card = next(one for one in sets if one.id == "yard").cards[0]
        state = SimpleNamespace(cards=[SimpleNamespace(id=1, card=self.card)])
        self.games = folder / "games"
        self.games.mkdir()
        self.part = Playtests(cast(Hub, SimpleNamespace(state=state)), Saves(self.games))

    async def ask(self, number: int = 1) -> Data:
        """What the page is answered now."""
        request = Request({"type": "http", "path_params": {"id": number}})
        answer = await self.part._of_card(request)
        data: Data = json.loads(bytes(answer.body))
        return data

    async def counted(self, fits: Callable[[Data], bool]) -> Data:
        """What it is answered when something is counted."""
        while True:
            data = await self.ask()
            if not data["counting"] and fits(data):
                return data
            await asyncio.sleep(0.05)


@pytest.fixture
def beside(tmp_path: Path) -> BackgroundTasks:
    return BackgroundTasks(tmp_path)


def run(beside: BackgroundTasks, test: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        try:
            await test()
        finally:
            await beside.part.close()

    asyncio.run(all_of_it())


@pytest.mark.slow
def test_the_page_is_answered_at_once_and_told_the_rest_when_it_is_counted(
    beside: BackgroundTasks,
) -> None:
    put(beside.games, "one", race_record(str(beside.games.parent / "yard.yaml")))

    async def test() -> None:
        first = await beside.ask()
        assert first["counting"]
        assert first["versions"] == []
        found = await beside.counted(lambda data: bool(data["versions"]))
        assert found["version"] == version_of(beside.card) == found["versions"][0]["version"]
        assert (found["versions"][0]["games"], found["problem"]) == (1, "")
        mark = a_mark(version=found["version"], game="one")
        await asyncio.to_thread(Marks(beside.games).save, mark)
        marked = await beside.counted(lambda data: bool(data["versions"][0]["notes"]))
        assert marked["versions"][0]["notes"][0]["text"] == mark.text

    run(beside, test)


def test_nothing_is_counted_again_while_no_game_has_ended(
    beside: BackgroundTasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    async def count(_self: Playtests) -> None:
        counted.append(1)
        await asyncio.sleep(0)

    monkeypatch.setattr(Playtests, "_count", count)
    record = race_record(str(beside.games.parent / "yard.yaml"))
    unfinished = record | {"result": record["result"] | {"over": False}}

    async def test() -> None:
        await beside.counted(lambda _data: True)
        assert counted == []  # there is no game
        put(beside.games, "one", unfinished)
        for _time in range(3):
            await beside.counted(lambda _data: True)
        assert len(counted) == 1
        put(beside.games, "two", unfinished)
        await beside.counted(lambda _data: True)
        assert len(counted) == 1
        put(beside.games, "two", record)
        await beside.counted(lambda _data: len(counted) == 2)

    run(beside, test)


def test_why_nothing_could_be_counted_is_told(
    beside: BackgroundTasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_module: str, _niceness: int) -> None:
        raise OSError(28, "no more room")

    monkeypatch.setattr(worker, "_start", fail)
    put(beside.games, "one", race_record(str(beside.games.parent / "yard.yaml")))

    async def test() -> None:
        found = await beside.counted(lambda _data: True)
        assert found["problem"] == "Couldn't read the games: no more room."

    run(beside, test)


def test_a_worker_that_dies_is_told(
    beside: BackgroundTasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "PLAYTEST_WORKER", "no.such.module")
    put(beside.games, "one", race_record(str(beside.games.parent / "yard.yaml")))

    async def test() -> None:
        found = await beside.counted(lambda _data: True)
        assert found["problem"].startswith("Couldn't count the games.")

    run(beside, test)


def test_a_server_that_ends_ends_what_is_counted(
    beside: BackgroundTasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[str] = []

    class Endless:
        """A worker that never answers."""

        async def send(self, _data: Data) -> None:
            return

        async def receive(self) -> Data:
            await asyncio.sleep(600)
            return {}

        async def stop(self) -> None:
            stopped.append("stopped")

    async def start(_module: str, _niceness: int) -> Endless:
        return Endless()

    monkeypatch.setattr(worker, "_start", start)
    put(beside.games, "one", race_record(str(beside.games.parent / "yard.yaml")))

    async def test() -> None:
        await beside.ask()
        await asyncio.sleep(0.1)
        await beside.part.close()
        assert stopped == ["stopped"]

    run(beside, test)


def test_a_card_that_is_gone_has_no_figures(beside: BackgroundTasks) -> None:
    async def test() -> None:
        assert (await beside.ask(7))["versions"] == []

    run(beside, test)
