"""Start of the studio in a browser: its files, its application, and the messages of its pages."""

from __future__ import annotations

import asyncio
import json
import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rftg_tools.site.browser import OriginDisk
from rftg_tools.site.front import Exchange, Front, Socket, read_request
from rftg_tools.site.store import Store, StoreProblem

HOME: Final = Path("/home/studio")
"""Folder of the card files; it has the same layout as on a desktop."""
_GAMES: Final = HOME / "games"
_FLUSH_INTERVAL: Final = 1.0
"""Seconds between two looks for files that changed without a request."""
_EXAMPLE: Final = "frontier.yaml"

Tell = Callable[[str], None]
"""Sends a message of JSON to the page that runs this worker."""


class Channel:
    """The way to a page: a message port, wrapped by python-worker.js."""

    def __init__(self, port: Any) -> None:
        from pyodide.ffi import to_js

        self._answer, self._convert = port, to_js

    def post(self, head: str, body: bytes | None = None) -> None:
        """See front.Channel."""
        self._answer(head, None if body is None else self._convert(body))


class Site:
    """The running studio."""

    def __init__(self, front: Front, store: Store, tell: Tell) -> None:
        self._front, self._store, self._tell = front, store, tell
        self._told = ""

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


_running: list[Any] = []


async def start(options: str, tell: Tell) -> Site:
    """Start the studio. options: origin, script and disk as JSON."""
    settings = json.loads(options)
    HOME.mkdir(parents=True, exist_ok=True)
    os.chdir(HOME)
    store = Store(HOME, await OriginDisk.open(settings["disk"]))
    damaged = await store.load()
    if damaged:
        tell(json.dumps({"damaged": damaged}))
    _make_first_files()
    app = await _build_app(settings["origin"])

    async def flush() -> None:
        await site.flush()
        if store.problem:
            raise StoreProblem(store.problem)

    front = Front(app, settings["origin"], settings["script"], flush)
    site = Site(front, store, tell)
    await site.flush()
    _running.append(asyncio.ensure_future(site.flush_often()))
    return site


def _make_first_files() -> None:
    """Put the example into an empty folder."""
    import rftg_dsl

    _GAMES.mkdir(exist_ok=True)
    if not list(HOME.glob("*.yaml")):
        example = Path(rftg_dsl.__file__).parent / "examples" / _EXAMPLE
        (HOME / _EXAMPLE).write_bytes(example.read_bytes())


async def _build_app(origin: str) -> Any:
    from rftg_tools.play.saves import Saves
    from rftg_tools.preview.hub import Hub
    from rftg_tools.preview.table import Table
    from rftg_tools.studio import bench, server
    from rftg_tools.studio.background import BackgroundTasks
    from rftg_tools.studio.documents import Documents
    from rftg_tools.web.images import Images

    saves, images = Saves(_GAMES), Images("space")
    port = int(origin.rpartition(":")[2])

    def files() -> list[Path]:
        return sorted(HOME.glob("*.yaml"))

    documents = Documents(files, HOME)
    hub = Hub(Table(documents.files), images)
    background = BackgroundTasks(hub, documents, saves)
    tables = server.Tables(documents.files, saves, images, port)
    workbench = bench.build_workbench(hub, documents, background)
    app = server._route_requests(workbench, tables, port)
    await background.running().__aenter__()
    _running.append(asyncio.ensure_future(hub.watch()))
    return app
