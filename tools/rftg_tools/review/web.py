"""Web service for reviews: analysis processes, page data and routes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from asyncio import to_thread
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, TYPE_CHECKING, Any, Final

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

if TYPE_CHECKING:
    import socket

_MAX_ERROR_LENGTH: Final = 500


class AnalysisRunner:
    """Runs `rftg-dsl review` for records, one process at a time.

    jobs: number of worker processes, or None for all cores.
    """

    def __init__(self, jobs: int | None) -> None:
        self._jobs = jobs
        self._running: tuple[Path, subprocess.Popen[bytes], IO[bytes]] | None = None
        self._errors: dict[Path, str] = {}

    def stopped(self, record: Path) -> str:
        """Return why the analysis of a record has stopped, or "" if it can continue."""
        if self._running is not None:
            path, process, errors = self._running
            code = process.poll()
            if code is not None:
                self._errors[path] = _error_message(code, errors)
                self._clear()
        return self._errors.get(record, "")

    def start(self, record: Path, playouts: int) -> str:
        """Start the analysis unless another one is running; return why it can't run, or "".

        playouts: maximum number of games per decision.
        """
        if self._running is None:
            errors = TemporaryFile()  # noqa: SIM115 - open until the process has ended
            null = subprocess.DEVNULL
            command = self._command(record, playouts)
            try:
                process = subprocess.Popen(command, stdin=null, stdout=null, stderr=errors)
            except OSError as problem:
                errors.close()
                self._errors[record] = f"Couldn't start the analysis: {problem}"
            else:
                self._running = (record, process, errors)
        return self._errors.get(record, "")

    def close(self) -> None:
        """Stop the process; its findings are kept."""
        if self._running is not None:
            self._running[1].terminate()
            self._running[1].wait()
            self._clear()

    def _command(self, record: Path, playouts: int) -> list[str]:
        command = [sys.executable, "-m", "rftg_dsl", "review", str(record), "--json"]
        command += ["--playouts", str(playouts)]
        return command + (["--jobs", str(self._jobs)] if self._jobs else [])

    def _clear(self) -> None:
        if self._running is not None:
            self._running[2].close()
            self._running = None


def _error_message(code: int, errors: IO[bytes]) -> str:
    """Return the error message of a process."""
    errors.seek(0)
    message = errors.read().decode(errors="replace").strip()[-_MAX_ERROR_LENGTH:]
    return message or f"The analysis ended early with code {code}."


Data = dict[str, Any]
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

    def data(self, game_id: str) -> Data:
        """Return the page data. Raises ReviewUnavailable."""
        review = self.results(game_id)
        return page_data(self._game, review, faces_of(self._game, self.images))

    def results(self, game_id: str) -> Data:
        """Return the review. Raises ReviewUnavailable."""
        if game_id != self._id:
            raise ReviewUnavailable("There is no such game.")
        return self._review


class ReviewService:
    """Reviews of recorded games by id. Calls must not overlap.

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

    def data(self, game_id: str) -> Data:
        """Return the page data so far. Raises ReviewUnavailable."""
        game = self._game(game_id)
        faces = faces_of(game, self.images, self._folders())
        return page_data(game, self.results(game_id), faces)

    def results(self, game_id: str) -> Data:
        """Return the review so far, and continue the analysis. Raises ReviewUnavailable."""
        game = self._game(game_id)
        record = self._record(game_id)
        # Check the process before reading, to include its last findings if it has just ended.
        stopped = self._runner.stopped(record)
        review = review_data(game, Store(findings_path(record, None), game.plan).found)
        if review["complete"]:
            return review
        return review | {"stopped": stopped or self._runner.start(record, game.plan.playouts)}

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

    def close(self) -> None:
        """Stop the analysis; its findings are kept."""
        self._runner.close()


def page_bytes(data: Data) -> bytes:
    """Return data as JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


_HERE = "game"
"""Id of the game on a server for a single review."""


def review_routes(service: ReviewService | FinishedReview) -> list[Route]:
    """Return the routes of the page and its data, but not of its files."""
    page = load_page_files(FOLDERS)["/review.html"]
    lock = Lock()

    def create_route(get_data: Callable[[str], Data]) -> Callable[[Request], Any]:
        def get_body(game_id: str) -> bytes:
            with lock:
                return page_bytes(get_data(game_id))

        async def route(request: Request) -> Response:
            try:
                body = await to_thread(get_body, request.path_params["id"])
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
