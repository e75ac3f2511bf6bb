"""Start of the studio in a browser: its files, its application, and the messages of its pages."""

from __future__ import annotations

import asyncio
import json
import os
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack, suppress
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import quote

import anyio.to_thread
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from rftg_dsl.resources import data_folder
from rftg_tools.play.saves import Saves
from rftg_tools.raster import use_raster
from rftg_tools.site import canvas
from rftg_tools.site.backups import CannotAdd, add_file, hash_files, make_backup
from rftg_tools.site.beside import BrowserWorkers, Files, Hear, WorkerSide
from rftg_tools.site.browser import OriginDisk, module
from rftg_tools.site.front import Exchange, Front, Socket, read_request, refuse
from rftg_tools.site.store import Disk, NoDisk, Store, StoreProblem
from rftg_tools.web.server import NO_STORE
from rftg_tools.workers.worker import use_starter

if TYPE_CHECKING:
    from rftg_tools.studio.server import Studio

HOME: Final = Path("/home/studio")
"""Folder of the card files; it has the same layout as on a desktop."""
_GAMES: Final = Path("games")
_FLUSH_INTERVAL: Final = 1.0
"""Seconds between two looks for files that changed without a request."""
_EXAMPLE: Final = data_folder("examples") / "frontier.yaml"
_STUDIO: Final = "../../"
"""Address of the page that has this studio, from the studio; links to sets begin with it."""
_THEME: Final = "space"
_FACES: Final = "/faces/"
"""Part of the paths of all images that the typesetter draws."""
_DRAWING: Final = ("rftg_tools.studio.export_worker",)
"""Workers that need the typesetter."""
_NO_TYPST: Final = PlainTextResponse("The typesetter couldn't be loaded.\n", 503, NO_STORE)
_TOO_LARGE: Final = "This is too large for the studio."
_UNEXPECTED: Final = "Something unexpected happened. The browser's console has the details."
_PORT: Final = 1
"""Port in the addresses that the application sees; there is no server."""

Tell = Callable[[str], None]
"""Sends a message of JSON to the page that runs this worker."""


class Channel:
    """The way to a page: a function of python-worker.js that posts to its message port."""

    def __init__(self, answer: Any) -> None:
        self._answer, self._convert = answer, module("pyodide.ffi").to_js

    def post(self, head: str, body: bytes | None = None) -> None:
        """See front.Channel."""
        self._answer(head, None if body is None else self._convert(body))


class WorkerPort:
    """The way to a worker beside this one, made by python-worker.js."""

    def __init__(self, worker: Any) -> None:
        self._worker, self._convert = worker, module("pyodide.ffi").to_js

    def post(self, head: str, files: Files) -> None:
        """See beside.Port."""
        self._worker.post(head, self._convert(files))

    def end(self) -> None:
        """See beside.Port."""
        self._worker.end()


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
        channel = Channel(port)
        try:
            request = read_request(head, content)
        except ValueError:
            refuse(channel, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _TOO_LARGE)
            return Opened(None)
        if kind == "socket":
            return Opened(self._front.open_socket(request, channel))
        return Opened(self._front.open_request(request, channel))

    async def backup(self) -> Any:
        """Return an archive of all files and why there is none, or "", for JavaScript."""
        archive, problem = b"", ""
        try:
            archive = make_backup(HOME)
        except Exception as error:
            traceback.print_exception(error)
            problem = _UNEXPECTED
        return module("pyodide.ffi").to_js([archive, problem])

    async def add(self, name: str, data: Any, known: str) -> str:
        """Add a file of the device. known: hash of a version that it replaces, or "".

        Return as JSON the names that were `added` and those `leftOut`, or the `problem`.
        """
        try:
            added = add_file(HOME, name, data.to_bytes(), first_files(), known)
        except CannotAdd as reason:
            return json.dumps({"problem": str(reason)})
        except Exception as error:
            traceback.print_exception(error)
            return json.dumps({"problem": _UNEXPECTED})
        if problem := await self.flush():
            return json.dumps({"problem": problem})
        return json.dumps({"added": added.names, "leftOut": added.left_out})

    def hashes(self) -> str:
        """Return the hashes of the card files and pictures by name, as JSON."""
        return json.dumps(hash_files(HOME))

    def read(self, name: str) -> Any:
        """Return a card file or picture for JavaScript, None if there is none of that name."""
        if name not in hash_files(HOME):
            return None
        return module("pyodide.ffi").to_js((HOME / name).read_bytes())

    async def flush(self) -> str:
        """Store all changes; return why that failed, or ""."""
        with suppress(StoreProblem):
            if await self._store.flush():
                self._tell('{"stored": true}')
        if self._store.problem != self._told:
            self._told = self._store.problem
            self._tell(json.dumps({"storage": self._told}))
        return self._store.problem

    def fail(self) -> None:
        """Tell the page that this worker can't go on."""
        self._tell(json.dumps({"failed": _UNEXPECTED}))

    async def flush_often(self) -> None:
        """Store what games and other work without requests change."""
        while True:
            await asyncio.sleep(_FLUSH_INTERVAL)
            try:
                await self.flush()
            except Exception as error:
                traceback.print_exception(error)


class Opened:
    """A request or websocket, None if it was refused, for messages from JavaScript."""

    def __init__(self, target: Exchange | Socket | None) -> None:
        self._target = target

    def hear(self, message: str) -> None:
        """Take a message of the page."""
        if self._target is not None:
            self._target.hear(json.loads(message))


_open: Final = ExitStack()
"""What stays open as long as this worker runs."""


