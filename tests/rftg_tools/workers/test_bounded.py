"""Calls in a process of their own: results, errors, and what takes too much."""

from __future__ import annotations

import os
import sys
import time
from multiprocessing.connection import Connection
from typing import Any

import pytest

from rftg_tools.workers.bounded import TooMuch, call_bounded


def bounded(work: object, *arguments: object, seconds: int = 30) -> object:
    return call_bounded(work, *arguments, seconds=seconds, megabytes=200)  # type: ignore[arg-type]


def test_what_a_call_returns_and_raises_comes_back() -> None:
    assert bounded(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        bounded(divmod, 7, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep to it")
@pytest.mark.parametrize(
    ("work", "arguments", "seconds", "says"),
    [
        (bytes, (10**9,), 30, "200 MB"),
        (sum, (range(10**12),), 1, "1 second"),
        (time.sleep, (60,), 1, "1 second"),
        (os.abort, (), 30, "200 MB"),
    ],
)
def test_what_takes_too_much_is_ended(
    work: object, arguments: tuple[object, ...], seconds: int, says: str
) -> None:
    with pytest.raises(TooMuch, match=says):
        bounded(work, *arguments, seconds=seconds)


def end_within_the_answer() -> None:
    """Have the process end when it has sent half of its answer."""

    def send_half(connection: Any, data: bytes) -> None:
        os.write(connection.fileno(), data[: len(data) // 2])
        os._exit(1)

    Connection._send = send_half  # type: ignore[attr-defined]


def test_a_process_that_ends_within_its_answer_has_taken_too_much() -> None:
    with pytest.raises(TooMuch):
        bounded(end_within_the_answer)
