"""Worker that draws previews and makes exports."""

from __future__ import annotations

import base64
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, assert_never

from rftg_tools.faces.theme import BadTheme, load_theme
from rftg_tools.progress import remaining_seconds, report_progress_to
from rftg_tools.sharing.gallery import TooMany, render_gallery
from rftg_tools.sharing.listing import format_list
from rftg_tools.sheets.formats import BadFormats
from rftg_tools.sheets.layout import DoesNotFit
from rftg_tools.sheets.on_demand import write_format
from rftg_tools.sheets.printing import Picture, Printer
from rftg_tools.sheets.writing import (
    WrittenFile,
    write_aids,
    write_decks,
    write_pictures,
    write_sheets,
)
from rftg_tools.spreadsheets.table import describe_omissions, export_csv
from rftg_tools.studio.exports import ExportRequest, Kind
from rftg_tools.studio.print_job import ExportError, PrintJob
from rftg_tools.workers.worker import Data

_MIN_SECONDS: Final = 1.0
"""Seconds until the remaining time can be estimated."""
_ARCHIVE_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Fixed date of files in an archive, so that the same cards give the same bytes."""
_PROBLEMS: Final = (BadFormats, BadTheme, DoesNotFit, ExportError, TooMany)


class ExportWorker:
    """Handler of requests: `plan` a preview, draw a `page` of it, or `make` a file."""

    def __init__(self) -> None:
        self.send: Callable[[Data], None] = lambda _progress: None
        """Function that takes the progress of an export."""
        self._printer: tuple[str, Printer] | None = None
        self._job: PrintJob | None = None

    def handle(self, message: Data) -> Iterator[Data]:
        """Yield the replies to a message; the last one may be a `problem`."""
        try:
            match message["do"]:
                case "page":
                    if self._job is None:  # this worker has not planned it, but one before
                        self._job = self._load(ExportRequest.parse(message["request"]))
                    yield self._page(self._job, message["page"])
                case "plan":
                    self._job = self._load(ExportRequest.parse(message["request"]))
                    yield self._job.plan()
                case "make":
                    yield self._make(message)
        except _PROBLEMS as problem:
            yield {"problem": str(problem)}
        except OSError as error:
            yield {"problem": f"Couldn't write the file: {error.strerror}."}

    def _load(self, request: ExportRequest) -> PrintJob:
        theme = load_theme(request.theme)
        if self._printer is None or self._printer[0] != request.theme or not theme.is_shipped:
            if self._printer is not None:
                self._printer[1].close()
            self._printer = (request.theme, Printer(theme))
        return PrintJob(request, self._printer[1])

    def _page(self, job: PrintJob, page: int) -> Data:
        if not 0 <= page < len(job.pages):
            return {"problem": "There is no such page."}
        return {"png": base64.b64encode(job.pages[page].draw()).decode()}

    def _make(self, message: Data) -> Data:
        """Make an export, report the progress, and return its result."""
        started = time.monotonic()

        def report(done: int, total: int | None, things: str) -> None:
            elapsed = time.monotonic() - started
            seconds = None
            if total and elapsed > _MIN_SECONDS:
                seconds = remaining_seconds(elapsed, 1 - done / total)
            self.send({"done": done, "total": total, "things": things, "seconds": seconds})

        with report_progress_to(report):
            job = self._load(ExportRequest.parse(message["request"]))
            return make_file(job, Path(message["results"]))


def make_file(job: PrintJob, folder: Path) -> Data:
    """Make the file of a job in a folder.

    Return its `name`, `notes` about it, and `hashes` of the printed cards. Raises ExportError,
    BadFormats, BadTheme, DoesNotFit, TooMany, OSError.
    """
    notes = [f"{out.title} has an error and is left out." for out in job.left_out]
    name = job.card_set.id
    match job.request.kind:
        case Kind.TEXT:
            path = folder / f"{name}.txt"
            path.write_bytes(format_list([job.card_set]).encode("utf-8"))
        case Kind.CSV:
            path = folder / f"{name}.csv"
            path.write_bytes(export_csv(job.compilation, job.card_set))
            notes += describe_omissions(job.card_set)
        case kind:
            path = _write_faces(kind, job, folder)
            notes += job.printer.problems
    hashes = job.hashes() if job.request.kind in _PRINTS else {}
    return {"name": path.name, "notes": notes, "hashes": hashes}


_PRINTS: Final = (Kind.SHEETS, Kind.FORMAT)
"""Kinds after which cards count as printed."""


def _write_faces(kind: Kind, job: PrintJob, folder: Path) -> Path:
    """Write the faces of a job."""
    name, order, printer, request = job.card_set.id, job.order, job.printer, job.request
    match kind:
        case Kind.SHEETS:
            return write_sheets(printer, order, folder / f"{name}-sheets.pdf").path
        case Kind.AIDS:
            return write_aids(printer, order, folder / f"{name}-aids.pdf").path
        case Kind.PICTURES:
            picture: Picture = "svg" if request.svg else "png"
            files = write_pictures(
                printer, order, folder / name, picture, request.dpi, request.with_bleed
            )
            return _zip_files(files, folder, f"{name}-pictures")
        case Kind.FORMAT:
            files = write_format(printer, order, folder / name, job.form, name)
            return _zip_files(files, folder, f"{name}-{job.form.name}")
        case Kind.TABLETOP:
            if not request.has_valid_url:
                raise ExportError("Enter the address of the images first.")
            files = write_decks(printer, order, folder / name, request.url)
            return _zip_files(files, folder, f"{name}-tabletop-simulator")
        case Kind.HTML:
            path = folder / f"{name}.html"
            path.write_text(render_gallery(printer, order, [job.card_set]), encoding="utf-8")
            return path
        case Kind.TEXT | Kind.CSV:
            raise ValueError(f"{kind} shows no faces")
        case _:
            assert_never(kind)


def _zip_files(files: Iterable[WrittenFile], folder: Path, name: str) -> Path:
    """Move files into an archive while they are being written."""
    path = folder / f"{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            entry = zipfile.ZipInfo(file.path.relative_to(folder).as_posix(), _ARCHIVE_DATE)
            is_packed = file.kind == "png"
            entry.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.path.read_bytes())
            with suppress(OSError):
                file.path.unlink()
    return path


_WORKER: Final = ExportWorker()
handle: Final = _WORKER.handle


def connect(send: Callable[[Data], None]) -> None:
    """Send the progress of exports, besides the replies."""
    _WORKER.send = send
