"""Work in a child process with limits on the time of each step and on memory.

If the work exceeds a limit or ends the process, the result is a Failure with the last step.
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

WALL_CLOCK_FACTOR: Final = 10
"""Factor of the wall-clock limit of a step, because other processes run at the same time."""
_LAST_FRAMES: Final = -6

StartStep = Callable[[str], None]
"""Announces the next step of the work."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a piece of work. seconds: CPU time per step. megabytes: memory."""

    seconds: float
    megabytes: int


@dataclass(frozen=True, slots=True)
class Failure:
    """Reason why work failed. kind: equal for the same error at the same place."""

    kind: str
    step: str
    detail: str


def within(budget: Budget, work: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of `work(start_step, *arguments)` in a child process, or its Failure.

    The result must be picklable.
    """
    receiving, sending = multiprocessing.Pipe(duplex=False)
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        trace = Path(folder) / "trace"
        target = (sending, trace, budget, work, arguments)
        process = multiprocessing.Process(target=_run, args=target)
        process.start()
        sending.close()
        try:
            return _Listener(receiving, process, trace).result(budget.seconds * WALL_CLOCK_FACTOR)
        finally:
            process.kill()
            process.join()


class _Listener:
    """Receives the steps and the result of a child process."""

    def __init__(
        self, receiving: Connection, process: multiprocessing.Process, trace: Path
    ) -> None:
        self._receiving, self._process, self._trace = receiving, process, trace
        self._step = "the start"

    def result(self, patience: float) -> Any:
        """Return the result of the work or a Failure. patience: seconds per step, by the clock."""
        while self._receiving.poll(patience):
            try:
                message, content = self._receiving.recv()
            except EOFError:
                return self._describe_death()
            if message == "done":
                return content
            self._step = content
        return Failure("no end", self._step, f"it took more than {patience:.0f} s by the clock")

    def _describe_death(self) -> Failure:
        self._process.join()
        code = self._process.exitcode or 0
        with suppress(ValueError):
            if signal.Signals(-code).name == "SIGXCPU":
                return Failure("over time", self._step, self._trace.read_text("utf-8"))
        return Failure(f"exit code {code}", self._step, "the process ended")


def _run(
    sending: Connection,
    trace: Path,
    budget: Budget,
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> None:
    """Do the work in the child process, within its budget, and send the result."""
    step = "the start"
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle

    def start_step(name: str) -> None:
        nonlocal step
        step = name
        _limit_time(budget.seconds)
        sending.send(("step", name))

    with trace.open("w") as file:
        if sys.platform != "win32":
            faulthandler.register(signal.SIGXCPU, file, all_threads=False, chain=True)
        _limit_memory(budget.megabytes)
        try:
            result = work(start_step, *arguments)
        except Exception as error:
            _limit_memory(None)
            result = Failure(kind_of(error), step, traceback.format_exc(limit=_LAST_FRAMES))
        sending.send(("done", result))
    sending.close()
    os._exit(0)  # skip the cleanup of the parent's resources


def kind_of(error: Exception) -> str:
    """Return the type of an error, the function that raised it, and its message without numbers."""
    frames = traceback.extract_tb(error.__traceback__)
    function = frames[-1].name if frames else "nowhere"
    if isinstance(error, MemoryError):
        return "MemoryError"  # any function may allocate the last bytes
    message = re.sub(r"\d+", "N", str(error))
    return f"{type(error).__name__} in {function}: {message:.80}"


def _limit_time(seconds: float) -> None:
    """Let the process use this much more CPU time, then end it with a traceback."""
    if sys.platform != "win32":
        limit = math.ceil(time.process_time() + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _limit_memory(megabytes: int | None) -> None:
    """Let the process use this much more memory, or any amount if None."""
    if sys.platform == "win32":
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = hard if megabytes is None else _memory() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _memory() -> int:
    """Return the address space of this process in bytes; 0 if it is unknown."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
        return int(pages) * resource.getpagesize()
    return 0
