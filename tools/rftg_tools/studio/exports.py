"""Print and export requests, their previews and their files.

Both run in worker processes, so neither the page nor a game waits. A preview draws the pages that
are looked at. An export writes its file into a temporary folder, which holds the files of the last
few exports until the studio ends; its progress is news for all pages.
"""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

from rftg_dsl.source.files import TemporaryFolder
from rftg_tools.sheets.layout import BLEED, FLIPS, NO_BACKS, PAPERS
from rftg_tools.studio.status import Stage, StatusBoard, Topic
from rftg_tools.workers.worker import Data, Worker, WorkerEnded, start_worker, working

WORKER: Final = "rftg_tools.studio.export_worker"
EXPORT_TIMEOUT: Final = 1_200.0
"""Timeout of an export in seconds."""
_PREVIEW_TIMEOUT: Final = 120.0
_KEPT_EXPORTS: Final = 3
_MAX_URL: Final = 500
_MAX_LENGTH: Final = 200.0
"""Maximum of a length in mm."""
_DPI: Final = range(50, 1201)
_URL_SCHEMES: Final = ("http://", "https://", "file://")
_CRASHED: Final = "The export process stopped unexpectedly. The machine may be short of memory."
_NOT_DRAWN: Final = "The preview process stopped unexpectedly. The machine may be short of memory."
_TIMED_OUT: Final = "The export was stopped because it took too long."


class Kind(StrEnum):
    """Kind of an export."""

    SHEETS = "sheets"
    FORMAT = "format"
    AIDS = "aids"
    PICTURES = "pictures"
    TABLETOP = "tabletop"
    HTML = "html"
    TEXT = "text"
    CSV = "csv"


