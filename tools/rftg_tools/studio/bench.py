"""Routes of the workbench: the page, the card files of the studio, and their cards as forms."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from rftg_dsl.games import GAMES
from rftg_tools.preview import app as preview
from rftg_tools.preview.hub import Hub
from rftg_tools.studio import background, linked, pictures, set_routes
from rftg_tools.studio.background import BackgroundTasks
from rftg_tools.studio.documents import (
    Conflict,
    Document,
    DocumentNotFound,
    Documents,
    ReadOnly,
    TooLong,
    describe_failure,
)
from rftg_tools.studio.editing import (
    NoCrop,
    apply_change,
    crop_of,
    fields,
    phases,
    read_change,
    sheet_of,
)
from rftg_tools.studio.imports import CannotImport
from rftg_tools.studio.language import MAX_BYTES, LanguageServers
from rftg_tools.studio.sets import CannotMakeSet
from rftg_tools.studio.sheet import CannotEdit, Section
from rftg_tools.web.server import NO_STORE, BadBody, load_page_files, read_members
from rftg_tools.web.styles import SHARED_PAGE

PLACE: Final = "/bench"
"""Path of the workbench on its server."""
_PAGE: Final = Path(__file__).parent / "page"
_SAVE: Final = "/api/save"
_EDIT: Final = "/api/edit"
_SHEET: Final = "/api/sheet"
POSTS: Final = frozenset(
    PLACE + path
    for path in (
        _SAVE,
        _EDIT,
        _SHEET,
        pictures.ADD,
        *background.POSTS,
        *linked.POSTS,
        *set_routes.POSTS,
    )
)
"""Paths that accept POST."""

Data = dict[str, Any]


def _reject(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return an exception handler that responds with the problem."""

    async def respond(_request: Request, problem: Exception) -> Response:
        return JSONResponse({"problem": str(problem)}, status, NO_STORE)

    return respond


EXCEPTION_HANDLERS: Final = {
    BadBody: _reject(400),
    DocumentNotFound: _reject(404),
    NoCrop: _reject(404),
    ReadOnly: _reject(403),
    TooLong: _reject(413),
    CannotEdit: _reject(422),
    CannotMakeSet: _reject(422),
    CannotImport: _reject(422),
}


def build_workbench(
    hub: Hub, documents: Documents, tasks: BackgroundTasks, sets: linked.LinkedSets | None = None
) -> BaseRoute:
    """Return the routes of the workbench for the files of a hub. sets: those from links."""
    sets = sets or linked.LinkedSets(documents)
    folders = [SHARED_PAGE, preview.PAGE, _PAGE]
    servers = LanguageServers(hub, documents, tasks.edit)

    async def language(websocket: WebSocket) -> None:
        await servers.serve(websocket)

    app = preview.create_app(
        hub,
        [
            *(Route(path, file) for path, file in load_page_files(folders).items()),
            *preview.ROUTES,
            Route("/api/files", _files),
            Route("/api/fields/{game}", _fields),
            Route("/api/crop", _crop),
            Route(_SAVE, _save, methods=["POST"]),
            Route(_EDIT, _edit, methods=["POST"]),
            Route(_SHEET, _sheet, methods=["POST"]),
            WebSocketRoute("/language", language),
            *tasks.routes(),
            *pictures.PictureRoutes(hub, documents).routes(),
            *set_routes.SetRoutes(hub, documents).routes(),
            *linked.LinkRoutes(hub, documents, sets).routes(),
        ],
    )
    app.state.documents = documents
    for error, handler in EXCEPTION_HANDLERS.items():
        app.add_exception_handler(error, handler)
    return Mount(PLACE, app)


def _documents(request: Request) -> Documents:
    documents: Documents = request.app.state.documents
    return documents


async def _files(request: Request) -> Response:
    """Return all file names; with `name`, the text of that file unless its version is `not`."""
    documents = _documents(request)
    name = request.query_params.get("name")
    if name is None:
        names = await to_thread(documents.paths)
        return JSONResponse({"files": list(names)}, headers=NO_STORE)
    document = await to_thread(documents.read, name)
    if document.version == request.query_params.get("not", ""):
        return Response(status_code=204, headers=NO_STORE)
    data = {**_document_data(document), "readonly": documents.is_linked(name)}
    return JSONResponse(data, headers=NO_STORE)


def _document_data(document: Document) -> Data:
    """Return the URI, text and version of a file; the text is null if it was deleted."""
    return {
        "uri": document.path.resolve().as_uri(),
        "text": document.text,
        "version": document.version,
    }


async def _fields(request: Request) -> Response:
    """Return the fields of the forms for cards and goals of a game."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise HTTPException(404, "unknown game")
    by_section = {
        section.value: fields(game, section) for section in (Section.CARDS, Section.GOALS)
    }
    return JSONResponse({**by_section, "phases": phases(game)}, headers=NO_STORE)


async def _crop(request: Request) -> Response:
    """Return the crop range of the picture `art` of a card in the file `name`."""
    name, art = (request.query_params.get(key, "") for key in ("name", "art"))
    path = await to_thread(_documents(request).path, name)
    return JSONResponse(await to_thread(crop_of, art, path.parent), headers=NO_STORE)


async def _save(request: Request) -> Response:
    """Save a text over the version it is based on; 409 with the file if that has changed."""
    members = await read_members(request, MAX_BYTES, name=str, text=str, version=str)
    save = _documents(request).save
    try:
        result = await to_thread(save, members["name"], members["text"], members["version"])
    except OSError as error:
        raise HTTPException(500, f"Couldn't save the file: {describe_failure(error)}.") from None
    if isinstance(result, Conflict):
        return JSONResponse(_document_data(result.disk), 409, NO_STORE)
    return JSONResponse(_document_data(result), headers=NO_STORE)


async def _edit(request: Request) -> Response:
    """Return the text of a file after a change in the form."""
    members = await read_members(request, MAX_BYTES, name=str, text=str, change=object)

    def edit() -> Data:
        path = _documents(request).path(members["name"])
        return {"text": apply_change(path, members["text"], read_change(members["change"]))}

    return JSONResponse(await to_thread(edit), headers=NO_STORE)


async def _sheet(request: Request) -> Response:
    """Return the cards of a text, with their lines and keys."""
    members = await read_members(request, MAX_BYTES, name=str, text=str)
    path = await to_thread(_documents(request).path, members["name"])
    return JSONResponse(await to_thread(sheet_of, path, members["text"]), headers=NO_STORE)
