"""Language servers for pages: a worker per tab, connected to its websocket.

It is the server that editors have, so the page has the same completion and fixes. A worker keeps it
from slowing down games at the tables.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.studio.documents import Documents
from rftg_tools.untrusted import BadJson, read_json
from rftg_tools.workers.worker import Worker, WorkerEnded, start_worker

MAX_BYTES: Final = 4_000_000
"""Maximum size of a message in bytes: a card file as JSON."""
MAX_TABS: Final = 8
"""Maximum number of tabs with a language server."""
TOO_MANY_TABS: Final = 4429
"""Close code of a websocket: too many tabs are open."""
_INVALID: Final = 1007
"""Close code: an invalid message."""
_NOT_STARTED: Final = 1011
"""Close code: the language server could not be started."""
_MAX_REASON: Final = 100
"""Maximum length of a close reason, so that it fits into a websocket frame."""
WORKER: Final = "rftg_tools.studio.language_worker"
_FACE_DELAY: Final = 0.1
"""Maximum seconds to wait for diagnostics before drawing a face, which would delay them."""
_DIAGNOSTICS: Final = '"textDocument/publishDiagnostics"'
_DOCUMENT: Final = "textDocument/"
_WORKSPACE: Final = "workspace/"
"""Prefixes of methods that concern a file, or a folder."""
_ROOTS: Final = ("rootUri", "rootPath", "workspaceFolders")

Edit = Callable[[Path, str | None], None]
"""Callback for each unsaved text of a file, or None after editing ends."""


class LanguageServers:
    """Language servers of all tabs. edit: called only for files of the studio."""

    def __init__(self, documents: Documents, edit: Edit) -> None:
        self._documents = documents
        self._edit = edit
        self._tabs = 0
        self._files: dict[str, Path] = {}
        self._drafts: dict[Path, dict[int, str]] = {}
        self._waiting: dict[Path, asyncio.TimerHandle] = {}

    async def serve(self, websocket: WebSocket) -> None:
        """Serve a tab until it is closed or its language server exits."""
        await websocket.accept()
        if self._tabs >= MAX_TABS:
            await websocket.close(
                TOO_MANY_TABS, f"Cards can be edited in at most {MAX_TABS} tabs. Close another one."
            )
            return
        self._tabs += 1
        try:
            worker = await start_worker(WORKER, niceness=0)
            await self._pass_on(worker, websocket)
        except OSError as error:
            why = f"Couldn't start the language server: {error.strerror}."
            await websocket.close(_NOT_STARTED, why[:_MAX_REASON])
        finally:
            self._tabs -= 1

    async def _pass_on(self, worker: Worker, websocket: WebSocket) -> None:
        """Relay messages between a tab and its language server until one of them ends."""
        answering = asyncio.create_task(self._relay_answers(worker, websocket))
        try:
            while True:
                text = await websocket.receive_text()
                message = _parse_message(text)
                self._update_drafts(message, id(websocket))
                if self._is_permitted(message):
                    await worker.send({"text": text})
                elif "id" in message:
                    answer = {"jsonrpc": "2.0", "id": message["id"], "result": None}
                    await websocket.send_text(json.dumps(answer))
        except BadJson as problem:
            await websocket.close(_INVALID, str(problem)[:_MAX_REASON])
        except (WebSocketDisconnect, WorkerEnded, KeyError, RuntimeError):
            return
        finally:
            for path in list(self._drafts):
                self._put(path, id(websocket), None)
            answering.cancel()
            await worker.stop()

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
        if path in self._waiting:
            self._waiting.pop(path).cancel()
        if text is not None:
            loop = asyncio.get_running_loop()
            self._waiting[path] = loop.call_later(_FACE_DELAY, self._show, path)
        else:
            self._edit(path, next(reversed(drafts.values()), None))

    def _show(self, path: Path) -> None:
        """Show the most recently edited text."""
        self._waiting.pop(path).cancel()
        self._edit(path, next(reversed(self._drafts[path].values())))

    async def _relay_answers(self, worker: Worker, websocket: WebSocket) -> None:
        """Relay the messages of a language server until it exits, then close the websocket."""
        with suppress(WorkerEnded):
            while True:
                text = (await worker.receive())["text"]
                await websocket.send_text(text)
                if _DIAGNOSTICS in text:
                    for path in list(self._waiting):
                        self._show(path)
        with suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close()


def _parse_message(text: str) -> dict[str, Any]:
    """Return a message. Raises BadJson."""
    message = read_json(text)
    if not isinstance(message, dict):
        raise BadJson("a message must be an object")
    return message
