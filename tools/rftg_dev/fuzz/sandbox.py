"""Work in a process of its own that has a budget: of time for each step, and of memory.

What passes its budget, or ends the process, is told with the step it was at, and ends nothing else.
"""

from __future__ import annotations

import faulthandler
import math
import multiprocessing
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

if sys.platform != "win32":
    import resource

PATIENCE: Final = 10
"""A step may take so many times its budget by the clock: other work goes on beside it."""
_LAST_FRAMES: Final = -6

Tell = Callable[[str], None]
"""Says which step of the work begins now."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a piece of work may take. seconds: of CPU time for each step. megabytes: of memory."""

    seconds: float
    megabytes: int


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a piece of work did not end well. kind: equal for the same reason at the same place."""

    kind: str
    step: str
    detail: str


def within(budget: Budget, work: Callable[..., Any], *arguments: Any) -> Any:
    """Return what `work(tell, *arguments)` returns in its own process, or its Failure.

    What it returns must be fit for pickling.
    """
    here, there = multiprocessing.Pipe(duplex=False)
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        trace = Path(folder) / "trace"
        process = multiprocessing.Process(target=_do, args=(there, trace, budget, work, arguments))
        process.start()
        there.close()
        try:
            return _Listener(here, process, trace).result(budget.seconds * PATIENCE)
        finally:
            process.kill()
            process.join()


class _Listener:
    """Hears from a process which step it is at, and what came of its work."""

    def __init__(self, here: Connection, process: multiprocessing.Process, trace: Path) -> None:
        self._here, self._process, self._trace = here, process, trace
        self._step = "the start"

    def result(self, patience: float) -> Any:
        """Return what the work returned, or a Failure.

        patience: seconds by the clock for each step.
        """
        while self._here.poll(patience):
            try:
                what, told = self._here.recv()
            except EOFError:
                return self._died()
            if what == "done":
                return told
            self._step = told
        return Failure("no end", self._step, f"it took more than {patience:.0f} s by the clock")

    def _died(self) -> Failure:
        self._process.join()
        code = self._process.exitcode or 0
        with suppress(ValueError):
            if signal.Signals(-code).name == "SIGXCPU":
                return Failure("over time", self._step, self._trace.read_text("utf-8"))
        return Failure(f"exit code {code}", self._step, "the process ended")


def _do(
    there: Connection,
    trace: Path,
    budget: Budget,
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> None:
    """Work in the new process, within its budget, and say what came of it."""
    step = "the start"
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle

    def tell(now: str) -> None:
        nonlocal step
        step = now
        _limit_time(budget.seconds)
        there.send(("step", now))

    with trace.open("w") as file:
        if sys.platform != "win32":
            faulthandler.register(signal.SIGXCPU, file, all_threads=False, chain=True)
        _limit_memory(budget.megabytes)
        try:
            found = work(tell, *arguments)
        except Exception as error:
            _limit_memory(None)
            found = Failure(kind_of(error), step, traceback.format_exc(limit=_LAST_FRAMES))
        there.send(("done", found))
    there.close()
    os._exit(0)  # what the parent had open is not this process's to close


def kind_of(error: Exception) -> str:
    """Return an error by its type, its words without numbers, and the function that raised it."""
    raised = traceback.extract_tb(error.__traceback__)
    where = raised[-1].name if raised else "nowhere"
    if isinstance(error, MemoryError):
        return "MemoryError"  # it hits whoever asks for the last of it
    words = re.sub(r"\d+", "N", str(error))
    return f"{type(error).__name__} in {where}: {words:.80}"


def _limit_time(seconds: float) -> None:
    """Have the process end, with a traceback, when it has used so much more CPU time."""
    if sys.platform != "win32":
        most = math.ceil(time.process_time() + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _limit_memory(megabytes: int | None) -> None:
    """Let the process take so much more memory than it has, None for any."""
    if sys.platform == "win32":
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = hard if megabytes is None else _memory() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _memory() -> int:
    """Return the address space of this process, in bytes; 0 where it cannot be told."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
        return int(pages) * resource.getpagesize()
    return 0
