"""Background tasks of a studio: versions, card tests, balance, exports, playtests, and status.

Each page first gets the latest status of every topic, then every change. A slow page may miss
intermediate states, but never the last state.

After a game ends or a card is marked, a worker counts them, so neither the page nor a game waits.
"""

from __future__ import annotations

import asyncio
import sqlite3
from asyncio import to_thread
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from rftg_dsl.model import Card
from rftg_tools.play.saves import Saves
from rftg_tools.playtests.marks import NAME, version_of
from rftg_tools.preview.hub import Hub
from rftg_tools.studio import print_routes
from rftg_tools.studio.balancing import Balancing
from rftg_tools.studio.cardtest_runner import CardTestRunner
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.exports import Exports
from rftg_tools.studio.language import MAX_BYTES
from rftg_tools.studio.print_routes import PrintRoutes
from rftg_tools.studio.status import StatusBoard, Topic
from rftg_tools.studio.versions.history import (
    NAME_VERSION,
    NOTE,
    HistoryRoutes,
    ScanResult,
    VersionTracker,
)
from rftg_tools.studio.versions.open_cards import OpenCards, latest_figures, respond_with
from rftg_tools.studio.versions.store import Store
from rftg_tools.web.images import describe_error
from rftg_tools.web.server import NO_STORE, NUMBER, read_json_body
from rftg_tools.workers.worker import Data, WorkerEnded, working

FOLDER: Final = ".rftg-dsl"
"""Folder next to the folder of the games, for card versions and balance games."""
BALANCE: Final = "/api/balance"
RUN_TESTS: Final = "/api/run-tests"
EXAMINE_TEST: Final = "/api/examine-test"
POSTS: Final = (BALANCE, RUN_TESTS, EXAMINE_TEST, NOTE, NAME_VERSION, *print_routes.POSTS)
"""Paths that accept POST, relative to the workbench."""
_MAX_BYTES: Final = 10_000


