"""Worker for tests: it sends messages by timers, and does what a request says."""

import asyncio
import os
from collections.abc import Callable, Iterator
from typing import Any

_sends: list[Callable[[dict[str, Any]], None]] = []


def connect(send: Callable[[dict[str, Any]], None]) -> None:
    """Take the function that sends messages."""
    _sends.append(send)


def handle(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Do what a request says."""
    loop = asyncio.get_running_loop()
    match request["do"]:
        case "nice":
            yield {"nice": os.nice(0)}
        case "tick":
            loop.call_later(0.01, _sends[0], {"tick": True})
        case "fail later":
            loop.call_soon(lambda: 1 // 0)
            loop.call_later(0.01, _sends[0], {"tick": True})
        case "fail":
            yield {"before": True}
            raise ValueError
        case "long":
            yield {"text": "x" * 20_000_000}
