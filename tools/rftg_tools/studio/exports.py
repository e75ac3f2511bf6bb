"""The exports of a studio: each in a process of its own, so that the page never waits for one.

One is made at a time. The files of the last few lie in a temporary folder until they are fetched
and others take their place, or the studio ends.
"""

from __future__ import annotations

import multiprocessing
import secrets
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

from rftg_dsl.source.rewriting import TemporaryFolder
from rftg_tools.studio.export_wish import Failed, Made, Message, Step, Wish
from rftg_tools.studio.export_work import work

_KEPT: Final = 3
"""Exports whose files are kept."""
_LONGEST: Final = 1_200.0
"""Seconds that one may take."""
_DIED: Final = "it was not made: its process ended; perhaps the machine is short of memory"
_STOPPED: Final = "it was stopped"
_TOO_LONG: Final = "it was given up, since it takes too long"


class Busy(Exception):
    """Another export is being made."""


@dataclass(slots=True)
class Export:
    """An export: its process, and the last that it said. ended: what came of it, None before."""

    folder: Path
    process: Any
    step: Step = field(default_factory=lambda: Step(0, None, ""))
    ended: Made | Failed | None = None

    def told(self) -> Mapping[str, Any]:
        """Return how far it is, as a page is told of it."""
        match self.ended:
            case None:
                return {
                    "state": "working",
                    "done": self.step.done,
                    "total": self.step.total,
                    "things": self.step.things,
                }
            case Failed(why):
                return {"state": "failed", "problem": why}
            case Made(path, notes):
                size = path.stat().st_size
                return {"state": "done", "name": path.name, "bytes": size, "notes": list(notes)}


class Exports:
    """The exports of a studio, until it is closed; any thread may ask."""

    def __init__(self) -> None:
        self._folder = TemporaryFolder()
        self._exports: dict[str, Export] = {}
        self._lock = threading.Lock()

    def begin(self, wish: Wish) -> str:
        """Begin an export, and return its name. Raises Busy, OSError."""
        with self._lock:
            if any(one.ended is None for one in self._exports.values()):
                raise Busy
            self._forget()
            name = secrets.token_hex(8)
            folder = self._folder.path / name
            folder.mkdir()
            context = multiprocessing.get_context("spawn")
            receiving, sending = context.Pipe(duplex=False)
            process = context.Process(target=work, args=(sending, wish, folder), daemon=True)
            process.start()
            sending.close()
            export = self._exports[name] = Export(folder, process)
        threading.Thread(target=_follow, args=(export, receiving), daemon=True).start()
        return name

    def get(self, name: str) -> Export | None:
        """Return an export by its name, None where there is none any more."""
        return self._exports.get(name)

    def stop(self, name: str) -> bool:
        """Stop an export; return whether there is one."""
        export = self._exports.get(name)
        if export is None:
            return False
        if export.ended is None:
            export.ended = Failed(_STOPPED)
            export.process.terminate()
        return True

    def _forget(self) -> None:
        """Clear the files of all but the last few away."""
        for name in list(self._exports)[: max(0, len(self._exports) - _KEPT + 1)]:
            rmtree(self._exports.pop(name).folder, ignore_errors=True)

    def close(self) -> None:
        """Stop what is being made, and clear all files away."""
        for name in list(self._exports):
            self.stop(name)
            self._exports[name].process.join()
        self._folder.cleanup()


def _follow(export: Export, receiving: Connection) -> None:
    """Take note of what a process says until it ends, or for as long as it may take."""
    giving_up = threading.Timer(_LONGEST, lambda: _end(export, Failed(_TOO_LONG)))
    giving_up.daemon = True
    giving_up.start()
    with suppress(EOFError, OSError), receiving:
        while True:
            message: Message = receiving.recv()
            if isinstance(message, Step):
                export.step = message
            elif export.ended is None:
                export.ended = message
    giving_up.cancel()
    _end(export, Failed(_DIED))
    export.process.join()


def _end(export: Export, why: Failed) -> None:
    """End an export that has not ended by itself."""
    if export.ended is None:
        export.ended = why
        export.process.terminate()
