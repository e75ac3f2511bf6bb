"""What the host's own page asks for links: to give a seat away, to renew its link, to take it back.

The table of the routes is the host's (app.py of play): they are on no listener for others.
"""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rftg_tools.play.lobby import Lobby, TooMany
from rftg_tools.play.saves import NoGame
from rftg_tools.play.sitting import Refused
from rftg_tools.web.pages import NO_STORE, BadBody, read_json_body

LINKS: Final = "/api/links"
_MOST_FORM: Final = 1_000
_GIVE: Final = "give"
_TAKE_BACK: Final = "take back"


async def change(request: Request) -> Response:
    """Make the link of a seat, with which the one before ends, or take it back."""
    try:
        game, seat, do = _read(await read_json_body(request, _MOST_FORM))
        link = await _changed(request.app.state.lobby, game, seat, do)
    except BadBody as problem:
        return _problem(400, str(problem))
    except NoGame as problem:
        return _problem(404, str(problem))
    except Refused as problem:
        return _problem(409, str(problem))
    except TooMany as problem:
        return _problem(503, str(problem))
    except OSError as error:
        return _problem(500, f"the links cannot be saved: {error.strerror}")
    return JSONResponse({"link": link}, 200, NO_STORE)


async def _changed(lobby: Lobby, game: str, seat: int | None, do: str) -> str | None:
    """Return the new link of a seat, None where it has none any more."""
    company = lobby.company(await lobby.room(game))
    if do == _TAKE_BACK:
        await company.take_back(seat)
        return None
    return f"{lobby.share_address}/#{await company.give(seat)}"


def _read(data: Any) -> tuple[str, int | None, str]:
    """Return the game, the seat (None: those who watch) and what to do. Raises BadBody."""
    if not isinstance(data, dict) or data.keys() != {"game", "seat", "do"}:
        raise BadBody("the members are game, seat and do")
    game, seat, do = data["game"], data["seat"], data["do"]
    if not isinstance(game, str) or do not in (_GIVE, _TAKE_BACK):
        raise BadBody(f"`game` is an id, and `do` is {_GIVE!r} or {_TAKE_BACK!r}")
    if seat is not None and type(seat) is not int:
        raise BadBody("`seat` is the number of a seat, or null for those who watch")
    return game, seat, do


def _problem(status: int, message: str) -> Response:
    return JSONResponse({"problem": message}, status, NO_STORE)
