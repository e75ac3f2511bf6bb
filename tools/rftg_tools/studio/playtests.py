"""Playtests of the open card for the workbench.

After a game ends or a card is marked, `rftg-dsl playtests` counts them in a separate process, so
neither the page nor a game waits.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio import to_thread
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.model import Card
from rftg_tools.play.saves import Saves
from rftg_tools.playtests.marks import NAME, version_of
from rftg_tools.preview.hub import Hub
from rftg_tools.web.pages import NO_STORE, NUMBER

Data = dict[str, Any]
_COMMAND: Final = (sys.executable, "-m", "rftg_dsl", "playtests", "--json", "--")
_MAX_ERROR: Final = 500
"""Maximum length of an error message of the process."""


class Playtests:
    """Playtests of saved games. hub: provides the cards of the page."""

    def __init__(self, hub: Hub, saves: Saves) -> None:
        self._hub, self._saves = hub, saves
        self._reports: Mapping[tuple[str, str], Data] = {}
        self._problem = ""
        self._last_fingerprint: object = None
        """Fingerprint of the saved games and marks when they were last counted."""
        self._counting: asyncio.Task[None] | None = None
        self._process: Process | None = None
        self._closed = False

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [Route(f"/api/playtests/{{id:{NUMBER}}}", self._of_card)]

    async def _of_card(self, request: Request) -> Response:
        """Return the playtests of a card, and start to count them again if they are outdated."""
        card_id = request.path_params["id"]
        shown_card = next((card for card in self._hub.state.cards if card.id == card_id), None)
        await self._refresh()
        card = shown_card.card if shown_card else None
        return JSONResponse(self._data(card), headers=NO_STORE)

    def _data(self, card: Card | None) -> Data:
        report = self._reports.get((card.set_id, card.title)) if card else None
        return {
            "version": version_of(card) if card else "",
            "versions": report["versions"] if report else [],
            "counting": self._counting is not None and not self._counting.done(),
            "problem": self._problem,
        }

    async def _refresh(self) -> None:
        """Start to count if a game has ended or a card was marked since the last count."""
        if self._counting is not None and not self._counting.done():
            return
        fingerprint = await to_thread(self._fingerprint)
        is_counting = self._counting is not None and not self._counting.done()
        if fingerprint != self._last_fingerprint and not is_counting:
            self._last_fingerprint = fingerprint
            self._counting = asyncio.create_task(self._count())

    def _fingerprint(self) -> object:
        marks = self._saves.folder / NAME
        marks_fingerprint = (0, 0)
        with suppress(OSError):
            marks_fingerprint = (marks.stat().st_mtime_ns, marks.stat().st_size)
        games = self._saves.listing()
        ended = tuple((game["id"], game["changed"]) for game in games if game["over"])
        return marks_fingerprint, ended

    async def _count(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *_COMMAND, str(self._saves.folder), stdout=PIPE, stderr=PIPE
            )
        except OSError as error:
            self._problem = f"Couldn't read the games: {error.strerror}."
            return
        if self._closed:  # while the process was starting
            self._end()
        output, errors = await self._process.communicate()
        if self._process.returncode:
            self._problem = errors.decode(errors="replace").strip()[-_MAX_ERROR:]
            return
        report = json.loads(output)
        self._reports = {(card["set"], card["title"]): card for card in report["cards"]}
        self._problem = report["marks_problem"]

    async def close(self) -> None:
        """Stop counting."""
        self._closed = True
        if self._counting is None or self._counting.done():
            return
        self._end()
        await self._counting

    def _end(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
