"""A server that is open to others, as its own process, and who comes to it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from rftg_dev.serving import address_of
from tests import forked
from tests.rftg_tools.play import Data


class Server:
    """A server. here: the address of the host's page. there: that for others."""

    def __init__(self, process: forked.Server) -> None:
        self.process = process
        self.here = address_of(process).rstrip("/")
        line = process.stdout.readline()
        found = re.match(r"https?://\S+", line)
        assert found is not None, line
        self.there = found[0]

    def post(self, path: str, asked: Data) -> Data:
        """What the host's page is answered."""
        headers = {"origin": self.here, "content-type": "application/json"}
        request = Request(self.here + path, json.dumps(asked).encode(), headers)
        with urlopen(request, timeout=60) as answer:
            told: Data = json.load(answer)
            return told

    def begin(self, asked: Data) -> str:
        """The id of a new game."""
        game: str = self.post("/api/games", asked)["id"]
        return game

    def link(self, game: str, seat: int | None) -> str:
        """A new link of a seat."""
        link: str = self.post("/api/links", {"game": game, "seat": seat, "do": "give"})["link"]
        return link

    def status(self, path: str, **headers: str) -> int:
        """The status that somebody else is answered."""
        try:
            with urlopen(Request(self.there + path, headers=headers), timeout=20) as answer:
                code: int = answer.status
        except HTTPError as error:
            return error.code
        return code


@contextmanager
def shared(folder: Path, where: str = "127.0.0.1:0", *more: str) -> Iterator[Server]:
    """Serve the games of a folder, to others too."""
    arguments = ("--games", str(folder / "games"), "--pace", "0", "--share", where, *more)
    process = forked.started("play", *arguments, folder=folder)
    try:
        yield Server(process)
    finally:
        process.terminate()
        assert process.wait(20) == 0


@contextmanager
def come(link: str, origin: str | None = None, **more: Any) -> Iterator[ClientConnection]:
    """Come by a link, and show its key."""
    there, _, key = link.partition("/#")
    url = there.replace("http", "ws", 1) + "/socket"
    with connect(
        url, origin=Origin(origin or there), compression=None, open_timeout=90, **more
    ) as socket:
        socket.send(key)
        yield socket


def read_on(one: ClientConnection) -> None:
    """Read until it is closed. Raises ConnectionClosed."""
    while True:
        one.recv(timeout=20)


def frame(socket: ClientConnection) -> Data:
    """The next frame."""
    while True:
        got: Data = json.loads(socket.recv(timeout=20))
        if got["is"] == "table":
            return got
