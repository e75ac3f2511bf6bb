"""`python -m rftg_dev.bench.tables`: many tables that are shared by links, on one host.

A server is open to others as behind a reverse proxy. At each table two people play by links, with a
bot or two beside them, and somebody watches at every fourth. Each click is timed until the one who
clicked is shown it. Exit code 1: less than 95 % of the clicks are shown within the aim.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from rftg_dev.bench.play.__main__ import AIM, WARM_UP, figures_of
from rftg_dev.bench.play.clients import Person, Times, begin
from rftg_dev.bench.play.usage import Usage, usage_of
from rftg_dev.serving import address_of, started
from rftg_dev.soak.play.games import ARC, Kind

_KINDS: Final = (
    Kind(("base",), 2, 1),
    Kind(ARC, 2, 1, ("goals", "takeovers")),
    Kind(("base",), 2, 2),
    Kind(ARC, 2, 2, ("goals", "takeovers")),
)
_WATCHED: Final = 4
"""Every so manyth table is watched by somebody."""
_AT_ONCE: Final = 8
"""People who come in at the same time."""


class Guest(Person):
    """Somebody at a seat of a shared table. link: of the seat."""

    def __init__(self, link: str, number: int, think: float, times: Times) -> None:
        super().__init__(link, number, think, times)
        self._link, self._own = link, number

    async def play(self, until: float) -> None:
        """Play until a moment of `time.perf_counter`, or until the game is over."""
        async with at_seat(self._link, self._own) as socket:
            with suppress(TimeoutError):  # others have stopped, and nothing is asked any more
                async with asyncio.timeout(max(0.01, until - time.perf_counter())):
                    await self.click(socket, until)


async def watch(link: str, number: int, until: float) -> None:
    """Watch a table until a moment of `time.perf_counter`."""
    async with at_seat(link, number) as socket:
        while time.perf_counter() < until:
            try:
                async with asyncio.timeout(max(0.01, until - time.perf_counter())):
                    await socket.recv()
            except TimeoutError:
                return


_coming = asyncio.Semaphore(_AT_ONCE)


@asynccontextmanager
async def at_seat(link: str, number: int) -> AsyncIterator[ClientConnection]:
    """Come by a link, from an address of the own."""
    there, _, key = link.partition("/#")
    address = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
    url = there.replace("http", "ws", 1) + "/socket"
    async with _coming:
        socket = await connect(
            url, origin=Origin(there), additional_headers=address, compression=None, max_size=None
        )
        await socket.send(key)
    try:
        yield socket
    finally:
        await socket.close()


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.bench.tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="at once (default 100)")
    parser.add_argument("--seconds", type=float, default=60.0, help="of play (default 60)")
    parser.add_argument(
        "--think", type=float, default=6.0, help="seconds before a click, on average (default 6)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    figures = _measured(args.tables, args.think, args.seconds)
    figures |= {"tables": args.tables, "think": args.think, "seconds": args.seconds}
    print(json.dumps(figures, indent=1) if args.json else in_words(figures))
    return 1 if figures["shown"][1] > AIM else 0


def _measured(tables: int, think: float, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        open_to = ("--share", "127.0.0.1:0", "--share-proxy", "127.0.0.1")
        command = ("play", "--games", "games", "--pace", "0", *open_to)
        process = started(*command, folder=Path(folder))
        try:
            here = address_of(process)
            _there(process)
            links = [_begun(here, number) for number in range(tables)]
            return asyncio.run(_played(process, links, think, seconds))
        finally:
            process.terminate()
            process.wait(20)


def _there(process: subprocess.Popen[str]) -> str:
    """Return the address for others, which is announced second."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.match(r"http://\S+", line)
    if found is None:
        raise RuntimeError(f"the server is not open to others: {line!r}")
    return found[0]


def _begun(here: str, number: int) -> list[str]:
    """Return the links of a new table: of two seats, and of those who watch."""
    kind = _KINDS[number % len(_KINDS)]
    game = begin(here, kind.form(f"tables {number}"))
    return [_link(here, game, seat) for seat in (0, 1, None)]


def _link(here: str, game: str, seat: int | None) -> str:
    headers = {"origin": here.rstrip("/"), "content-type": "application/json"}
    asked = json.dumps({"game": game, "seat": seat, "do": "give"}).encode()
    with urlopen(Request(f"{here}api/links", asked, headers), timeout=60) as answer:
        link: str = json.load(answer)["link"]
        return link


async def _played(
    process: subprocess.Popen[str], links: list[list[str]], think: float, seconds: float
) -> dict[str, Any]:
    times = Times()
    used: list[Usage | None] = []
    until = time.perf_counter() + WARM_UP + seconds
    async with asyncio.TaskGroup() as group:
        for table, (first, second, watching) in enumerate(links):
            for seat, link in enumerate((first, second)):
                guest = Guest(link, 3 * table + seat, think, times)
                group.create_task(guest.play(until))
            if table % _WATCHED == 0:
                group.create_task(watch(watching, 3 * table + 2, until))
        await asyncio.sleep(WARM_UP)
        used.append(usage_of(process.pid))
        times.forget()
        await asyncio.sleep(max(0.0, until - time.perf_counter()))
        used.append(usage_of(process.pid))
    return figures_of(times, used, seconds)


def in_words(figures: dict[str, Any]) -> str:
    """Return the figures for a reader."""
    half, most, nearly = figures["shown"]
    lines = [
        f"{figures['tables']} shared tables, {figures['think']:.1f} s of thought before a click:"
        f" {figures['clicks']} clicks, {figures['clicks'] / figures['seconds']:.0f} a second",
        f"a click is shown within {half:.1f} ms (50 %), {most:.1f} ms (95 %; aim {AIM:.0f}),"
        f" {nearly:.1f} ms (99 %)",
        f"a frame has {figures['bytes']:.0f} bytes on average; {figures['refused']} refused",
    ]
    if "cores" in figures:
        lines.append(
            f"the server used {figures['cores']:.2f} of a core, {figures['cpu_a_click']:.1f} ms a"
            f" click, and {figures['memory']:.0f} MB (at most {figures['most_memory']:.0f})"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
