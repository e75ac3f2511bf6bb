"""Timing of commands, each in a new process."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec

from rftg_dsl.games import RACE
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import find_set

Times = tuple[float, float]
"""Seconds of wall-clock time, and of CPU time on all cores."""


def command_times(runs: int = 3, printed: Sequence[str] | None = None) -> dict[str, Times]:
    """Return the median times of `check` and, if its extra is installed, of `print`.

    printed: sets to print; None for all shipped sets. Raises CalledProcessError.
    """
    with bytecode_kept() as environment, tempfile.TemporaryDirectory() as folder:
        commands = {"check": ["check"]}
        if find_spec("typst") and find_spec("PIL"):
            sets = printed or shipped_ids(RACE)
            commands["print"] = ["print", *sets, "-o", f"{folder}/cards.pdf"]
        return {
            name: _medians(["rftg_dsl", *command], runs, environment)
            for name, command in commands.items()
        }


@contextmanager
def bytecode_kept() -> Iterator[dict[str, str]]:
    """Provide an environment in which bytecode is cached in a new folder."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        yield environment


def _medians(module: Sequence[str], runs: int, environment: dict[str, str]) -> Times:
    """Return the median wall-clock and CPU times of `runs` runs, after one warm-up run."""
    run_module(module, environment)
    clocks, cpus = zip(*(run_module(module, environment) for _run in range(runs)), strict=True)
    return statistics.median(clocks), statistics.median(cpus)


def run_module(module: Sequence[str], environment: dict[str, str]) -> Times:
    """Run a module with arguments and return its times. Raises CalledProcessError."""
    start, cpu_start = time.perf_counter(), _cpu_seconds()
    command = [sys.executable, "-m", *module]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start, _cpu_seconds() - cpu_start


def _cpu_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


def measure(args: argparse.Namespace) -> None:
    """Time `check` of the base set and yamllint on the same file, alternately.

    Raises ValueError if yamllint is not installed.
    """
    if find_spec("yamllint") is None:
        raise ValueError("yamllint is not installed")
    path = str(find_set("base"))
    commands = (["rftg_dsl", "check", path], ["yamllint", "-d", "relaxed", "--no-warnings", path])
    with bytecode_kept() as environment:
        for command in commands:
            run_module(command, environment)
        pairs = [
            [run_module(command, environment)[0] for command in commands]
            for _run in range(args.count)
        ]
    medians = []
    for command, times in zip(commands, zip(*pairs, strict=True), strict=True):
        medians.append(statistics.median(times))
        print(
            f"{command[0]:9} median {1000 * medians[-1]:5.0f} ms  fastest {1000 * min(times):.0f}"
        )
    print(f"ratio of medians: {medians[0] / medians[1]:.2f}")
