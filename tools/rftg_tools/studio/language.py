"""Language servers for pages: one per tab, connected to its websocket.

They are the server that editors have, so pages have the same completion and fixes. All work in the
thread that reads files for the list of cards, so that each text is read once. Like the list, each
checks its files together with the unsaved texts of all tabs.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.preview.hub import Hub
from rftg_tools.studio.documents import Documents
from rftg_tools.untrusted import BadJson, read_json
from rftg_tools.web.images import describe_error

if TYPE_CHECKING:
    from rftg_tools.studio.tab_server import TabServer

MAX_BYTES: Final = 4_000_000
"""Maximum size of a message in bytes: a card file as JSON."""
MAX_TABS: Final = 8
"""Maximum number of tabs with a language server."""
TOO_MANY_TABS: Final = 4429
"""Close code of a websocket: too many tabs are open."""
FAILED: Final = 4500
"""Close code of a websocket: the language server has failed, and trying again would not help."""
_INVALID: Final = 1007
"""Close code: an invalid message."""
_MAX_REASON: Final = 100
"""Maximum length of a close reason, so that it fits into a websocket frame."""
_WARM_UP_DELAY: Final = 1.0
"""Seconds that a new page gets before the first tab's server loads what it may need."""
_DOCUMENT: Final = "textDocument/"
_WORKSPACE: Final = "workspace/"
"""Prefixes of methods that concern a file, or a folder."""
_ROOTS: Final = ("rootUri", "rootPath", "workspaceFolders")

Edit = Callable[[Path, str | None], None]
"""Callback for each unsaved text of a file, or None after editing ends."""


