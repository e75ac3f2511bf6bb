"""Files in a browser's storage: whatever interrupts it, what was reported as stored is there."""

import asyncio
import os
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from rftg_tools.site.store import DiskFull, Store, StoreProblem

T = TypeVar("T")


class Killed(BaseException):
    """Raised where the page is closed."""


class FakeDisk:
    """A disk in memory that can fail halfway through any of its steps.

    fails_at: number of the step that fails, counted from 1. A write that fails leaves half a file.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.steps = 0
        self.fails_at = 0
        self.error: BaseException = OSError("unplugged")
        self.during_write: Any = None
        self.writes: list[str] = []

    def _step(self) -> bool:
        self.steps += 1
        return self.steps == self.fails_at

    async def names(self) -> list[str]:
        if self._step():
            raise self.error
        return list(self.files)

    async def read(self, name: str) -> bytes:
        if self._step():
            raise self.error
        if name not in self.files:
            raise FileNotFoundError(name)
        return self.files[name]

    async def write(self, name: str, data: bytes) -> None:
        self.writes.append(name)
        if self._step():
            self.files[name] = data[: len(data) // 2]
            raise self.error
        if self.during_write:
            await self.during_write()
        self.files[name] = data

    async def remove(self, name: str) -> None:
        if self._step():
            raise self.error
        del self.files[name]


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def loaded(disk: FakeDisk, folder: Path) -> dict[str, bytes]:
    """The files that a new page finds."""
    folder.mkdir()
    assert run(Store(folder, disk).load()) == []
    return files_of(folder)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def test_files_are_there_again_in_folders_with_changes_and_without_what_was_deleted(
    home: Path, tmp_path: Path
) -> None:
    disk, store = FakeDisk(), None
    store = Store(home, disk)
    (home / "a.yaml").write_text("first")
    (home / "b.yaml").write_text("goes")
    (home / "games").mkdir()
    (home / "games" / "one.json").write_bytes(b"\0\xff")
    run(store.flush())
    (home / "a.yaml").write_text("later")
    (home / "b.yaml").unlink()
    run(store.flush())
    assert loaded(disk, tmp_path / "new") == {"a.yaml": b"later", "games/one.json": b"\0\xff"}
    run(store.flush())
    contents = sorted(data for name, data in disk.files.items() if name.startswith("file"))
    assert contents == [b"\0\xff", b"first", b"goes", b"later"]  # of the last two indexes
    assert len(disk.files) == len(contents) + 2
    (home / "a.yaml").write_text("latest")
    run(store.flush())
    contents = sorted(data for name, data in disk.files.items() if name.startswith("file"))
    assert contents == [b"\0\xff", b"later", b"latest"]
    assert loaded(disk, tmp_path / "last") == {"a.yaml": b"latest", "games/one.json": b"\0\xff"}


def test_only_changed_files_are_written(home: Path) -> None:
    disk = FakeDisk()
    store = Store(home, disk)
    for name in "abc":
        (home / name).write_text(name)
        os.utime(home / name, (1, 1))
    run(store.flush())
    disk.writes.clear()
    run(store.flush())
    assert disk.writes == []
    (home / "b").write_text("changed")
    run(store.flush())
    assert len(disk.writes) == 2  # the file and the index


def test_a_change_of_the_same_size_at_the_same_time_is_stored(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    store = Store(home, disk)
    (home / "a").write_text("one")
    status = (home / "a").stat()
    run(store.flush())
    (home / "a").write_text("two")
    os.utime(home / "a", ns=(status.st_atime_ns, status.st_mtime_ns))
    run(store.flush())
    assert loaded(disk, tmp_path / "new") == {"a": b"two"}


def test_a_change_during_a_flush_is_stored_by_the_next(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    store = Store(home, disk)
    (home / "a").write_text("before")

    async def change() -> None:
        disk.during_write = None
        (home / "a").write_text("during")

    disk.during_write = change
    run(store.flush())
    assert loaded(disk, tmp_path / "between") == {"a": b"before"}
    run(store.flush())
    assert loaded(disk, tmp_path / "after") == {"a": b"during"}


def test_temporary_files_are_not_stored(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    (home / ".a.yaml.x1.rftg").write_text("half")
    (home / "a.yaml").write_text("all")
    run(Store(home, disk).flush())
    assert loaded(disk, tmp_path / "new") == {"a.yaml": b"all"}


@pytest.mark.parametrize("killed", [False, True], ids=["fails", "is killed"])
def test_interrupted_anywhere_all_files_are_as_before_or_as_after(
    home: Path, tmp_path: Path, killed: bool
) -> None:
    """The folder is never mixed, whichever of the steps fails, and a later flush repairs it."""
    before = {"a": b"a1", "b": b"b1", "c": b"c1"}
    after = {"a": b"a2", "c": b"c1", "d": b"d2"}
    outcomes = []
    for step in range(1, 12):
        disk, folder = FakeDisk(), tmp_path / f"{step}"
        folder.mkdir()
        store = Store(folder, disk)
        for name, content in before.items():
            (folder / name).write_bytes(content)
        run(store.flush())
        (folder / "a").write_bytes(b"a2")
        (folder / "b").unlink()
        (folder / "d").write_bytes(b"d2")
        disk.fails_at = disk.steps + step
        disk.error = Killed() if killed else OSError("unplugged")
        is_stored = True
        try:
            run(store.flush())
        except (StoreProblem, Killed):
            is_stored = False
        disk.fails_at = 0
        found = loaded(disk, tmp_path / f"{step} new")
        assert found in (before, after)
        assert found == after or not is_stored
        outcomes.append(is_stored)
        run(store.flush())
        assert loaded(disk, tmp_path / f"{step} again") == after
    assert not all(outcomes)
    assert any(outcomes)


def test_a_full_disk_is_told_and_the_change_is_stored_later(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    store = Store(home, disk)
    (home / "a").write_text("text")
    disk.fails_at, disk.error = 1, DiskFull("quota")
    with pytest.raises(StoreProblem, match=r"is full.*Download a backup"):
        run(store.flush())
    assert "full" in store.problem
    run(store.flush())
    assert store.problem == ""
    assert loaded(disk, tmp_path / "new") == {"a": b"text"}


def test_a_disk_that_does_not_answer_is_told(home: Path) -> None:
    disk = FakeDisk()
    disk.during_write = lambda: asyncio.sleep(30)
    (home / "a").write_text("text")
    with pytest.raises(StoreProblem, match="doesn't answer"):
        run(Store(home, disk, timeout=0.05).flush())


def test_a_damaged_file_is_told_and_the_others_are_there(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    (home / "a").write_text("text")
    (home / "b").write_text("other")
    run(Store(home, disk).flush())
    damaged = next(name for name, data in disk.files.items() if data == b"text")
    disk.files[damaged] = b"tex"
    folder = tmp_path / "new"
    folder.mkdir()
    assert run(Store(folder, disk).load()) == ["a"]
    assert files_of(folder) == {"b": b"other", "a.damaged": b"tex"}


def test_the_bytes_of_a_damaged_file_are_never_removed(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    (home / "a").write_text("text")
    run(Store(home, disk).flush())
    name = next(name for name, data in disk.files.items() if data == b"text")
    disk.files[name] = b"tex"
    folder = tmp_path / "new"
    folder.mkdir()
    store = Store(folder, disk)
    run(store.load())
    for text in ("one", "two", "three"):
        (folder / "a").write_text(text)
        run(store.flush())
    assert loaded(disk, tmp_path / "last") == {"a": b"three", "a.damaged": b"tex"}


def indexes_of(disk: FakeDisk) -> list[str]:
    return [name for name in disk.files if name.startswith("index")]


def test_no_readable_index_is_a_problem_and_deletes_nothing(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    (home / "a").write_text("text")
    run(Store(home, disk).flush())
    for index in indexes_of(disk):
        disk.files[index] = b"junk"
    damaged = dict(disk.files)
    folder = tmp_path / "new"
    folder.mkdir()
    with pytest.raises(StoreProblem, match="Nothing was deleted"):
        run(Store(folder, disk).load())
    for index in indexes_of(disk):
        del disk.files[index]
        del damaged[index]
    with pytest.raises(StoreProblem, match="Nothing was deleted"):
        run(Store(folder, disk).load())
    assert disk.files == damaged
    assert files_of(folder) == {}


def test_the_index_before_a_damaged_one_is_used(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    store = Store(home, disk)
    for text in ("first", "second", "third"):
        (home / "a").write_text(text)
        run(store.flush())
    newest = max(indexes_of(disk), key=lambda name: int(name.split("-")[1]))
    disk.files[newest] = b"junk"
    assert loaded(disk, tmp_path / "new") == {"a": b"second"}


@pytest.mark.parametrize("step", range(1, 8))
def test_an_interrupted_first_start_starts_again(home: Path, tmp_path: Path, step: int) -> None:
    disk = FakeDisk()
    (home / "a").write_text("text")
    disk.fails_at, disk.error = step, Killed()
    with suppress(Killed):
        run(Store(home, disk).flush())
    disk.fails_at = 0
    assert loaded(disk, tmp_path / "new") in ({}, {"a": b"text"})


def test_two_stores_of_a_disk_cannot_both_write(home: Path, tmp_path: Path) -> None:
    """The one that has not the newest files refuses, and nothing of either is overwritten."""
    disk = FakeDisk()
    (home / "a").write_text("old")
    first = Store(home, disk)
    run(first.flush())
    folder = tmp_path / "second"
    folder.mkdir()
    second = Store(folder, disk)
    run(second.load())
    (folder / "a").write_text("of the second")
    run(second.flush())
    (home / "b").write_text("of the first")
    stored = dict(disk.files)
    for _time in range(2):
        with pytest.raises(StoreProblem, match="Another tab"):
            run(first.flush())
    assert "reload" in first.problem
    assert disk.files == stored
    (folder / "c").write_text("more")
    run(second.flush())
    assert loaded(disk, tmp_path / "new") == {"a": b"of the second", "c": b"more"}


def test_a_store_that_is_overtaken_while_it_writes_refuses(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    (home / "a").write_text("old")
    first = Store(home, disk)
    run(first.flush())
    folder = tmp_path / "second"
    folder.mkdir()
    second = Store(folder, disk)
    run(second.load())

    async def overtake() -> None:
        disk.during_write = None
        (folder / "a").write_text("of the second")
        await second.flush()

    (home / "a").write_text("of the first")
    disk.during_write = overtake
    with pytest.raises(StoreProblem, match="Another tab"):
        run(first.flush())
    assert loaded(disk, tmp_path / "new") == {"a": b"of the second"}


def test_a_full_disk_gives_up_the_files_before_and_leaves_no_rest(
    home: Path, tmp_path: Path
) -> None:
    disk = FakeDisk()
    store = Store(home, disk)
    for text in ("first", "second"):
        (home / "a").write_text(text)
        run(store.flush())
    (home / "a").write_text("third")
    disk.fails_at, disk.error = disk.steps + 2, DiskFull("quota")
    run(store.flush())
    assert loaded(disk, tmp_path / "new") == {"a": b"third"}
    assert b"first" not in disk.files.values()

    class Full(FakeDisk):
        async def write(self, name: str, data: bytes) -> None:
            self.files[name] = b""
            raise DiskFull("quota")

    full = Full()
    full.files = dict(disk.files)
    folder = tmp_path / "full"
    folder.mkdir()
    store = Store(folder, full)
    run(store.load())
    (folder / "a").write_text("fourth")
    for _time in range(3):
        with pytest.raises(StoreProblem, match="is full"):
            run(store.flush())
    assert b"third" in full.files.values()
    assert len(full.files) == 2  # the file and its index


def test_sets_of_links_are_not_stored(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    (home / ".links" / "1").mkdir(parents=True)
    (home / ".links" / "1" / "a.yaml").write_text("of a stranger")
    (home / "a.yaml").write_text("own")
    run(Store(home, disk).flush())
    assert loaded(disk, tmp_path / "new") == {"a.yaml": b"own"}


def test_a_disk_that_cannot_be_read_now_loses_nothing(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    (home / "a").write_text("text")
    run(Store(home, disk).flush())
    stored = dict(disk.files)
    for step in (1, 2, 3):
        disk.fails_at = disk.steps + step
        with pytest.raises(StoreProblem, match="Reload the page"):
            run(Store(tmp_path / "other", disk).load())
    assert disk.files == stored
    assert loaded(disk, tmp_path / "new") == {"a": b"text"}


def test_flushes_at_the_same_time_wait_for_each_other(home: Path, tmp_path: Path) -> None:
    disk = FakeDisk()
    store = Store(home, disk)
    disk.during_write = lambda: asyncio.sleep(0.001)

    async def change(number: int) -> None:
        (home / f"{number % 3}").write_text(str(number))
        await store.flush()

    async def change_all() -> None:
        await asyncio.gather(*(change(number) for number in range(9)))

    run(change_all())
    assert loaded(disk, tmp_path / "new") == {"0": b"6", "1": b"7", "2": b"8"}
