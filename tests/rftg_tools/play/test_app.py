"""The server: whom it answers, and whole games through it."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.app import build_app
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.frames import RaceFrames
from rftg_tools.play.lobby import CONNECT_TIMEOUT, Lobby, TooManyGames
from rftg_tools.play.pages import FAILED
from rftg_tools.play.saves import Saves
from rftg_tools.web.images import Images
from tests.rftg_tools.play import ANN, GREEDY, Data, form, random_answer
from tests.rftg_tools.preview.cards import PIXEL

PORT = 8064
HERE = f"http://127.0.0.1:{PORT}"
OWN_PAGE = {"origin": HERE}


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture
def client(tmp_path: Path, images: Images) -> Iterator[TestClient]:
    lobby = Lobby(SetCatalog([]), Saves(tmp_path), images)
    with TestClient(build_app(lobby, PORT), base_url=HERE, headers=OWN_PAGE) as client:
        yield client


def begun(client: TestClient, asked: Data) -> str:
    answer = client.post("/api/games", json=asked)
    assert answer.status_code == 201, answer.text
    game_id: str = answer.json()["id"]
    return game_id


def play_on(socket: WebSocketTestSession, chance: Random) -> Data:
    """Answer whatever is asked, to the end of the game; its last frame."""
    answered = -1
    while True:
        frame: Data = socket.receive_json()
        assert frame["is"] == "table", frame
        if frame["over"]:
            return frame
        for ask in frame["asks"]:
            if ask["since"] <= answered:
                continue  # the bots went on before the answer came
            answered = ask["since"]
            answer = random_answer(ask, chance)
            said = {"seat": ask["seat"], "turn": frame["turn"], "answer": answer}
            socket.send_json({"do": "answer", **said})


def test_a_game_against_a_bot_is_set_up_joined_and_played_to_its_end(client: TestClient) -> None:
    game = begun(client, form(ANN, GREEDY))
    with client.websocket_connect(f"ws://127.0.0.1:{PORT}/games/{game}/socket") as socket:
        last = play_on(socket, Random(1))
    assert last["over"]["winners"]
    assert last["seed"] == "1"


OWN = """set: moons
title: Moons
requires: [base]
cards:
  - title: Painted Moon
    development: 2
    vp: 1
    art: moon.png
    powers: |
      settle: cost -1 for rare worlds
"""


def test_a_picture_that_is_changed_has_another_face_in_the_next_game(
    tmp_path: Path, images: Images
) -> None:
    (tmp_path / "moons.yaml").write_text(OWN)
    (tmp_path / "moon.png").write_bytes(PIXEL)
    lobby = Lobby(SetCatalog([tmp_path / "moons.yaml"]), Saves(tmp_path), images)

    async def face() -> str:
        room = await lobby.room(await lobby.begin(form(ANN, GREEDY, sets=("base", "moons"))))
        card = room.session.table.titles.index("Painted Moon")
        return str(room.frames._faces.data(card)["face"])

    async def play() -> None:
        first = await face()
        assert await face() == first
        os.utime(tmp_path / "moon.png", (1_000, 1_000))
        assert await face() != first
        await lobby.close()

    asyncio.run(play())


@pytest.mark.parametrize("error", [RuntimeError, KeyError])
def test_a_tab_that_cannot_be_shown_its_game_is_closed_with_the_reason(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail(*_arguments: object) -> None:
        raise error("a mistake")

    game = begun(client, form(ANN, GREEDY))
    monkeypatch.setattr(RaceFrames, "frame", fail)
    with client.websocket_connect(f"ws://127.0.0.1:{PORT}/games/{game}/socket") as socket:
        closed = socket.receive()
    assert (closed["type"], closed["code"]) == ("websocket.close", FAILED)
    assert error.__name__ in closed["reason"]
    assert len(closed["reason"].encode()) <= 123


class SlowRoom:
    """A room without viewers that takes a while to save its game, and may fail at first."""

    def __init__(self, failures: int = 0, idle: float = 3_600.0) -> None:
        self.is_saved, self._failures, self._idle = False, failures, idle

    def is_idle(self, seconds: float) -> bool:
        return self._idle >= seconds

    def stop(self) -> None:
        pass

    async def close(self) -> None:
        await asyncio.sleep(0.05)
        self._failures -= 1
        if self._failures >= 0:
            raise OSError("the disk is full")
        self.is_saved = True


def test_a_game_is_saved_when_the_server_stops_while_it_is_being_closed(
    tmp_path: Path, images: Images, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.play.lobby._SWEEP", 0.0)
    lobby, room = Lobby(SetCatalog([]), Saves(tmp_path), images), SlowRoom()

    async def stop_while_closing() -> None:
        monkeypatch.setattr(lobby, "_rooms", {"a": room})
        monkeypatch.setattr(lobby, "_sweeping", asyncio.create_task(lobby._sweep()))
        await asyncio.sleep(0.01)
        await lobby.close()

    asyncio.run(stop_while_closing())
    assert room.is_saved


def test_idle_games_are_searched_again_after_one_could_not_be_closed(
    tmp_path: Path, images: Images, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.play.lobby._SWEEP", 0.0)
    lobby, room = Lobby(SetCatalog([]), Saves(tmp_path), images), SlowRoom(failures=1)

    async def wait_for_second_search() -> None:
        monkeypatch.setattr(lobby, "_rooms", {"a": room})
        monkeypatch.setattr(lobby, "_sweeping", asyncio.create_task(lobby._sweep()))
        async with asyncio.timeout(10):
            while not room.is_saved:
                await asyncio.sleep(0.01)
        await lobby.close()

    asyncio.run(wait_for_second_search())


@pytest.mark.parametrize(
    ("idle", "is_closed"), [(CONNECT_TIMEOUT - 1, False), (CONNECT_TIMEOUT, True)]
)
def test_a_game_whose_page_is_connecting_does_not_make_room_for_another(
    tmp_path: Path,
    images: Images,
    monkeypatch: pytest.MonkeyPatch,
    idle: float,
    is_closed: bool,
) -> None:
    monkeypatch.setattr("rftg_tools.play.lobby.MAX_ROOMS", 1)
    lobby, room = Lobby(SetCatalog([]), Saves(tmp_path), images), SlowRoom(idle=idle)
    monkeypatch.setattr(lobby, "_rooms", {"a": room})
    with nullcontext() if is_closed else pytest.raises(TooManyGames):
        asyncio.run(lobby._make_room())
    assert room.is_saved == is_closed