async def start(options: str, tell: Tell, spawn: Any, load_typst: Any, disk: Any) -> Site:
    """Start the studio. Raises StoreProblem, OSError.

    options: script and disk, as JSON. spawn: starts a worker beside this one: a function of a
    module's name, of whether it draws, of whether it plays games, and of a function that takes
    its messages. load_typst: returns a promise of the typesetter. disk: the steps of disk.js.
    """
    from rftg_tools.studio.server import built_studio

    settings = json.loads(options)
    HOME.mkdir(parents=True, exist_ok=True)
    os.chdir(HOME)
    call_late_work(asyncio.get_running_loop())
    _work_without_threads()
    os.environ["RFTG_DSL_STUDIO"] = _STUDIO
    store = Store(HOME, await _open_disk(disk, settings["disk"]))
    if damaged := await store.load():
        tell(json.dumps({"damaged": damaged}))
    _make_first_files()
    use_raster(canvas)
    use_starter(BrowserWorkers(lambda name, hear: _spawn(spawn, name, hear), HOME).start)

    async def flush() -> None:
        await site.flush()
        if store.problem:
            raise StoreProblem(store.problem)

    studio = _open.enter_context(built_studio(_card_files, HOME, Saves(_GAMES), _THEME, _PORT))
    app = wait_before_drawing(studio.app, load_typst)
    site = Site(Front(app, _PORT, settings["script"], flush), store, tell)
    await site.flush()
    site.keep(_run(studio, site))
    site.keep(site.flush_often())
    return site


def call_late_work(loop: Any) -> None:
    """Let an event loop do at once what was due in the past, where Pyodide's raises ValueError.

    A busy machine can take longer from reading the clock to setting a timer than the timer runs.
    """
    call_later = loop.call_later

    def call_later_or_now(delay: float, *arguments: Any, **options: Any) -> asyncio.Handle:
        handle: asyncio.Handle = call_later(max(delay, 0.0), *arguments, **options)
        return handle

    loop.call_later = call_later_or_now


def _work_without_threads() -> None:
    """Let the event loop itself do what others hand to threads, which browsers don't have.

    It does it from its top: a stack in a browser is short, and Typst needs most of it. Starlette,
    which serves the files of the pages, asks anyio for threads; everything else asks the loop.
    """
    loop = asyncio.get_running_loop()

    def run_in_executor(_executor: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        future = loop.create_future()
        loop.call_soon(complete, future, function, arguments)
        return future

    async def run(function: Callable[..., Any], *arguments: Any, **_options: Any) -> Any:
        return await run_in_executor(None, function, *arguments)

    cast(Any, loop).run_in_executor = run_in_executor
    cast(Any, anyio.to_thread).run_sync = run


def complete(
    future: asyncio.Future[Any], function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    """Give a future the result of a function."""
    if future.cancelled():
        return
    try:
        future.set_result(function(*arguments))
    except Exception as error:
        future.set_exception(error)
    except BaseException as error:  # a panic of Rust, which no handler of requests would catch
        future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))


def _spawn(spawn: Any, name: str, hear: Hear) -> WorkerPort:
    def take(head: str, files: Any) -> None:
        hear(head, _files_from(files))

    plays = name not in _DRAWING
    proxy = module("pyodide.ffi").create_proxy(take)
    return WorkerPort(spawn(name, name in _DRAWING, plays, proxy))


def _files_from(files: Any) -> Files:
    """Return files that have come from another worker."""
    return [(path, None if data is None else bytes(data)) for path, data in files.to_py()]


def start_beside(send: Any) -> Beside:
    """Start to be a worker beside the studio. send: posts to it."""
    HOME.mkdir(parents=True, exist_ok=True)
    os.chdir(HOME)
    use_raster(canvas)
    convert = module("pyodide.ffi").to_js
    return Beside(WorkerSide(HOME, lambda head, files: send(head, convert(files))))


class Beside:
    """A running worker beside the studio, for messages from JavaScript."""

    def __init__(self, side: WorkerSide) -> None:
        self._side = side

    async def run(self, name: str) -> None:
        """Let a module answer all requests."""
        call_late_work(asyncio.get_running_loop())
        await self._side.run(name)

    def hear(self, head: str, files: Any) -> None:
        """Take a request."""
        self._side.hear(head, _files_from(files))


async def _open_disk(steps: Any, path: str) -> Disk:
    """Return the disk of the site, or one that cannot be written if the browser allows none."""
    try:
        return await OriginDisk.open(steps, disk_name(path))
    except OSError:
        return NoDisk()


def disk_name(path: str) -> str:
    """Return the name of the disk of a site: another one for each path on a host."""
    return f"rftg-dsl{quote(path, safe='')}"


def wait_before_drawing(app: ASGIApp, load_typst: Callable[[], Awaitable[None]]) -> ASGIApp:
    """Return an application that waits for the typesetter before it draws a face."""

    async def drawing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _FACES in scope["path"]:
            try:
                await load_typst()
            except Exception:
                await _NO_TYPST(scope, receive, send)
                return
        await app(scope, receive, send)

    return drawing


async def _run(studio: Studio, site: Site) -> None:
    """Do the work of a studio in the background for ever; if it fails, let the page start again."""
    try:
        async with studio.running():
            await asyncio.Event().wait()
    except Exception as error:
        traceback.print_exception(error)
        try:
            await site.flush()
        finally:
            site.fail()


def _card_files() -> list[Path]:
    return sorted(Path().glob("*.yaml"))


def first_files() -> dict[str, bytes]:
    """Return the card files of a new studio: the example."""
    return {_EXAMPLE.name: _EXAMPLE.read_bytes()}


def _make_first_files() -> None:
    """Put the example into an empty folder."""
    _GAMES.mkdir(exist_ok=True)
    if not _card_files():
        for name, content in first_files().items():
            Path(name).write_bytes(content)
