"""Typst in a separate process with limits and without network access, for themes of users.

Typst detects only single infinite loops: two nested loops can run for days, and a text can grow
until memory is full. Exceeding a limit ends only that process.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

from rftg_tools.workers.process import limit_resource

if TYPE_CHECKING:
    import typst  # imported late because a page in a browser downloads it after its start

SECONDS: Final = 60
"""Time limit for a document."""
BYTES: Final = 3_000_000_000
"""Memory limit for a document, on Linux."""
_NOWHERE: Final = "http://127.0.0.1:1"
"""A local port on which nothing listens."""
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_NO_NETWORK: Final = {
    variable: "" if name == "NO_PROXY" else _NOWHERE
    for name in _PROXIES
    for variable in (name, name.lower())
}
"""Environment variables that send every request to that port."""


def create_compiler(root: str, fonts: typst.Fonts, **arguments: Any) -> typst.Compiler:
    """Return a compiler for the files in a folder, which has no packages."""
    import typst

    packages = f"{root}/packages"
    return typst.Compiler(
        root=root,
        font_paths=fonts,
        package_path=packages,
        package_cache_path=packages,
        **arguments,
    )


def message_of(error: Exception) -> str:
    """Return the message of an error, with the place in the document if Typst names it."""
    return getattr(error, "diagnostic", None) or str(error)


class TypstProcess:
    """Typst for the files in a folder, in another process. Close it after use."""

    def __init__(self, root: Path, fonts: Sequence[Path]) -> None:
        self._root = root
        self._arguments = [str(root), *map(str, fonts)]
        self._process: subprocess.Popen[bytes] | None = None

    def compile(self, document: str, system: bool, **options: Any) -> list[bytes]:
        """Return the pages of a document.

        system: use fonts of this computer. options: options of Typst. Raises RuntimeError with the
        message of Typst, or if a document exceeds a limit.
        """
        answer = self._request({"document": document, "system": system, "options": options})
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return [(self._root / name).read_bytes() for name in answer["pages"]]

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _request(self, request: dict[str, Any]) -> dict[str, Any]:
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        timeout = Timer(SECONDS, process.kill)
        timeout.start()
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
        except (OSError, ValueError):
            is_late = timeout.finished.is_set()
            self.close()
            reason = f"more than {SECONDS} seconds" if is_late else f"more than {BYTES:,} bytes"
            raise RuntimeError(f"the theme takes {reason} for a document") from None
        finally:
            timeout.cancel()
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        python_path = os.pathsep.join(filter(None, sys.path))
        return subprocess.Popen(
            [sys.executable, "-m", "rftg_tools.faces.sandbox", *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_NO_NETWORK, "PYTHONPATH": python_path},
        )


# --- in the other process


def main(root: str, *fonts: str) -> None:
    """Answer requests, one per line of standard input, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends it
    limit_resource("RLIMIT_AS", BYTES)
    import typst

    @cache
    def compiler(system: bool) -> typst.Compiler:
        found = typst.Fonts(
            include_system_fonts=system, include_embedded_fonts=False, font_paths=list(fonts)
        )
        return create_compiler(root, found)

    for line in sys.stdin:
        request = json.loads(line)
        _limit_time()
        answer: dict[str, Any]
        try:
            pages = compiler(request["system"]).compile(request["document"], **request["options"])
            answer = {"pages": _write_pages(root, pages)}
        except (RuntimeError, OSError) as error:
            answer = {"error": message_of(error)}
        print(json.dumps(answer), flush=True)


def _write_pages(root: str, pages: bytes | list[bytes] | None) -> list[str]:
    """Write the pages of a document to files, and return their names."""
    pages = pages if isinstance(pages, list) else [pages or b""]
    names = [f"page-{index}" for index in range(len(pages))]
    for name, page in zip(names, pages, strict=True):
        Path(root, name).write_bytes(page)
    return names


def _limit_time() -> None:
    """Limit the processor time of the next document, so that an abandoned process ends."""
    used = os.times()
    cores = os.cpu_count() or 1
    limit_resource("RLIMIT_CPU", int(used.user + used.system) + SECONDS * cores)


if __name__ == "__main__":
    main(*sys.argv[1:])
