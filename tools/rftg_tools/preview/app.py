"""The routes of the preview: the page, its stream of events, images, and texts to read."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from rftg_dsl.diagnostics.codes import CODES, as_text
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.page_data import details
from rftg_tools.web.images import CannotDraw
from rftg_tools.web.pages import (
    CACHE_FOREVER,
    MEDIA_TYPES,
    NO_STORE,
    NUMBER,
    SHARED_PAGE,
    Guard,
    load_page_files,
)

PAGE: Final = Path(__file__).parent / "page"
"""The folder of the files of the page."""


def build_app(hub: Hub, port: int) -> ASGIApp:
    """Return the application for what a hub has, on a port of this machine."""
    routes = [Route(path, route) for path, route in load_page_files([SHARED_PAGE, PAGE]).items()]
    return Guard(shown_by(hub, [*routes, *ROUTES]), port)


def shown_by(hub: Hub, routes: Sequence[BaseRoute]) -> Starlette:
    """Return the application of some routes, those of `ROUTES` among them, for what a hub has."""
    app = Starlette(routes=routes, exception_handlers={Exception: _unforeseen})
    app.state.hub = hub
    return app


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def _events(request: Request) -> Response:
    """Return the stream of what changes."""
    stream = _hub(request).listen()
    return StreamingResponse(stream, media_type="text/event-stream", headers=NO_STORE)


async def _face(request: Request) -> Response:
    """Return the image of a face."""
    hub = _hub(request)
    try:
        image = await to_thread(hub.images.image, request.path_params["name"])
    except KeyError:
        raise HTTPException(404, "no card that is shown has this face") from None
    except CannotDraw as problem:
        await hub.say_problem()
        return PlainTextResponse(str(problem), 500, NO_STORE)
    return Response(image, media_type=MEDIA_TYPES[".svg"], headers=CACHE_FOREVER)


def _card(request: Request) -> Response:
    """Return all about a card."""
    state = _hub(request).state
    found = next((card for card in state.cards if card.id == request.path_params["id"]), None)
    if found is None:
        raise HTTPException(404, "there is no such card any more")
    return JSONResponse(details(found, state, _hub(request).images), headers=NO_STORE)


def _unforeseen(_request: Request, error: Exception) -> Response:
    """Return an error of the program, in short.

    The server goes on, and the terminal gets the rest.
    """
    return PlainTextResponse(f"{type(error).__name__}: {error}", 500, NO_STORE)


def _explain(request: Request) -> Response:
    """Return what `rftg-dsl explain` says of a code."""
    code = request.path_params["code"]
    if code not in CODES:
        raise HTTPException(404, "there is no such code")
    return PlainTextResponse(as_text(code), headers=NO_STORE)


ROUTES: Final = (
    Route("/events", _events),
    Route("/faces/{name}", _face),
    Route(f"/cards/{{id:{NUMBER}}}", _card),
    Route("/explain/{code}", _explain),
)
"""What the page asks for, beside its files."""
