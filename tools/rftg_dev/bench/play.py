"""Time until a click at a table of play is shown, while many games are played at once.

A server plays on loopback. In this process so many people, each in a game against greedy bots,
think and click.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from rftg_dev.bench.lsp import print_row
from rftg_dev.serving import address_of, started
from rftg_dev.soak.play.games import ARC, TableKind
from rftg_dev.soak.play.wire import random_answer

Data = dict[str, Any]
AIM: Final = 150.0
"""Milliseconds from a click to the frame that shows it, for 95 of 100 clicks."""
WARM_UP: Final = 5.0
"""Seconds that do not count: games are set up, cards are put into words."""
KINDS: Final = (
    TableKind(("base",), 1, 1),
    TableKind(ARC, 1, 1, ("goals", "takeovers")),
    TableKind(("base",), 1, 3),
    TableKind(ARC, 1, 3, ("goals", "takeovers")),
)
"""Games, in turn: a person among greedy bots."""


@dataclass(slots=True)
class Times:
    """Seconds from each click to the frame that shows it, and to the next question."""

    shown: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    bytes: int = 0
    frames: int = 0


def measure(args: argparse.Namespace) -> bool:
    """Play, print the figures, and return whether the aim is missed."""
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        process = started("play", "--games", "games", "--pace", "0", folder=Path(folder))
        try:
            times, cpu = asyncio.run(_play(process, args))
        finally:
            process.terminate()
            process.wait(20)
    clicks = max(1, len(times.shown))
    print(f"{args.count} games at once: {clicks} clicks in {args.seconds:.0f} s, in milliseconds")
    missed = print_row("click to frame", times.shown, AIM)
    print_row("click to next question", times.asked)
    print(f"{times.bytes / max(1, times.frames):.0f} bytes a frame, {cpu / clicks:.4f} s a click")
    return missed


async def _play(process: subprocess.Popen[str], args: argparse.Namespace) -> tuple[Times, float]:
    """Return the times of clicks, and the server's seconds of CPU time."""
    times, address = Times(), address_of(process)
    until = time.perf_counter() + WARM_UP + args.seconds
    async with asyncio.TaskGroup() as group:
        for number in range(args.count):
            person = Person(address, number, args.think, times)
            group.create_task(person.play(until))
        await asyncio.sleep(WARM_UP)
        times.shown.clear()
        times.asked.clear()
        before = _cpu_seconds(process.pid)
    return times, _cpu_seconds(process.pid) - before


def _cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has used; 0 if the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
            form = KINDS[self._number % len(KINDS)].form(f"bench {self._number} {games}")
            game = await asyncio.to_thread(new_game, self._address, form)
            async with joined(self._address, f"games/{game}/socket") as socket:
                await self._click(socket, until)

    async def _click(self, socket: ClientConnection, until: float) -> None:
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
        answer = random_answer(ask, self._chance)
        message = {"do": "answer", "seat": ask["seat"], "turn": self._frame["turn"]}
        self._since, self._is_shown = ask["since"], False
        self._news.clear()
        self._clicked = time.perf_counter()
        await socket.send(json.dumps({**message, "answer": answer}))

    async def _read(self, socket: ClientConnection) -> None:
        """Take in frames as they come; the first one without what was answered shows the click."""
        async for text in socket:
            now = time.perf_counter()
            frame: Data = json.loads(text)
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


def new_game(address: str, form: Data) -> str:
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
