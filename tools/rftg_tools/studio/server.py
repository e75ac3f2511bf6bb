"""Serving a studio to a browser on this machine, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.routing import BaseRoute

from rftg_tools.play.app import build_app
from rftg_tools.play.lobby import Lobby
from rftg_tools.play.lock import locked
from rftg_tools.play.saves import Saves
from rftg_tools.play.server import review_service
from rftg_tools.play.share.address import Share
from rftg_tools.play.share.beside import opened, serve_beside
from rftg_tools.play.shelves import Shelves
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.review.service import ReviewService
from rftg_tools.review.web import page_routes
from rftg_tools.studio import bench
from rftg_tools.studio.beside import Beside
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.export import ExportRoutes
from rftg_tools.studio.exports import Exports
from rftg_tools.studio.language import MOST_BYTES
from rftg_tools.studio.playtests import Playtests
from rftg_tools.web.images import Images
from rftg_tools.web.server import announce, listen, other_signals, port_of, serve_app

_SWITCH: Final = 0.0005
"""Seconds that a thread works on while others wait: what the language server says is not kept
waiting by a table that is laid out anew at the same time."""
_PACE: Final = 0.5
"""Seconds between the answers of bots that are watched."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a studio is served.

    theme: a name or folder. port: 0 for any. browser: open one. share: how its tables are opened to
    others, None where they are not.
    """

    theme: str
    port: int
    browser: bool
    share: Share | None = None


def serve(
    files: Callable[[], Sequence[Path]], shelves: Shelves, folder: Path, wishes: Wishes
) -> None:
    """Serve the bench, the table and reviews until Ctrl-C or another signal to stop; return then.

    files: the card files, asked for again after each change. shelves: what can be played with.
    folder: of the games, which is there. Raises FolderTaken, PortTaken, BadTheme, BadStore and
    OSError.
    """
    sys.setswitchinterval(_SWITCH)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        listening = stack.enter_context(listen(wishes.port))
        for_others = stack.enter_context(opened(wishes.share))
        stack.enter_context(suppress(KeyboardInterrupt))
        stack.enter_context(other_signals())
        images = stack.enter_context(closing(Images(wishes.theme)))
        reviews = stack.enter_context(closing(review_service(images, shelves, folder)))
        exports = stack.enter_context(closing(Exports()))
        hub = Hub(Table(files), images)  # looks when the page is there: it takes half a second
        documents = Documents(files)
        aside = Beside(hub, documents, folder)
        lobby = Lobby(shelves, Saves(folder), images, _PACE)
        announce(listening, "is the studio", wishes.browser, f"{bench.PLACE}/")
        playtests = Playtests(hub, lobby.saves)
        more = [*ExportRoutes(exports, documents, wishes.theme).routes(), *playtests.routes()]
        workbench = bench.bench(hub, documents, aside, more)
        host = _serve(hub, workbench, aside, playtests, lobby, reviews, listening)
        asyncio.run(serve_beside(host, lobby, wishes.share, for_others))


async def _serve(
    hub: Hub,
    workbench: BaseRoute,
    aside: Beside,
    playtests: Playtests,
    lobby: Lobby,
    reviews: ReviewService,
    listening: socket.socket,
) -> None:
    async def close() -> None:
        await playtests.close()
        await hub.close()
        await aside.board.close()
        await lobby.close()

    routes = [workbench, *page_routes(reviews)]
    app = build_app(lobby, port_of(listening), routes, bench.POSTS)
    async with aside.at_work(), asyncio.TaskGroup() as group:
        watching = group.create_task(hub.watch())
        await serve_app(
            app,
            listening,
            close,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
        )
        watching.cancel()
