"""Routes of the dialog "Print and export": its choices, previews, and files."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from asyncio import to_thread
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.limits import FILE_BYTES
from rftg_tools.faces.theme import load_theme, shipped_themes
from rftg_tools.sheets.formats import shipped_formats
from rftg_tools.sheets.layout import PAPERS
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.exports import ExportBusy, ExportRequest, Exports, Previews
from rftg_tools.studio.versions.store import Store
from rftg_tools.web.server import CACHE_FOREVER, NO_STORE, NUMBER, read_json_body

_PREVIEW: Final = "/api/print/preview"
_EXPORT: Final = "/api/export"
_STOP: Final = "/api/export/stop"
POSTS: Final = (_PREVIEW, _EXPORT, _STOP)
"""Paths that accept POST, relative to the workbench."""
_MAX_EDITED: Final = 16
_MAX_BODY: Final = _MAX_EDITED * FILE_BYTES + 100_000
_BUSY: Final = "Another export is in progress. Wait for it, or stop it."
_PRINTED: Final = "printed "
"""Start of the names of settings with the last print of a file: its time, and hashes of cards."""
Data = dict[str, Any]


class PrintRoutes:
    """Print and export routes for the files of a studio.

    key: returns a file's name in the store. theme: name or folder of the studio's theme.
    """

    def __init__(
        self,
        exports: Exports,
        documents: Documents,
        store: Store,
        key: Callable[[Path], str],
        theme: str,
    ) -> None:
        self._exports = exports
        self._previews = Previews()
        self._documents = documents
        self._store = store
        self._key = key
        self._theme = theme
        self._notes: set[asyncio.Task[None]] = set()

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [
            Route("/api/print", self._choices),
            Route(_PREVIEW, self._plan, methods=["POST"]),
            Route(f"/api/print/{{key}}/{{page:{NUMBER}}}", self._page),
            Route(_EXPORT, self._start, methods=["POST"]),
            Route(_STOP, self._stop, methods=["POST"]),
            Route("/api/export/{id}/file", self._file),
        ]

    async def close(self) -> None:
        """Stop everything, and remove all files."""
        await self._previews.close()
        await self._exports.close()

    async def _choices(self, request: Request) -> Response:
        """Return the available formats, papers and themes, and when a file was last printed."""
        path = await to_thread(self._documents.path, request.query_params.get("name", ""))
        printed = await to_thread(self._last_print, path)
        choices = {
            "formats": [
                {
                    "name": form.name,
                    "says": form.description,
                    "of": form.kind,
                    "size": [form.size.width, form.size.height],
                    "pixels": form.pixels,
                }
                for form in shipped_formats().values()
            ],
            "papers": list(PAPERS),
            "themes": await to_thread(self._themes),
            "printed": printed["time"] if printed else None,
        }
        return JSONResponse(choices, headers=NO_STORE)

    def _themes(self) -> list[Data]:
        """Return the themes by name, with that of the studio first."""
        names = [self._theme, *(name for name in shipped_themes() if name != self._theme)]
        return [{"name": name, "title": load_theme(name).title} for name in names]

    async def _plan(self, request: Request) -> Response:
        """Return the plan of a request; 204 if a later request has replaced it."""
        plan = await self._previews.plan(await self._parse(request))
        if plan is None:
            return Response(status_code=204, headers=NO_STORE)
        return JSONResponse(plan, headers=NO_STORE)

    async def _page(self, request: Request) -> Response:
        """Return a page of a preview as PNG; 204 if it is no longer needed."""
        key, page = request.path_params["key"], request.path_params["page"]
        picture = await self._previews.page(key, page)
        if picture is None:
            return Response(status_code=204, headers=NO_STORE)
        return Response(picture, media_type="image/png", headers=CACHE_FOREVER)

    async def _start(self, request: Request) -> Response:
        """Start an export; 409 while another export is in progress."""
        export_request = await self._parse(request)
        try:
            export_id, result = await self._exports.start(export_request)
        except ExportBusy:
            return JSONResponse({"problem": _BUSY}, 409, NO_STORE)
        except OSError as error:
            raise HTTPException(500, f"Couldn't start the export: {error.strerror}.") from None
        note = asyncio.create_task(self._note_print(Path(export_request.path), result))
        self._notes.add(note)
        note.add_done_callback(self._notes.discard)
        return JSONResponse({"id": export_id}, 202, NO_STORE)

    async def _parse(self, request: Request) -> ExportRequest:
        """Return the request of a page. Raises DocumentNotFound, BadBody, HTTPException."""
        data = await read_json_body(request, _MAX_BODY)
        try:
            return await to_thread(self._read_request, data)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise HTTPException(400, "The request is not valid.") from None

    def _read_request(self, data: Data) -> ExportRequest:
        """Return the request of a page: the options and the `name` of the file.

        Raises DocumentNotFound, and KeyError, TypeError, ValueError or AttributeError if the
        request is invalid.
        """
        options = dict(data)
        path = self._documents.path(options.pop("name")).resolve()
        edited: Mapping[str, str] = options.pop("edited")
        if len(edited) > _MAX_EDITED or any(len(text) > FILE_BYTES for text in edited.values()):
            raise ValueError("too many unsaved changes")
        if {"path", "printed"} & options.keys():
            raise ValueError("not an option")
        theme = options.get("theme", self._theme)
        if theme not in (self._theme, *shipped_themes()):
            raise ValueError("unknown theme")
        printed = self._last_print(path)
        return ExportRequest.parse(
            {
                **options,
                "path": str(path),
                "edited": {str(self._documents.path(n)): str(text) for n, text in edited.items()},
                "printed": printed["cards"] if printed else {},
                "theme": theme,
            }
        )

    # --- what was printed last

    def _last_print(self, path: Path) -> Data | None:
        """Return the `time` of the last print of a file, and its `cards`: hashes by title."""
        with suppress(sqlite3.Error, ValueError):
            printed: Data = json.loads(self._store.setting(_PRINTED + self._key(path)))
            return printed
        return None

    async def _note_print(self, path: Path, result: asyncio.Task[Data]) -> None:
        """Store which versions of cards were printed."""
        with suppress(asyncio.CancelledError):
            if hashes := (await result).get("hashes"):
                await to_thread(self._store_print, path, hashes)

    def _store_print(self, path: Path, hashes: dict[str, str]) -> None:
        previous = self._last_print(path)
        cards = {**(previous["cards"] if previous else {}), **hashes}
        printed = json.dumps({"time": time.time(), "cards": cards})
        with suppress(sqlite3.Error):  # the page already shows the problem with the store
            self._store.set(_PRINTED + self._key(path), printed)

    # --- files

    async def _stop(self, request: Request) -> Response:
        data = await read_json_body(request, _MAX_BODY)
        export_id = data.get("id") if isinstance(data, dict) else None
        if not await self._exports.stop(str(export_id)):
            raise HTTPException(404, "This export no longer exists.")
        return JSONResponse({}, headers=NO_STORE)

    async def _file(self, request: Request) -> Response:
        """Return the exported file as a download."""
        path = self._exports.file(request.path_params["id"])
        if path is None:
            raise HTTPException(404, "This export has no file.")
        disposition = f"attachment; filename*=UTF-8''{quote(path.name)}"
        headers = {**NO_STORE, "Content-Disposition": disposition}
        return FileResponse(path, media_type="application/octet-stream", headers=headers)
