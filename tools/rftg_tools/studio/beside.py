"""What goes on beside the bench: versions are kept, tests are played, figures are measured."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.routing import BaseRoute

from rftg_tools.preview.hub import Hub
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.figures.balancing import Balancing
from rftg_tools.studio.figures.board import Board, Topic
from rftg_tools.studio.figures.live_tests import LiveTests
from rftg_tools.studio.figures.web import BALANCE, Figures
from rftg_tools.studio.versions.keeping import Keeper, Seen
from rftg_tools.studio.versions.store import Store
from rftg_tools.studio.versions.web import Histories
from rftg_tools.web.images import describe_error

FOLDER: Final = ".rftg-dsl"
"""The folder beside that of the games, where versions are kept, and the games of the balance."""
POSTS: Final = (BALANCE,)
"""The paths that take POST, below where the bench is."""


class Beside:
    """All of it, for the files of a studio. games: the folder of its games. Raises BadStore."""

    def __init__(self, hub: Hub, documents: Documents, games: Path) -> None:
        folder = games.resolve().parent / FOLDER
        self.board = Board()
        self.store = Store(folder / "versions.sqlite")
        self._hub = hub
        self._documents = documents
        self._keeper = Keeper(documents, self.store, folder)
        self._testing = LiveTests(self.board)
        self._balancing = Balancing(
            self.board, self.store, self._keeper.key, folder / "games.sqlite"
        )
        self._seen: dict[str, int] = {}

    def routes(self) -> list[BaseRoute]:
        """Return the routes, below where the bench is."""
        histories = Histories(self._hub, self._documents, self.store, self._keeper.key)
        figures = Figures(self.board, self._balancing, self._documents)
        return [*histories.routes(), *figures.routes()]

    def edit(self, path: Path, text: str | None) -> None:
        """Show a file as it is being edited, and play its tests; None when it no longer is."""
        self._hub.edit(path, text)
        self._testing.edit(path, text)

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Work until the end of the block."""
        await self._balancing.tell_settings()
        tasks = [asyncio.create_task(self._testing.run()), asyncio.create_task(self._keep())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._balancing.close()
            await asyncio.to_thread(self._keeper.close)

    async def _keep(self) -> None:
        """Keep the versions of what is saved, again and again."""
        first = True
        async for _ in self._hub.news():
            seen = await asyncio.to_thread(self._keeper.look)
            await self._tell(seen)
            if not first:
                await self._balance(seen.plays)
            first = False

    async def _balance(self, names: Sequence[str]) -> None:
        """Have files balanced, if that is switched on; where that fails, versions are kept on."""
        try:
            known = await asyncio.to_thread(self._documents.paths)
            for name in names:
                if name in known:
                    await self._balancing.saved(name, known[name])
        except Exception as error:
            describe_error(error)

    async def _tell(self, seen: Seen) -> None:
        if seen.problem or self.board.told(Topic.VERSIONS, ""):
            await self.board.tell(Topic.VERSIONS, "", seen.problem)
        for name in seen.changed:
            self._seen[name] = self._seen.get(name, 0) + 1
            await self.board.tell(Topic.VERSIONS, name, self._seen[name])
