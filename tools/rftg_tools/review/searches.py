"""Processes that find what the reviews of a server still lack, one after the other.

Each runs the command, which keeps its findings beside the record: here they are not read.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from rftg_tools.review.plan import LEVEL, PLAYOUTS

_LONGEST: Final = 500
"""Characters of what a process said that are told."""


class Searches:
    """One process at a time; a search that has ended is not begun again.

    jobs: processes that play games out, None for all cores.
    """

    def __init__(self, jobs: int | None) -> None:
        self._jobs = jobs
        self._running: tuple[Path, subprocess.Popen[bytes], IO[bytes]] | None = None
        self._ended: dict[Path, str] = {}

    def stopped(self, record: Path) -> str:
        """Return why nothing more will be found for a record; "" where there may be more."""
        if self._running is not None:
            path, process, errors = self._running
            code = process.poll()
            if code is not None:
                self._ended[path] = _reason(code, errors)
                self._forget()
        return self._ended.get(record, "")

    def look_for(self, record: Path) -> str:
        """Have the rest found, now or when asked again; return why that cannot be, or ""."""
        if self._running is None:
            errors = TemporaryFile()  # noqa: SIM115 - it is open as long as the process runs
            nothing = subprocess.DEVNULL
            command = self._command(record)
            try:
                process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=errors)
            except OSError as problem:
                errors.close()
                self._ended[record] = f"no process could be begun: {problem}"
            else:
                self._running = (record, process, errors)
        return self._ended.get(record, "")

    def close(self) -> None:
        """End the process that runs; what it found is kept."""
        if self._running is not None:
            self._running[1].terminate()
            self._running[1].wait()
            self._forget()

    def _command(self, record: Path) -> list[str]:
        command = [sys.executable, "-m", "rftg_dsl", "review", str(record), "--json"]
        command += ["--playouts", str(PLAYOUTS), "--level", LEVEL]
        return command + (["--jobs", str(self._jobs)] if self._jobs else [])

    def _forget(self) -> None:
        if self._running is not None:
            self._running[2].close()
            self._running = None


def _reason(code: int, errors: IO[bytes]) -> str:
    """Return why a process ended, in the words that it ended with."""
    errors.seek(0)
    words = errors.read().decode(errors="replace").strip()[-_LONGEST:]
    return words or f"it ended with code {code} before all was found"
