"""Work spread over processes: all of it, once, in order, whoever dies over it."""

import os
import signal
import sys
import time
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest

from rftg_tools.workers import WorkersLost, processes
from rftg_tools.workers.processes import map_in_parallel
from tests.rftg_tools.workers.scripts import running_workers, wait_until_gone


def square(number: int) -> int:
    return number * number


def square_after_a_death(folder: Path, number: int) -> int:
    """Kills its process over item 7, the first time that anybody works at it."""
    mark = folder / "died"
    if number == 7 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def die(_number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def leave_a_mark(folder: Path, number: int) -> int:
    (folder / str(number)).touch()
    time.sleep(0.02)
    return number


def refuse(number: int) -> int:
    if number == 30:
        raise ValueError(f"{number} is refused")
    return number


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("items", [0, 1, 2, 100])
def test_the_results_come_in_the_order_of_the_items(jobs: int, items: int) -> None:
    assert list(map_in_parallel(square, range(items), jobs)) == [
        square(item) for item in range(items)
    ]


def test_a_process_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    found = list(map_in_parallel(partial(square_after_a_death, tmp_path), range(200), 2))
    assert (tmp_path / "died").exists()
    assert found == [square(item) for item in range(200)]


def test_work_that_kills_each_process_is_given_up() -> None:
    with pytest.raises(WorkersLost, match="several workers died one after the other"):
        list(map_in_parallel(die, range(4), 2))


def test_an_error_of_the_work_comes_after_what_was_done_before() -> None:
    results = map_in_parallel(refuse, range(60), 2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ValueError, match="30 is refused"):
        list(results)


def test_who_stops_early_waits_for_no_more_than_what_is_being_done(tmp_path: Path) -> None:
    """A pool hands its processes chunks that it cannot take back."""
    results = map_in_parallel(partial(leave_a_mark, tmp_path), range(1_000), 2)
    assert [next(results) for _item in range(60)] == list(range(60))
    assert isinstance(results, Generator)
    before = len(list(tmp_path.iterdir()))
    results.close()
    assert len(list(tmp_path.iterdir())) - before < 10


def test_chunks_grow_where_items_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Handing over a million items one by one would take longer than what is done with them."""
    sizes = []

    def noted(self: processes.Processes, work: object, *arguments: object) -> object:
        sizes.append(len(arguments[1]))  # type: ignore[arg-type]
        return self._pool.submit(work, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(processes.Processes, "submit", noted)
    assert sum(map_in_parallel(square, range(20_000), 2)) == sum(map(square, range(20_000)))
    assert sizes[0] == 1
    assert max(sizes) > 100
    assert len(sizes) < 200


@pytest.mark.skipif(sys.platform == "win32", reason="reads /proc")
def test_processes_end_with_their_parent(tmp_path: Path) -> None:
    work = "list(map_in_parallel(sleep, range(4), 2))\n"
    with running_workers(tmp_path, work) as (parent, workers):
        parent.kill()
        wait_until_gone(workers)
