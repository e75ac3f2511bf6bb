"""People who click: each thinks for a while, answers what is asked, and waits to see it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from rftg_dev.soak.play.answers import any_answer
from rftg_dev.soak.play.games import ARC, Kind

Data = dict[str, Any]
KINDS: Final = (
    Kind(("base",), 1, 1),
    Kind(ARC, 1, 1, ("goals", "takeovers")),
    Kind(("base",), 1, 3),
    Kind(ARC, 1, 3, ("goals", "takeovers")),
)
"""The games, in turn: a person among greedy bots."""


@dataclass(slots=True)
class Times:
    """Seconds from each click to the frame that shows it, and to the next question.

    bytes: of all frames. frames, refused, games: how many.
    """

    shown: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    bytes: int = 0
    frames: int = 0
    refused: int = 0
    games: int = 0

    def forget(self) -> None:
        """Count from now on."""
        self.shown.clear()
        self.asked.clear()
        self.bytes = self.frames = self.refused = 0


class Person:
    """Somebody who plays one game after the other. think: seconds before a click, on average."""

    def __init__(self, address: str, number: int, think: float, times: Times) -> None:
        self._address, self._number, self._think, self._times = address, number, think, times
        self._chance = Random(f"person {number}")

    async def play(self, until: float) -> None:
        """Play until a moment of `time.perf_counter`."""
        games = 0
        while time.perf_counter() < until:
            games += 1
            kind = KINDS[self._number % len(KINDS)]
            form = kind.form(f"bench {self._number} {games}")
            game = await asyncio.to_thread(begin, self._address, form)
            async with joined(self._address, f"games/{game}/socket") as socket:
                await self.click(socket, until)
            self._times.games += 1

    async def click(self, socket: ClientConnection, until: float) -> None:
        """Answer until the game is over."""
        self._since, self._news = -1, asyncio.Event()
        reading = asyncio.create_task(self._read(socket))
        try:
            while await self._is_asked() and time.perf_counter() < until:
                await asyncio.sleep(self._think * self._chance.uniform(0.5, 1.5))
                await self._answer(socket)
        finally:
            reading.cancel()

    async def _is_asked(self) -> bool:
        """Wait until something new is asked; return False when the game is over."""
        while not self._news.is_set() or not (self._frame["asks"] or self._frame["over"]):
            self._news.clear()
            await self._news.wait()
        return not self._frame["over"]

    async def _answer(self, socket: ClientConnection) -> None:
        (ask,) = self._frame["asks"]
        turn, answer = self._frame["turn"], any_answer(ask, self._chance)
        said = {"do": "answer", "seat": ask["seat"], "turn": turn, "answer": answer}
        self._since, self._is_shown = ask["since"], False
        self._news.clear()
        self._clicked = time.perf_counter()
        await socket.send(json.dumps(said))

    async def _read(self, socket: ClientConnection) -> None:
        """Take in frames as they come; the first one without what was answered shows the click."""
        async for text in socket:
            now = time.perf_counter()
            frame: Data = json.loads(text)
            if frame["is"] == "refused":
                self._times.refused += 1
            if frame["is"] != "table":
                continue
            self._frame = frame
            self._times.frames += 1
            self._times.bytes += len(text)
            if any(ask["since"] == self._since for ask in frame["asks"]):
                continue
            if self._since >= 0 and not self._is_shown:
                self._is_shown = True
                self._times.shown.append(now - self._clicked)
            if frame["asks"] or frame["over"]:
                if self._since >= 0 and not self._news.is_set():
                    self._times.asked.append(now - self._clicked)
                self._news.set()


class Caller:
    """Somebody who sends a message after as long a thought, to whom it comes back at once."""

    def __init__(self, address: str, number: int, think: float, times: Times) -> None:
        self._address, self._think, self._times = address, think, times
        self._chance = Random(f"caller {number}")

    async def play(self, until: float) -> None:
        """Send until a moment of `time.perf_counter`."""
        async with joined(self._address, "echo") as socket:
            while time.perf_counter() < until:
                await asyncio.sleep(self._think * self._chance.uniform(0.5, 1.5))
                sent = time.perf_counter()
                await socket.send("click")
                text = await socket.recv()
                self._times.shown.append(time.perf_counter() - sent)
                self._times.frames += 1
                self._times.bytes += len(text)


def begin(address: str, form: Data) -> str:
    """Set up a game and return its id."""
    headers = {"origin": address.rstrip("/"), "content-type": "application/json"}
    request = Request(f"{address}api/games", json.dumps(form).encode(), headers)
    with urlopen(request, timeout=60) as answer:
        game_id: str = json.load(answer)["id"]
        return game_id


@asynccontextmanager
async def joined(address: str, path: str) -> AsyncIterator[ClientConnection]:
    """Open a websocket to a path of the server."""
    url = address.replace("http", "ws", 1) + path
    origin = Origin(address.rstrip("/"))
    async with connect(url, origin=origin, compression=None, max_size=None) as socket:
        yield socket
