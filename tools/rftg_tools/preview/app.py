"""Server of the preview."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from rftg_dsl.diagnostics.codes import format_explanation, known_codes
from rftg_tools.preview.hub import Hub, details
from rftg_tools.preview.table import Table
from rftg_tools.web.images import Images
from rftg_tools.web.server import (
    NO_STORE,
    NUMBER,
    Guard,
    describe_internal_error,
    face_response,
    load_page_files,
)
from rftg_tools.web.styles import SHARED_PAGE

if TYPE_CHECKING:
    import socket

PAGE: Final = Path(__file__).parent / "page"
"""Folder of the page."""


def build_app(hub: Hub, port: int) -> ASGIApp:
    """Return the application of a hub on a local port."""
    routes = [Route(path, route) for path, route in load_page_files([SHARED_PAGE, PAGE]).items()]
    return Guard(create_app(hub, [*routes, *ROUTES]), port)


def create_app(hub: Hub, routes: Sequence[BaseRoute]) -> Starlette:
    """Return an application with these routes. They must include `ROUTES`."""
    app = Starlette(routes=routes, exception_handlers={Exception: describe_internal_error})
    app.state.hub = hub
    return app


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def _events(request: Request) -> Response:
    """Return the stream of changes."""
    stream = _hub(request).listen()
    return StreamingResponse(stream, media_type="text/event-stream", headers=NO_STORE)


async def _face(request: Request) -> Response:
    """Return the image of a face, and notify listeners if there is a problem with it."""
    hub = _hub(request)
    response = await face_response(hub.images, request.path_params["name"])
    await hub.update_problem()
    return response


async def _card(request: Request) -> Response:
    """Return the details of a card."""
    state = _hub(request).state
    card = next((card for card in state.cards if card.id == request.path_params["id"]), None)
    if card is None:
        raise HTTPException(404, "this card no longer exists")
    return JSONResponse(details(card, state, _hub(request).images), headers=NO_STORE)


async def _explain(request: Request) -> Response:
    """Return the explanation of a code."""
    code = request.path_params["code"]
    if code not in known_codes():
        raise HTTPException(404, "unknown code")
    return PlainTextResponse(format_explanation(code), headers=NO_STORE)


ROUTES: Final = (
    Route("/events", _events),
    Route("/faces/{name}", _face),
    Route(f"/cards/{{id:{NUMBER}}}", _card),
    Route("/explain/{code}", _explain),
)
"""Routes in addition to the files of the page."""


def serve(files: Callable[[], Sequence[Path]], theme: str, port: int, browser: bool) -> None:
    """Serve the preview until Ctrl-C or another signal.

    files: returns the current files. theme: a name or folder. port: 0 for any free port. browser:
    open a browser. Raises PortTaken, BadTheme.
    """
    from rftg_tools.web.serving import announce, handle_stop_signals, listen

    with (
        listen(port) as listening,
        suppress(KeyboardInterrupt),
        handle_stop_signals(),
        closing(Images(theme)) as images,
    ):
        hub = Hub(Table(files), images)
        hub.poll()
        announce(listening, "Preview; it updates when you save a file", browser)
        asyncio.run(_serve(hub, listening))


async def _serve(hub: Hub, listening: socket.socket) -> None:
    from rftg_tools.web.serving import port_of, serve_app

    async with asyncio.TaskGroup() as group:
        watching = group.create_task(hub.watch())
        await serve_app(build_app(hub, port_of(listening)), listening, hub.close)
        watching.cancel()
