"""`rftg-dsl play` as a process that can be killed, and started again at the same address."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

_WAIT: Final = 20
"""Seconds in which a process must have ended."""


class Server:
    """A server of play with its games in a folder. arguments: further ones of the command."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.games = folder / "games"
        self._folder, self._arguments = folder, arguments
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_of_error: object) -> None:
        if self._process is not None:
            self._end(signal.SIGINT, {0})

    @property
    def address(self) -> str:
        """Of its page."""
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Begin to serve: on a free port at first, and on the same one ever after."""
        command = [sys.executable, "-m", "rftg_dsl", "play", "--port", str(self._port)]
        self._process = subprocess.Popen(
            [*command, "--no-browser", "--games", str(self.games), "--pace", "0", *self._arguments],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line!r}"
        self._port = int(found[1])

    def kill(self) -> None:
        """End it as a power cut would: it can do nothing more."""
        self._end(signal.SIGKILL, {-signal.SIGKILL})

    def _end(self, way: signal.Signals, codes: set[int]) -> None:
        process, self._process = self._process, None
        assert process is not None
        assert process.stdout is not None
        process.send_signal(way)
        code = process.wait(_WAIT)
        process.stdout.close()
        assert code in codes, f"the server ended with exit code {code}"
