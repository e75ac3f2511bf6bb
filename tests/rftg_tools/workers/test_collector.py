"""The garbage collector: programs that play many games spare it, the library leaves it alone."""

from __future__ import annotations

import gc
import subprocess
import sys

from rftg_dsl.bundle import pack
from rftg_engine.setups.options import Options
from rftg_tools.simulation.games import Plan, play_games
from rftg_tools.workers.collector import ALLOCATIONS
from rftg_tools.workers.processes import in_order

PLAN = Plan("race", pack(("base",)), Options(2), ("random",), 1)


def of_the_collector(_item: int) -> tuple[int, bool]:
    return gc.get_threshold()[0], gc.get_freeze_count() > 0


def printed_by(code: str) -> str:
    """What a process of its own prints, whose collector nobody else has touched."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_programs_look_for_garbage_seldom() -> None:
    printed = printed_by(
        "import gc; from rftg_dsl.cli import main\n"
        "main(['simulate', '--games', '1', '--jobs', '1'])\n"
        "print(gc.isenabled(), gc.get_threshold()[0], gc.get_freeze_count() > 0)"
    )
    assert printed.splitlines()[-1] == f"True {ALLOCATIONS} True"


def test_workers_look_for_garbage_seldom() -> None:
    assert set(in_order(of_the_collector, range(4), 2)) == {(ALLOCATIONS, True)}


def test_who_plays_games_through_the_library_keeps_its_collector() -> None:
    before, frozen = (gc.isenabled(), gc.get_threshold()), gc.get_freeze_count()
    list(play_games(PLAN, 2, 1))
    assert (gc.isenabled(), gc.get_threshold()) == before
    assert gc.get_freeze_count() <= frozen, "what was frozen before may go meanwhile"


def test_games_leave_no_cycles_behind() -> None:
    printed = printed_by(
        "import gc; from tests.rftg_tools.workers.test_collector import PLAN, play_games\n"
        "list(play_games(PLAN, 1, 1)); gc.collect(); gc.disable()\n"
        "list(play_games(PLAN, 20, 1)); print(gc.collect())"
    )
    assert printed == "0\n"
