"""Routes for exports of a set."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.limits import FILE_BYTES
from rftg_tools.sheets.formats import shipped_formats
from rftg_tools.sheets.layout import FLIPS, NO_BACKS, PAPERS
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
POSTS: Final = (_EXPORT, _STOP)
"""Paths that accept POST, relative to the workbench."""
_MAX_BODY: Final = 20_000_000
_MAX_EDITED: Final = 16
_MAX_URL: Final = 500
_URL_SCHEMES: Final = ("http://", "https://", "file://")
_BUSY: Final = "Another export is in progress. Wait for it, or stop it."
Data = Mapping[str, Any]


class ExportRoutes:
    """Export routes for the files of a studio. theme: name or folder of a card theme."""

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


async def _read_members(request: Request) -> Data:
    """Return the JSON object of a request. Raises BadBody, HTTPException."""
    data = await read_json_body(request, _MAX_BODY)
    if not isinstance(data, dict):
        raise HTTPException(400, "the body must be a JSON object")
    return data
