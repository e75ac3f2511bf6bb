"""A server process for the tests of pages, and a real browser without a window."""

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
"""Browsers to try; the first has no user interface and starts in half the time."""
_QUIET: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Options that prevent network requests."""
_STOP_TIMEOUT: Final = 20
"""Timeout in seconds for a server to stop."""


class Process(Protocol):
    """The parts of `subprocess.Popen` that are used here."""

    @property
    def stdout(self) -> IO[str] | None:
        """Standard output."""

    def send_signal(self, sig: int, /) -> None:
        """Send a signal."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, up to `timeout` seconds, and return the exit code."""


def find_chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next((path for name in _PROGRAMS if (path := shutil.which(name))), None)


@contextmanager
def served(
    command: str,
    *arguments: str,
    folder: Path,
    end: signal.Signals = signal.SIGINT,
    temporary: Path | None = None,
) -> Iterator[str]:
    """Run a command of `rftg-dsl` in a folder and provide the address of its page.

    end: the signal that stops it. temporary: its folder for temporary files.
    """
    with ending(started(command, *arguments, folder=folder, temporary=temporary), end) as address:
        yield address


@contextmanager
def ending(process: Process, end: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """Provide the address of a server process, then stop it; it must end without an error."""
    try:
        yield address_of(process)
    finally:
        process.send_signal(end)
        code = process.wait(_STOP_TIMEOUT)
    if code:
        raise RuntimeError(f"the server ended with exit code {code}")


previewed: Final = partial(served, "preview")
"""Run `rftg-dsl preview` as `served` does."""


def started(
    command: str, *arguments: str, folder: Path, temporary: Path | None = None
) -> subprocess.Popen[str]:
    """Start a command on a free port, without a browser, and return its process."""
    environment = {"TMPDIR": str(temporary)} if temporary else {}
    return subprocess.Popen(
        [sys.executable, "-m", "rftg_dsl", command, "--port", "0", "--no-browser", *arguments],
        cwd=folder,
        env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        text=True,
    )


def address_of(process: Process) -> str:
    """Return the address that a server process prints."""
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.match(r"http://\S+", line)
    if address is None:
        raise RuntimeError(f"the server did not start: {line!r}")
    return address[0]


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """Start Chromium without a window."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=[*_QUIET, *(["--no-sandbox"] if root else [])]
        )
        try:
            yield browser
        finally:
            browser.close()
