"""Status of what the studio does in the background, which all pages follow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final

_HEARTBEAT: Final = 10.0
"""Seconds between messages of a silent stream, which detect closed connections."""
_RETRY: Final = b"retry: 500\n\n"


class Topic(StrEnum):
    """Topic of a status.

    TESTS: results of card tests, by file. BALANCE: the current or last run, and the settings.
    EXPORT: the current or last export.
    VERSIONS: number of changes by file; under "", the reason why versions cannot be stored.
    """

    TESTS = "tests"
    BALANCE = "balance"
    EXPORT = "export"
    VERSIONS = "versions"


class Stage(StrEnum):
    """Stage of a balance run or an export."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class StatusBoard:
    """The latest status of each topic, and the pages that follow it."""

    def __init__(self) -> None:
        self._latest: dict[tuple[str, str], tuple[int, Any]] = {}
        self._count = 0
        self._changed = asyncio.Condition()
        self._is_closed = False

    async def publish(self, topic: Topic, name: str, data: Any) -> None:
        """Replace the status of a name in a topic."""
        async with self._changed:
            self._count += 1
            self._latest[topic, name] = (self._count, data)
            self._changed.notify_all()

    def latest(self, topic: Topic, name: str) -> Any:
        """Return the latest status of a name, or None if it has no status."""
        return self._latest.get((topic, name), (0, None))[1]

    async def close(self) -> None:
        """End all streams."""
        async with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the events for one page."""
        yield _RETRY
        sent = 0
        while not self._is_closed:
            new = [(key, data) for key, (count, data) in self._latest.items() if count > sent]
            sent = self._count
            for (topic, name), data in new:
                event = json.dumps({"topic": topic, "name": name, "data": data})
                yield f"data: {event}\n\n".encode()
            if not new:
                yield b": still here\n\n"
            await self._wait(sent)

    async def _wait(self, sent: int) -> None:
        """Wait for a change, for at most one heartbeat."""
        async with self._changed:
            with suppress(TimeoutError):
                async with asyncio.timeout(_HEARTBEAT):  # in this task, which has the lock
                    await self._changed.wait_for(lambda: self._is_closed or self._count > sent)
