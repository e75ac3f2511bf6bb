"""Websockets of tabs: sending updates, and closing with a reason."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.play.rooms import Room, Tab
from rftg_tools.web.images import describe_error

NO_GAME: Final = 4404
"""Why a websocket is closed: there is no such game."""
TOO_MANY: Final = 4429
"""Why a websocket is closed: too many games or tabs are open."""
FAILED: Final = 1011
"""Why a websocket is closed: an error of the program."""
_MOST_REASON: Final = 123
"""Bytes of the words with which a websocket is closed at most: RFC 6455, 5.5."""


class _Gone(Exception):
    """A websocket that was closed while something was sent."""


async def send_updates(
    room: Room, tab: Tab, websocket: WebSocket, patience: float | None = None
) -> None:
    """Send a tab what there is for it until it is closed, or it cannot be shown.

    patience: seconds in which it must take what it is sent; None for any time.
    """

    async def send(text: str) -> None:
        try:
            async with asyncio.timeout(patience):
                await websocket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            raise _Gone from None

    try:
        await room.send_updates(tab, send)
    except _Gone:
        return
    except Exception as error:  # the page is to know that it is shown nothing any more
        why = describe_error(error)  # those who came by a link are told nothing of this machine
        more = "" if tab.label else f": {why}"
        await close(websocket, FAILED, f"the game cannot be shown{more}")


async def close(websocket: WebSocket, code: int, why: str) -> None:
    """Close a websocket, and say why: in as many bytes as can be sent."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.close(code, why.encode()[:_MOST_REASON].decode(errors="ignore"))


async def receive_text(websocket: WebSocket) -> str | bytes | None:
    """Return the next message of a websocket, None when it is closed."""
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        return None
    text: str | None = message.get("text")
    return message.get("bytes", b"") if text is None else text
