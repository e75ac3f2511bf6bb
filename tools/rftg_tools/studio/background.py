"""Background tasks of a studio: version history, card tests, balance, and their status.

Each page first gets the latest status of every topic, then every change. A slow page may miss
intermediate states, but never the last state.
"""

from __future__ import annotations

import asyncio
import sqlite3
from asyncio import to_thread
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from rftg_tools.preview.hub import Hub
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.versions.history import HistoryRoutes, ScanResult, VersionTracker
from rftg_tools.studio.versions.store import Store
from rftg_tools.studio.worker_processes import Balancing, CardTestRunner, StatusBoard, Topic
from rftg_tools.web.images import describe_error
from rftg_tools.web.pages import NO_STORE, read_json_body

FOLDER: Final = ".rftg-dsl"
"""Folder next to the folder of the games, for card versions and balance games."""
BALANCE: Final = "/api/balance"
POSTS: Final = (BALANCE,)
"""Paths that accept POST, relative to the workbench."""
_MAX_BYTES: Final = 10_000


class BackgroundTasks:
    """Background tasks for the files of a studio. games: its folder of games. Raises BadStore."""

    def __init__(self, hub: Hub, documents: Documents, games: Path) -> None:
        folder = games.resolve().parent / FOLDER
        self.board = StatusBoard()
        self.store = Store(folder / "versions.sqlite")
        self._hub = hub
        self._documents = documents
        self._tracker = VersionTracker(documents, self.store, folder)
        self._tests = CardTestRunner(self.board)
        self._balancing = Balancing(
            self.board, self.store, self._tracker.key, folder / "games.sqlite"
        )
        self._changes_seen: dict[str, int] = {}

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        history = HistoryRoutes(self._hub, self._documents, self.store, self._tracker.key)
        return [
            *history.routes(),
            Route("/api/news", self._news),
            Route(BALANCE, self._control_balance, methods=["POST"]),
        ]

    def edit(self, path: Path, text: str | None) -> None:
        """Show the unsaved text of a file, and run its tests. text: None after editing ends."""
        self._hub.set_unsaved_text(path, text)
        self._tests.edit(path, text)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the tasks during the block."""
        await self._balancing.publish_settings()
        tasks = [asyncio.create_task(self._tests.run()), asyncio.create_task(self._track())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._balancing.close()
            await to_thread(self._tracker.close)

    async def _track(self) -> None:
        """Store new versions whenever a file is saved."""
        is_first = True
        async for _ in self._hub.states():
            result = await to_thread(self._tracker.scan)
            await self._publish(result)
            if not is_first:
                await self._balance(result.plays)
            is_first = False

    async def _balance(self, names: Sequence[str]) -> None:
        """Measure saved files if automatic measuring is on. A failure must not stop tracking."""
        try:
            paths = await to_thread(self._documents.paths)
            for name in names:
                if name in paths:
                    await self._balancing.on_save(name, paths[name])
        except Exception as error:
            describe_error(error)

    async def _publish(self, result: ScanResult) -> None:
        if result.problem or self.board.latest(Topic.VERSIONS, ""):
            await self.board.publish(Topic.VERSIONS, "", result.problem)
        for name in result.changed:
            self._changes_seen[name] = self._changes_seen.get(name, 0) + 1
            await self.board.publish(Topic.VERSIONS, name, self._changes_seen[name])

    # --- routes

    async def _news(self, _request: Request) -> Response:
        """Return the stream of status changes."""
        stream = self.board.listen()
        return StreamingResponse(stream, media_type="text/event-stream", headers=NO_STORE)

    async def _control_balance(self, request: Request) -> Response:
        """Handle {"start": FILE}, {"stop": true} or {"automatic": true or false}."""
        data: Any = await read_json_body(request, _MAX_BYTES)
        match data:
            case {"start": str(name), **rest} if not rest:
                path = await to_thread(self._documents.path, name)
                await self._balancing.start(name, path)
            case {"stop": True, **rest} if not rest:
                await self._balancing.stop()
            case {"automatic": bool(on), **rest} if not rest:
                await self._set_automatic(on)
            case _:
                raise HTTPException(400, "exactly one of `start`, `stop`, `automatic` is needed")
        return JSONResponse({}, headers=NO_STORE)

    async def _set_automatic(self, on: bool) -> None:
        try:
            await self._balancing.set_automatic(on)
        except sqlite3.Error as problem:
            raise HTTPException(500, f"Couldn't save the setting: {problem}.") from None
