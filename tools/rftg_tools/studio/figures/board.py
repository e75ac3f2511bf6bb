"""What pages are told while the studio works, by topic: each page gets all of it, then what is new.

As the hub's stream does for cards: a page that reads slowly misses steps between, never the end.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from enum import StrEnum
from typing import Any, Final

_HEARTBEAT: Final = 10.0
"""Seconds after which a silent stream says that it is alive, and so finds that nobody reads."""
_RETRY: Final = b"retry: 500\n\n"


class Topic(StrEnum):
    """What is told.

    TESTS: what came of card tests, by file. BALANCE: the run of games, if there is one. VERSIONS:
    by file, how often it was seen to change; and why versions are not kept, under "".
    """

    TESTS = "tests"
    BALANCE = "balance"
    VERSIONS = "versions"


class Board:
    """What is told now, and the pages that listen."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], tuple[int, Any]] = {}
        self._count = 0
        self._news = asyncio.Condition()
        self._closed = False

    async def tell(self, topic: Topic, name: str, data: Any) -> None:
        """Tell something, in place of what was told of the same topic under the same name."""
        async with self._news:
            self._count += 1
            self._told[topic, name] = (self._count, data)
            self._news.notify_all()

    def told(self, topic: Topic, name: str) -> Any:
        """Return what is told now, None where nothing is."""
        return self._told.get((topic, name), (0, None))[1]

    async def close(self) -> None:
        """End all streams: the server is about to stop."""
        async with self._news:
            self._closed = True
            self._news.notify_all()

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the stream of events for one page."""
        yield _RETRY
        seen = 0
        while not self._closed:
            new = [(key, data) for key, (at, data) in self._told.items() if at > seen]
            seen = self._count
            for (topic, name), data in new:
                event = json.dumps({"topic": topic, "name": name, "data": data})
                yield f"data: {event}\n\n".encode()
            if not new:
                yield b": still here\n\n"
            await self._wait(seen)

    async def _wait(self, seen: int) -> None:
        """Wait for something new, at most one heartbeat."""
        async with self._news:
            news = self._news.wait_for(lambda: self._closed or self._count > seen)
            try:
                await asyncio.wait_for(news, _HEARTBEAT)
            except TimeoutError:
                return
