"""The routes of "Print and export": what can be made, making it, fetching it; and a table in."""

from __future__ import annotations

import base64
from asyncio import to_thread
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.limits import FILE_BYTES
from rftg_tools.sheets.formats import shipped_formats
from rftg_tools.sheets.layout import FLIPS, NO_BACKS, PAPERS
from rftg_tools.studio.documents import Documents, NoDocument
from rftg_tools.studio.export_wish import Kind, Made, Wish
from rftg_tools.studio.exports import Busy, Export, Exports
from rftg_tools.studio.imports import CannotImport, import_table
from rftg_tools.web.pages import NO_STORE, BadBody, read_json_body

_BEGIN: Final = "/api/export"
_STOP: Final = "/api/export/stop"
_IMPORT: Final = "/api/import"
POSTS: Final = (_BEGIN, _STOP, _IMPORT)
"""The paths that take POST, below the bench."""
_MOST_TABLE: Final = 10_000_000
"""Bytes of a table at most."""
_MOST_BODY: Final = _MOST_TABLE * 4 // 3 + 10_000
_MOST_EDITED: Final = 16
_MOST_URL: Final = 500
_ADDRESSES: Final = ("http://", "https://", "file://")
_BUSY: Final = "another export is being made: wait for it, or stop it"
Data = Mapping[str, Any]


class ExportRoutes:
    """The routes for the files of a studio. theme: how cards look, a name or folder."""

    def __init__(self, exports: Exports, documents: Documents, theme: str) -> None:
        self._exports = exports
        self._documents = documents
        self._theme = theme

    def routes(self) -> list[BaseRoute]:
        """Return them, as they are below the bench."""
        return [
            Route(_BEGIN, self._choices, methods=["GET"]),
            Route(_BEGIN, self._begin, methods=["POST"]),
            Route(_STOP, self._stop, methods=["POST"]),
            Route("/api/export/{name:str}", self._told, methods=["GET"]),
            Route("/api/export/{name:str}/file", self._file, methods=["GET"]),
            Route(_IMPORT, self._import, methods=["POST"]),
        ]

    async def _choices(self, _request: Request) -> Response:
        """Return what can be chosen: files, formats, papers."""
        names = await to_thread(self._documents.paths)
        formats = [
            {"name": one.name, "says": one.description, "of": one.of}
            for one in shipped_formats().values()
        ]
        told = {"files": list(names), "formats": formats, "papers": list(PAPERS)}
        return JSONResponse(told, headers=NO_STORE)

    async def _begin(self, request: Request) -> Response:
        """Begin an export; 409 while another one is being made."""
        data = await _body(request)
        try:
            wish = await to_thread(self._wish, data)
            name = await to_thread(self._exports.begin, wish)
        except NoDocument as problem:
            raise HTTPException(404, str(problem)) from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise HTTPException(400, "the page asked for what there is not") from None
        except Busy:
            return JSONResponse({"problem": _BUSY}, 409, NO_STORE)
        except OSError as error:
            raise HTTPException(500, f"it cannot be begun: {error.strerror}") from None
        return JSONResponse({"id": name}, 202, NO_STORE)

    def _wish(self, data: Data) -> Wish:
        """Return what a page wishes for.

        Raises NoDocument, and KeyError, TypeError, ValueError or AttributeError for nonsense.
        """
        edited = data["edited"]
        if len(edited) > _MOST_EDITED or any(len(text) > FILE_BYTES for text in edited.values()):
            raise ValueError("too much is edited")
        wish = Wish(
            Kind(data["kind"]),
            self._documents.path(data["name"]).resolve(),
            tuple((self._documents.path(name), str(text)) for name, text in edited.items()),
            self._theme,
            str(data["paper"]),
            str(data["backs"]),
            data["each_once"] is True,
            str(data["format"]),
            str(data["url"])[:_MOST_URL],
        )
        if wish.paper not in PAPERS or wish.backs not in ("", NO_BACKS, *FLIPS):
            raise ValueError("no such paper")
        if wish.kind is Kind.TABLETOP and not wish.url.startswith(_ADDRESSES):
            raise ValueError("no address")
        return wish

    async def _stop(self, request: Request) -> Response:
        data = await _body(request)
        if not self._exports.stop(str(data.get("id"))):
            raise HTTPException(404, "there is no such export")
        return JSONResponse({}, headers=NO_STORE)

    def _export(self, request: Request) -> Export:
        export = self._exports.get(request.path_params["name"])
        if export is None:
            raise HTTPException(404, "there is no such export any more")
        return export

    async def _told(self, request: Request) -> Response:
        """Return how far an export is."""
        return JSONResponse(await to_thread(self._export(request).told), headers=NO_STORE)

    async def _file(self, request: Request) -> Response:
        """Return the file that was made, to be saved."""
        made = self._export(request).ended
        if not isinstance(made, Made):
            raise HTTPException(404, "it is not made")
        path = made.path
        saved = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(path.name)}"}
        return FileResponse(
            path, media_type="application/octet-stream", headers={**NO_STORE, **saved}
        )

    async def _import(self, request: Request) -> Response:
        """Write a table as a new file beside another one; 422 with the reasons where it cannot."""
        data = await _body(request)
        try:
            table = _table(data)
            folder = (await to_thread(self._documents.path, data["beside"])).resolve().parent
            loss = data.get("loss") is True
            made = await to_thread(import_table, table, str(data["set"]), folder, loss)
        except NoDocument as problem:
            raise HTTPException(404, str(problem)) from None
        except CannotImport as problem:
            cells = {"cells": list(problem.cells), "canLeaveOut": problem.can_leave_out}
            return JSONResponse({"problem": str(problem), **cells}, 422, NO_STORE)
        except (KeyError, TypeError):
            raise HTTPException(400, "the page sent no table") from None
        shown = made.path in [one.resolve() for one in await to_thread(self._paths)]
        told = {"name": made.path.name, "cards": made.cards, "notes": list(made.notes)}
        found = {"errors": made.errors, "warnings": made.warnings}
        return JSONResponse({**told, **found, "shown": shown}, 201, NO_STORE)

    def _paths(self) -> list[Path]:
        return list(self._documents.paths().values())


def _table(data: Data) -> bytes:
    """Return the bytes of a table. Raises KeyError, TypeError, and HTTPException for no base64."""
    try:
        return base64.b64decode(data["table"], validate=True)
    except ValueError:
        raise HTTPException(400, "the page sent no table") from None


async def _body(request: Request) -> Data:
    """Return the members of a request. Raises HTTPException."""
    try:
        data = await read_json_body(request, _MOST_BODY)
    except BadBody as problem:
        raise HTTPException(400, str(problem)) from None
    if not isinstance(data, dict):
        raise HTTPException(400, "members are needed")
    return data
