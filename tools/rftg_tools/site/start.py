"""Start of the studio in a browser: its files, its application, and the messages of its pages."""

from __future__ import annotations

import asyncio
import json
import os
import traceback
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.resources import data_folder
from rftg_tools.play.saves import Saves
from rftg_tools.site.browser import OriginDisk, module
from rftg_tools.site.front import Exchange, Front, Socket, read_request
from rftg_tools.site.store import Store, StoreProblem

if TYPE_CHECKING:
    from rftg_tools.studio.server import Studio

HOME: Final = Path("/home/studio")
"""Folder of the card files; it has the same layout as on a desktop."""
_GAMES: Final = Path("games")
_FLUSH_INTERVAL: Final = 1.0
"""Seconds between two looks for files that changed without a request."""
_EXAMPLE: Final = data_folder("examples") / "frontier.yaml"
_THEME: Final = "space"
_PORT: Final = 1
"""Port in the addresses that the application sees; there is no server."""

Tell = Callable[[str], None]
"""Sends a message of JSON to the page that runs this worker."""


class Channel:
    """The way to a page: a message port, wrapped by python-worker.js."""

    def __init__(self, port: Any) -> None:
        self._answer, self._convert = port, module("pyodide.ffi").to_js

    def post(self, head: str, body: bytes | None = None) -> None:
        """See front.Channel."""
        self._answer(head, None if body is None else self._convert(body))


class Site:
    """The running studio."""

    def __init__(self, front: Front, store: Store, tell: Tell) -> None:
        self._front, self._store, self._tell = front, store, tell
        self._told = ""
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work for as long as this worker runs."""
        self._tasks.add(asyncio.ensure_future(work))

    def open(self, kind: str, head: str, body: Any, port: Any) -> Opened:
        """Start to answer a request ("http") or to serve a websocket ("socket")."""
        content = b"" if body is None else body.to_bytes()
        request = read_request(head, content)
        channel = Channel(port)
        if kind == "socket":
            return Opened(self._front.open_socket(request, channel))
        return Opened(self._front.open_request(request, channel))

    async def flush(self) -> str:
        """Store all changes; return why that failed, or ""."""
        with suppress(StoreProblem):
            await self._store.flush()
        if self._store.problem != self._told:
            self._told = self._store.problem
            self._tell(json.dumps({"storage": self._told}))
        return self._store.problem

    async def flush_often(self) -> None:
        """Store what games and other work without requests change."""
        while True:
            await asyncio.sleep(_FLUSH_INTERVAL)
            try:
                await self.flush()
            except Exception as error:
                traceback.print_exception(error)


class Opened:
    """An open request or websocket, for messages from JavaScript."""

    def __init__(self, target: Exchange | Socket) -> None:
        self._target = target

    def hear(self, message: str) -> None:
        """Take a message of the page."""
        self._target.hear(json.loads(message))


_open: Final = ExitStack()
"""What stays open as long as this worker runs."""


async def start(options: str, tell: Tell) -> Site:
    """Start the studio. options: script and disk, as JSON. Raises StoreProblem, OSError."""
    from rftg_tools.studio.server import built_studio

    settings = json.loads(options)
    HOME.mkdir(parents=True, exist_ok=True)
    os.chdir(HOME)
    store = Store(HOME, await OriginDisk.open(settings["disk"]))
    if damaged := await store.load():
        tell(json.dumps({"damaged": damaged}))
    _make_first_files()

    async def flush() -> None:
        await site.flush()
        if store.problem:
            raise StoreProblem(store.problem)

    studio = _open.enter_context(built_studio(_card_files, HOME, Saves(_GAMES), _THEME, _PORT))
    site = Site(Front(studio.app, _PORT, settings["script"], flush), store, tell)
    await site.flush()
    site.keep(_run(studio))
    site.keep(site.flush_often())
    return site


async def _run(studio: Studio) -> None:
    """Do the work of a studio in the background for ever."""
    async with studio.running():
        await asyncio.Event().wait()


def _card_files() -> list[Path]:
    return sorted(Path().glob("*.yaml"))


def _make_first_files() -> None:
    """Put the example into an empty folder."""
    _GAMES.mkdir(exist_ok=True)
    if not _card_files():
        Path(_EXAMPLE.name).write_bytes(_EXAMPLE.read_bytes())
