"""One process: calls in a limited child, Ctrl-C, and the garbage collector."""

import gc
import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.library import pack
from rftg_engine.options import Options
from rftg_tools.simulation.games import Plan, play_games
from rftg_tools.workers.process import (
    GC_THRESHOLD,
    LimitExceeded,
    call_bounded,
    exit_on_second_interrupt,
)
from rftg_tools.workers.processes import map_in_parallel
from tests.rftg_tools.workers.scripts import running_workers, wait_until_gone

PLAN = Plan("race", pack(("base",)), Options(2), ("random",), 1)


def bounded(work: object, *arguments: object, seconds: int = 30) -> object:
    return call_bounded(work, *arguments, seconds=seconds, megabytes=200)  # type: ignore[arg-type]


def test_a_result_or_error_comes_back() -> None:
    assert bounded(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        bounded(divmod, 7, 0)


def test_a_result_that_cannot_be_pickled_says_so() -> None:
    with pytest.raises(TypeError, match="a result of type memoryview cannot leave its process"):
        bounded(memoryview, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not enforce limits")
@pytest.mark.parametrize(
    ("work", "arguments", "seconds", "message"),
    [
        (bytes, (10**9,), 30, "200 MB"),
        (sum, (range(10**12),), 1, "1 second"),
        (time.sleep, (60,), 1, "1 second"),
        (os.abort, (), 30, "200 MB"),
    ],
)
def test_work_over_its_limits_is_ended(
    work: object, arguments: tuple[object, ...], seconds: int, message: str
) -> None:
    with pytest.raises(LimitExceeded, match=message):
        bounded(work, *arguments, seconds=seconds)


def exit_during_answer() -> None:
    """Make the process exit when it has sent half of its answer."""

    def send_half(connection: Any, data: bytes) -> None:
        os.write(connection.fileno(), data[: len(data) // 2])
        os._exit(1)

    Connection._send = send_half  # type: ignore[attr-defined]


def test_a_process_that_exits_during_its_answer_is_over_its_limits() -> None:
    with pytest.raises(LimitExceeded):
        bounded(exit_during_answer)


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
        "import gc; from tests.rftg_tools.workers.test_process import PLAN, play_games\n"
        "list(play_games(PLAN, 1, 1)); gc.collect(); gc.disable()\n"
        "list(play_games(PLAN, 20, 1)); print(gc.collect())"
    )
    assert printed == "0\n"
