"""Server of a studio: the workbench, and the tables and reviews that load after it.

Importing both games and their bots takes longer than importing the workbench, and nobody plays
before the page is open. So a thread imports them, and requests for a table wait for it.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio import to_thread
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.source.files import remove_stale_files
from rftg_tools.play.saves import Saves, lock_folder
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio import bench
from rftg_tools.studio.background import BackgroundTasks
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.language import MAX_BYTES
from rftg_tools.studio.linked import LinkedSets
from rftg_tools.studio.sheet import READER
from rftg_tools.web.images import Images
from rftg_tools.web.server import Guard

if TYPE_CHECKING:
    import socket

    from rftg_tools.play.lobby import Lobby
    from rftg_tools.play.share.listener import Share
    from rftg_tools.review.web import ReviewService


_BOT_PACE: Final = 0.5
"""Seconds between the moves of bots in games without people."""
_LOAD_DELAY: Final = 2.0
"""Seconds that a new page and its language server get before tables are imported."""
_SWITCH_INTERVAL: Final = 0.0005
"""Thread switch interval in seconds; short, so that building the gallery delays no messages."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """The games, the reviews, and the application for both."""

    lobby: Lobby
    reviews: ReviewService
    app: ASGIApp


class Tables:
    """Application for everything but the workbench, loaded when needed.

    files: returns the user's card files. port: the server's port. more: returns files from links.
    """

    def __init__(
        self,
        files: Callable[[], Sequence[Path]],
        saves: Saves,
        images: Images,
        port: int,
        more: Callable[[], Sequence[Path]] = tuple,
    ) -> None:
        self._files, self._saves, self._images, self._port = files, saves, images, port
        self._more = more
        self._loading: asyncio.Task[_Loaded] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._loaded: _Loaded | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request after loading."""
        await (await self._wait_loaded()).app(scope, receive, send)

    def load(self) -> None:
        """Start loading, once, or again if it has failed."""
        if self._loading is None or (self._loading.done() and self._loading.exception()):
            self._loading = asyncio.create_task(to_thread(self._load))

    def load_soon(self) -> None:
        """Start loading after a delay, once."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOAD_DELAY, self.load)

    async def lobby(self) -> Lobby:
        """Return the lobby after loading."""
        return (await self._wait_loaded()).lobby

    async def _wait_loaded(self) -> _Loaded:
        """Wait until everything is loaded; a cancelled request does not cancel the loading."""
        self.load()
        assert self._loading is not None
        return await asyncio.shield(self._loading)

    def _load(self) -> _Loaded:
        from rftg_dsl.sets.robot import shipped_robot
        from rftg_tools.play import moment_tests
        from rftg_tools.play.app import build_app, review_service
        from rftg_tools.play.catalog import SetCatalog
        from rftg_tools.play.lobby import Lobby
        from rftg_tools.play.moment_tests import MomentTests
        from rftg_tools.review.web import page_routes
        from rftg_tools.workers.process import tune_garbage_collector

        catalog = SetCatalog(self._files, (), shipped_robot(), self._more)
        lobby = Lobby(catalog, self._saves, self._images, _BOT_PACE)
        reviews = review_service(self._images, catalog, self._saves)
        tests = MomentTests(self._saves, f"{bench.PLACE[1:]}/")
        app = build_app(
            lobby, self._port, [*page_routes(reviews), *tests.routes()], {moment_tests.POST}
        )
        self._loaded = _Loaded(lobby, reviews, app)
        tune_garbage_collector()  # collecting all these objects would delay typing
        return self._loaded

    async def close_games(self) -> None:
        """Stop all games, their streams and reviews, after loading if that has started."""
        if self._timer is not None:
            self._timer.cancel()
        if self._loading is not None:
            await asyncio.wait([self._loading])
        if self._loaded is not None:
            await self._loaded.lobby.close()
            await self._loaded.reviews.close()


@dataclass(frozen=True, slots=True)
class Studio:
    """The application of a studio, and its work in the background."""

    app: ASGIApp
    hub: Hub
    background: BackgroundTasks
    tables: Tables

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Do the work in the background during the block."""
        async with self.background.running(), asyncio.TaskGroup() as group:
            watching = group.create_task(self.hub.watch())
            yield
            watching.cancel()

    async def close(self) -> None:
        """End endless responses."""
        await self.hub.close()
        await self.background.close()
        await self.tables.close_games()


