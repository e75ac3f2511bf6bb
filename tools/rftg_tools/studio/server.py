"""Serving a studio to a browser on this machine, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from rftg_dsl.source.rewriting import clear_files
from rftg_tools.play.lock import locked
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio import bench
from rftg_tools.studio.beside import Beside
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.export import ExportRoutes
from rftg_tools.studio.exports import Exports
from rftg_tools.studio.language import MOST_BYTES
from rftg_tools.studio.playtests import Playtests
from rftg_tools.studio.tables import Tables
from rftg_tools.web.images import Images
from rftg_tools.web.pages import Guard
from rftg_tools.web.server import announce, handle_stop_signals, listen, port_of, serve_app

if TYPE_CHECKING:
    from rftg_tools.play.share.address import Share

_SWITCH: Final = 0.0005
"""Seconds that a thread works on while others wait: what the language server says is not kept
waiting by a table that is laid out anew at the same time."""


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


@dataclass(frozen=True, slots=True)
class _Studio:
    """The parts of a studio that are served."""

    hub: Hub
    aside: Beside
    playtests: Playtests
    tables: Tables
    listening: socket.socket

    async def close(self) -> None:
        """End what has no other end."""
        await self.playtests.close()
        await self.hub.close()
        await self.aside.board.close()
        await self.tables.leave()


def serve(files: Callable[[], Sequence[Path]], folder: Path, wishes: Wishes) -> None:
    """Serve the bench, the table and reviews until Ctrl-C or another signal to stop; return then.

    files: the card files, asked for again after each change. folder: of the games, which is there.
    Raises FolderTaken, PortTaken, BadTheme, BadStore and OSError.
    """
    sys.setswitchinterval(_SWITCH)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        listening = stack.enter_context(listen(wishes.port))
        for_others = _opened(stack, wishes.share)
        stack.enter_context(suppress(KeyboardInterrupt))
        stack.enter_context(handle_stop_signals())
        images = stack.enter_context(closing(Images(wishes.theme)))
        exports = stack.enter_context(closing(Exports()))
        tables = stack.enter_context(closing(Tables(files, folder, images, port_of(listening))))
        hub = Hub(Table(files), images)  # looks when the page is there: it takes half a second
        documents = Documents(files)
        aside = Beside(hub, documents, folder)
        for place in {folder, *(path.parent for path in files())}:
            clear_files(place)
        announce(listening, "Studio", wishes.browser, f"{bench.PLACE}/")
        playtests = Playtests(hub, tables.saves)
        more = [*ExportRoutes(exports, documents, wishes.theme).routes(), *playtests.routes()]
        studio = _Studio(hub, aside, playtests, tables, listening)
        workbench = bench.bench(hub, documents, aside, more)
        asyncio.run(_serve_all(studio, workbench, wishes.share, for_others))


def _opened(stack: ExitStack, share: Share | None) -> socket.socket | None:
    """Return the socket for others, None where nobody is invited. Raises PortTaken."""
    if share is None:
        return None
    from rftg_tools.play.share.beside import opened

    return stack.enter_context(opened(share))


async def _serve_all(
    studio: _Studio, workbench: BaseRoute, share: Share | None, for_others: socket.socket | None
) -> None:
    """Serve the studio here, and its tables to others where they are invited."""
    if share is None:
        await _serve(studio, workbench)
        return
    from rftg_tools.play.share.beside import serve_beside

    lobby = await studio.tables.lobby()
    await serve_beside(_serve(studio, workbench), lobby, share, for_others)


async def _serve(studio: _Studio, workbench: BaseRoute) -> None:
    app = _front(workbench, studio.tables, port_of(studio.listening))
    async with studio.aside.at_work(), asyncio.TaskGroup() as group:
        watching = group.create_task(studio.hub.watch())
        await serve_app(
            app,
            studio.listening,
            studio.close,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
        )
        watching.cancel()


def _front(workbench: BaseRoute, tables: Tables, port: int) -> ASGIApp:
    """Return the bench, and the tables for all else, which are loaded soon after it answers."""
    guarded = Guard(Starlette(routes=[workbench]), port, bench.POSTS)

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(bench.PLACE):
            await guarded(scope, receive, send)
            tables.begin_soon()
        else:
            await tables(scope, receive, send)

    return front
