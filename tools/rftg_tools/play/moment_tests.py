"""Routes that make card tests from moments of saved games."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gamekit.records import RecordError
from rftg_tools.games import game_of_record
from rftg_tools.play.saves import GameNotFound, Saves
from rftg_tools.recorded import follow_record, table_of_record
from rftg_tools.web.server import NO_STORE, BadBody, read_json_body

Data = dict[str, Any]
POST: Final = "/api/moment-test"
"""Path that accepts POST requests."""
_MAX_BYTES: Final = 1_000
_NO_TESTS: Final = "Tests can't be made from games of {}: they would begin before dice are rolled."


class MomentTests:
    """Tests from the games of a folder. studio: path of the studio from the tables, or ""."""

    def __init__(self, saves: Saves, studio: str = "") -> None:
        self._saves, self._studio = saves, studio

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/moments/{id}", self._list),
            Route(POST, self._write, methods=["POST"]),
        ]

    async def _list(self, request: Request) -> JSONResponse:
        """Return the moments of a player; those of all players if the game is over."""
        seat = request.query_params.get("seat", "")
        try:
            seats = int(seat) if seat.isdecimal() else None
            moments = await to_thread(self._moments, request.path_params["id"], seats)
        except (GameNotFound, LookupError, RecordError, ValueError) as problem:
            return JSONResponse({"problem": str(problem)}, 404, NO_STORE)
        return JSONResponse({"moments": moments}, headers=NO_STORE)

    def _moments(self, game_id: str, seat: int | None) -> list[Data]:
        game = self._game(game_id)
        if seat is None and not game.is_over:
            raise RecordError("The game is not over.")
        seats = range(len(game.record["players"])) if seat is None else [seat]
        return [moment for each in seats for moment in game.tests().moments(each)]

    async def _write(self, request: Request) -> JSONResponse:
        """Return a test of the phase with an answer: {"game": ID, "number": NUMBER}."""
        try:
            data = await read_json_body(request, _MAX_BYTES)
            if not isinstance(data, dict) or data.keys() != {"game", "number"}:
                raise BadBody("the members must be game and number")
            if not isinstance(data["game"], str) or type(data["number"]) is not int:
                raise BadBody("`game` must be an id, and `number` a number")
            test = await to_thread(self._test, data["game"], data["number"])
        except BadBody as problem:
            return JSONResponse({"problem": str(problem)}, 400, NO_STORE)
        except (GameNotFound, LookupError, RecordError, ValueError) as problem:
            return JSONResponse({"problem": str(problem)}, 422, NO_STORE)
        return JSONResponse(test, headers=NO_STORE)

    def _test(self, game_id: str, number: int) -> Data:
        from rftg_tools.studio.set_sheet import format_entry

        game = self._game(game_id)
        card_set, entry = game.tests().write(number, game.own_sets, game.is_over)
        return {
            "set": card_set.id,
            "title": card_set.title,
            "entry": entry,
            "text": "".join(format_entry(entry)),
            "studio": self._studio if card_set.id in game.own_sets else "",
        }

    def _game(self, game_id: str) -> _SavedGame:
        return _SavedGame(self._saves.read(game_id))


class _SavedGame:
    """A game to make tests from. Raises RecordError, LookupError."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record, _reason = follow_record(record)
        self.own_sets = [name for name, _text in record.get("texts", ())]
        self.is_over = bool(self.record["result"]["over"])

    def tests(self) -> Any:
        """Return the maker of tests. Raises RecordError if the game has none."""
        game = game_of_record(self.record)
        if not game.moment_tests:
            raise RecordError(_NO_TESTS.format(game.title))
        return game.call("moment_tests", table_of_record(self.record), self.record)
