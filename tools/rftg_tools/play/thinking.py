"""Bots think in threads of their own: a slow one keeps neither other games nor the disk waiting."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from gamekit.decisions import Answer

MOST_THINKERS: Final = 4
"""Bots of all games that think at the same time; others wait for their turn."""


def let_others() -> None:
    """Let other threads have their turn, which compiled code does not by itself."""
    time.sleep(0)


class Thought(NamedTuple):
    """What a bot answers. cut_short: why it did not think to the end, "" where it did."""

    answer: Answer
    cut_short: str = ""


class Thinkers:
    """The threads in which bots think."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_THINKERS, thread_name_prefix="bot")

    async def think(self, think: Callable[[], Thought]) -> Thought:
        """Return what a bot comes to, when its turn to think has come."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, think)

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
