"""The routes of the bench: the files of a studio, their cards as forms, saving."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
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
from rftg_tools.studio import beside, export
from rftg_tools.studio.beside import Beside
from rftg_tools.studio.crops import NoCrop, crop_of
from rftg_tools.studio.documents import Conflict, Document, Documents, NoDocument, TooLong
from rftg_tools.studio.editing import Change, changed, read_change, sheet_of
from rftg_tools.studio.form import fields
from rftg_tools.studio.language import MOST_BYTES, Languages
from rftg_tools.studio.sheet import CannotEdit, Section
from rftg_tools.web.pages import NO_STORE, SHARED_PAGE, BadBody, load_page_files, read_json_body

PLACE: Final = "/bench"
"""Where the bench is on its server."""
_PAGE: Final = Path(__file__).parent / "page"
_SAVE: Final = "/api/save"
_EDIT: Final = "/api/edit"
_SHEET: Final = "/api/sheet"
_OWN: Final = (_SAVE, _EDIT, _SHEET)
POSTS: Final = frozenset(PLACE + path for path in (*_OWN, *beside.POSTS, *export.POSTS))
"""The paths that take POST."""

Data = dict[str, Any]


def bench(
    hub: Hub, documents: Documents, aside: Beside, more: Sequence[BaseRoute] = ()
) -> BaseRoute:
    """Return the routes of the bench for some files, which a hub shows.

    aside: what goes on beside them. more: further routes.
    """
    folders = [SHARED_PAGE, preview.PAGE, _PAGE, _PAGE / "vendor"]
    languages = Languages(documents, aside.edit)

    async def language(websocket: WebSocket) -> None:
        await languages.serve(websocket)

    routes = [Route(path, file) for path, file in load_page_files(folders).items()]
    app = preview.create_app(
        hub,
        [
            *routes,
            *preview.ROUTES,
            Route("/api/files", _files),
            Route("/api/fields/{game}", _fields),
            Route("/api/crop", _crop),
            Route(_SAVE, _save, methods=["POST"]),
            Route(_EDIT, _edit, methods=["POST"]),
            Route(_SHEET, _sheet, methods=["POST"]),
            WebSocketRoute("/language", language),
            *aside.routes(),
            *more,
        ],
    )
    app.state.documents = documents
    return Mount(PLACE, app)


def _documents(request: Request) -> Documents:
    documents: Documents = request.app.state.documents
    return documents


async def _files(request: Request) -> Response:
    """Return the files of the studio; with a name, the text of one, unless it is of `not`."""
    documents = _documents(request)
    name = request.query_params.get("name")
    if name is None:
        names = await to_thread(documents.paths)
        return JSONResponse({"files": list(names)}, headers=NO_STORE)
    known = request.query_params.get("not", "")
    try:
        found = await to_thread(documents.read, name)
    except NoDocument as problem:
        return JSONResponse({"problem": str(problem)}, 404, NO_STORE)
    if found.version == known:
        return Response(status_code=204, headers=NO_STORE)
    return JSONResponse(_told(found), headers=NO_STORE)


def _told(document: Document) -> Data:
    """Return what a page is told of a file; its text is null where it is gone."""
    return {
        "uri": document.path.resolve().as_uri(),
        "text": document.text,
        "version": document.version,
    }


def _fields(request: Request) -> Response:
    """Return the fields of the forms for cards and goals of a game."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise HTTPException(404, "there is no such game")
    told = {section.value: fields(game, section) for section in Section}
    return JSONResponse({**told, "order": game.order}, headers=NO_STORE)


async def _crop(request: Request) -> Response:
    """Return what can be moved of the picture `art` of a card in the file `name`."""
    name, art = (request.query_params.get(one, "") for one in ("name", "art"))
    try:
        path = await to_thread(_documents(request).path, name)
        return JSONResponse(await to_thread(crop_of, art, path.parent), headers=NO_STORE)
    except (NoDocument, NoCrop) as problem:
        return JSONResponse({"problem": str(problem)}, 404, NO_STORE)


async def _asked(request: Request, *names: str) -> Mapping[str, Any]:
    """Return the members of a request, which are texts but for `change`. Raises HTTPException."""
    try:
        data = await read_json_body(request, MOST_BYTES)
    except BadBody as problem:
        raise HTTPException(400, str(problem)) from None
    if not isinstance(data, dict) or data.keys() != set(names):
        raise HTTPException(400, f"the members are {', '.join(names)}")
    if not all(isinstance(data[name], str) for name in names if name != "change"):
        raise HTTPException(400, "texts are needed")
    return data


async def _save(request: Request) -> Response:
    """Save a text over the version that it was made from; 409 with the disk's for another one."""
    asked = await _asked(request, "name", "text", "version")
    save = _documents(request).save
    try:
        found = await to_thread(save, asked["name"], asked["text"], asked["version"])
    except NoDocument as problem:
        raise HTTPException(404, str(problem)) from None
    except TooLong as problem:
        raise HTTPException(413, str(problem)) from None
    except OSError as error:
        raise HTTPException(500, f"it cannot be saved: {error.strerror}") from None
    if isinstance(found, Conflict):
        return JSONResponse(_told(found.disk), 409, NO_STORE)
    return JSONResponse(_told(found), headers=NO_STORE)


async def _edit(request: Request) -> Response:
    """Return the text of a file after a change of the form."""
    asked = await _asked(request, "name", "text", "change")

    def edited(path: Path) -> Data:
        change: Change = read_change(asked["change"])
        return {"text": changed(path, asked["text"], change)}

    return await _of_file(request, asked["name"], edited)


async def _sheet(request: Request) -> Response:
    """Return the cards of a text, each with its lines and keys."""
    asked = await _asked(request, "name", "text")
    return await _of_file(request, asked["name"], lambda path: sheet_of(path, asked["text"]))


async def _of_file(request: Request, name: str, make: Callable[[Path], Data]) -> Response:
    """Return what is made of one of the files; 422 with the reason where it cannot be."""
    documents = _documents(request)
    try:
        return JSONResponse(await to_thread(lambda: make(documents.path(name))), headers=NO_STORE)
    except NoDocument as problem:
        raise HTTPException(404, str(problem)) from None
    except CannotEdit as problem:
        return JSONResponse({"problem": str(problem)}, 422, NO_STORE)
