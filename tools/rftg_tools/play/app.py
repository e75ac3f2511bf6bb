"""Server for the host: the page, new and saved games, links, and one websocket per tab."""

from __future__ import annotations

import asyncio
import os
from asyncio import to_thread
from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from rftg_dsl.source.files import remove_stale_files
from rftg_tools.play import moment_tests
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.forms import BadForm
from rftg_tools.play.game_session import ActionRefused
from rftg_tools.play.lobby import Lobby, TooManyGames
from rftg_tools.play.moment_tests import MomentTests
from rftg_tools.play.pages import FOLDERS, NO_GAME, TOO_MANY, close, receive_text, send_updates
from rftg_tools.play.saves import GameNotFound, Saves, lock_folder
from rftg_tools.review.web import ReviewService, ReviewUnavailable, page_routes
from rftg_tools.web.images import Images
from rftg_tools.web.server import (
    NO_STORE,
    BadBody,
    Guard,
    describe_internal_error,
    face_response,
    load_page_files,
    one_folder_down,
    read_json_body,
)
from rftg_tools.workers import IN_BROWSER

if TYPE_CHECKING:
    import socket

    from rftg_tools.play.share.listener import Share

MAX_FORM_BYTES: Final = 64_000
MAX_TABS: Final = 20
"""Maximum number of the host's tabs per game."""
_GAMES: Final = "/api/games"


def build_app(
    lobby: Lobby, port: int, extra: Sequence[BaseRoute] = (), posts: Collection[str] = ()
) -> ASGIApp:
    """Return the application for the games of a lobby.

    port: local port. extra: additional routes. posts: paths of these that accept POST requests.
    """
    pages = load_page_files(FOLDERS)
    routes: list[BaseRoute] = [Route(path, route) for path, route in pages.items()]
    if "/" in pages:
        routes.append(Route("/games/{id}", one_folder_down(pages["/"])))
    routes += [
        Route("/faces/{name}.svg", _face),
        Route("/api/setup", _setup),
        Route("/api/setup/cards", _cards),
        Route(_GAMES, _games, methods=["GET"]),
        Route(_GAMES, _create_game, methods=["POST"]),
        Route(_LINKS, _change_link, methods=["POST"]),
        WebSocketRoute("/games/{id}/socket", _socket),
        *extra,
    ]
    app = Starlette(routes=routes, exception_handlers={Exception: describe_internal_error})
    app.state.lobby = lobby
    return Guard(app, port, {_GAMES, _LINKS, *posts})


def _lobby(request: Request | WebSocket) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


async def _face(request: Request) -> Response:
    """Return the image of a card face."""
    lobby = _lobby(request)
    async with lobby.drawing:
        return await face_response(lobby.images, request.path_params["name"])


async def _setup(request: Request) -> Response:
    """Return the choices for a new game."""
    lobby = _lobby(request)
    choices = await to_thread(lobby.catalog.choices)
    links = "none" if IN_BROWSER else "closed" if lobby.share_address is None else "open"
    return JSONResponse({**choices, "links": links}, headers=NO_STORE)


async def _cards(request: Request) -> Response:
    """Return the cards that can be in an opening hand."""
    ids = request.query_params.get("sets", "").split(",")
    try:
        cards = await to_thread(_lobby(request).catalog.cards, ids)
    except (LookupError, OSError, ValueError) as error:
        return _problems(422, "sets", str(error.args[0] if error.args else error))
    return JSONResponse({"cards": cards}, headers=NO_STORE)


async def _games(request: Request) -> Response:
    """Return the saved games."""
    games = await to_thread(_lobby(request).saves.listing)
    return JSONResponse({"games": games}, headers=NO_STORE)


async def _create_game(request: Request) -> Response:
    """Start the game of a form."""
    try:
        game_id = await _lobby(request).begin(await read_json_body(request, MAX_FORM_BYTES))
    except BadBody as problem:
        return _problems(400, "", str(problem))
    except BadForm as form:
        return _problems(422, form.field, form.message)
    except TooManyGames as problem:
        return _problems(503, "", str(problem))
    except OSError as error:
        return _problems(500, "", f"The game couldn't be saved: {error.strerror}")
    return JSONResponse({"id": game_id}, 201, NO_STORE)


def _problems(status: int, field: str, message: str) -> Response:
    problems = [{"field": field, "message": message}]
    return JSONResponse({"problems": problems}, status, NO_STORE)


async def _socket(websocket: WebSocket) -> None:
    """Serve one tab of a game until it closes."""
    await websocket.accept()
    try:
        room = await _lobby(websocket).room(websocket.path_params["id"])
    except GameNotFound as problem:
        await close(websocket, NO_GAME, str(problem))
        return
    except TooManyGames as problem:
        await close(websocket, TOO_MANY, str(problem))
        return
    if sum(not tab.label for tab in room.tabs) >= MAX_TABS:
        await close(websocket, TOO_MANY, f"This game is already open in {MAX_TABS} tabs.")
        return
    tab = room.join()
    sending = asyncio.create_task(send_updates(room, tab, websocket))
    try:
        while (message := await receive_text(websocket)) is not None:
            await room.hear(tab, message)
    finally:
        room.leave(tab)
        sending.cancel()


