"""Serving games to browsers on this machine, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from rftg_tools.play.app import build_app
from rftg_tools.play.lobby import Lobby
from rftg_tools.play.saves import Saves
from rftg_tools.play.shelves import Shelves
from rftg_tools.web.images import Images
from rftg_tools.web.server import announce, listen, other_signals, port_of, serve_app

_MOST_RECEIVED: Final = 64_000
"""Bytes of a message at which a websocket is closed; a shorter one that is too long is refused."""


def serve(
    shelves: Shelves, folder: Path, theme: str, port: int, browser: bool, pace: float
) -> None:
    """Serve games until Ctrl-C or another signal to stop; return then.

    shelves: what can be played with. folder: of the records. theme: a name or folder. port: 0 for
    any that is free. browser: open one. pace: seconds between the answers of bots that are watched.
    Raises PortTaken, BadTheme, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (
        listen(port) as listening,
        suppress(KeyboardInterrupt),
        other_signals(),
        closing(Images(theme)) as images,
    ):
        announce(listening, f"plays; games are kept in {folder}{'/'}", browser)
        asyncio.run(_serve(shelves, Saves(folder), images, pace, listening))


async def _serve(
    shelves: Shelves, saves: Saves, images: Images, pace: float, listening: socket.socket
) -> None:
    lobby = Lobby(shelves, saves, images, pace)
    app = build_app(lobby, port_of(listening))
    await serve_app(app, listening, lobby.close, ws="websockets-sansio", ws_max_size=_MOST_RECEIVED)
