"""Parts of the applications for the host and for guests: folders of the page, and websockets."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.games import GAMES
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.web.images import describe_error
from rftg_tools.web.server import MODULES
from rftg_tools.web.styles import SHARED_PAGE

_PAGE: Final = Path(__file__).parent / "page"
WORDS: Final = _PAGE / "words"
"""Folder of the page's texts, one file per subject."""
FOLDERS: Final = (
    SHARED_PAGE,
    _PAGE,
    WORDS,
    *(folder for game in GAMES if (folder := _PAGE / game).is_dir()),
    _PAGE / MODULES,
)
"""Folders of the page. Files in later folders take precedence."""
GUESTS: Final = Path(__file__).parent / "share" / "page"
"""Folder of the files that replace others for guests."""
HOST_ONLY: Final = frozenset(
    f"/{name}.js"
    for name in ("start", "saved", "opening", "seats", "draft", "links", "start-words")
)
"""Files for new games and links, which guests don't get."""


NO_GAME: Final = 4404
"""Close code: there is no such game."""
TOO_MANY: Final = 4429
"""Close code: too many games or tabs are open."""
FAILED: Final = 1011
"""Close code: internal error."""
_MAX_REASON_BYTES: Final = 123
"""Maximum length of a close reason (RFC 6455, 5.5)."""


class _Disconnected(Exception):
    """The websocket was closed during sending."""


async def send_updates(
    room: Room, tab: Tab, websocket: WebSocket, patience: float | None = None
) -> None:
    """Send updates to a tab until it closes or a frame fails.

    patience: timeout of each message in seconds, if any.
    """

    async def send(text: str) -> None:
        try:
            async with asyncio.timeout(patience):
                await websocket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            raise _Disconnected from None

    try:
        await room.send_updates(tab, send)
    except _Disconnected:
        return
    except Exception as error:  # tell the page that there will be no more updates
        details = describe_error(error)
        reason = "The game can't be shown"
        # Guests don't get details of this machine.
        await close(websocket, FAILED, f"{reason}." if tab.label else f"{reason}: {details}")


async def close(websocket: WebSocket, code: int, why: str) -> None:
    """Close a websocket with a reason, shortened to the maximum length."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.close(code, why.encode()[:_MAX_REASON_BYTES].decode(errors="ignore"))


async def receive_text(websocket: WebSocket) -> str | bytes | None:
    """Return the next message of a websocket, or None when it closes."""
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        return None
    text: str | None = message.get("text")
    return message.get("bytes", b"") if text is None else text
