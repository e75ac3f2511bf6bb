"""Work in processes: all of it, once, in order, and what two installations share."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest

from rftg_dsl.installed import installed_version
from rftg_dsl.library import pack
from rftg_engine.options import Options
from rftg_tools.simulation.games import Plan, play_games
from rftg_tools.workers import WorkersLost, pool, processes
from rftg_tools.workers.fingerprint import digest_files, fingerprint
from rftg_tools.workers.process import GC_THRESHOLD, exit_on_second_interrupt
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

    def noted(self: pool.Processes, work: object, *arguments: object) -> object:
        sizes.append(len(arguments[1]))  # type: ignore[arg-type]
        return self._pool.submit(work, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pool.Processes, "submit", noted)
    assert sum(map_in_parallel(square, range(20_000), 2)) == sum(map(square, range(20_000)))
    assert sizes[0] == 1
    assert max(sizes) > 100
    assert len(sizes) < 200


def test_in_a_browser_all_is_done_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "IN_BROWSER", True)
    assert list(map_in_parallel(lambda number: os.getpid(), range(3), 2)) == [os.getpid()] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="reads /proc")
def test_processes_end_with_their_parent(tmp_path: Path) -> None:
    work = "list(map_in_parallel(sleep, range(4), 2))\n"
    with running_workers(tmp_path, work) as (parent, workers):
        parent.kill()
        wait_until_gone(workers)


PLAN = Plan("race", pack(("base",)), Options(2), ("random",), 1)


# --- Ctrl-C


@pytest.mark.skipif(sys.platform == "win32", reason="reads /proc")
def test_a_second_ctrl_c_ends_the_process_and_its_workers_at_once(tmp_path: Path) -> None:
    """A pool whose shutdown is interrupted waits for its processes, and they wait for it."""
    work = (
        "from contextlib import closing\n"
        "from rftg_tools.workers.process import exit_on_second_interrupt\n"
        "with exit_on_second_interrupt(), closing(map_in_parallel(sleep, range(40), 2)) as done:\n"
        "    list(done)\n"
    )
    with running_workers(tmp_path, work) as (parent, workers):
        parent.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            parent.wait(0.5)
        parent.send_signal(signal.SIGINT)
        assert parent.wait(10) == -signal.SIGINT
        wait_until_gone(workers)


def test_the_first_ctrl_c_is_an_ordinary_one() -> None:
    with pytest.raises(KeyboardInterrupt), exit_on_second_interrupt():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_ignored_ctrl_c_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with exit_on_second_interrupt():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


# --- the garbage collector


def collector_settings(_item: int) -> tuple[int, bool]:
    return gc.get_threshold()[0], gc.get_freeze_count() > 0


def run_python(code: str) -> str:
    """Return what a fresh process prints; nothing has touched its collector before."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_programs_and_workers_tune_the_collector() -> None:
    printed = run_python(
        "import gc; from rftg_dsl.cli import main\n"
        "main(['simulate', '--games', '1', '--jobs', '1'])\n"
        "print(gc.isenabled(), gc.get_threshold()[0], gc.get_freeze_count() > 0)"
    )
    assert printed.splitlines()[-1] == f"True {GC_THRESHOLD} True"
    assert set(map_in_parallel(collector_settings, range(4), 2)) == {(GC_THRESHOLD, True)}


def test_the_library_leaves_the_collector_alone() -> None:
    before, frozen = (gc.isenabled(), gc.get_threshold()), gc.get_freeze_count()
    list(play_games(PLAN, 2, 1))
    assert (gc.isenabled(), gc.get_threshold()) == before
    assert gc.get_freeze_count() <= frozen, "frozen objects may be freed meanwhile"


def test_games_leave_no_reference_cycles() -> None:
    printed = run_python(
        "import gc; from tests.rftg_tools.workers.test_processes import PLAN, play_games\n"
        "list(play_games(PLAN, 1, 1)); gc.collect(); gc.disable()\n"
        "list(play_games(PLAN, 20, 1)); print(gc.collect())"
    )
    assert printed == "0\n"


def test_it_is_the_version_a_digest_and_the_python_that_runs() -> None:
    first, python = fingerprint().split(", ")
    version, digest = first.split(" ")
    assert version == installed_version()
    assert len(digest) == 16
    assert python == f"Python {sys.version_info.major}.{sys.version_info.minor}"


def test_a_single_file_has_a_digest_and_names_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text("limit = 10\n", encoding="utf-8")
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "words.py").write_text("hello = 1\n", encoding="utf-8")
    whole, part = digest_files({"a": tmp_path}), digest_files({"a": tmp_path}, ("a/cli",))
    file = digest_files({"a": tmp_path / "rule.py"})
    (tmp_path / "cli" / "words.py").write_text("hello = 2\n", encoding="utf-8")
    assert digest_files({"a": tmp_path}) != whole
    assert digest_files({"a": tmp_path}, ("a/cli",)) == part
    (tmp_path / "rule.py").write_text("limit = 11\n", encoding="utf-8")
    assert digest_files({"a": tmp_path / "rule.py"}) != file


def test_a_changed_line_a_new_file_and_another_name_change_it(tmp_path: Path) -> None:
    rule = tmp_path / "inner" / "rule.py"
    rule.parent.mkdir()
    rule.write_text("limit = 10\n", encoding="utf-8")
    seen = {digest_files({"a": tmp_path})}
    seen.add(digest_files({"b": tmp_path}))
    rule.write_text("limit = 11\n", encoding="utf-8")
    seen.add(digest_files({"a": tmp_path}))
    (tmp_path / "weights.json").write_text("{}", encoding="utf-8")
    seen.add(digest_files({"a": tmp_path}))
    rule.rename(tmp_path / "rule.py")
    seen.add(digest_files({"a": tmp_path}))
    assert len(seen) == 5


def test_line_ends_compiled_files_and_data_in_the_package_count_for_nothing(tmp_path: Path) -> None:
    rule = tmp_path / "rule.py"
    rule.write_bytes(b"limit = 10\n")
    before = digest_files({"rftg_dsl": tmp_path})
    rule.write_bytes(b"limit = 10\r\n")
    (tmp_path / "rule.so").write_bytes(b"compiled")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "base.yaml").write_bytes(b"set: base\n")
    assert digest_files({"rftg_dsl": tmp_path}) == before
