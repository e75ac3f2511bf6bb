"""The language server, for a page: one process a tab, spoken to over the tab's websocket.

It is the very program that editors start, so that a page completes, explains and mends as they do;
and a process of its own, so that what it reckons takes no time from the games at the table.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.studio.documents import Documents
from rftg_tools.untrusted import BadJson, read_json

MOST_BYTES: Final = 4_000_000
"""Bytes of a message at most: a whole card file, written as JSON."""
MOST_TABS: Final = 8
"""Tabs at most that have a language server; others are told to close one."""
TOO_MANY: Final = 4429
"""Why a websocket is closed: too many tabs are open."""
_NOT_UNDERSTOOD: Final = 1007
"""Why a websocket is closed: what it sent is no message."""
_NOT_STARTED: Final = 1011
"""Why a websocket is closed: an error of the machine."""
_REASON: Final = 100
"""Characters of a reason at most, which fit into the frame."""
_COMMAND: Final = (sys.executable, "-m", "rftg_dsl", "lsp")
_HEAD: Final = b"Content-Length: "
_PATIENCE: Final = 0.1
"""Seconds at most that a new face waits for the findings: drawn beside them it would delay them,
and they are what is looked at while a line is written."""
_FINDINGS: Final = b'"textDocument/publishDiagnostics"'
_DOCUMENT: Final = "textDocument/"
_WORKSPACE: Final = "workspace/"
"""How the methods begin that are about one file, and those that are about a folder of them."""
_ROOTS: Final = ("rootUri", "rootPath", "workspaceFolders")
_FAREWELL: Final = 2.0
"""Seconds that a language server has to end by itself."""

Edit = Callable[[Path, str | None], None]
"""Called with each text of a file as it is edited; None when it no longer is."""


class Languages:
    """The language servers of all tabs. edit: told what is edited, of the studio's files alone."""

    def __init__(self, documents: Documents, edit: Edit) -> None:
        self._documents = documents
        self._edit = edit
        self._tabs = 0
        self._files: dict[str, Path] = {}
        self._drafts: dict[Path, dict[int, str]] = {}
        self._waiting: dict[Path, asyncio.TimerHandle] = {}

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one tab until it is closed, or its language server ends."""
        await websocket.accept()
        if self._tabs >= MOST_TABS:
            await websocket.close(TOO_MANY, f"cards are edited in at most {MOST_TABS} tabs")
            return
        self._tabs += 1
        try:
            process = await asyncio.create_subprocess_exec(*_COMMAND, stdin=PIPE, stdout=PIPE)
            await self._pass_on(process, websocket)
        except OSError as error:
            why = f"the language server cannot be started: {error.strerror}"
            await websocket.close(_NOT_STARTED, why[:_REASON])
        finally:
            self._tabs -= 1

    async def _pass_on(self, process: Process, websocket: WebSocket) -> None:
        """Pass on what a tab and its language server say to each other, until one of them ends."""
        answering = asyncio.create_task(self._answer(process, websocket))
        try:
            while True:
                text = await websocket.receive_text()
                message = _read(text)
                self._follow(message, id(websocket))
                if self._is_own(message):
                    await _send(process, text)
                elif "id" in message:
                    answer = {"jsonrpc": "2.0", "id": message["id"], "result": None}
                    await websocket.send_text(json.dumps(answer))
        except BadJson as problem:
            await websocket.close(_NOT_UNDERSTOOD, str(problem)[:_REASON])
        except (WebSocketDisconnect, ConnectionError, KeyError, RuntimeError):
            return
        finally:
            for path in list(self._drafts):
                self._put(path, id(websocket), None)
            answering.cancel()
            await _end(process)

    def _is_own(self, message: dict[str, Any]) -> bool:
        """Return whether a message is about files of the studio, if about any.

        A language server reads the files beside the one that it is asked about, and those of a
        workspace.
        """
        method: Any = message.get("method")
        params: Any = message.get("params")
        if not isinstance(method, str):
            return True  # an answer, or nothing that is understood
        try:
            if method == "initialize":
                return not any(params.get(name) for name in _ROOTS)
            if method.startswith(_DOCUMENT):
                return params["textDocument"]["uri"] in self._files
        except (KeyError, TypeError, AttributeError):
            return False
        return not method.startswith(_WORKSPACE)

    def _follow(self, message: dict[str, Any], tab: int) -> None:
        """Tell of the text of a file that a message opens, changes or closes."""
        with suppress(KeyError, TypeError, IndexError, AttributeError):
            self._follow_document(message["method"], message["params"], tab)

    def _follow_document(self, method: str, params: dict[str, Any], tab: int) -> None:
        files = self._files
        match method:
            case "textDocument/didOpen":
                paths = self._documents.paths().values()
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
        """Show what a tab has of a file; where it lets go of it, what another tab has."""
        drafts = self._drafts.setdefault(path, {})
        known = drafts.pop(tab, None) is not None
        if text is not None:
            drafts[tab] = text  # behind those of other tabs
        if not drafts:
            del self._drafts[path]
        if text is None and not known:
            return  # what another tab has may be about to be shown
        if path in self._waiting:
            self._waiting.pop(path).cancel()
        if text is not None:
            loop = asyncio.get_running_loop()
            self._waiting[path] = loop.call_later(_PATIENCE, self._show, path)
        else:
            self._edit(path, next(reversed(drafts.values()), None))

    def _show(self, path: Path) -> None:
        """Have a file be shown as it was edited last."""
        self._waiting.pop(path).cancel()
        self._edit(path, next(reversed(self._drafts[path].values())))

    async def _answer(self, process: Process, websocket: WebSocket) -> None:
        """Send what a language server says, until it ends; the tab is closed then."""
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ValueError):
            while True:
                head = await process.stdout.readuntil(b"\r\n\r\n")
                length = next(line for line in head.split(b"\r\n") if line.startswith(_HEAD))
                data = await process.stdout.readexactly(int(length.removeprefix(_HEAD)))
                await websocket.send_text(data.decode())
                if _FINDINGS in data:
                    for path in list(self._waiting):
                        self._show(path)
        with suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close()


def _read(text: str) -> dict[str, Any]:
    """Return a message. Raises BadJson."""
    message = read_json(text)
    if not isinstance(message, dict):
        raise BadJson("a message is an object")
    return message


async def _send(process: Process, text: str) -> None:
    data = text.encode()
    assert process.stdin is not None
    process.stdin.write(_HEAD + str(len(data)).encode() + b"\r\n\r\n" + data)
    await process.stdin.drain()


async def _end(process: Process) -> None:
    """End a language server: closing what it reads from does, and else it is killed."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), _FAREWELL)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
