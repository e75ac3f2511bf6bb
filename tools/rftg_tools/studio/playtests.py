"""What people thought of the open card, for the bench; the page is never kept waiting for it.

It is counted by a process of its own, the very command that tells it on a terminal, so that games
at the table lose no time by it: one at a time, after a game has ended or a card was marked.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio import to_thread
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.model import Card
from rftg_tools.playtests.marks import NAME, version_of
from rftg_tools.preview.hub import Hub
from rftg_tools.web.pages import NO_STORE, NUMBER

if TYPE_CHECKING:
    from rftg_tools.play.saves import Saves

Data = dict[str, Any]
_COMMAND: Final = (sys.executable, "-m", "rftg_dsl", "playtests", "--json", "--")
_MOST_SAID: Final = 500
"""Characters of what the process says where it fails."""


class Playtests:
    """What is known of the games of a folder. hub: has the cards as they are on the page.

    saves: returns the records of the folder, in a thread, for that may take its time.
    """

    def __init__(self, hub: Hub, saves: Callable[[], Saves]) -> None:
        self._hub, self._saves = hub, saves
        self._told: Mapping[tuple[str, str], Data] = {}
        self._problem = ""
        self._seen: object = None
        """The games and marks that were there when counting began last."""
        self._counting: asyncio.Task[None] | None = None
        self._process: Process | None = None
        self._closed = False

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the bench that tell it."""
        return [Route(f"/api/playtests/{{id:{NUMBER}}}", self._of_card)]

    async def _of_card(self, request: Request) -> Response:
        """Return what is known now of a card of the page, and have it counted where that is old."""
        number = request.path_params["id"]
        shown = next((one for one in self._hub.state.cards if one.id == number), None)
        await self._look()
        return JSONResponse(self._data(shown.card if shown else None), headers=NO_STORE)

    def _data(self, card: Card | None) -> Data:
        told = self._told.get((card.set_id, card.title)) if card else None
        return {
            "version": version_of(card) if card else "",
            "versions": told["versions"] if told else [],
            "counting": self._counting is not None and not self._counting.done(),
            "problem": self._problem,
        }

    async def _look(self) -> None:
        """Begin to count where a game has ended or a card was marked since it was done last."""
        if self._counting is not None and not self._counting.done():
            return
        now = await to_thread(self._stamp)
        if now != self._seen and (self._counting is None or self._counting.done()):
            self._seen = now
            self._counting = asyncio.create_task(self._count())

    def _stamp(self) -> object:
        saves = self._saves()
        marks = saves.folder / NAME
        kept = (0, 0)
        with suppress(OSError):
            kept = (marks.stat().st_mtime_ns, marks.stat().st_size)
        games = saves.listing()
        return kept, tuple((one["id"], one["changed"]) for one in games if one["over"])

    async def _count(self) -> None:
        folder = str((await to_thread(self._saves)).folder)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *_COMMAND, folder, stdout=PIPE, stderr=PIPE
            )
        except OSError as error:
            self._problem = f"games cannot be counted: {error.strerror}"
            return
        if self._closed:  # while the process was made
            self._end()
        out, wrong = await self._process.communicate()
        if self._process.returncode:
            self._problem = wrong.decode(errors="replace").strip()[-_MOST_SAID:]
            return
        told = json.loads(out)
        self._told = {(one["set"], one["title"]): one for one in told["cards"]}
        self._problem = told["marks_problem"]

    async def close(self) -> None:
        """End what is being counted."""
        self._closed = True
        if self._counting is None or self._counting.done():
            return
        self._end()
        await self._counting

    def _end(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