_LINKS: Final = "/api/links"
_MAX_LINK_FORM_BYTES: Final = 1_000
_GIVE: Final = "give"
_TAKE_BACK: Final = "take back"


async def _change_link(request: Request) -> Response:
    """Create or renew the link to a seat, or revoke it."""
    try:
        game, seat, action = _read_change(await read_json_body(request, _MAX_LINK_FORM_BYTES))
        link = await _apply_change(request.app.state.lobby, game, seat, action)
    except BadBody as problem:
        return _problem_response(400, str(problem))
    except GameNotFound as problem:
        return _problem_response(404, str(problem))
    except ActionRefused as problem:
        return _problem_response(409, str(problem))
    except TooManyGames as problem:
        return _problem_response(503, str(problem))
    except OSError as error:
        return _problem_response(500, f"The links couldn't be saved: {error.strerror}")
    return JSONResponse({"link": link}, 200, NO_STORE)


async def _apply_change(lobby: Lobby, game: str, seat: int | None, action: str) -> str | None:
    """Return the new link to a seat, or None after revoking it."""
    participants = lobby.participants(await lobby.room(game))
    if action == _TAKE_BACK:
        await participants.take_back(seat)
        return None
    return f"{lobby.share_address}/#{await participants.give(seat)}"


def _read_change(data: Any) -> tuple[str, int | None, str]:
    """Return the game, the seat (None for spectators) and the action. Raises BadBody."""
    if not isinstance(data, dict) or data.keys() != {"game", "seat", "do"}:
        raise BadBody("the members must be game, seat and do")
    game, seat, action = data["game"], data["seat"], data["do"]
    if not isinstance(game, str) or action not in (_GIVE, _TAKE_BACK):
        raise BadBody(f"`game` must be an id, and `do` must be {_GIVE!r} or {_TAKE_BACK!r}")
    if seat is not None and type(seat) is not int:
        raise BadBody("`seat` must be a seat number, or null for spectators")
    return game, seat, action


def _problem_response(status: int, message: str) -> Response:
    return JSONResponse({"problem": message}, status, NO_STORE)


_MAX_MESSAGE_BYTES: Final = 64_000
"""Message size that closes a websocket. Shorter messages that are too long are only refused."""


def serve(
    catalog: SetCatalog,
    folder: Path,
    theme: str,
    port: int,
    browser: bool,
    pace: float,
    share: Share | None = None,
) -> None:
    """Serve games until Ctrl-C or another signal to stop.

    folder: existing folder of the records. theme: a name or folder. port: 0 for any free port.
    browser: whether to open one. pace: seconds between answers in games without people. share:
    how to share the server, if at all. Raises FolderTaken, PortTaken, BadTheme, OSError.
    """
    from rftg_tools.play.share.listener import open_socket, serve_beside
    from rftg_tools.web.serving import announce, handle_stop_signals, listen

    saves = Saves(folder)
    with (
        lock_folder(folder),
        listen(port) as listening,
        open_socket(share) as guest_socket,
        suppress(KeyboardInterrupt),
        handle_stop_signals(),
        closing(Images(theme)) as images,
    ):
        remove_stale_files(folder)
        announce(listening, f"Table; games are saved in {folder}{'/'}", browser)
        lobby = Lobby(catalog, saves, images, pace)
        host = _serve(lobby, review_service(images, catalog, saves), listening)
        asyncio.run(serve_beside(host, lobby, share, guest_socket))


def finished_record(saves: Saves, game_id: str) -> Path:
    """Return the record of a game that is over.

    Raises ReviewUnavailable otherwise, because a review reveals the hands.
    """
    try:
        over = saves.read(game_id)["result"]["over"]
    except (GameNotFound, LookupError, TypeError) as problem:
        raise ReviewUnavailable(f"This game can't be reviewed: {problem}") from None
    if over is not True:
        raise ReviewUnavailable("You can review a game when it is over.")
    return saves.folder / saves.file_name(game_id)


def review_service(images: Images, catalog: SetCatalog, saves: Saves) -> ReviewService:
    """Return the review service for saved games. It leaves one core free for the games."""
    jobs = max(1, (os.cpu_count() or 1) - 1)
    return ReviewService(images, partial(finished_record, saves), jobs, catalog.folders)


async def _serve(lobby: Lobby, service: ReviewService, listening: socket.socket) -> None:
    from rftg_tools.web.serving import port_of, serve_app

    extra = [*page_routes(service), *MomentTests(lobby.saves).routes()]
    app = build_app(lobby, port_of(listening), extra, {moment_tests.POST})

    async def close() -> None:
        await lobby.close()
        await service.close()

    await serve_app(
        app,
        listening,
        close,
        ws="websockets-sansio",
        ws_max_size=_MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # useless within one machine
    )
