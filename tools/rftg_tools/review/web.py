"""Web service for reviews: analyses, page data and routes."""

from __future__ import annotations

import asyncio
import json
from asyncio import to_thread
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from gamekit.records import RecordError
from rftg_engine import COMPILED
from rftg_tools.recorded import Unreadable
from rftg_tools.review.analysis import Store, findings_path
from rftg_tools.review.export import FOLDERS, PAGE, faces_of, page_data
from rftg_tools.review.plan import QUICK_PLAYOUTS
from rftg_tools.review.review import Game, game_of, review_data
from rftg_tools.web.images import Images
from rftg_tools.web.server import NO_STORE, Guard, face_response, load_page_files
from rftg_tools.workers.worker import Data, WorkerEnded, working

if TYPE_CHECKING:
    import socket

WORKER: Final = "rftg_tools.review.worker"
_CRASHED: Final = "The analysis stopped unexpectedly. The machine may be short of memory."


class AnalysisRunner:
    """Runs the analyses of records, one at a time.

    jobs: number of worker processes, or None for all cores.
    """

    def __init__(self, jobs: int | None) -> None:
        self._jobs = jobs
        self._running: asyncio.Task[None] | None = None
        self._problems: dict[Path, str] = {}

    def problem(self, record: Path) -> str:
        """Return why the analysis of a record has stopped, or "" if it can continue."""
        return self._problems.get(record, "")

    def start(self, record: Path, playouts: int) -> None:
        """Start the analysis of a record unless one is running, or this one has stopped.

        playouts: maximum number of games per decision.
        """
        is_running = self._running is not None and not self._running.done()
        if not is_running and not self.problem(record):
            self._running = asyncio.create_task(self._analyse(record, playouts))

    async def _analyse(self, record: Path, playouts: int) -> None:
        request = {"record": str(record), "playouts": playouts, "jobs": self._jobs}
        try:
            async with working(WORKER, request) as worker:
                while "decision" in (answer := await worker.receive()):
                    pass
        except OSError as problem:
            answer = {"problem": f"Couldn't start the analysis: {problem}"}
        except WorkerEnded:
            answer = {"problem": _CRASHED}
        if "problem" in answer:
            self._problems[record] = answer["problem"]

    async def close(self) -> None:
        """Stop the analysis; its findings are kept."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])


_MAX_CACHED_GAMES: Final = 8


class ReviewUnavailable(Exception):
    """The game can't be reviewed, or not yet, with the reason."""


def affordable(game: Game, record: Path) -> Game:
    """Return the game with as many games per decision as people want to wait for.

    A full review is shown if it has been started; without a compiled engine, others are quick.
    """
    if COMPILED or Store(findings_path(record, None), game.plan).found:
        return game
    return replace(game, plan=replace(game.plan, playouts=QUICK_PLAYOUTS))


class FinishedReview:
    """A complete review of one game. review: result of `review_data`."""

    def __init__(self, images: Images, game: Game, review: Data, game_id: str) -> None:
        self.images = images
        self._game, self._review, self._id = game, review, game_id

    async def data(self, game_id: str) -> Data:
        """Return the page data. Raises ReviewUnavailable."""
        review = await self.results(game_id)
        return page_data(self._game, review, faces_of(self._game, self.images))

    async def results(self, game_id: str) -> Data:
        """Return the review. Raises ReviewUnavailable."""
        if game_id != self._id:
            raise ReviewUnavailable("There is no such game.")
        return self._review