@contextmanager
def built_studio(
    files: Callable[[], Sequence[Path]], home: Path, saves: Saves, theme: str, port: int
) -> Iterator[Studio]:
    """Build a studio; remove its temporary files after the block.

    files: returns the card files; called after each change. home: folder for new card files, unless
    another is chosen. port: of the server. Raises BadTheme, BadStore and OSError.
    """
    with closing(Images(theme)) as images:
        documents = Documents(files, home)
        linked = documents.linked
        # In a browser, workers beside the studio see only the files of its folder.
        links = home / ".links" if sys.platform == "emscripten" else None
        tables = Tables(documents.files, saves, images, port, linked)
        hub = Hub(Table(documents.files, linked, SourceCache(READER)), images)
        background = BackgroundTasks(hub, documents, saves)
        with closing(LinkedSets(documents, links)) as sets:
            workbench = bench.build_workbench(hub, documents, background, sets)
            yield Studio(_route_requests(workbench, tables, port), hub, background, tables)


def serve(
    files: Callable[[], Sequence[Path]],
    home: Path,
    folder: Path,
    theme: str,
    port: int,
    browser: bool,
    share: Share | None = None,
    in_container: bool = False,
) -> None:
    """Serve workbench, tables and reviews until Ctrl-C or another signal to stop.

    files, home: see `built_studio`. folder: existing folder of the games. theme: name or folder.
    port: 0 for any port. browser: open the page. share: address for guests, or None if tables are
    not shared. in_container: accept connections from outside this container; requests still need
    the host name of this machine. Raises FolderTaken, PortTaken, BadTheme, BadStore and OSError.
    """
    from rftg_tools.web.serving import (
        ADDRESS,
        IN_CONTAINER,
        announce,
        handle_stop_signals,
        listen,
        port_of,
    )

    sys.setswitchinterval(_SWITCH_INTERVAL)
    with ExitStack() as stack:
        stack.enter_context(lock_folder(folder))
        saves = Saves(folder)
        listening = stack.enter_context(listen(port, IN_CONTAINER if in_container else ADDRESS))
        shared_socket = _open_shared_socket(stack, share)
        stack.enter_context(suppress(KeyboardInterrupt))
        stack.enter_context(handle_stop_signals())
        building = built_studio(files, home, saves, theme, port_of(listening))
        studio = stack.enter_context(building)
        for place in {folder, *(path.parent for path in files())}:
            remove_stale_files(place)
        announce(listening, "Studio", browser, f"{bench.PLACE}/")
        asyncio.run(_serve_all(studio, listening, share, shared_socket))


def _open_shared_socket(stack: ExitStack, share: Share | None) -> socket.socket | None:
    """Return the socket for guests, None without sharing. Raises PortTaken."""
    if share is None:
        return None
    from rftg_tools.play.share.listener import open_socket

    return stack.enter_context(open_socket(share))


async def _serve_all(
    studio: Studio, listening: socket.socket, share: Share | None, shared: socket.socket | None
) -> None:
    """Serve the studio, and its tables to guests if they are shared."""
    if share is None:
        await _serve(studio, listening)
        return
    from rftg_tools.play.share.listener import serve_beside

    lobby = await studio.tables.lobby()
    await serve_beside(_serve(studio, listening), lobby, share, shared)


async def _serve(studio: Studio, listening: socket.socket) -> None:
    from rftg_tools.web.serving import serve_app

    async with studio.running():
        await serve_app(
            studio.app,
            listening,
            studio.close,
            ws="websockets-sansio",
            ws_max_size=MAX_BYTES,
            ws_per_message_deflate=False,
        )


def _route_requests(workbench: BaseRoute, tables: Tables, port: int) -> ASGIApp:
    """Route requests to the workbench or the tables, which load after the first request."""
    guarded = Guard(Starlette(routes=[workbench]), port, bench.POSTS)

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(bench.PLACE):
            await guarded(scope, receive, send)
            tables.load_soon()
        else:
            await tables(scope, receive, send)

    return front
