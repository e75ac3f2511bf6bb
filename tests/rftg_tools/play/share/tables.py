"""A shared table for tests: the host's application, the guests', and who comes by a key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from rftg_tools.play.app import build_app
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.lobby import Lobby
from rftg_tools.play.saves import Saves
from rftg_tools.play.share.app import guest_app
from rftg_tools.play.share.limits import AccessLimits
from rftg_tools.web.images import Images
from tests.rftg_tools.play import ANN, BOB, Data, form

HERE = "http://127.0.0.1:8064"
THERE = "http://table.example.org"
CLEO: Data = {"kind": "human", "name": "Cleo"}


class Table:
    """A host and guests, in one process. game: the one that is begun."""

    def __init__(self, folder: Path, images: Images, asked: Data | None = None) -> None:
        self.lobby = Lobby(SetCatalog([]), Saves(folder), images)
        self.lobby.share_address = THERE
        self.door = AccessLimits()
        self._asked = asked or form(ANN, BOB, CLEO)

    def __enter__(self) -> Table:
        host = TestClient(build_app(self.lobby, 8064), base_url=HERE, headers={"origin": HERE})
        self.host = host.__enter__()
        guests = guest_app(self.lobby, (THERE,), self.door)
        self.guests = TestClient(guests, base_url=THERE, headers={"origin": THERE})
        self.guests.portal = self.host.portal  # one loop for both, as in the server
        answer = self.host.post("/api/games", json=self._asked)
        assert answer.status_code == 201, answer.text
        self.game: str = answer.json()["id"]
        return self

    def __exit__(self, *_error: object) -> None:
        self.host.__exit__()

    def change(self, seat: Any, do: str = "give", game: str | None = None) -> Any:
        """What the server answers to the host's page."""
        asked = {"game": game or self.game, "seat": seat, "do": do}
        return self.host.post("/api/links", json=asked)

    def key(self, seat: int | None) -> str:
        """A new key of a seat."""
        answer = self.change(seat)
        assert answer.status_code == 200, answer.text
        link: str = answer.json()["link"]
        return link.removeprefix(f"{THERE}/#")

    @contextmanager
    def at_screen(self) -> Iterator[Seat]:
        """A tab of the host's page."""
        with self.host.websocket_connect(
            f"{HERE.replace('http', 'ws')}/games/{self.game}/socket"
        ) as it:
            yield Seat(it)

    @contextmanager
    def by_key(self, key: str) -> Iterator[Seat]:
        """Somebody who comes by a key."""
        with self.guests.websocket_connect(f"{THERE.replace('http', 'ws')}/socket") as it:
            it.send_text(key)
            yield Seat(it)


class Seat:
    """One websocket, and what came of it."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def say(self, do: str, **members: object) -> None:
        self.socket.send_json({"do": do, **members})

    def until(self, kind: str, **wanted: object) -> Data:
        """The next message of a kind that is as wanted."""
        while True:
            got: Data = self.socket.receive_json()
            if got["is"] == kind and all(got[name] == value for name, value in wanted.items()):
                return got

    def frame(self, **wanted: object) -> Data:
        return self.until("table", **wanted)

    def people(self) -> Data:
        return self.until("people")

    def closed(self) -> tuple[int, str]:
        """The code and the reason with which it is closed."""
        while True:
            message = self.socket.receive()
            if message["type"] == "websocket.close":
                return message["code"], message["reason"]
