"""The routes of figures: the stream of what is told, and a balance begun, stopped, or automatic."""

from __future__ import annotations

import sqlite3
from asyncio import to_thread
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from rftg_tools.studio.documents import Documents, NoDocument
from rftg_tools.studio.figures.balancing import Balancing
from rftg_tools.studio.figures.board import Board
from rftg_tools.web.pages import NO_STORE, BadBody, read_json_body

BALANCE: Final = "/api/balance"
"""The path that takes POST."""
_MOST_BYTES: Final = 10_000
"""Bytes of a request at most."""


class Figures:
    """The board and the balance, for pages."""

    def __init__(self, board: Board, balancing: Balancing, documents: Documents) -> None:
        self._board = board
        self._balancing = balancing
        self._documents = documents

    def routes(self) -> list[BaseRoute]:
        """Return the routes, below where the bench is."""
        return [
            Route("/api/news", self._news),
            Route(BALANCE, self._balance, methods=["POST"]),
        ]

    async def _news(self, _request: Request) -> Response:
        """Return the stream of what is told."""
        stream = self._board.listen()
        return StreamingResponse(stream, media_type="text/event-stream", headers=NO_STORE)

    async def _balance(self, request: Request) -> Response:
        """Do one of {"start": FILE}, {"stop": true} and {"automatic": true or false}."""
        try:
            data: Any = await read_json_body(request, _MOST_BYTES)
        except BadBody as problem:
            raise HTTPException(400, str(problem)) from None
        match data:
            case {"start": str(name), **rest} if not rest:
                await self._start(name)
            case {"stop": True, **rest} if not rest:
                await self._balancing.stop()
            case {"automatic": bool(on), **rest} if not rest:
                await self._set_automatic(on)
            case _:
                raise HTTPException(400, "`start`, `stop` or `automatic` is needed, and no more")
        return JSONResponse({}, headers=NO_STORE)

    async def _set_automatic(self, on: bool) -> None:
        try:
            await self._balancing.set_automatic(on)
        except sqlite3.Error as problem:
            raise HTTPException(500, f"that cannot be kept now: {problem}") from None

    async def _start(self, name: str) -> None:
        try:
            path = await to_thread(self._documents.path, name)
        except NoDocument as problem:
            raise HTTPException(404, str(problem)) from None
        await self._balancing.start(name, path)
