"""Typst in a separate process with limits of time and memory, for themes of users.

Typst detects only single infinite loops: two nested loops can run for days, and a text can grow
until memory is full. Exceeding a limit ends only that process. Neither process has network access.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock, Timer
from typing import IO, Any, Final

import typst

from rftg_tools.workers.process import limit_resource

SECONDS: Final = 60
"""Time limit for a document."""
BYTES: Final = 3_000_000_000
"""Memory limit for a document, on Linux."""
_LENGTH: Final = struct.Struct("<Q")


_NOWHERE: Final = "http://127.0.0.1:1"
"""A local port on which nothing listens."""
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_NO_NETWORK: Final = {
    variable: "" if name == "NO_PROXY" else _NOWHERE
    for name in _PROXIES
    for variable in (name, name.lower())
}
"""Environment variables that send every request to that port."""
_ENVIRONMENT_LOCK: Final = RLock()


@contextmanager
def offline() -> Iterator[None]:
    """Make network requests of Typst fail immediately, in one thread at a time."""
    with _ENVIRONMENT_LOCK:
        previous = {name: os.environ.get(name) for name in _NO_NETWORK}
        os.environ.update(_NO_NETWORK)
        try:
            yield
        finally:
            for name, value in previous.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


class TypstProcess:
    """Typst for the files below a folder, in another process. Close it after use."""

    def __init__(self, root: Path, fonts: Sequence[Path]) -> None:
        self._arguments = [str(root), *map(str, fonts)]
        self._process: subprocess.Popen[bytes] | None = None

    def compile(self, document: str, system: bool, **options: Any) -> list[bytes]:
        """Return the pages of a document.

        system: use fonts of this computer. options: options of Typst. Raises RuntimeError with the
        message of Typst, or if a document exceeds a limit.
        """
        return self._request({"document": document, "system": system, "options": options})

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _request(self, request: dict[str, Any]) -> list[bytes]:
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        timeout = Timer(SECONDS, process.kill)
        timeout.start()
        try:
            _send(process.stdin, json.dumps(request).encode())
            kind, *parts = _receive_all(process.stdout)
        except (OSError, EOFError):
            is_late = timeout.finished.is_set()
            self.close()
            reason = f"more than {SECONDS} seconds" if is_late else f"more than {BYTES:,} bytes"
            raise RuntimeError(f"the theme takes {reason} for a document") from None
        finally:
            timeout.cancel()
        if kind == b"error":
            raise RuntimeError(parts[0].decode())
        return parts

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            command = [sys.executable, "-m", "rftg_tools.faces.sandbox", *self._arguments]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self._process


def _send(stream: IO[bytes], *parts: bytes) -> None:
    for part in parts:
        stream.write(_LENGTH.pack(len(part)) + part)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    """Return the next part. Raises EOFError."""
    (length,) = _LENGTH.unpack(_read(stream, _LENGTH.size))
    return _read(stream, length)


def _receive_all(stream: IO[bytes]) -> list[bytes]:
    """Return the parts of an answer, which start with its kind."""
    return [_receive(stream) for _part in range(int(_receive(stream)))]


def _read(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data


# --- in the other process


def main(root: str, *fonts: str) -> None:
    """Answer requests on standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends it
    limit_resource("RLIMIT_AS", BYTES)

    @cache
    def compiler(system: bool) -> typst.Compiler:
        return typst.Compiler(
            root=root,
            font_paths=typst.Fonts(
                include_system_fonts=system,
                include_embedded_fonts=False,
                font_paths=list(fonts),
            ),
            package_path=f"{root}/packages",
            package_cache_path=f"{root}/packages",
        )

    with offline(), suppress(EOFError):
        while True:
            request = json.loads(_receive(sys.stdin.buffer))
            _limit_time()
            try:
                pages = compiler(request["system"]).compile(
                    request["document"], **request["options"]
                )
                parts = [b"pages", *(pages if isinstance(pages, list) else [pages or b""])]
            except RuntimeError as error:
                parts = [b"error", (getattr(error, "diagnostic", None) or str(error)).encode()]
            _send(sys.stdout.buffer, str(len(parts)).encode(), *parts)


def _limit_time() -> None:
    """Limit the processor time of the next document, so that an abandoned process ends."""
    used = os.times()
    cores = os.cpu_count() or 1
    limit_resource("RLIMIT_CPU", int(used.user + used.system) + SECONDS * cores)


if __name__ == "__main__":
    main(*sys.argv[1:])
