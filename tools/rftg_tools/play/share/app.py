"""Application for visitors: the files of the table, faces of shared games, and one websocket.

It is an application of its own, on a listener of its own. It has no route to games, set-up, saves,
reviews or the editor, so that no mistake in a check can open one. What a websocket may see and do
follows from the key that is its first message.
"""

from __future__ import annotations

import asyncio
from asyncio import to_thread
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketState

from rftg_tools.play.lobby import Lobby, TooManyGames
from rftg_tools.play.messages import MOST_BYTES
from rftg_tools.play.pages import FOLDERS, GUESTS, HOST_ONLY
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.play.saves import GameNotFound
from rftg_tools.play.share.limits import (
    PATIENCE,
    PENALTY,
    AccessLimits,
    Bucket,
    TooManyVisitors,
    Visitor,
)
from rftg_tools.play.share.links import Holder
from rftg_tools.play.sockets import NO_GAME, TOO_MANY, close, receive_text, send_updates
from rftg_tools.web.images import CannotDraw
from rftg_tools.web.pages import CACHE_FOREVER, MEDIA_TYPES, Guard, load_page_files

NO_KEY: Final = 4401
"""Why a websocket is closed: it has shown no key that opens anything."""
TOO_FAST: Final = 4430
"""Why a websocket is closed: it has sent too much in a short time."""
SOCKET: Final = "/socket"
LONGEST_HEAD: Final = 16_000
"""Most bytes of a request's head."""
_LONG_HEAD: Final = PlainTextResponse("The head of this request is too long.\n", 431)
_MESSAGES: Final = (40, 10)
"""Messages of a websocket at once, and a second then."""
_COST_OF_LONG: Final = 5
"""A message that is longer than one can be counts as so many: no page sends one."""
_LINK_IS_DEAD: Final = "this link opens no seat: ask the host for a new one"


def guest_app(lobby: Lobby, origins: Collection[str], door: AccessLimits | None = None) -> ASGIApp:
    """Return the application for those who come by a link.

    origins: the addresses under which it is reached, as browsers name them.
    """
    pages = load_page_files([*FOLDERS, GUESTS])
    routes: list[BaseRoute] = [
        Route(path, page) for path, page in pages.items() if path not in HOST_ONLY
    ]
    routes += [Route("/faces/{name}.svg", _face), WebSocketRoute(SOCKET, _socket)]
    app = Starlette(routes=routes, exception_handlers={Exception: _unforeseen})
    app.state.lobby, app.state.door = lobby, door or AccessLimits()
    return Guard(_HeadLimit(app), 0, origins=origins)


class _HeadLimit:
    """Refuses requests with a long head; h11 limits only those that arrive in several pieces."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request with a long head, or pass it on."""
        fields = [part for field in scope.get("headers", ()) for part in field]
        length = sum(
            map(len, (scope.get("raw_path", b""), scope.get("query_string", b""), *fields))
        )
        if length <= LONGEST_HEAD:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})  # the server answers 403
        else:
            await _LONG_HEAD(scope, receive, send)


def _unforeseen(_request: Request, _error: Exception) -> Response:
    """Return that something failed; what it was, only the host's terminal says."""
    return PlainTextResponse("The server failed at this.\n", 500)


async def _face(request: Request) -> Response:
    """Return the image of a face of a shared game."""
    lobby: Lobby = request.app.state.lobby
    name = request.path_params["name"]
    if not lobby.shows(name):
        raise HTTPException(404)
    try:
        async with lobby.drawing:
            image = await to_thread(lobby.images.image, name)
    except (KeyError, CannotDraw):
        raise HTTPException(404) from None
    return Response(image, media_type=MEDIA_TYPES[".svg"], headers=CACHE_FOREVER)


async def _socket(websocket: WebSocket) -> None:
    """Serve somebody with a key until the websocket is closed, or the key taken back."""
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
        with door.inside(holder.label, watches=holder.seat is None):
            await _serve(websocket, holder)
    except (TooManyVisitors, TooManyGames) as problem:
        await close(websocket, TOO_MANY, str(problem))
    except GameNotFound as problem:
        await close(websocket, NO_GAME, str(problem))


async def _holder(
    websocket: WebSocket, door: AccessLimits, address: str, visitor: Visitor
) -> Holder | None:
    """Return the holder of the key in the first message; close the websocket, slowly, if none.

    Raises Full if the waiter is dropped before it sends a key.
    """

    def drop() -> None:
        with suppress(RuntimeError):  # the wait has just ended by itself
            patience.reschedule(0)

    key: str | bytes | None = None
    with suppress(TimeoutError):
        async with asyncio.timeout(0 if visitor.is_dropped else PATIENCE) as patience:
            visitor.drop = drop
            key = await receive_text(websocket)
            if key is None:
                return None
    visitor.drop = None
    if key is None and visitor.is_dropped:
        raise TooManyVisitors("no more connections are taken now; try again later")
    lobby: Lobby = websocket.app.state.lobby
    holder = await to_thread(lobby.links.holder, key) if isinstance(key, str) else None
    if holder is None:
        door.note_wrong_key(address)
        await asyncio.sleep(PENALTY)
        await close(websocket, NO_KEY, _LINK_IS_DEAD)
    return holder


async def _serve(websocket: WebSocket, holder: Holder) -> None:
    """Show somebody the table. Raises GameNotFound, TooManyGames."""
    lobby: Lobby = websocket.app.state.lobby
    room = await lobby.room(holder.game)
    tab = Tab(holder.seat, holder.label)
    if not lobby.participants(room).admits(tab):  # taken back a moment ago
        await close(websocket, NO_KEY, _LINK_IS_DEAD)
        return
    room.seat(tab)
    tasks = [
        asyncio.create_task(_listen(room, tab, websocket)),
        asyncio.create_task(send_updates(room, tab, websocket, PATIENCE)),
        asyncio.create_task(tab.over.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(tab)
        for task in tasks:
            task.cancel()
    await close(websocket, *(tab.ended or (1000, "")))


async def _listen(room: Room, tab: Tab, websocket: WebSocket) -> None:
    """Hear what somebody says until the websocket is closed, or it is too much."""
    bucket = Bucket(*_MESSAGES)
    while (message := await receive_text(websocket)) is not None:
        if not bucket.take(_COST_OF_LONG if len(message) > MOST_BYTES else 1):
            tab.end(TOO_FAST, "too many messages came in a short time")
            return
        await room.hear(tab, message)