class BackgroundTasks:
    """Background tasks for the files and saved games of a studio. Raises BadStore."""

    def __init__(self, hub: Hub, documents: Documents, saves: Saves) -> None:
        folder = saves.folder.resolve().parent / FOLDER
        self._playtests = Playtests(hub, saves)
        self.board = StatusBoard()
        self.store = Store(folder / "versions.sqlite")
        self._hub = hub
        self._documents = documents
        self._tracker = VersionTracker(documents, self.store, folder)
        self._tests = CardTestRunner(self.board)
        self._cards = OpenCards(hub, documents, self.store, self._tracker.key)
        self._balancing = Balancing(
            self.board, self.store, self._tracker.key, folder / "games.sqlite"
        )
        self._printing = PrintRoutes(
            Exports(self.board), documents, self.store, self._tracker.key, hub.images.spec
        )
        self._changes_seen: dict[str, int] = {}

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [
            *HistoryRoutes(self._cards, self._hub.images).routes(),
            *self._playtests.routes(),
            *self._printing.routes(),
            Route("/api/news", self._news),
            Route(BALANCE, self._control_balance, methods=["POST"]),
            Route(BALANCE, self._balance_of_file),
            Route(RUN_TESTS, self._run_tests, methods=["POST"]),
            Route(EXAMINE_TEST, self._examine_test, methods=["POST"]),
        ]

    def edit(self, path: Path, text: str | None) -> None:
        """Show the unsaved text of a file, and run its tests. text: None after editing ends."""
        self._hub.set_unsaved_text(path, text)
        self._tests.edit(path, text)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the tasks during the block."""
        await self._balancing.publish_settings()
        tasks = [asyncio.create_task(self._tests.run()), asyncio.create_task(self._track())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._balancing.close()
            await self._printing.close()
            await to_thread(self._tracker.close)

    async def close(self) -> None:
        """End endless responses, and stop counting playtests."""
        await self._playtests.close()
        await self.board.close()

    async def _track(self) -> None:
        """Store new versions whenever a file is saved."""
        is_first = True
        async for _ in self._hub.states():
            result = await to_thread(self._tracker.scan)
            await self._publish(result)
            if not is_first:
                await self._balance(result.plays)
            is_first = False

    async def _balance(self, names: Sequence[str]) -> None:
        """Measure saved files if automatic measuring is on. A failure must not stop tracking."""
        try:
            paths = await to_thread(self._documents.paths)
            for name in names:
                if name in paths:
                    await self._balancing.on_save(name, paths[name])
        except Exception as error:
            describe_error(error)

    async def _publish(self, result: ScanResult) -> None:
        if result.problem or self.board.latest(Topic.VERSIONS, ""):
            await self.board.publish(Topic.VERSIONS, "", result.problem)
        for name in result.changed:
            self._changes_seen[name] = self._changes_seen.get(name, 0) + 1
            await self.board.publish(Topic.VERSIONS, name, self._changes_seen[name])

    # --- routes

    async def _news(self, _request: Request) -> Response:
        """Return the stream of status changes."""
        stream = self.board.listen()
        return StreamingResponse(stream, media_type="text/event-stream", headers=NO_STORE)

    async def _control_balance(self, request: Request) -> Response:
        """Handle {"start": FILE}, {"stop": true} or {"automatic": true or false}.

        `start` can come with `alternatives`: the title of a card to play with other numbers.
        """
        data: Any = await read_json_body(request, _MAX_BYTES)
        match data:
            case {"start": str(name), **rest} if not rest:
                path = await to_thread(self._documents.path, name)
                await self._balancing.start(name, path)
            case {"start": str(name), "alternatives": str(title), **rest} if not rest:
                path = await to_thread(self._documents.path, name)
                await self._balancing.start(name, path, title)
            case {"stop": True, **rest} if not rest:
                await self._balancing.stop()
            case {"automatic": bool(on), **rest} if not rest:
                await self._set_automatic(on)
            case _:
                raise HTTPException(400, "exactly one of `start`, `stop`, `automatic` is needed")
        return JSONResponse({}, headers=NO_STORE)

    async def _run_tests(self, request: Request) -> Response:
        """Run the tests of a file again: {"name": FILE, "text": TEXT}."""
        match await read_json_body(request, MAX_BYTES):
            case {"name": str(name), "text": str(text), **rest} if not rest:
                self._tests.edit(await to_thread(self._documents.path, name), text)
                return JSONResponse({}, headers=NO_STORE)
        raise HTTPException(400, "`name` and `text` are needed")

    async def _examine_test(self, request: Request) -> Response:
        """Return what happens in a test: {"name": FILE, "text": TEXT, "index": NUMBER}."""
        match await read_json_body(request, MAX_BYTES):
            case {"name": str(name), "text": str(text), "index": int(index), **rest} if not rest:
                path = await to_thread(self._documents.path, name)
                return JSONResponse(await self._tests.examine(path, text, index), headers=NO_STORE)
        raise HTTPException(400, "`name`, `text` and `index` are needed")

    async def _balance_of_file(self, request: Request) -> Response:
        """Return the last figures of each card of the file `name`, by id."""
        name = request.query_params.get("name", "")
        return await respond_with(lambda: {"cards": dict(self._figures_of(name))})

    def _figures_of(self, name: str) -> Iterator[tuple[int, Data | None]]:
        """Yield id and figures of the cards of a file. Raises LookupError, sqlite3.Error."""
        for card in self._cards.of_file(name):
            number = card.number
            figures = {} if number is None else self.store.figures(number)
            versions = self.store.versions(number) if number is not None and figures else []
            yield card.card.id, latest_figures(figures, versions, card)

    async def _set_automatic(self, on: bool) -> None:
        try:
            await self._balancing.set_automatic(on)
        except sqlite3.Error as problem:
            raise HTTPException(500, f"Couldn't save the setting: {problem}.") from None


PLAYTEST_WORKER: Final = "rftg_tools.playtests.worker"
_STORE: Final = Path(FOLDER) / "games.sqlite"
"""File of `rftg-dsl balance`, in the current folder."""
_NO_GAMES: Final = ((0, 0), False, ())
"""Fingerprint of a folder without games; there is nothing to count."""
_CRASHED: Final = "Couldn't count the games. The machine may be short of memory."


class Playtests:
    """Playtests of saved games. hub: provides the cards of the page."""

    def __init__(self, hub: Hub, saves: Saves) -> None:
        self._hub, self._saves = hub, saves
        self._reports: Mapping[tuple[str, str], Data] = {}
        self._problem = ""
        self._last_fingerprint: object = _NO_GAMES
        """Fingerprint of the saved games and marks when they were last counted."""
        self._counting: asyncio.Task[None] | None = None

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
        return marks_fingerprint, bool(games), ended

    async def _count(self) -> None:
        request = {"folder": str(self._saves.folder), "store": str(_STORE)}
        try:
            async with working(PLAYTEST_WORKER, request) as worker:
                report = await worker.receive()
        except OSError as error:
            report = {"problem": f"Couldn't read the games: {error.strerror}."}
        except WorkerEnded:
            report = {"problem": _CRASHED}
        if "problem" in report:
            self._problem = report["problem"]
            return
        self._reports = {(card["set"], card["title"]): card for card in report["cards"]}
        self._problem = report["marks_problem"]

    async def close(self) -> None:
        """Stop counting."""
        if self._counting is not None:
            self._counting.cancel()
            await asyncio.wait([self._counting])
