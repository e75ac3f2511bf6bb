"""Servers as processes that begin at once: forked from one that has imported all modules.

To import them takes a server most of the time in which it begins. Where the beginning itself is
looked at, a test has a process of its own from `rftg_dev.serving`.
"""

import faulthandler
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Final

from rftg_dev.serving import ending
from rftg_dsl.cli import main

_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.preloaded"])
_WAIT: Final = 20
"""Seconds in which a process must have ended."""


class Server:
    """A process of `rftg-dsl`, or of another `run` that takes its arguments."""

    def __init__(
        self,
        *arguments: str,
        folder: Path,
        run: Callable[[Sequence[str]], int] = main,
    ) -> None:
        printed, prints = _FORKS.Pipe(duplex=False)
        self._process = _FORKS.Process(target=_run, args=(run, arguments, folder, sys.path, prints))
        self._process.start()
        prints.close()
        self.stdout: IO[str] = os.fdopen(os.dup(printed.fileno()), encoding="utf-8")
        printed.close()

    def send_signal(self, sig: int) -> None:
        assert self._process.pid is not None
        if self._process.is_alive():
            os.kill(self._process.pid, sig)

    def kill(self) -> None:
        """End it as a power cut would: it can do nothing more."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and return its exit code."""
        self._process.join(_WAIT if timeout is None else timeout)
        code = self._process.exitcode
        if code is None:
            self.send_signal(signal.SIGABRT)
            raise AssertionError(f"the server has not ended: {self.stdout.read()}")
        self.stdout.close()
        return code


def started(command: str, *arguments: str, folder: Path) -> Server:
    """Start a command on a free port and without a browser."""
    return Server(command, "--port", "0", "--no-browser", *arguments, folder=folder)


@contextmanager
def served(command: str, *arguments: str, folder: Path) -> Iterator[str]:
    """Run a command in a folder and give the address of its page."""
    with ending(started(command, *arguments, folder=folder)) as address:
        yield address


previewed: Final = partial(served, "preview")


def _run(
    run: Callable[[Sequence[str]], int],
    arguments: Sequence[str],
    folder: Path,
    paths: Sequence[str],
    prints: Connection,
) -> None:
    """Be the process."""
    os.dup2(prints.fileno(), 1)
    prints.close()
    faulthandler.enable(1, all_threads=True)  # so SIGABRT prints where a process hangs
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    sys.exit(run(arguments))
