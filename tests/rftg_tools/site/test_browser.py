"""The storage of a browser, whose steps report their errors in what they return."""

import asyncio
import sys
from types import ModuleType
from typing import Any

import pytest

from rftg_tools.site.browser import OriginDisk
from rftg_tools.site.store import DiskDenied, DiskFull


class Bytes(bytes):
    """A buffer of JavaScript."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class FakeSteps:
    """The object of disk.js, with files in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.error = ""
        self.opened = ""
        self.lost = 0

    async def _attempt(self, value: Any) -> tuple[Any, str, str]:
        return (None, self.error, "why") if self.error else (value, "", "")

    async def open(self, name: str) -> Any:
        self.opened = name
        return await self._attempt(None)

    async def names(self) -> Any:
        return await self._attempt(list(self.files))

    async def read(self, name: str) -> Any:
        return await self._attempt(Bytes(self.files.get(name, b"")))

    async def write(self, name: str, data: bytes) -> Any:
        self.files[name] = data
        return await self._attempt(len(data) - self.lost)

    async def remove(self, name: str) -> Any:
        return await self._attempt(self.files.pop(name, None))


@pytest.fixture(autouse=True)
def ffi(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of Pyodide that converts data."""
    fake = ModuleType("pyodide.ffi")
    fake.__dict__["to_js"] = bytes
    monkeypatch.setitem(sys.modules, "pyodide.ffi", fake)


def test_a_disk_keeps_files() -> None:
    async def work() -> None:
        steps = FakeSteps()
        disk = await OriginDisk.open(steps, "site")
        assert steps.opened == "site"
        await disk.write("a", b"text")
        await disk.write("b", b"")
        assert await disk.names() == ["a", "b"]
        assert await disk.read("a") == b"text"
        await disk.remove("a")
        assert await disk.names() == ["b"]

    asyncio.run(work())


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("QuotaExceededError", DiskFull),
        ("SecurityError", DiskDenied),
        ("NoModificationAllowedError", OSError),
        ("NotFoundError", FileNotFoundError),
        ("UnknownError", OSError),
    ],
)
def test_every_error_of_a_step_is_raised(name: str, kind: type[OSError]) -> None:
    async def work() -> None:
        steps = FakeSteps()
        disk = OriginDisk(steps)
        steps.error = name
        for step in (disk.names(), disk.read("a"), disk.write("a", b"x"), disk.remove("a")):
            with pytest.raises(kind, match=f"{name}: why"):
                await step
        with pytest.raises(kind):
            await OriginDisk.open(steps, "site")

    asyncio.run(work())


def test_half_a_write_is_a_full_disk() -> None:
    steps = FakeSteps()
    steps.lost = 1
    with pytest.raises(DiskFull, match="only 3 of 4 bytes"):
        asyncio.run(OriginDisk(steps).write("a", b"text"))
