"""The tables of a studio: loaded behind the bench, once, and never too late for who asks."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play import app
from rftg_tools.play.saves import Saves
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio import bench, server
from rftg_tools.studio.background import BackgroundTasks
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.server import Tables
from rftg_tools.web.images import Images

PORT = 8066
HERE = f"http://127.0.0.1:{PORT}"
TEXT = "set: {id}\ntitle: Ice\nrequires: [base]\ncards:\n  - title: G\n    world: 2\n    vp: 1\n"


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


class Counted(Tables):
    """Tables that count how often they are loaded, slowly."""

    loads = 0

    def _load(self) -> Any:
        self.loads += 1
        time.sleep(0.2)
        return super()._load()


@pytest.fixture
def tables(tmp_path: Path, images: Images) -> Counted:
    (tmp_path / "games").mkdir()

    def files() -> list[Path]:
        return sorted(tmp_path.glob("*.yaml"))

    return Counted(files, Saves(tmp_path / "games"), images, PORT)


@pytest.fixture
def client(tmp_path: Path, images: Images, tables: Counted) -> Iterator[TestClient]:
    def files() -> list[Path]:
        return sorted(tmp_path.glob("*.yaml"))

    documents, hub = Documents(files), Hub(Table(files), images)
    aside = BackgroundTasks(hub, documents, Saves(tmp_path / "games"))
    front = server._route_requests(bench.build_workbench(hub, documents, aside), tables, PORT)
    nothing = Starlette()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await (nothing if scope["type"] == "lifespan" else front)(scope, receive, send)

    with TestClient(app, base_url=HERE, headers={"origin": HERE}) as client:
        yield client
        assert client.portal is not None
        client.portal.call(tables.close_games)
    aside.store.close()


def test_the_bench_needs_neither_play_nor_the_engines_to_begin() -> None:
    heavy = "('rftg_engine', 'roll_engine', 'rftg_tools.play.app', 'rftg_tools.review')"
    program = (
        f"import rftg_tools.studio.server, sys; print([m for m in {heavy} if m in sys.modules])"
    )
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_first_answer_of_the_bench_has_the_tables_loaded(
    client: TestClient, tables: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.studio.server._LOAD_DELAY", 0.0)
    assert tables.loads == 0
    assert client.get("/bench/").status_code == 200
    client.get("/bench/main.js")
    end = time.monotonic() + 60
    while not tables.loads and time.monotonic() < end:
        time.sleep(0.01)
    assert client.get("/api/games").json() == {"games": []}
    assert tables.loads == 1


def test_who_asks_for_a_table_at_once_does_not_wait_for_that_moment(
    client: TestClient, tables: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.studio.server._LOAD_DELAY", 3_600.0)
    client.get("/bench/")
    assert client.get("/api/games").json() == {"games": []}
    assert tables.loads == 1


def test_requests_that_come_first_wait_and_load_once(tables: Counted) -> None:
    async def ask() -> list[Any]:
        try:
            impatient = asyncio.create_task(tables.lobby())
            await asyncio.sleep(0)
            impatient.cancel()
            return await asyncio.gather(*(tables.lobby() for _ in range(5)))
        finally:
            await tables.close_games()

    first, *others = asyncio.run(ask())
    assert all(one is first for one in others)
    assert tables.loads == 1


def test_tables_that_nobody_asked_for_end_at_once(tables: Counted) -> None:
    asyncio.run(tables.close_games())
    assert tables.loads == 0


def test_each_side_takes_only_its_own_requests(client: TestClient) -> None:
    assert client.post("/bench/api/games", json={}).status_code == 405
    assert client.post("/api/save", json={}).status_code == 405
    assert client.get("/api/games", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/bench/", headers={"host": "evil.example"}).status_code == 421
    foreign = {"origin": "http://evil.example"}
    assert client.post("/api/games", json={}, headers=foreign).status_code == 403
    assert client.post("/bench/api/save", json={}, headers=foreign).status_code == 403
    assert client.get("/bench").status_code == 200  # led on to the page


def test_links_to_seats_need_a_server_that_is_shared(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/api/setup").json()["links"] == "closed"
    monkeypatch.setattr(app, "IN_BROWSER", True)
    assert client.get("/api/setup").json()["links"] == "none"


def test_a_set_that_is_written_meanwhile_can_be_played(client: TestClient, tmp_path: Path) -> None:
    def own() -> list[str]:
        return [one["id"] for one in client.get("/api/setup").json()["sets"] if one["own"]]

    assert own() == []
    (tmp_path / "ice.yaml").write_text(TEXT.format(id="ice"))
    assert own() == ["ice"]