class Selection(StrEnum):
    """Which cards to print: all, those changed since they were last printed, or chosen titles."""

    ALL = "all"
    CHANGED = "changed"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Request for an export, as JSON data.

    path: the card file. edited: unsaved texts by path. theme: name or folder. gutter, bleed: in mm.
    backs: "" for the default of the game. titles: for Selection.CHOSEN. printed: hashes of cards by
    title when they were last printed. format: a name, or "" for `own_size`: width, height, bleed
    and safe margin in mm. dpi, with_bleed, svg: for Kind.PICTURES; dpi also for `own_size`. url:
    future address of the images of Kind.TABLETOP. Raises ValueError for invalid values.
    """

    kind: Kind
    path: str
    edited: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)
    theme: str = "space"
    paper: str = "a4"
    backs: str = ""
    gutter: float = 0.0
    bleed: float = BLEED
    has_crop_marks: bool = True
    is_dated: bool = False
    each_once: bool = False
    selection: Selection = Selection.ALL
    titles: tuple[str, ...] = ()
    format: str = "poker"
    own_size: tuple[float, ...] = (63.0, 88.0, 3.0, 3.0)
    dpi: int = 300
    with_bleed: bool = False
    svg: bool = False
    url: str = ""

    def __post_init__(self) -> None:
        is_valid = (
            self.paper in PAPERS
            and self.backs in ("", NO_BACKS, *FLIPS)
            and len(self.own_size) == 4
            and all(0 <= length <= _MAX_LENGTH for length in (self.gutter, *self.own_size))
            and 0 <= self.bleed <= BLEED
            and self.dpi in _DPI
            and all(isinstance(title, str) for title in self.titles)
            and (self.kind is not Kind.TABLETOP or not self.url or self.has_valid_url)
        )
        if not is_valid:
            raise ValueError("unknown option")

    @property
    def has_valid_url(self) -> bool:
        """Whether Tabletop Simulator can load images from the address."""
        return self.url.startswith(_URL_SCHEMES) and len(self.url) <= _MAX_URL

    @staticmethod
    def parse(data: Mapping[str, Any]) -> ExportRequest:
        """Return a request from JSON data; missing options get their defaults.

        Raises KeyError, TypeError or ValueError for invalid data.
        """
        values = dict(data)
        values["kind"] = Kind(values["kind"])
        values["selection"] = Selection(values.get("selection", Selection.ALL))
        for name in ("titles", "own_size"):
            if name in values:
                values[name] = tuple(values[name])
        request = ExportRequest(**values)
        default = ExportRequest(request.kind, "")
        for option in fields(request):
            value, expected = getattr(request, option.name), getattr(default, option.name)
            if not isinstance(
                value, (int, float) if expected.__class__ is float else type(expected)
            ):
                raise TypeError(f"{option.name} has the wrong type")
        return request

    def data(self) -> Data:
        """Return the request as JSON data."""
        return asdict(self)


def _message(action: str, request: ExportRequest, **more: Any) -> Data:
    return {"do": action, "request": request.data(), **more}


# --- previews


class Previews:
    """Previews of the latest request. Pages of earlier requests are no longer drawn."""

    def __init__(self, module: str = WORKER) -> None:
        self._module = module
        self._worker: Worker | None = None
        self._lock = asyncio.Lock()
        self._current = ""
        self._request: ExportRequest | None = None

    async def plan(self, request: ExportRequest) -> Data | None:
        """Return the plan of a request with its `key`; None if another request has replaced it."""
        key = self._current = secrets.token_hex(8)
        async with self._lock:
            if key != self._current:
                return None
            self._request = request
            answer = await self._ask(_message("plan", request))
            return {**answer, "key": key}

    async def page(self, key: str, page: int) -> bytes | None:
        """Return a page as PNG, or None if another request has replaced that with the key."""
        async with self._lock:
            if key != self._current or self._request is None:
                return None
            answer = await self._ask(_message("page", self._request, page=page))
            return base64.b64decode(answer["png"]) if "png" in answer else None

    async def _ask(self, request: Data) -> Data:
        try:
            if self._worker is None:
                self._worker = await start_worker(self._module)
            await self._worker.send(request)
            async with asyncio.timeout(_PREVIEW_TIMEOUT):
                return await self._worker.receive()
        except (TimeoutError, WorkerEnded, OSError):
            await self.close()
            return {"problem": _NOT_DRAWN}

    async def close(self) -> None:
        """Stop the process."""
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()


# --- exports


class ExportBusy(Exception):
    """Raised while another export is in progress."""


class Exports:
    """The exports of a studio, one at a time, with their progress as news."""

    def __init__(
        self, board: StatusBoard, module: str = WORKER, timeout: float = EXPORT_TIMEOUT
    ) -> None:
        self._board = board
        self._module = module
        self._timeout = timeout
        self._folder = TemporaryFolder()
        self._files: dict[str, Path | None] = {}
        self._task: asyncio.Task[Data] | None = None
        self._running = ""

    async def start(self, request: ExportRequest) -> tuple[str, asyncio.Task[Data]]:
        """Start an export; return its id, and its result. Raises ExportBusy, OSError."""
        if self._task is not None and not self._task.done():
            raise ExportBusy
        for oldest in list(self._files)[: -_KEPT_EXPORTS + 1]:
            del self._files[oldest]
            rmtree(self._folder.path / oldest, ignore_errors=True)
        export_id = self._running = secrets.token_hex(8)
        folder = self._folder.path / export_id
        folder.mkdir()
        self._files[export_id] = None
        self._task = asyncio.create_task(self._run(export_id, request, folder))
        return export_id, self._task

    def file(self, export_id: str) -> Path | None:
        """Return the file of an export, or None if there is none, or no longer."""
        return self._files.get(export_id)

    async def stop(self, export_id: str) -> bool:
        """Stop an export; return whether it exists."""
        if export_id not in self._files:
            return False
        if self._task is not None and export_id == self._running and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
            await self._publish(export_id, Stage.STOPPED, {})
        return True

    async def close(self) -> None:
        """Stop the export, and remove all files."""
        await self.stop(self._running)
        self._folder.cleanup()

    async def _run(self, export_id: str, request: ExportRequest, folder: Path) -> Data:
        """Make the file of an export, and return its last message."""
        answer: Data = {}
        message = _message("make", request, results=os.fspath(folder))
        try:
            async with asyncio.timeout(self._timeout):
                await self._publish(export_id, Stage.RUNNING, {"done": 0, "total": None})
                async with working(self._module, message) as worker:
                    while "done" in (answer := await worker.receive()):
                        await self._publish(export_id, Stage.RUNNING, answer)
        except TimeoutError:
            answer = {"problem": _TIMED_OUT}
        except (WorkerEnded, OSError):
            answer = {"problem": _CRASHED}
        if "problem" in answer:
            await self._publish(export_id, Stage.FAILED, {"problem": answer["problem"]})
            return answer
        path = self._files[export_id] = folder / answer["name"]
        with suppress(OSError):
            answer["bytes"] = path.stat().st_size
        shown = {name: value for name, value in answer.items() if name != "hashes"}
        await self._publish(export_id, Stage.DONE, shown)
        return answer

    async def _publish(self, export_id: str, stage: Stage, data: Data) -> None:
        await self._board.publish(Topic.EXPORT, "run", {"id": export_id, "stage": stage, **data})
