"""`rftg-dsl play` as a process that can be killed, and started again at the same address."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from rftg_dev.serving import address_of
from tests import forked


class Server:
    """A server of play with its games in a folder. arguments: further ones of the command."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.games = folder / "games"
        self._folder, self._arguments = folder, arguments
        self._port = 0
        self._process: forked.Server | None = None

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
        wishes = ("--port", str(self._port), "--games", str(self.games), "--pace", "0")
        self._process = forked.started("play", *wishes, *self._arguments, folder=self._folder)
        found = re.search(r":(\d+)/", address_of(self._process))
        assert found
        self._port = int(found[1])

    def kill(self) -> None:
        """End it as a power cut would: it can do nothing more."""
        self._end(signal.SIGKILL, {-signal.SIGKILL})

    def _end(self, way: signal.Signals, codes: set[int]) -> None:
        process, self._process = self._process, None
        assert process is not None
        process.send_signal(way)
        code = process.wait()
        assert code in codes, f"the server ended with exit code {code}"
