"""What Python uses of the browser: storage, messages, and addresses. It imports only there."""

from __future__ import annotations

import importlib
from typing import Any, Final

from rftg_tools.site.store import DiskDenied, DiskFull

_ERRORS: Final[dict[str, type[OSError]]] = {
    "NotFoundError": FileNotFoundError,
    "QuotaExceededError": DiskFull,
    "SecurityError": DiskDenied,
}
"""Errors by their names in browsers."""


def module(name: str) -> Any:
    """Return a module that only Pyodide has."""
    return importlib.import_module(name)


class OriginDisk:
    """A folder of the origin private file system, which keeps its files for this site.

    steps: the object of disk.js. Its functions report errors in what they return.
    """

    def __init__(self, steps: Any) -> None:
        self._steps = steps

    @staticmethod
    async def open(steps: Any, name: str) -> OriginDisk:
        """Return the disk with a name, which is created. Raises OSError."""
        disk = OriginDisk(steps)
        await disk._do("open", name)
        return disk

    async def names(self) -> list[str]:
        """See Disk."""
        return [str(name) for name in await self._do("names")]

    async def read(self, name: str) -> bytes:
        """See Disk."""
        content: bytes = (await self._do("read", name)).to_bytes()
        return content

    async def write(self, name: str, data: bytes) -> None:
        """See Disk."""
        written = await self._do("write", name, module("pyodide.ffi").to_js(data))
        if written != len(data):
            raise DiskFull(f"only {written} of {len(data)} bytes were written")

    async def remove(self, name: str) -> None:
        """See Disk."""
        await self._do("remove", name)

    async def _do(self, step: str, *arguments: Any) -> Any:
        """Return the result of a step. Raises OSError."""
        value, error, message = await getattr(self._steps, step)(*arguments)
        if error:
            raise _ERRORS.get(str(error), OSError)(f"{error}: {message}")
        return value
