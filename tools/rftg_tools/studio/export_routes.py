"""Export of a set and import of a table, with their routes."""

from __future__ import annotations

import base64
import re
from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.diagnostics.model import ERROR
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.limits import FILE_BYTES, SET_ID
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.rewriting import create_atomically
from rftg_dsl.source.schema import ID_PATTERN
from rftg_tools.sheets.formats import shipped_formats
from rftg_tools.sheets.layout import FLIPS, NO_BACKS, PAPERS
from rftg_tools.spreadsheets.table import Head, draft_file, read_table, required_keywords
from rftg_tools.spreadsheets.table_files import (
    MissingLibrary,
    Problem,
    Row,
    UnreadableTable,
    read_csv,
    read_workbook,
)
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.exports import (
    Export,
    ExportBusy,
    ExportedFile,
    ExportRequest,
    Exports,
    Kind,
)
from rftg_tools.web.server import NO_STORE, read_json_body

_EXPORT: Final = "/api/export"
_STOP: Final = "/api/export/stop"
_IMPORT: Final = "/api/import"
POSTS: Final = (_EXPORT, _STOP, _IMPORT)
"""Paths that accept POST, relative to the workbench."""
_MAX_TABLE: Final = 10_000_000
"""Maximum size of a table in bytes."""
_MAX_BODY: Final = _MAX_TABLE * 4 // 3 + 10_000
_MAX_EDITED: Final = 16
_MAX_URL: Final = 500
_MAX_LISTED: Final = 50
_URL_SCHEMES: Final = ("http://", "https://", "file://")
_BUSY: Final = "Another export is in progress. Wait for it, or stop it."
_WORKBOOK: Final = b"PK\x03\x04"
"""Start of a workbook, which is a ZIP archive."""
Data = Mapping[str, Any]


class ExportRoutes:
    """Export and import routes for the files of a studio. theme: name or folder of a card theme."""

    def __init__(self, exports: Exports, documents: Documents, theme: str) -> None:
        self._exports = exports
        self._documents = documents
        self._theme = theme

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [
            Route(_EXPORT, self._choices, methods=["GET"]),
            Route(_EXPORT, self._start, methods=["POST"]),
            Route(_STOP, self._stop, methods=["POST"]),
            Route("/api/export/{id:str}", self._status, methods=["GET"]),
            Route("/api/export/{id:str}/file", self._file, methods=["GET"]),
            Route(_IMPORT, self._import, methods=["POST"]),
        ]

    async def _choices(self, _request: Request) -> Response:
        """Return the available files, formats and papers."""
        names = await to_thread(self._documents.paths)
        formats = [
            {"name": form.name, "says": form.description, "of": form.kind}
            for form in shipped_formats().values()
        ]
        choices = {"files": list(names), "formats": formats, "papers": list(PAPERS)}
        return JSONResponse(choices, headers=NO_STORE)

    async def _start(self, request: Request) -> Response:
        """Start an export; 409 while another export is in progress."""
        data = await _read_members(request)
        try:
            export_request = await to_thread(self._parse_request, data)
            export_id = await to_thread(self._exports.start, export_request)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise HTTPException(400, "The request is not valid.") from None
        except ExportBusy:
            return JSONResponse({"problem": _BUSY}, 409, NO_STORE)
        except OSError as error:
            raise HTTPException(500, f"Couldn't start the export: {error.strerror}.") from None
        return JSONResponse({"id": export_id}, 202, NO_STORE)

    def _parse_request(self, data: Data) -> ExportRequest:
        """Return the request of a page.

        Raises DocumentNotFound, and KeyError, TypeError, ValueError or AttributeError if the
        request is invalid.
        """
        edited = data["edited"]
        if len(edited) > _MAX_EDITED or any(len(text) > FILE_BYTES for text in edited.values()):
            raise ValueError("too many unsaved changes")
        request = ExportRequest(
            Kind(data["kind"]),
            self._documents.path(data["name"]).resolve(),
            tuple((self._documents.path(name), str(text)) for name, text in edited.items()),
            self._theme,
            str(data["paper"]),
            str(data["backs"]),
            data["each_once"] is True,
            str(data["format"]),
            str(data["url"])[:_MAX_URL],
        )
        if request.paper not in PAPERS or request.backs not in ("", NO_BACKS, *FLIPS):
            raise ValueError("unknown paper")
        if request.kind is Kind.TABLETOP and not request.url.startswith(_URL_SCHEMES):
            raise ValueError("not a URL")
        return request

    async def _stop(self, request: Request) -> Response:
        data = await _read_members(request)
        if not self._exports.stop(str(data.get("id"))):
            raise HTTPException(404, "This export no longer exists.")
        return JSONResponse({}, headers=NO_STORE)

    def _export(self, request: Request) -> Export:
        export = self._exports.get(request.path_params["id"])
        if export is None:
            raise HTTPException(404, "This export no longer exists.")
        return export

    async def _status(self, request: Request) -> Response:
        return JSONResponse(await to_thread(self._export(request).status), headers=NO_STORE)

    async def _file(self, request: Request) -> Response:
        """Return the exported file as a download."""
        result = self._export(request).result
        if not isinstance(result, ExportedFile):
            raise HTTPException(404, "The export has no file.")
        path = result.path
        disposition = f"attachment; filename*=UTF-8''{quote(path.name)}"
        headers = {**NO_STORE, "Content-Disposition": disposition}
        return FileResponse(path, media_type="application/octet-stream", headers=headers)

    async def _import(self, request: Request) -> Response:
        """Write a table as a new file next to another file; 422 with the problems if that fails."""
        data = await _read_members(request)
        try:
            table = _decode_table(data)
            folder = (await to_thread(self._documents.path, data["beside"])).resolve().parent
            allow_loss = data.get("loss") is True
            imported = await to_thread(import_table, table, str(data["set"]), folder, allow_loss)
        except ImportFailed as problem:
            cells = {"cells": list(problem.cells), "canLeaveOut": problem.can_leave_out}
            return JSONResponse({"problem": str(problem), **cells}, 422, NO_STORE)
        except (KeyError, TypeError):
            raise HTTPException(400, "The request has no table.") from None
        paths = await to_thread(self._documents.paths)
        result = {
            "name": imported.path.name,
            "cards": imported.cards,
            "notes": list(imported.notes),
            "errors": imported.errors,
            "warnings": imported.warnings,
            "shown": imported.path in [path.resolve() for path in paths.values()],
        }
        return JSONResponse(result, 201, NO_STORE)


