"""The routes of play: the page, games to set up and to go on with, and a websocket a tab."""

from __future__ import annotations

import asyncio
from asyncio import to_thread
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_dsl.games import ROLL
from rftg_tools.play.forms import BadForm
from rftg_tools.play.lobby import Lobby, TooMany
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.play.saves import NoGame
from rftg_tools.web.body import BadBody, json_body
from rftg_tools.web.files import FOR_EVER, MODULES, NEVER, SHARED, TYPES, page_files
from rftg_tools.web.guard import Guard
from rftg_tools.web.images import CannotDraw, said

_PAGE: Final = Path(__file__).parent / "page"
MOST_FORM: Final = 64_000
"""Bytes of a form at most."""
MOST_TABS: Final = 20
"""Tabs of one game at most."""
_GAMES: Final = "/api/games"
NO_GAME: Final = 4404
"""Why a websocket is closed: there is no such game."""
TOO_MANY: Final = 4429
"""Why a websocket is closed: too many games or tabs are open."""
FAILED: Final = 1011
"""Why a websocket is closed: an error of the program."""
_MOST_REASON: Final = 123
"""Bytes of the words with which a websocket is closed at most: RFC 6455, 5.5."""


def build_app(
    lobby: Lobby, port: int, more: Sequence[BaseRoute] = (), posts: Collection[str] = ()
) -> ASGIApp:
    """Return the application for the games of a lobby, on a port of this machine.

    more: further routes, which only read but for the paths `posts`.
    """
    pages = page_files([SHARED, _PAGE, _PAGE / ROLL.id, _PAGE / MODULES])
    routes: list[BaseRoute] = [Route(path, route) for path, route in pages.items()]
    if "/" in pages:
        routes.append(Route("/games/{id}", pages["/"]))
    routes += [
        Route("/faces/{name}.svg", _face),
        Route("/api/setup", _setup),
        Route("/api/setup/cards", _cards),
        Route(_GAMES, _games, methods=["GET"]),
        Route(_GAMES, _begin, methods=["POST"]),
        WebSocketRoute("/games/{id}/socket", _socket),
        *more,
    ]
    app = Starlette(routes=routes, exception_handlers={Exception: _unforeseen})
    app.state.lobby = lobby
    return Guard(app, port, {_GAMES, *posts})


def _lobby(request: Request | WebSocket) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


async def _face(request: Request) -> Response:
    """Return the image of a face."""
    lobby = _lobby(request)
    try:
        async with lobby.drawing:
            image = await to_thread(lobby.images.image, request.path_params["name"])
    except KeyError:
        raise HTTPException(404, "no card has this face") from None
    except CannotDraw as problem:
        return PlainTextResponse(str(problem), 500, NEVER)
    return Response(image, media_type=TYPES[".svg"], headers=FOR_EVER)


async def _setup(request: Request) -> Response:
    """Return what can be set up."""
    return JSONResponse(await to_thread(_lobby(request).shelves.choices), headers=NEVER)


async def _cards(request: Request) -> Response:
    """Return the cards that can be put into an opening hand."""
    ids = request.query_params.get("sets", "").split(",")
    try:
        cards = await to_thread(_lobby(request).shelves.cards, ids)
    except (LookupError, OSError, ValueError) as error:
        return _problems(422, "sets", str(error.args[0] if error.args else error))
    return JSONResponse({"cards": cards}, headers=NEVER)


async def _games(request: Request) -> Response:
    """Return the games on the disk."""
    games = await to_thread(_lobby(request).saves.listing)
    return JSONResponse({"games": games}, headers=NEVER)


async def _begin(request: Request) -> Response:
    """Begin the game of a form."""
    try:
        game_id = await _lobby(request).begin(await json_body(request, MOST_FORM))
    except BadBody as problem:
        return _problems(400, "", str(problem))
    except BadForm as form:
        return _problems(422, form.field, form.message)
    except TooMany as problem:
        return _problems(503, "", str(problem))
    except OSError as error:
        return _problems(500, "", f"the game cannot be saved: {error.strerror}")
    return JSONResponse({"id": game_id}, 201, NEVER)


def _problems(status: int, field: str, message: str) -> Response:
    problems = [{"field": field, "message": message}]
    return JSONResponse({"problems": problems}, status, NEVER)


def _unforeseen(_request: Request, error: Exception) -> Response:
    """Return an error of the program, in short.

    The server goes on, and the terminal gets the rest.
    """
    return PlainTextResponse(f"{type(error).__name__}: {error}", 500, NEVER)


async def _socket(websocket: WebSocket) -> None:
    """Serve one tab of a game until it is closed."""
    await websocket.accept()
    try:
        room = await _lobby(websocket).room(websocket.path_params["id"])
    except NoGame as problem:
        await _close(websocket, NO_GAME, str(problem))
        return
    except TooMany as problem:
        await _close(websocket, TOO_MANY, str(problem))
        return
    if len(room.tabs) >= MOST_TABS:
        await _close(websocket, TOO_MANY, f"a game is seen in at most {MOST_TABS} tabs")
        return
    tab = room.join()
    feeding = asyncio.create_task(_feed(room, tab, websocket))
    try:
        await _listen(room, tab, websocket)
    finally:
        room.leave(tab)
        feeding.cancel()


class _Gone(Exception):
    """A websocket that was closed while something was sent."""


async def _feed(room: Room, tab: Tab, websocket: WebSocket) -> None:
    async def send(text: str) -> None:
        try:
            await websocket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            raise _Gone from None

    try:
        await room.feed(tab, send)
    except _Gone:
        return
    except Exception as error:  # the page is to know that it is shown nothing any more
        await _close(websocket, FAILED, f"the game cannot be shown: {said(error)}")


async def _close(websocket: WebSocket, code: int, why: str) -> None:
    """Close a websocket, and say why: in as many bytes as can be sent."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.close(code, why.encode()[:_MOST_REASON].decode(errors="ignore"))


async def _listen(room: Room, tab: Tab, websocket: WebSocket) -> None:
    while True:
        message = await websocket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text")
        await room.hear(tab, message.get("bytes", b"") if text is None else text)
