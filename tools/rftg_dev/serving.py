"""Local pages as somebody uses them: a process that serves, and a real browser without a window."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Final, Protocol

from playwright.sync_api import Browser, sync_playwright

_PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows at all, and starts in half the time."""
_QUIET: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""So that it looks for nothing in any network."""
_WAIT: Final = 20
"""Seconds in which the server must have ended."""


class Process(Protocol):
    """What is done to a process that serves; `subprocess.Popen` is one."""

    @property
    def stdout(self) -> IO[str] | None:
        """What it prints."""

    def send_signal(self, sig: int, /) -> None:
        """Send it a signal."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, at most so many seconds, and return its exit code."""


def find_chromium() -> str | None:
    """Return the path of a Chromium on this machine, or None."""
    return next((path for name in _PROGRAMS if (path := shutil.which(name))), None)


@contextmanager
def served(
    command: str,
    *arguments: str,
    folder: Path,
    end: signal.Signals = signal.SIGINT,
    temporary: Path | None = None,
) -> Iterator[str]:
    """Run a command of `rftg-dsl` in a folder and give the address of its page.

    end: the signal that ends it. temporary: where it puts its temporary files.
    """
    with ending(started(command, *arguments, folder=folder, temporary=temporary), end) as address:
        yield address


@contextmanager
def ending(process: Process, end: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """Give the address of a process that serves; then end it, which it must do without an error."""
    try:
        yield address_of(process)
    finally:
        process.send_signal(end)
        code = process.wait(_WAIT)
    if code:
        raise RuntimeError(f"the server ended with exit code {code}")


previewed: Final = partial(served, "preview")
"""`rftg-dsl preview` with these arguments, as `served` has it."""


def started(
    command: str, *arguments: str, folder: Path, temporary: Path | None = None
) -> subprocess.Popen[str]:
    """Return the process of a command, on a free port and without a browser."""
    own = {"TMPDIR": str(temporary)} if temporary else {}
    return subprocess.Popen(
        [sys.executable, "-m", "rftg_dsl", command, "--port", "0", "--no-browser", *arguments],
        cwd=folder,
        env={**os.environ, **own, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        text=True,
    )


def address_of(process: Process) -> str:
    """Return the address that a process says it serves at."""
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.match(r"http://\S+", line)
    if address is None:
        raise RuntimeError(f"the server did not start: {line!r}")
    return address[0]


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """Start a Chromium without a window."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=[*_QUIET, *(["--no-sandbox"] if root else [])]
        )
        try:
            yield browser
        finally:
            browser.close()
