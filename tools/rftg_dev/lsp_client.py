"""A plain client of the language server: one process, messages over its input and output."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

WAIT = 20.0
"""Seconds for an answer; only a server that hangs needs them."""


class Client:
    """A server and what it said. As a context manager it says goodbye at the end."""

    def __init__(self, folder: Path, encodings: tuple[str, ...] = ()) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rftg_dsl", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ.copy(),
        )
        self.folder = folder
        self.encodings = encodings
        self.capabilities: dict[str, Any] = {}
        self.other: list[dict[str, Any]] = []
        self._inbox: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Client:
        self.start()
        return self

    def __exit__(self, kind: object, *_rest: object) -> None:
        if kind is None:
            assert self.stop() == 0
        self.process.kill()

    def start(self) -> None:
        """Shake hands."""
        general = {"general": {"positionEncodings": list(self.encodings)}} if self.encodings else {}
        item = {"completion": {"completionItem": {"snippetSupport": True}}}
        result = self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": self.folder.as_uri(),
                "capabilities": {"textDocument": item, **general},
            },
        )
        self.capabilities = result["capabilities"]
        self.tell("initialized", {})

    def stop(self) -> int:
        """Say goodbye and return the server's exit code."""
        assert self.ask("shutdown", None) is None
        self.tell("exit", None)
        return self.process.wait(WAIT)

    def cpu_seconds(self) -> float:
        """Return seconds of CPU time that the server has had, so that other work does not count.

        Where the system does not tell, the time of a clock.
        """
        try:
            status = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return time.perf_counter()
        # proc(5): user and system time are the members 14 and 15; the second ends in a bracket.
        members = status.rpartition(")")[2].split()
        return (int(members[11]) + int(members[12])) / os.sysconf("SC_CLK_TCK")

    def uri(self, name: str) -> str:
        """Return the document of a file in the folder."""
        return (self.folder / name).as_uri()

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "yaml", "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, text: str, version: int = 2) -> None:
        self.tell(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]},
        )

    def close(self, uri: str) -> None:
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """Return the answer to a question about a position, from 0."""
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return self.ask(f"textDocument/{method}", {**place, **more})

    def about(self, method: str, uri: str, **more: Any) -> Any:
        """Return the answer to a question about a document."""
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})

    def tell(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Return the result of a request. Raises Failed for an error."""
        self._number += 1
        wanted = self._number
        self.send({"jsonrpc": "2.0", "id": wanted, "method": method, "params": params})
        while True:
            message = self.next()
            if message.get("id") == wanted and "method" not in message:
                if "error" in message:
                    raise ResponseError(message["error"]["message"], message["error"]["code"])
                return message["result"]
            self.other.append(message)

    def findings(self, uri: str, version: int | None = None) -> list[dict[str, Any]]:
        """Return the next findings of a document; of a version, where one is named."""
        while True:
            waiting, self.other = self.other, []
            for number, message in enumerate(waiting):
                params = message.get("params") or {}
                if (
                    message.get("method") == "textDocument/publishDiagnostics"
                    and params["uri"] == uri
                    and version in (None, params.get("version"))
                ):
                    self.other = waiting[number + 1 :]
                    found: list[dict[str, Any]] = params["diagnostics"]
                    return found
            self.other = [self.next()]

    def send(self, message: Any) -> None:
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def next(self) -> dict[str, Any]:
        message = self._inbox.get(timeout=WAIT)
        assert message is not None, "the server has gone"
        return message

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                header = stream.readline()
            self._inbox.put(json.loads(stream.read(length)))
        self._inbox.put(None)


class ResponseError(Exception):
    """The server answered with an error. code: as JSON-RPC numbers errors."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code
