"""Games on a Dask cluster: those that one process plays, in the same order, whoever is lost."""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.cli import main
from rftg_dsl.cli.extras import install_command
from rftg_dsl.library import pack
from rftg_engine import Options
from rftg_tools.simulation.games import Plan, play_games, play_one
from rftg_tools.workers import WorkersLost, cluster, fingerprint
from rftg_tools.workers.cluster import ClusterError
from rftg_tools.workers.processes import map_in_parallel
from tests.rftg_tools.balance.trying import PLAIN, experiment

SET = """set: mine
title: Mine
requires: [base]
cards:
  - title: Ice
    world: 1
    vp: 1
    art: nowhere-else.png
"""


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a cluster of two processes, on this machine alone."""
    distributed: Any = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as here:
        yield here.scheduler_address


def play_after_a_death(plan: Plan, folder: Path, number: int) -> Any:
    """Kills its worker over game 9, the first time that anybody plays it."""
    mark = folder / "died"
    if number == 9 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_one(plan, number)


def die(folder: Path, _number: int) -> int:
    (folder / str(os.getpid())).touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def fingerprint_there(_number: int) -> str:
    return fingerprint.fingerprint()


@pytest.mark.slow
def test_the_games_are_those_of_one_process(scheduler: str) -> None:
    plan = Plan("race", pack(["base"]), Options(2), ("greedy", "random"), 5)
    assert list(play_games(plan, 40, 1, scheduler)) == list(play_games(plan, 40, 1))


@pytest.mark.slow
def test_card_files_reach_workers_that_cannot_read_them(scheduler: str, tmp_path: Path) -> None:
    picture = (Path(__file__).parents[3] / "docs" / "pictures" / "card.webp").read_bytes()
    (tmp_path / "nowhere-else.webp").write_bytes(picture)
    path = tmp_path / "any-name.yaml"
    path.write_text(SET.replace(".png", ".webp"), encoding="utf-8")
    plan = Plan("race", pack(["base", str(path)]), Options(3), ("random",), 1)
    expected = list(play_games(plan, 6, 1))
    path.unlink()
    assert list(play_games(plan, 6, 1, scheduler)) == expected


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_game_and_doubles_none(
    scheduler: str, tmp_path: Path
) -> None:
    plan = Plan("race", pack(["base"]), Options(2), ("random",), 3)
    found = list(
        map_in_parallel(partial(play_after_a_death, plan, tmp_path), range(60), 1, scheduler)
    )
    assert (tmp_path / "died").exists()
    assert found == list(play_games(plan, 60, 1))


@pytest.mark.slow
def test_the_command_prints_the_same_figures(
    scheduler: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["simulate", "--games", "20", "--bots", "random"]
    assert main([*arguments, "--scheduler", scheduler]) == 0
    there = capsys.readouterr().out
    assert main([*arguments, "--jobs", "1"]) == 0
    here = capsys.readouterr().out
    assert there.splitlines()[:-1] == here.splitlines()[:-1]
    assert there.endswith(f" games/s on {scheduler}\n")


@pytest.mark.slow
def test_a_balance_prints_the_same_figures(
    scheduler: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    experiment(tmp_path, PLAIN)
    monkeypatch.chdir(tmp_path)
    arguments = ["balance", "mine.yaml", "--games", "40", "--bots", "random", "--json"]
    assert main([*arguments, "--scheduler", scheduler, "--store", "there.sqlite"]) == 0
    there = capsys.readouterr().out
    assert main([*arguments, "--jobs", "1", "--store", "here.sqlite"]) == 0
    assert capsys.readouterr().out == there


def test_workers_of_another_version_are_refused(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "fingerprint", lambda: "0.0.0 other")
    with pytest.raises(
        ClusterError, match=r"the worker tcp://.* has rftg-dsl .*; install the same"
    ):
        list(map_in_parallel(fingerprint_there, range(2), 1, scheduler))


def test_a_worker_compares_itself_before_it_works(scheduler: str) -> None:
    """One that joins later was not there when the others were asked."""
    ours = fingerprint.fingerprint()
    assert cluster._run_checked(ours, fingerprint_there, 0) == ours
    with pytest.raises(ClusterError, match="a worker joined with rftg-dsl"):
        cluster._run_checked("0.0.0 other", fingerprint_there, 0)


@pytest.mark.slow
def test_work_that_kills_each_worker_is_given_up_after_four(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "GIVE_UP_AFTER", 500)  # a busy machine starts workers slowly
    with pytest.raises(WorkersLost, match="several workers died"):
        list(map_in_parallel(partial(die, tmp_path), range(1), 1, scheduler))
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.filterwarnings("error")  # what Python says of errors that it has to pass over
@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "nowhere://x", "127.0.0.1:port", "nonsense", "http://x", ""]
)
def test_an_address_without_a_scheduler_is_one_error(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT", 1)
    assert main(["simulate", "--games", "2", "--scheduler", address]) == 2
    gc.collect()
    (said,) = capsys.readouterr().err.splitlines()
    assert f"there is no Dask scheduler at {address!r}" in said


def test_without_dask_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=re.escape(install_command("cluster"))):
        list(map_in_parallel(abs, range(2), 1, "tcp://127.0.0.1:1"))


def test_a_scheduler_without_workers_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT", 1)
    with (
        distributed.LocalCluster(
            n_workers=0, dashboard_address="127.0.0.1:0", host="127.0.0.1"
        ) as here,
        pytest.raises(ClusterError, match="has no workers; start some with `dask worker"),
    ):
        list(map_in_parallel(abs, range(2), 1, here.scheduler_address))


@pytest.mark.slow
def test_jobs_and_a_scheduler_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "not allowed with argument" in capsys.readouterr().err
