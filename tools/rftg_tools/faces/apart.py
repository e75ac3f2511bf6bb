"""Typst in a process of its own, with bounds of time and memory: for themes that are not ours.

Typst ends loops that have no end, and no others: two loops within each other go on for days, and a
text can grow until there is no memory. What takes too much ends that process and no other.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Timer
from typing import IO, Any, Final

import typst

from rftg_tools.faces.code import offline
from rftg_tools.workers.process import limit_resource

SECONDS: Final = 60
"""Time for a document at most."""
BYTES: Final = 3_000_000_000
"""Memory for it at most, where the system keeps to it: Linux does."""
_LENGTH: Final = struct.Struct("<Q")


class Apart:
    """Typst for the files below a folder, in another process until it is closed.

    fonts: folders of fonts.
    """

    def __init__(self, root: Path, fonts: Sequence[Path]) -> None:
        self._given = [str(root), *map(str, fonts)]
        self._process: subprocess.Popen[bytes] | None = None

    def compile(self, document: str, system: bool, **options: Any) -> list[bytes]:
        """Return the pages of a document.

        system: with the fonts of this computer; options: of Typst.

        Raises RuntimeError with what Typst says, and for a document that takes too much.
        """
        return self._asked({"document": document, "system": system, "options": options})

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _asked(self, request: dict[str, Any]) -> list[bytes]:
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        late = Timer(SECONDS, process.kill)
        late.start()
        try:
            _send(process.stdin, json.dumps(request).encode())
            kind, *parts = _receive_all(process.stdout)
        except (OSError, EOFError):
            over = late.finished.is_set()
            self.close()
            reason = f"more than {SECONDS} seconds" if over else f"more than {BYTES:,} bytes"
            raise RuntimeError(f"the theme takes {reason} for a document") from None
        finally:
            late.cancel()
        if kind == b"error":
            raise RuntimeError(parts[0].decode())
        return parts

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            command = [sys.executable, "-m", "rftg_tools.faces.apart", *self._given]
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
    """Return the next part that was sent. Raises EOFError."""
    (length,) = _LENGTH.unpack(_read(stream, _LENGTH.size))
    return _read(stream, length)


def _receive_all(stream: IO[bytes]) -> list[bytes]:
    """Return an answer: its kind and its parts, with their number before them."""
    return [_receive(stream) for _part in range(int(_receive(stream)))]


def _read(stream: IO[bytes], length: int) -> bytes:
    found = stream.read(length)
    if len(found) < length:
        raise EOFError
    return found


# --- in the other process


def main(root: str, *fonts: str) -> None:
    """Answer what is asked at standard input, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began it ends it
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
            _bound_time()
            try:
                made = compiler(request["system"]).compile(
                    request["document"], **request["options"]
                )
                parts = [b"pages", *(made if isinstance(made, list) else [made or b""])]
            except RuntimeError as error:
                parts = [b"error", (getattr(error, "diagnostic", None) or str(error)).encode()]
            _send(sys.stdout.buffer, str(len(parts)).encode(), *parts)


def _bound_time() -> None:
    """Limit the processor's time for what comes next: it ends, too, when nobody waits any more."""
    used = os.times()
    cores = os.cpu_count() or 1
    limit_resource("RLIMIT_CPU", int(used.user + used.system) + SECONDS * cores)


if __name__ == "__main__":
    main(*sys.argv[1:])