class ReviewService:
    """Reviews of recorded games by id.

    record: returns the path of a record, or raises ReviewUnavailable. jobs: number of worker
    processes, or None for all cores. folders: returns picture folders by set id.
    """

    def __init__(
        self,
        images: Images,
        record: Callable[[str], Path],
        jobs: int | None = None,
        folders: Callable[[], Mapping[str, Path]] = dict,
    ) -> None:
        self.images = images
        self._record = record
        self._folders = folders
        self._games: dict[str, Game] = {}
        self._runner = AnalysisRunner(jobs)
        self._lock = asyncio.Lock()
        """Held while the games and images are used."""

    async def data(self, game_id: str) -> Data:
        """Return the page data so far. Raises ReviewUnavailable."""
        review = await self.results(game_id)
        async with self._lock:
            return await to_thread(self._page_data, game_id, review)

    def _page_data(self, game_id: str, review: Data) -> Data:
        game = self._game(game_id)
        return page_data(game, review, faces_of(game, self.images, self._folders()))

    async def results(self, game_id: str) -> Data:
        """Return the review so far, and continue the analysis. Raises ReviewUnavailable."""
        async with self._lock:
            record = await to_thread(self._record, game_id)
            # Before reading, to include the last findings if the analysis has just stopped.
            stopped = self._runner.problem(record)
            review, playouts = await to_thread(self._review, game_id, record)
        if review["complete"]:
            return review
        self._runner.start(record, playouts)
        return review | {"stopped": stopped}

    def _review(self, game_id: str, record: Path) -> tuple[Data, int]:
        plan = self._game(game_id).plan
        found = Store(findings_path(record, None), plan).found
        return review_data(self._game(game_id), found), plan.playouts

    def _game(self, game_id: str) -> Game:
        game = self._games.get(game_id)
        if game is None:
            path = self._record(game_id)
            try:
                game = affordable(game_of(path), path)
            except (LookupError, OSError, RecordError, Unreadable, ValueError) as problem:
                raise ReviewUnavailable(f"{path.name} can't be reviewed: {problem}") from None
            if len(self._games) >= _MAX_CACHED_GAMES:
                del self._games[next(iter(self._games))]
            self._games[game_id] = game
        return game

    async def close(self) -> None:
        """Stop the analysis; its findings are kept."""
        await self._runner.close()


def page_bytes(data: Data) -> bytes:
    """Return data as JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


_HERE = "game"
"""Id of the game on a server for a single review."""


def review_routes(service: ReviewService | FinishedReview) -> list[Route]:
    """Return the routes of the page and its data, but not of its files."""
    page = load_page_files(FOLDERS)["/review.html"]

    def create_route(get_data: Callable[[str], Awaitable[Data]]) -> Callable[[Request], Any]:
        async def route(request: Request) -> Response:
            try:
                body = await to_thread(page_bytes, await get_data(request.path_params["id"]))
            except ReviewUnavailable as problem:
                raise HTTPException(404, str(problem)) from None
            return Response(body, media_type="application/json", headers=NO_STORE)

        return route

    return [
        Route("/review/{id}", page),
        Route("/api/review/{id}", create_route(service.data)),
        Route("/api/review/{id}/found", create_route(service.results)),
    ]


def page_routes(service: ReviewService) -> list[Route]:
    """Return the routes of reviews and of their page files, for the server of `play`."""
    files = load_page_files([PAGE])
    routes = [Route(path, file) for path, file in files.items() if path != "/review.html"]
    return [*routes, *review_routes(service)]


def build_app(service: ReviewService | FinishedReview, port: int) -> ASGIApp:
    """Return an application that serves only reviews."""
    files = load_page_files(FOLDERS)

    async def face(request: Request) -> Response:
        return await face_response(service.images, request.path_params["name"])

    async def home(_request: Request) -> Response:
        return RedirectResponse(f"review/{_HERE}")

    routes = [
        Route(path, file) for path, file in files.items() if path not in ("/", "/review.html")
    ]
    routes += [Route("/", home), Route("/faces/{name}.svg", face), *review_routes(service)]
    return Guard(Starlette(routes=routes), port)


def serve(game: Game, review: dict[str, Any], theme: str, port: int, browser: bool) -> None:
    """Serve the review of one game until Ctrl-C or another signal to stop.

    review: result of `review_data`. port: 0 for any free port. browser: whether to open one.
    Raises PortTaken, BadTheme, OSError.
    """
    from rftg_tools.web.serving import announce, handle_stop_signals, listen

    with (
        listen(port) as listening,
        suppress(KeyboardInterrupt),
        handle_stop_signals(),
        closing(Images(theme)) as images,
    ):
        announce(listening, "Review", browser)
        asyncio.run(_serve(FinishedReview(images, game, review, _HERE), listening))


async def _serve(service: FinishedReview, listening: socket.socket) -> None:
    from rftg_tools.web.serving import port_of, serve_app

    async def nothing() -> None:
        """Do nothing, because there are no endless responses."""

    await serve_app(build_app(service, port_of(listening)), listening, nothing)
