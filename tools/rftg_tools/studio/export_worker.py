"""Process that makes an export, and sends messages about it."""

from __future__ import annotations

import signal
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, assert_never

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import ERROR
from rftg_dsl.model import CardSet
from rftg_dsl.sets.loading import SourceCache
from rftg_tools.faces.theme import BadTheme, load_theme
from rftg_tools.progress import report_progress_to
from rftg_tools.sharing.gallery import TooMany, render_gallery
from rftg_tools.sharing.listing import format_list
from rftg_tools.sheets.formats import BadFormats, find_format
from rftg_tools.sheets.layout import DoesNotFit
from rftg_tools.sheets.on_demand import write_format
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.writing import (
    PaperOptions,
    PrintOrder,
    WrittenFile,
    make_order,
    write_aids,
    write_decks,
    write_pictures,
    write_sheets,
)
from rftg_tools.spreadsheets.table import describe_omissions, export_csv
from rftg_tools.studio.exports import (
    ExportedFile,
    ExportFailed,
    ExportProgress,
    ExportRequest,
    Kind,
)

_DPI: Final = 300
_ARCHIVE_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Fixed date of files in an archive, so that the same cards give the same bytes."""


class ExportError(Exception):
    """Raised if a set cannot be exported, with the reason."""


def send_export(connection: Connection, request: ExportRequest, folder: Path) -> None:
    """Make an export in a folder, and send messages. This is the main function of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the studio ends this process

    def send_progress(done: int, total: int | None, things: str) -> None:
        connection.send(ExportProgress(done, total, things))

    with closing(connection), report_progress_to(send_progress):
        try:
            connection.send(make_export(request, folder))
        except ExportError as problem:
            connection.send(ExportFailed(str(problem)))
        except OSError as error:
            connection.send(ExportFailed(f"Couldn't write the file: {error.strerror}."))


def make_export(request: ExportRequest, folder: Path) -> ExportedFile:
    """Make an export in a folder. Raises ExportError, OSError."""
    cache = SourceCache()
    for path, text in request.edited:
        cache.put(path, text)
    try:
        compilation = compile_files([request.path], cache)
    except OSError as error:
        raise ExportError(f"Couldn't read the set: {error.strerror}.") from None
    errors = [finding for finding in compilation.diagnostics if finding.severity == ERROR]
    if errors:
        place = f"{errors[0].file}:{errors[0].region.line}"
        raise ExportError(
            f"Fix the set's errors first. The first is at {place}: {errors[0].message}"
        )
    card_set = compilation.sets[-1]
    if request.kind is Kind.TEXT:
        path = folder / f"{card_set.id}.txt"
        path.write_bytes(format_list([card_set]).encode("utf-8"))
        return ExportedFile(path)
    if request.kind is Kind.CSV:
        path = folder / f"{card_set.id}.csv"
        path.write_bytes(export_csv(compilation, card_set))
        return ExportedFile(path, tuple(describe_omissions(card_set)))
    try:
        return _export_faces(request, folder, compilation.sets)
    except (BadFormats, BadTheme, DoesNotFit, TooMany) as problem:
        raise ExportError(str(problem)) from None


def _export_faces(request: ExportRequest, folder: Path, sets: Sequence[CardSet]) -> ExportedFile:
    """Export faces of the last set.

    Raises ExportError, BadFormats, BadTheme, DoesNotFit, TooMany, OSError.
    """
    with closing(Printer(load_theme(request.theme))) as printer:
        paper = PaperOptions(request.paper, backs=request.backs or None)
        order = make_order(sets, [sets[-1].id], printer.theme, paper, each_once=request.each_once)
        if not (order.cards or order.goals):
            raise ExportError("The set has no cards of its own.")
        path = _write_faces(request, folder, printer, order, sets[-1])
        return ExportedFile(path, tuple(printer.problems))


def _write_faces(
    request: ExportRequest, folder: Path, printer: Printer, order: PrintOrder, card_set: CardSet
) -> Path:
    name = card_set.id
    if order.is_tiles and request.kind in (Kind.TABLETOP, Kind.AIDS):
        raise ExportError("This format is for cards, but the set has tiles.")
    match request.kind:
        case Kind.SHEETS:
            return write_sheets(printer, order, folder / f"{name}-sheets.pdf").path
        case Kind.AIDS:
            return write_aids(printer, order, folder / f"{name}-aids.pdf").path
        case Kind.PICTURES:
            files = write_pictures(printer, order, folder / name, "png", _DPI, bleed=False)
            return _zip_files(files, folder, f"{name}-pictures")
        case Kind.FORMAT:
            form = find_format(request.format)
            files = write_format(printer, order, folder / name, form, name)
            return _zip_files(files, folder, f"{name}-{form.name}")
        case Kind.TABLETOP:
            files = write_decks(printer, order, folder / name, request.url)
            return _zip_files(files, folder, f"{name}-tabletop-simulator")
        case Kind.HTML:
            path = folder / f"{name}.html"
            path.write_text(render_gallery(printer, order, [card_set]), encoding="utf-8")
            return path
        case Kind.TEXT | Kind.CSV:
            raise ValueError(f"{request.kind} shows no faces")
        case _:
            assert_never(request.kind)


def _zip_files(files: Iterable[WrittenFile], folder: Path, name: str) -> Path:
    """Move files into an archive while they are being written."""
    path = folder / f"{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:  # PNGs are compressed
        for file in files:
            entry = zipfile.ZipInfo(file.path.relative_to(folder).as_posix(), _ARCHIVE_DATE)
            archive.writestr(entry, file.path.read_bytes())
            file.path.unlink()
    return path
