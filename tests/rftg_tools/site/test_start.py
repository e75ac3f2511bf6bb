"""Start of the studio in a browser, as far as it needs none."""

import asyncio
from typing import Any

import pytest

from rftg_tools.site.start import _run, call_late_work, complete, disk_name


class Failing:
    """A studio whose work fails, on a site that can store nothing."""

    def __init__(self) -> None:
        self.has_failed = False

    def running(self) -> Any:
        raise ValueError("why")

    async def flush(self) -> str:
        raise OSError("the disk is gone")

    def fail(self) -> None:
        self.has_failed = True


def test_the_page_is_told_of_a_failure_even_if_nothing_can_be_stored() -> None:
    failing: Any = Failing()
    with pytest.raises(OSError, match="the disk is gone"):
        asyncio.run(_run(failing, failing))
    assert failing.has_failed


class Panic(BaseException):
    """What a panic of Rust is in Python."""


@pytest.mark.parametrize("error", [ValueError("why"), Panic("why")])
def test_work_that_fails_always_ends(error: BaseException) -> None:
    """It fails in a way that handlers of requests catch."""

    def fail() -> None:
        raise error

    async def work() -> Any:
        future = asyncio.get_running_loop().create_future()
        complete(future, fail, ())
        async with asyncio.timeout(1):
            return await future

    with pytest.raises(Exception, match="why"):
        asyncio.run(work())


def test_late_work_is_done_at_once() -> None:
    """Not refused: a timer of a busy machine may end before it is set."""
    delays: list[float] = []

    class Loop:
        def call_later(self, delay: float, _work: Any) -> None:
            delays.append(delay)

    loop = Loop()
    call_late_work(loop)
    loop.call_later(-0.001, None)
    loop.call_later(2.0, None)
    assert delays == [0.0, 2.0]


def test_each_path_of_a_host_has_a_disk_of_its_own() -> None:
    paths = ["/", "/a/b/", "/a_b/", "/rftg-dsl/", "/rftg_dsl/", "/a%2Fb/"]
    names = [disk_name(path) for path in paths]
    assert len(set(names)) == len(names)
    assert not any("/" in name for name in names)
