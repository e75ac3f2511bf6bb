"""Application for guests: the table's page files, faces of shared games, and one websocket.

It is separate from the host's application and has its own listener. It has no routes to new or
saved games, reviews or the editor, so that no faulty check can expose them. The first message of a
websocket is a key, which determines what the guest may see and do.
"""

from __future__ import annotations

import asyncio
from asyncio import to_thread
from collections.abc import Collection
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketState

from rftg_tools.play.lobby import Lobby, TooManyGames
from rftg_tools.play.messages import MAX_MESSAGE_BYTES
from rftg_tools.play.pages import (
    FOLDERS,
    GUESTS,
    HOST_ONLY,
    NO_GAME,
    TOO_MANY,
    close,
    receive_text,
    send_updates,
)
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.play.saves import GameNotFound
from rftg_tools.play.share.limits import (
    MESSAGE_TIMEOUT,
    SERVER_FULL,
    WRONG_KEY_DELAY,
    AccessLimits,
    Bucket,
    TooManyVisitors,
    Visitor,
)
from rftg_tools.play.share.links import Holder
from rftg_tools.web.server import Guard, face_response, load_page_files

NO_KEY: Final = 4401
"""Close code: the key is invalid."""
TOO_FAST: Final = 4430
"""Close code: too many messages in a short time."""
SOCKET: Final = "/socket"
MAX_HEAD_BYTES: Final = 16_000
"""Maximum size of a request's head."""
_LONG_HEAD: Final = PlainTextResponse("The head of this request is too long.\n", 431)
_MESSAGE_RATE: Final = (40, 10)
"""Messages of a websocket: burst, and rate per second."""
_COST_OF_LONG: Final = 5
"""Cost of a message that is too long. Pages never send such a message."""
_INVALID_LINK: Final = "This link is no longer valid. Ask the host for a new link."


def guest_app(lobby: Lobby, origins: Collection[str], door: AccessLimits | None = None) -> ASGIApp:
    """Return the application for guests. origins: public origins, as browsers format them."""
    pages = load_page_files([*FOLDERS, GUESTS])
    routes: list[BaseRoute] = [
        Route(path, page) for path, page in pages.items() if path not in HOST_ONLY
    ]
    routes += [Route("/faces/{name}.svg", _face), WebSocketRoute(SOCKET, _socket)]
    app = Starlette(routes=routes, exception_handlers={Exception: _unforeseen})
    app.state.lobby, app.state.door = lobby, door or AccessLimits()
    return Guard(_HeadLimit(app), 0, origins=origins)


class _HeadLimit:
    """Refuses requests with a long head. h11 limits only heads that arrive in several pieces."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request with a long head, or pass it on."""
        fields = [part for field in scope.get("headers", ()) for part in field]
        length = sum(
            map(len, (scope.get("raw_path", b""), scope.get("query_string", b""), *fields))
        )
        if length <= MAX_HEAD_BYTES:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})  # the server answers 403
        else:
            await _LONG_HEAD(scope, receive, send)


async def _unforeseen(_request: Request, _error: Exception) -> Response:
    """Return a message without details. The host's terminal shows them."""
    return PlainTextResponse("Something went wrong on the server.\n", 500)


async def _face(request: Request) -> Response:
    """Return the image of a card face in a shared game."""
    lobby: Lobby = request.app.state.lobby
    name = request.path_params["name"]
    if not lobby.shows(name):
        raise HTTPException(404)
    async with lobby.drawing:
        response = await face_response(lobby.images, name)
    if response.status_code != HTTPStatus.OK:  # without details of this machine
        raise HTTPException(404)
    return response


async def _socket(websocket: WebSocket) -> None:
    """Serve a guest until the websocket closes or the key is revoked."""
    door: AccessLimits = websocket.app.state.door
    address = websocket.client.host if websocket.client else ""
    try:
        with door.waiting(address) as visitor:
            await websocket.accept()
            holder = await _holder(websocket, door, address, visitor)
    except TooManyVisitors as problem:
        if websocket.application_state is WebSocketState.CONNECTING:
            await websocket.accept()
        await close(websocket, TOO_MANY, str(problem))
        return
    if holder is None:
        return
    try:
        with door.inside(holder.label, is_spectator=holder.seat is None):
            await _serve(websocket, holder)
    except (TooManyVisitors, TooManyGames) as problem:
        await close(websocket, TOO_MANY, str(problem))
    except GameNotFound as problem:
        await close(websocket, NO_GAME, str(problem))


async def _holder(
    websocket: WebSocket, door: AccessLimits, address: str, visitor: Visitor
) -> Holder | None:
    """Return the holder of the key in the first message.

    After an invalid key, wait and close the websocket. Raises TooManyVisitors if the visitor is
    dropped before it sends a key.
    """

    def drop() -> None:
        with suppress(RuntimeError):  # the timeout has just expired
            patience.reschedule(0)

    key: str | bytes | None = None
    with suppress(TimeoutError):
        async with asyncio.timeout(0 if visitor.is_dropped else MESSAGE_TIMEOUT) as patience:
            visitor.drop = drop
            key = await receive_text(websocket)
            if key is None:
                return None
    visitor.drop = None
    if key is None and visitor.is_dropped:
        raise TooManyVisitors(SERVER_FULL)
    lobby: Lobby = websocket.app.state.lobby
    holder = await to_thread(lobby.links.holder, key) if isinstance(key, str) else None
    if holder is None:
        door.note_wrong_key(address)
        await asyncio.sleep(WRONG_KEY_DELAY)
        await close(websocket, NO_KEY, _INVALID_LINK)
    return holder


async def _serve(websocket: WebSocket, holder: Holder) -> None:
    """Serve the table to a guest. Raises GameNotFound, TooManyGames."""
    lobby: Lobby = websocket.app.state.lobby
    room = await lobby.room(holder.game)
    tab = Tab(holder.seat, holder.label)
    if not lobby.participants(room).admits(tab):  # revoked a moment ago
        await close(websocket, NO_KEY, _INVALID_LINK)
        return
    room.add_tab(tab)
    tasks = [
        asyncio.create_task(_listen(room, tab, websocket)),
        asyncio.create_task(send_updates(room, tab, websocket, MESSAGE_TIMEOUT)),
        asyncio.create_task(tab.is_over.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(tab)
        for task in tasks:
            task.cancel()
    await close(websocket, *(tab.ended or (1000, "")))


async def _listen(room: Room, tab: Tab, websocket: WebSocket) -> None:
    """Handle messages until the websocket closes or sends too many of them."""
    bucket = Bucket(*_MESSAGE_RATE)
    while (message := await receive_text(websocket)) is not None:
        if not bucket.take(_COST_OF_LONG if len(message) > MAX_MESSAGE_BYTES else 1):
            tab.end(TOO_FAST, "This tab sent too many messages in a short time.")
            return
        await room.hear(tab, message)