class LanguageServers:
    """Language servers of all tabs. edit: called only for files of the studio."""

    def __init__(self, hub: Hub, documents: Documents, edit: Edit) -> None:
        self._hub = hub
        self._documents = documents
        self._edit = edit
        self._tabs: dict[int, _Tab] = {}
        self._files: dict[str, Path] = {}
        self._drafts: dict[Path, dict[int, str]] = {}
        self._unshown: set[Path] = set()
        self._shown: dict[Path, str] = {}
        self._warming_up: asyncio.Task[None] | None = None

    async def serve(self, websocket: WebSocket) -> None:
        """Serve a tab until it is closed."""
        await websocket.accept()
        if len(self._tabs) >= MAX_TABS:
            await websocket.close(
                TOO_MANY_TABS, f"Cards can be edited in at most {MAX_TABS} tabs. Close another one."
            )
            return
        tab = self._tabs[id(websocket)] = _Tab(websocket)
        try:
            await self._answer(tab)
        except BadJson as problem:
            await websocket.close(_INVALID, str(problem)[:_MAX_REASON])
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
        finally:
            tab.end()
            del self._tabs[id(websocket)]
            for path in list(self._drafts):
                self._put(path, id(websocket), None)

    async def _answer(self, tab: _Tab) -> None:
        """Answer the messages of a tab until it is closed. Raises BadJson."""
        websocket = tab.websocket
        answers: asyncio.Queue[str] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def send(text: str) -> None:
            loop.call_soon_threadsafe(answers.put_nowait, text)

        try:
            server = await self._hub.run_in_reader(self._make_server, send)
        except Exception as error:
            await _fail(websocket, error)
            return
        tab.server = server
        sending = asyncio.create_task(_send_all(answers, websocket))
        try:
            while True:
                text = await websocket.receive_text()
                message = _parse_message(text)
                self._update_drafts(message, id(websocket))
                if self._is_permitted(message):
                    if await self._hub.run_in_reader(server.handle, text):
                        self._schedule_check(tab)
                elif "id" in message:
                    send(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": None}))
        finally:
            sending.cancel()

    def _make_server(self, send: Callable[[str], None]) -> TabServer:
        """Return a server. The first one takes a while to import."""
        from rftg_tools.studio.tab_server import TabServer

        return TabServer(self._hub.cache, self._files, self._shown, send)

    def _schedule_check(self, tab: _Tab) -> None:
        """Check the texts of a tab soon. Further changes delay it."""
        if tab.checking is not None:
            tab.checking.cancel()
        tab.checking = asyncio.create_task(_run(self._check(tab), tab.websocket))

    async def _check(self, tab: _Tab) -> None:
        """Send the diagnostics of a tab soon, and then show the texts that they are about."""
        server = tab.server
        if server is None:
            return
        await asyncio.sleep(server.check_delay)
        for path in list(tab.changed_elsewhere):
            await self._hub.run_in_reader(server.files.change_elsewhere, path)
            tab.changed_elsewhere.discard(path)
        await self._hub.run_in_reader(server.publish)
        for path in list(self._unshown):
            self._show(path)
        if self._warming_up is None:
            self._warming_up = asyncio.create_task(_run(self._warm_up(), tab.websocket))

    async def _warm_up(self) -> None:
        """Load what the first requests need, step by step, so that a request waits for one step."""
        await asyncio.sleep(_WARM_UP_DELAY)
        from rftg_tools.studio.tab_server import WARM_UP_STEPS

        for step in WARM_UP_STEPS:
            await self._hub.run_in_reader(step)

    def _is_permitted(self, message: dict[str, Any]) -> bool:
        """Return whether a message concerns only files of the studio.

        This keeps the language server from reading other files in a folder or workspace.
        """
        method: Any = message.get("method")
        params: Any = message.get("params")
        if not isinstance(method, str):
            return True  # a response, or an invalid message
        try:
            if method == "initialize":
                return not any(params.get(name) for name in _ROOTS)
            if method.startswith(_DOCUMENT):
                return params["textDocument"]["uri"] in self._files
        except (KeyError, TypeError, AttributeError):
            return False
        return not method.startswith(_WORKSPACE)

    def _update_drafts(self, message: dict[str, Any], tab: int) -> None:
        """Store the text of a file that a message opens, changes or closes."""
        with suppress(KeyError, TypeError, IndexError, AttributeError):
            self._update_draft(message["method"], message["params"], tab)

    def _update_draft(self, method: str, params: dict[str, Any], tab: int) -> None:
        files = self._files
        match method:
            case "textDocument/didOpen":
                paths = [*self._documents.files(), *self._documents.linked()]
                files |= {path.resolve().as_uri(): path for path in paths}
                path, text = files[params["textDocument"]["uri"]], params["textDocument"]["text"]
            case "textDocument/didChange":
                path = files[params["textDocument"]["uri"]]
                text = params["contentChanges"][-1]["text"]
            case "textDocument/didClose":
                path, text = files[params["textDocument"]["uri"]], None
            case _:
                return
        if text is None or isinstance(text, str):
            self._put(path, tab, text)

    def _put(self, path: Path, tab: int, text: str | None) -> None:
        """Show the text of a tab, or of another tab if this tab closes the file."""
        drafts = self._drafts.setdefault(path, {})
        was_open = drafts.pop(tab, None) is not None
        if text is not None:
            drafts[tab] = text  # moves the tab to the end
        if not drafts:
            del self._drafts[path]
        if text is None and not was_open:
            return  # the text of another tab may be about to be shown
        if text is not None:
            self._unshown.add(path)
        else:
            self._show(path)

    def _show(self, path: Path) -> None:
        """Show the most recently edited text, or the saved file, also to the other tabs."""
        self._unshown.discard(path)
        drafts = self._drafts.get(path, {})
        text = next(reversed(drafts.values()), None)
        if text is None:
            self._shown.pop(path, None)
        else:
            self._shown[path] = text
        self._edit(path, text)
        for name, tab in self._tabs.items():
            if name not in drafts:
                tab.changed_elsewhere.add(path)
                self._schedule_check(tab)


class _Tab:
    """A tab and its language server, which is None until it is started.

    checking: the scheduled or running check. changed_elsewhere: files whose text other tabs have
    changed since the last check.
    """

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self.server: TabServer | None = None
        self.checking: asyncio.Task[None] | None = None
        self.changed_elsewhere: set[Path] = set()

    def end(self) -> None:
        """Stop the check."""
        if self.checking is not None:
            self.checking.cancel()


async def _run(work: Coroutine[Any, Any, None], websocket: WebSocket) -> None:
    """Work for a tab; after an error, close it."""
    try:
        await work
    except Exception as error:
        await _fail(websocket, error)


async def _fail(websocket: WebSocket, error: Exception) -> None:
    """Close a tab with the reason of an error."""
    reason = f"The language server failed: {describe_error(error)}"
    with suppress(RuntimeError, WebSocketDisconnect):  # it may already be closed
        await websocket.close(FAILED, reason[:_MAX_REASON])


async def _send_all(answers: asyncio.Queue[str], websocket: WebSocket) -> None:
    """Send the messages of a language server."""
    with suppress(RuntimeError, WebSocketDisconnect):
        while True:
            await websocket.send_text(await answers.get())


def _parse_message(text: str) -> dict[str, Any]:
    """Return a message. Raises BadJson."""
    message = read_json(text)
    if not isinstance(message, dict):
        raise BadJson("a message must be an object")
    return message
