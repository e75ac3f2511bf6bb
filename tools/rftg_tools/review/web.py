"""The routes of reviews, beside those of play or by themselves."""

from __future__ import annotations

import asyncio
import socket
from asyncio import to_thread
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Lock
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from rftg_tools.review.export import FOLDERS, PAGE
from rftg_tools.review.review import Game
from rftg_tools.review.service import FinishedReview, NoReview, ReviewService, page_bytes
from rftg_tools.web.images import CannotDraw, Images
from rftg_tools.web.pages import CACHE_FOREVER, MEDIA_TYPES, NO_STORE, Guard, load_page_files
from rftg_tools.web.server import announce, handle_stop_signals, listen, port_of, serve_app

_HERE = "game"
"""The id of the one game that a server of its own shows."""


def review_routes(service: ReviewService | FinishedReview) -> list[Route]:
    """Return the page of a review, and what it asks for.

    The files of the page are not among them.
    """
    page = load_page_files(FOLDERS)["/review.html"]
    lock = Lock()

    def answer(find: Callable[[str], dict[str, Any]]) -> Callable[[Request], Any]:
        def found(game_id: str) -> bytes:
            with lock:
                return page_bytes(find(game_id))

        async def route(request: Request) -> Response:
            try:
                body = await to_thread(found, request.path_params["id"])
            except NoReview as problem:
                raise HTTPException(404, str(problem)) from None
            return Response(body, media_type="application/json", headers=NO_STORE)

        return route

    return [
        Route("/review/{id}", page),
        Route("/api/review/{id}", answer(service.data)),
        Route("/api/review/{id}/found", answer(service.found)),
    ]


def page_routes(service: ReviewService) -> list[Route]:
    """Return the routes of reviews and the files of their page, for the server of play."""
    own = load_page_files([PAGE])
    files = [Route(path, file) for path, file in own.items() if path != "/review.html"]
    return [*files, *review_routes(service)]


def build_app(service: ReviewService | FinishedReview, port: int) -> ASGIApp:
    """Return the application for the reviews of a service alone, on a port of this machine."""
    files = load_page_files(FOLDERS)

    async def face(request: Request) -> Response:
        try:
            image = await to_thread(service.images.image, request.path_params["name"])
        except (KeyError, CannotDraw) as problem:
            raise HTTPException(404, str(problem)) from None
        return Response(image, media_type=MEDIA_TYPES[".svg"], headers=CACHE_FOREVER)

    async def home(_request: Request) -> Response:
        return RedirectResponse(f"/review/{_HERE}")

    routes = [
        Route(path, file) for path, file in files.items() if path not in ("/", "/review.html")
    ]
    routes += [Route("/", home), Route("/faces/{name}.svg", face), *review_routes(service)]
    return Guard(Starlette(routes=routes), port)


def serve(game: Game, review: dict[str, Any], theme: str, port: int, browser: bool) -> None:
    """Serve the review of one game until Ctrl-C or another signal to stop; return then.

    review: of `review_data`. port: 0 for any that is free. browser: open one. Raises PortTaken,
    BadTheme, OSError.
    """
    with (
        listen(port) as listening,
        suppress(KeyboardInterrupt),
        handle_stop_signals(),
        closing(Images(theme)) as images,
    ):
        announce(listening, "Review", browser)
        asyncio.run(_serve(FinishedReview(images, game, review, _HERE), listening))


async def _serve(service: FinishedReview, listening: socket.socket) -> None:
    async def nothing() -> None:
        """Do nothing: no stream is open that has to be ended."""

    await serve_app(build_app(service, port_of(listening)), listening, nothing)