def _decode_table(data: Data) -> bytes:
    """Return the bytes of a table. Raises KeyError, TypeError, HTTPException."""
    try:
        return base64.b64decode(data["table"], validate=True)
    except ValueError:
        raise HTTPException(400, "The table is not base64.") from None


async def _read_members(request: Request) -> Data:
    """Return the JSON object of a request. Raises BadBody, HTTPException."""
    data = await read_json_body(request, _MAX_BODY)
    if not isinstance(data, dict):
        raise HTTPException(400, "the body must be a JSON object")
    return data


# --- import


class ImportFailed(Exception):
    """Raised if a table was not imported, with the reason.

    cells: unusable cells. can_leave_out: whether the table can be imported without them.
    """

    def __init__(
        self, why: str, cells: Sequence[Problem] = (), can_leave_out: bool = False
    ) -> None:
        super().__init__(why)
        self.cells = _list_cells(cells)
        self.can_leave_out = can_leave_out


@dataclass(frozen=True, slots=True)
class ImportedSet:
    """Result of an import.

    notes: omitted cells and new keywords. errors, warnings: numbers of problems in the new file.
    """

    path: Path
    cards: int
    notes: tuple[str, ...]
    errors: int
    warnings: int


def import_table(data: bytes, set_id: str, folder: Path, allow_loss: bool = False) -> ImportedSet:
    """Write the cards of a table to SET_ID.yaml in a folder, without overwriting a file.

    allow_loss: omit cells that no card can hold. Raises ImportFailed.
    """
    _check_id(set_id)
    path = folder / f"{set_id}.yaml"
    exists = f"{path.name} already exists. Choose another ID."
    if path.exists() or path.is_symlink():
        raise ImportFailed(exists)
    head = Head(set_id)
    try:
        rows, notes = _read_rows(data)
        table = read_table(rows, keywords=lambda game: required_keywords(path, game, head))
        if table.problems or (table.losses and not allow_loss):
            cells = sorted([*table.problems, *table.losses])
            why = "Nothing was imported, because these cells cannot be used."
            raise ImportFailed(why, cells, can_leave_out=not table.problems)
        draft = draft_file(path, table.cards, table.game, head)
    except UnreadableTable as problem:
        raise ImportFailed(f"The table cannot be read: {problem}") from None
    if len(draft.text.encode("utf-8")) > FILE_BYTES:
        raise ImportFailed(f"A card file can have at most {FILE_BYTES:,} bytes.")
    try:
        create_atomically(path, draft.text)
    except FileExistsError:
        raise ImportFailed(exists) from None
    except OSError as error:
        raise ImportFailed(f"{path.name} cannot be written: {error.strerror}") from None
    findings = draft.compilation.diagnostics
    errors = sum(finding.severity == ERROR for finding in findings)
    notes += (*table.notes, *(f"left out: {cell}" for cell in _list_cells(table.losses)))
    if draft.keywords:
        notes += (f"new keywords: {', '.join(draft.keywords)}",)
    return ImportedSet(path, len(table.cards), notes, errors, len(findings) - errors)


def _list_cells(cells: Sequence[Problem]) -> tuple[str, ...]:
    """Return a line for each cell, up to a limit, and a line with the number of remaining cells."""
    remaining = len(cells) - _MAX_LISTED
    last_line = (f"and {counted(remaining, 'more cell')}",) if remaining > 0 else ()
    return (*map(str, cells[:_MAX_LISTED]), *last_line)


def _check_id(set_id: str) -> None:
    """Raise ImportFailed if an id is not valid for a new set."""
    if not re.search(ID_PATTERN, set_id) or len(set_id) > SET_ID:
        raise ImportFailed("The ID of a set can have lowercase letters, digits and hyphens.")
    if set_id in shipped_ids():
        raise ImportFailed(f"{set_id} is the ID of a shipped set. Choose another.")


def _read_rows(data: bytes) -> tuple[list[Row], tuple[str, ...]]:
    """Return the rows of a table and notes. Raises ImportFailed, UnreadableTable."""
    if not data.startswith(_WORKBOOK):
        return read_csv(data), ()
    try:
        rows, other_sheets = read_workbook(data)
    except MissingLibrary as missing:
        why = f"Workbooks need {missing}. Install it, or save the table as CSV UTF-8."
        raise ImportFailed(why) from None
    if not other_sheets:
        return rows, ()
    return rows, (f"only the first sheet was imported, not {', '.join(other_sheets)}",)
