"""Resource limits, Ctrl-C and garbage collection of a process."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

GC_THRESHOLD: Final = 100_000
"""New objects that trigger a collection; Python's default is 700."""


def limit_resource(name: str, limit: int) -> None:
    """Limit a resource of this process, such as RLIMIT_AS, if the operating system can."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        kind = getattr(resource, name)
        _soft, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (limit, hard))


def tune_garbage_collector() -> None:
    """Ignore all current objects, and check new ones less often.

    A game leaves no reference cycles, and its record a few hundred objects. Programs call this
    after loading their cards; it changes the collector of the entire process.
    """
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Finish the block before Ctrl-C takes effect."""
    if _is_other_thread():
        yield
        return
    pending: list[int] = []
    previous = signal.signal(signal.SIGINT, lambda number, _frame: pending.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
        if pending:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def exit_on_second_interrupt() -> Iterator[None]:
    """Raise KeyboardInterrupt at the first Ctrl-C; end the process at once at the second.

    Use it for work that takes a while to clean up: a KeyboardInterrupt during the cleanup would
    leave processes behind that wait for each other. Does nothing if Ctrl-C already has another
    handler.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or _is_other_thread():
        yield
        return

    def handle_first(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle_first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_other_thread() -> bool:
    """Return whether this is not the main thread, the only one that Ctrl-C interrupts."""
    return threading.current_thread() is not threading.main_thread()


dropped: list[Any] = []
"""In a worker process: the event that is set when its results are no longer needed."""


def is_dropped() -> bool:
    """Return whether the results of this worker process are no longer needed."""
    return any(event.is_set() for event in dropped)
