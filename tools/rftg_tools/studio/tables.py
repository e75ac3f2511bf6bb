"""The tables and reviews of a studio: loaded once, when they are first asked for or the bench has.

Both games, their bots and what tells of them take longer to import than all of the bench, and
nobody plays before a page is there. So they are imported in a thread beside it, and a request for a
table that comes before waits until they are.
"""

from __future__ import annotations

import asyncio
from asyncio import to_thread
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final

from starlette.types import ASGIApp, Receive, Scope, Send

from rftg_tools.web.images import Images

if TYPE_CHECKING:
    from rftg_tools.play.lobby import Lobby
    from rftg_tools.play.saves import Saves
    from rftg_tools.review.service import ReviewService

_PACE: Final = 0.5
"""Seconds between the answers of bots that are watched."""
_MOMENT: Final = 2.0
"""Seconds that a page which has just come has for itself, and for its language server."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """What was loaded: the games, the reviews, and the application of both."""

    lobby: Lobby
    reviews: ReviewService
    app: ASGIApp


class Tables:
    """An application for all that is not the bench.

    files: the own card files, as they are now. folder: of the games. port: where it is served.
    """

    def __init__(
        self, files: Callable[[], Sequence[Path]], folder: Path, images: Images, port: int
    ) -> None:
        self._files, self._folder, self._images, self._port = files, folder, images, port
        self._loading: asyncio.Task[_Loaded] | None = None
        self._soon: asyncio.TimerHandle | None = None
        self._loaded: _Loaded | None = None
        self._saves: Saves | None = None
        self._lock = RLock()  # two threads that import the same packages can wait for each other

    def saves(self) -> Saves:
        """Return the records of the folder; any thread may ask, and waits while it is loaded."""
        with self._lock:
            from rftg_tools.play.saves import Saves

            if self._saves is None:
                self._saves = Saves(self._folder)
            return self._saves

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, once it can be answered."""
        await (await self._wait()).app(scope, receive, send)

    def begin(self) -> None:
        """Begin to load, where that was not begun."""
        if self._loading is None:
            self._loading = asyncio.create_task(to_thread(self._load))

    def begin_soon(self) -> None:
        """Begin to load in a moment, where that was not said before."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(_MOMENT, self.begin)

    async def lobby(self) -> Lobby:
        """Return the games."""
        return (await self._wait()).lobby

    async def _wait(self) -> _Loaded:
        """Return what is loaded; who does not wait to the end stops it for nobody else."""
        self.begin()
        assert self._loading is not None
        return await asyncio.shield(self._loading)

    def _load(self) -> _Loaded:
        with self._lock:
            return self._load_all()

    def _load_all(self) -> _Loaded:
        from rftg_dsl.sets.robot_file import shipped_robot
        from rftg_tools.play.app import build_app
        from rftg_tools.play.lobby import Lobby
        from rftg_tools.play.server import review_service
        from rftg_tools.play.shelves import Shelves
        from rftg_tools.review.web import page_routes
        from rftg_tools.workers.process import tune_garbage_collector

        shelves = Shelves(self._files, (), shipped_robot())
        lobby = Lobby(shelves, self.saves(), self._images, _PACE)
        reviews = review_service(self._images, shelves, self._folder)
        app = build_app(lobby, self._port, page_routes(reviews))
        self._loaded = _Loaded(lobby, reviews, app)
        tune_garbage_collector()  # what is there now stays, and to look through it delays keys
        return self._loaded

    async def leave(self) -> None:
        """Close all games, and what waits for their news; what is being loaded is loaded first."""
        if self._soon is not None:
            self._soon.cancel()
        if self._loading is not None:
            await asyncio.wait([self._loading])
        if self._loaded is not None:
            await self._loaded.lobby.close()

    def close(self) -> None:
        """End what is still looked for in reviews."""
        if self._loaded is not None:
            self._loaded.reviews.close()
