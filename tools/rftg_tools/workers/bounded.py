"""A call in a process of its own, with limits of time and memory."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from rftg_dsl.diagnostics.text import counted

_PATIENCE: Final = 3


class TooMuch(Exception):
    """Work that takes more time or memory than it may, or that ends its process."""


def call_bounded(work: Callable[..., Any], *arguments: Any, seconds: int, megabytes: int) -> Any:
    """Return what `work(*arguments)` returns in a process of its own, or raise what it raises.

    seconds: of the processor, and three times as many by the clock. megabytes: of memory, where the
    system keeps to it, as Linux does. Arguments, result and error must be fit for pickling.
    Raises TooMuch.
    """
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    limits = (seconds, megabytes * 1_000_000)
    target = (sending, limits, work, arguments)
    process = context.Process(target=_answer, args=target, daemon=True)
    process.start()
    sending.close()
    try:
        if not receiving.poll(_PATIENCE * seconds):
            raise TooMuch(f"it takes more than {counted(seconds, 'second')}")
        is_good, answer = receiving.recv()
    except (EOFError, OSError):  # it ended before its answer, or within it
        process.join()
        is_slow = process.exitcode == -getattr(signal, "SIGXCPU", 0)
        most = counted(seconds, "second") if is_slow else f"{megabytes} MB of memory"
        raise TooMuch(f"it takes more than {most}") from None
    finally:
        process.kill()
        process.join()
        receiving.close()
    if is_good:
        return answer
    raise answer


def limit_resource(name: str, most: int) -> None:
    """Keep this process to a limit, such as RLIMIT_AS, where the system has such."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        kind = getattr(resource, name)
        _soft, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most, hard))


def _answer(
    sending: Connection,
    limits: tuple[int, int],
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> None:
    """Work in the new process, and send the result or the error; nothing when memory runs out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    limit_resource("RLIMIT_CPU", limits[0])
    limit_resource("RLIMIT_AS", limits[1])
    with suppress(MemoryError):
        try:
            answer = (True, work(*arguments))
        except MemoryError:
            raise
        except Exception as error:
            answer = (False, error)
        sending.send(answer)
