"""Ctrl-C that waits for what must not be left half done, or that waits for nothing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let what is within come to its end; a Ctrl-C meanwhile counts only after that."""
    if _aside():
        yield
        return
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if asked:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def the_second_ends_it() -> Iterator[None]:
    """Make the first Ctrl-C a KeyboardInterrupt; a second one ends the process at once.

    For work whose tidying up takes a while, and is no loss: a KeyboardInterrupt in the midst of it
    would leave processes behind that wait for each other. Nothing changes where Ctrl-C already
    means something else.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or _aside():
        yield
        return

    def first(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _aside() -> bool:
    """Return whether this is another thread than the main one, which alone Python interrupts."""
    return threading.current_thread() is not threading.main_thread()
