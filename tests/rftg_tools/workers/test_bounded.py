"""Calls in a process of their own: results, errors, and what takes too much."""

from __future__ import annotations

import os
import sys
import time

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
