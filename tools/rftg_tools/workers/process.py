"""Resource limits, Ctrl-C, garbage collection and bounded calls of a process."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final

from rftg_dsl.diagnostics.text import counted

GC_THRESHOLD: Final = 10_000
"""New objects that trigger a collection; Python's default is 700."""
_WALL_CLOCK_FACTOR: Final = 3


class LimitExceeded(Exception):
    """Work exceeded a limit of time or memory, or ended its process."""


def call_bounded(work: Callable[..., Any], *arguments: Any, seconds: int, megabytes: int) -> Any:
    """Return the result of `work(*arguments)`, called in a child process, or raise what it raises.

    seconds: processor time; the wall clock may take three times as long. megabytes: memory, if the
    operating system enforces it (Linux does). Arguments, result and error must be picklable.
    Raises LimitExceeded.
    """
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    limits = (seconds, megabytes * 1_000_000)
    target = (sending, limits, work, arguments)
    process = context.Process(target=_send_result, args=target, daemon=True)
    process.start()
    sending.close()
    try:
        if not receiving.poll(_WALL_CLOCK_FACTOR * seconds):
            raise LimitExceeded(f"it takes more than {counted(seconds, 'second')}")
        is_success, result = receiving.recv()
    except (EOFError, OSError):  # the process ended before or while it sent its result
        process.join()
        is_slow = process.exitcode == -getattr(signal, "SIGXCPU", 0)
        limit = counted(seconds, "second") if is_slow else f"{megabytes} MB of memory"
        raise LimitExceeded(f"it takes more than {limit}") from None
    finally:
        process.kill()
        process.join()
        receiving.close()
    if is_success:
        return result
    raise result


def _send_result(
    sending: Connection,
    limits: tuple[int, int],
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> None:
    """Send the result or error of `work` from the child process; nothing if memory runs out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    limit_resource("RLIMIT_CPU", limits[0])
    limit_resource("RLIMIT_AS", limits[1])
    with suppress(MemoryError):
        try:
            result = (True, work(*arguments))
        except MemoryError:
            raise
        except Exception as error:
            result = (False, error)
        sending.send_bytes(_serialize(result))


def _serialize(result: tuple[bool, Any]) -> memoryview | bytes:
    """Return a result as `Connection.recv` reads it; an unpicklable one becomes an error."""
    try:
        return ForkingPickler.dumps(result)
    except MemoryError:
        raise
    except Exception as error:
        kind = type(result[1]).__name__
        problem = TypeError(f"a result of type {kind} cannot leave its process: {error}")
        return ForkingPickler.dumps((False, problem))


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
