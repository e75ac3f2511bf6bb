"""Watching files: every way of saving is seen, and a file that is being replaced is waited for."""

import os
from pathlib import Path

import pytest

from rftg_tools.preview.hub import GRACE, FileWatch


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ice.yaml"
    path.write_text("one", encoding="utf-8")
    return path


def test_the_first_look_finds_a_change_and_the_next_none(path: Path) -> None:
    watch = FileWatch()
    assert watch.changed([path])
    assert not watch.changed([path])


def test_writing_over_a_file_is_seen(path: Path) -> None:
    watch = FileWatch()
    watch.changed([path])
    path.write_text("three", encoding="utf-8")
    assert watch.changed([path])
    assert not watch.changed([path])


def test_a_file_put_in_place_of_another_is_seen_though_time_and_size_are_the_same(
    path: Path,
) -> None:
    watch = FileWatch()
    watch.changed([path])
    other = path.with_suffix(".new")
    other.write_text("two", encoding="utf-8")
    status = path.stat()
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(path)
    assert watch.changed([path])


def test_a_path_that_was_not_watched_before_counts_as_changed(path: Path, tmp_path: Path) -> None:
    watch = FileWatch()
    watch.changed([path])
    assert watch.changed([path, tmp_path / "missing.yaml"])
    assert not watch.changed([path, tmp_path / "missing.yaml"])


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_file_that_vanishes_for_a_moment_is_waited_for(path: Path, how: str) -> None:
    clock = Clock()
    watch = FileWatch(clock)
    watch.changed([path])
    path.unlink() if how == "missing" else path.write_bytes(b"")
    assert not watch.changed([path])
    clock.now += GRACE / 2
    assert not watch.changed([path])
    path.write_text("three", encoding="utf-8")
    assert watch.changed([path])


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_file_that_stays_away_is_seen_to_be_gone(path: Path, how: str) -> None:
    clock = Clock()
    watch = FileWatch(clock)
    watch.changed([path])
    path.unlink() if how == "missing" else path.write_bytes(b"")
    watch.changed([path])
    clock.now += GRACE
    assert watch.changed([path])
    assert not watch.changed([path])
