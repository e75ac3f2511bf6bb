"""What Python uses of the browser: storage, messages, and addresses. It imports only there."""

from __future__ import annotations

import importlib
from typing import Any, Final

from rftg_tools.site.store import DiskFull

_QUOTA: Final = "QuotaExceededError"
_NOT_FOUND: Final = "NotFoundError"


def module(name: str) -> Any:
    """Return a module that only Pyodide has."""
    return importlib.import_module(name)


class OriginDisk:
    """A folder of the origin private file system, which keeps its files for this site.

    One worker may use it at a time.
    """

    def __init__(self, folder: Any) -> None:
        self._folder = folder

    @staticmethod
    async def open(name: str) -> OriginDisk:
        """Return the disk with a name, which is created. Raises OSError."""
        try:
            root = await module("js").navigator.storage.getDirectory()
            return OriginDisk(await root.getDirectoryHandle(name, create=True))
        except _error_type() as error:
            raise _as_os_error(error) from None

    async def names(self) -> list[str]:
        """See Disk."""
        try:
            found = []
            keys = self._folder.keys()
            while not (step := await keys.next()).done:
                found.append(str(step.value))
        except _error_type() as error:
            raise _as_os_error(error) from None
        return found

    async def read(self, name: str) -> bytes:
        """See Disk."""
        try:
            handle = await self._folder.getFileHandle(name)
            file = await handle.getFile()
            content: bytes = (await file.arrayBuffer()).to_bytes()
        except _error_type() as error:
            raise _as_os_error(error) from None
        return content

    async def write(self, name: str, data: bytes) -> None:
        """See Disk."""
        ffi = module("pyodide.ffi")
        access = None
        try:
            handle = await self._folder.getFileHandle(name, create=True)
            access = await handle.createSyncAccessHandle()
            access.truncate(0)
            buffer = ffi.to_js(data)
            written = access.write(buffer) if data else 0
            access.flush()
        except ffi.JsException as error:
            raise _as_os_error(error) from None
        finally:
            if access is not None:
                access.close()
        if written != len(data):
            raise DiskFull(f"only {written} of {len(data)} bytes were written")

    async def remove(self, name: str) -> None:
        """See Disk."""
        try:
            await self._folder.removeEntry(name)
        except _error_type() as error:
            raise _as_os_error(error) from None


def _error_type() -> type[Exception]:
    kind: type[Exception] = module("pyodide.ffi").JsException
    return kind


def _as_os_error(error: Any) -> OSError:
    """Return the error of a storage that reports one in JavaScript."""
    name = str(getattr(error, "name", ""))
    message = f"{name}: {getattr(error, 'message', '')}"
    if name == _QUOTA:
        return DiskFull(message)
    return FileNotFoundError(message) if name == _NOT_FOUND else OSError(message)
