"""Client for the language server: one process, messages over its input and output."""

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
"""Timeout in seconds for an answer."""


class Client:
    """A language server process and its messages. As a context manager it shuts the server down."""

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
        self._request_id = 0
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Client:
        self.start()
        return self

    def __exit__(self, kind: object, *_rest: object) -> None:
        if kind is None:
            assert self.stop() == 0
        self.process.kill()

    def start(self) -> None:
        """Send the initialize request."""
        general = {"general": {"positionEncodings": list(self.encodings)}} if self.encodings else {}
        item = {"completion": {"completionItem": {"snippetSupport": True}}}
        result = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": self.folder.as_uri(),
                "capabilities": {"textDocument": item, **general},
            },
        )
        self.capabilities = result["capabilities"]
        self.notify("initialized", {})

    def stop(self) -> int:
        """Shut the server down and return its exit code."""
        assert self.request("shutdown", None) is None
        self.notify("exit", None)
        return self.process.wait(WAIT)

    def cpu_seconds(self) -> float:
        """Return the server's CPU time in seconds, so that other processes do not count.

        Without /proc, return the time of a clock.
        """
        try:
            status = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return time.perf_counter()
        # proc(5): fields 14 and 15 are user and system time; the name may contain spaces.
        fields = status.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def uri(self, name: str) -> str:
        """Return the URI of a file in the folder."""
        return (self.folder / name).as_uri()

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "yaml", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, text: str, version: int = 2) -> None:
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]},
        )

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def request_at(self, method: str, uri: str, line: int, character: int, **params: Any) -> Any:
        """Send a request about a position (0-based) and return its result."""
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return self.request(f"textDocument/{method}", {**place, **params})

    def request_document(self, method: str, uri: str, **params: Any) -> Any:
        """Send a request about a document and return its result."""
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **params})

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        """Send a request and return its result. Raises ResponseError."""
        self._request_id += 1
        request_id = self._request_id
        self.send({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
        while True:
            message = self.next()
            if message.get("id") == request_id and "method" not in message:
                if "error" in message:
                    raise ResponseError(message["error"]["message"], message["error"]["code"])
                return message["result"]
            self.other.append(message)

    def diagnostics(self, uri: str, version: int | None = None) -> list[dict[str, Any]]:
        """Return the next diagnostics of a document, or of one of its versions."""
        while True:
            waiting, self.other = self.other, []
            for index, message in enumerate(waiting):
                params = message.get("params") or {}
                if (
                    message.get("method") == "textDocument/publishDiagnostics"
                    and params["uri"] == uri
                    and version in (None, params.get("version"))
                ):
                    self.other = waiting[index + 1 :]
                    diagnostics: list[dict[str, Any]] = params["diagnostics"]
                    return diagnostics
            self.other = [self.next()]

    def send(self, message: Any) -> None:
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def next(self) -> dict[str, Any]:
        message = self._inbox.get(timeout=WAIT)
        assert message is not None, "the server has ended"
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
    """An error response of the server. code: JSON-RPC error code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code
