"""Exports of a studio, each in a separate process, so that the page never waits.

Only one export runs at a time. A temporary folder holds the files of the last few exports until
the studio ends.
"""

from __future__ import annotations

import multiprocessing
import secrets
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

from rftg_dsl.source.files import TemporaryFolder

_WORKER: Final = "rftg_tools.studio.export_worker"
"""Imported only in the process, because the import is slow."""
_KEPT_EXPORTS: Final = 3
_TIMEOUT: Final = 1_200.0
"""Timeout of an export in seconds."""
_CRASHED: Final = "The export process stopped unexpectedly. The machine may be short of memory."
_STOPPED: Final = "The export was stopped."
_TIMED_OUT: Final = "The export was stopped because it took too long."


class Kind(StrEnum):
    """Kind of an export."""

    SHEETS = "sheets"
    AIDS = "aids"
    PICTURES = "pictures"
    FORMAT = "format"
    TABLETOP = "tabletop"
    HTML = "html"
    TEXT = "text"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Request for an export. edited: unsaved texts that replace files. format: for Kind.FORMAT.

    url: future address of the images of Kind.TABLETOP.
    """

    kind: Kind
    path: Path
    edited: tuple[tuple[Path, str], ...] = ()
    theme: str = "space"
    paper: str = "a4"
    backs: str = ""
    each_once: bool = False
    format: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """Progress message: number of completed items. total: None if unknown."""

    done: int
    total: int | None
    things: str


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """Last message: the file, and problems with the look of its cards."""

    path: Path
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportFailed:
    """Last message if the export failed, with the reason."""

    why: str


Message = ExportProgress | ExportedFile | ExportFailed


class ExportBusy(Exception):
    """Raised while another export is in progress."""


@dataclass(slots=True)
class Export:
    """An export, its process, and its latest messages. result: None while in progress."""

    folder: Path
    process: Any
    progress: ExportProgress = field(default_factory=lambda: ExportProgress(0, None, ""))
    result: ExportedFile | ExportFailed | None = None

    def status(self) -> Mapping[str, Any]:
        """Return the status as JSON data."""
        match self.result:
            case None:
                return {
                    "state": "working",
                    "done": self.progress.done,
                    "total": self.progress.total,
                    "things": self.progress.things,
                }
            case ExportFailed(why):
                return {"state": "failed", "problem": why}
            case ExportedFile(path, notes):
                size = path.stat().st_size
                return {"state": "done", "name": path.name, "bytes": size, "notes": list(notes)}


class Exports:
    """The exports of a studio; any thread may call."""

    def __init__(self) -> None:
        self._folder = TemporaryFolder()
        self._exports: dict[str, Export] = {}
        self._lock = threading.Lock()

    def start(self, request: ExportRequest) -> str:
        """Start an export, and return its id. Raises ExportBusy, OSError."""
        with self._lock:
            if any(export.result is None for export in self._exports.values()):
                raise ExportBusy
            self._drop_oldest()
            export_id = secrets.token_hex(8)
            folder = self._folder.path / export_id
            folder.mkdir()
            context = multiprocessing.get_context("spawn")
            receiving, sending = context.Pipe(duplex=False)
            process = context.Process(target=_run, args=(sending, request, folder), daemon=True)
            process.start()
            sending.close()
            export = self._exports[export_id] = Export(folder, process)
        threading.Thread(target=_follow, args=(export, receiving), daemon=True).start()
        return export_id

    def get(self, export_id: str) -> Export | None:
        """Return an export, or None if it no longer exists."""
        return self._exports.get(export_id)

    def stop(self, export_id: str) -> bool:
        """Stop an export; return whether it exists."""
        export = self._exports.get(export_id)
        if export is None:
            return False
        _stop(export, _STOPPED)
        return True

    def _drop_oldest(self) -> None:
        """Remove the files of all but the last few exports."""
        for export_id in list(self._exports)[: max(0, len(self._exports) - _KEPT_EXPORTS + 1)]:
            rmtree(self._exports.pop(export_id).folder, ignore_errors=True)

    def close(self) -> None:
        """Stop all exports, and remove all files."""
        for export in list(self._exports.values()):
            _stop(export, _STOPPED)
            export.process.join()
        self._folder.cleanup()


def _run(sending: Connection, request: ExportRequest, folder: Path) -> None:
    """Make an export. This is the main function of a process."""
    import_module(_WORKER).send_export(sending, request, folder)


def _follow(export: Export, receiving: Connection) -> None:
    """Store the messages of an export until its process ends; stop it after a timeout."""
    timer = threading.Timer(_TIMEOUT, _stop, (export, _TIMED_OUT))
    timer.daemon = True
    timer.start()
    with suppress(EOFError, OSError), receiving:
        while True:
            message: Message = receiving.recv()
            if isinstance(message, ExportProgress):
                export.progress = message
            elif export.result is None:
                export.result = message
    timer.cancel()
    _stop(export, _CRASHED)
    export.process.join()


def _stop(export: Export, why: str) -> None:
    """Stop an export that is in progress."""
    if export.result is None:
        export.result = ExportFailed(why)
        export.process.terminate()
