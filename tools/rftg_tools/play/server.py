"""Server of games for browsers on this machine."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Final

from rftg_dsl.source.rewriting import remove_stale_files
from rftg_tools.play.app import build_app
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.lobby import Lobby
from rftg_tools.play.saves import GameNotFound, Saves, lock_folder
from rftg_tools.play.share.address import Share
from rftg_tools.play.share.listener import open_socket, serve_beside
from rftg_tools.review.web import ReviewService, ReviewUnavailable, page_routes
from rftg_tools.web.images import Images
from rftg_tools.web.server import announce, handle_stop_signals, listen, port_of, serve_app

_MAX_MESSAGE_BYTES: Final = 64_000
"""Message size that closes a websocket. Shorter messages that are too long are only refused."""


def serve(
    catalog: SetCatalog,
    folder: Path,
    theme: str,
    port: int,
    browser: bool,
    pace: float,
    share: Share | None = None,
) -> None:
    """Serve games until Ctrl-C or another signal to stop.

    folder: existing folder of the records. theme: a name or folder. port: 0 for any free port.
    browser: whether to open one. pace: seconds between answers in games without people. share:
    how to share the server, if at all. Raises FolderTaken, PortTaken, BadTheme, OSError.
    """
    saves = Saves(folder)
    with (
        lock_folder(folder),
        listen(port) as listening,
        open_socket(share) as guest_socket,
        suppress(KeyboardInterrupt),
        handle_stop_signals(),
        closing(Images(theme)) as images,
        closing(review_service(images, catalog, saves)) as service,
    ):
        remove_stale_files(folder)
        announce(listening, f"Table; games are saved in {folder}{'/'}", browser)
        lobby = Lobby(catalog, saves, images, pace)
        host = _serve(lobby, service, listening)
        asyncio.run(serve_beside(host, lobby, share, guest_socket))


def finished_record(saves: Saves, game_id: str) -> Path:
    """Return the record of a game that is over.

    Raises ReviewUnavailable otherwise, because a review reveals the hands.
    """
    try:
        over = saves.read(game_id)["result"]["over"]
    except (GameNotFound, LookupError, TypeError) as problem:
        raise ReviewUnavailable(f"This game can't be reviewed: {problem}") from None
    if over is not True:
        raise ReviewUnavailable("You can review a game when it is over.")
    return saves.folder / saves.file_name(game_id)


def review_service(images: Images, catalog: SetCatalog, saves: Saves) -> ReviewService:
    """Return the review service for saved games. It leaves one core free for the games."""
    jobs = max(1, (os.cpu_count() or 1) - 1)
    return ReviewService(images, partial(finished_record, saves), jobs, catalog.folders)


async def _serve(lobby: Lobby, service: ReviewService, listening: socket.socket) -> None:
    app = build_app(lobby, port_of(listening), page_routes(service))
    await serve_app(
        app,
        listening,
        lobby.close,
        ws="websockets-sansio",
        ws_max_size=_MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # useless within one machine
    )
