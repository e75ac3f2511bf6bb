"""Timing of commands, each in a new process."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.games import RACE
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import find_set

CHECKOUT: Final = Path(__file__).parents[3]
PYTHON: Final = (sys.executable, "-P", "-m")
"""Runs a module, which is never one of the current folder."""
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
    command = [*PYTHON, *module]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start, _cpu_seconds() - cpu_start


def _cpu_seconds() -> float:
    import resource  # not on Windows, where only games can be measured

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)  # os.times counts in hundredths
    return usage.ru_utime + usage.ru_stime


class Contestant(NamedTuple):
    """A command that is compared with others, as a module with arguments."""

    label: str
    module: Sequence[str]
    environment: dict[str, str]


def measure_check(args: argparse.Namespace) -> None:
    """Compare `check` of the base set with yamllint on the same file.

    Raises ValueError if yamllint is not installed.
    """
    if find_spec("yamllint") is None:
        raise ValueError("yamllint is not installed")
    path = str(find_set("base"))
    with bytecode_kept() as environment:
        contestants = (
            Contestant("check", ["rftg_dsl", "check", path], environment),
            Contestant(
                "yamllint", ["yamllint", "-d", "relaxed", "--no-warnings", path], environment
            ),
        )
        print(*compare(contestants, args.count), sep="\n")


def measure_checkouts(args: argparse.Namespace) -> None:
    """Compare a command of this checkout with the same command of another checkout.

    Raises ValueError if the folder is not a checkout, or options follow it.
    """
    if not (args.checkout / "rftg_dsl").is_dir():
        raise ValueError(f"{str(args.checkout)!r} is not a checkout of rftg-dsl")
    if args.command and args.command[0].startswith("-"):
        raise ValueError(f"write {args.command[0]} before the folder")
    base = find_set("base").relative_to(CHECKOUT)
    with bytecode_kept() as environment:
        contestants = []
        for label, folder in (("here", CHECKOUT), ("there", args.checkout.resolve())):
            module = ["rftg_dsl", *(args.command or ["check", str(folder / base)])]
            paths = [str(folder / part) for part in ("", "engine", "tools")]
            variables = environment | {"PYTHONPATH": os.pathsep.join(paths)}
            contestants.append(Contestant(label, module, variables))
        print(*compare(contestants, args.count), sep="\n")


def compare(contestants: Sequence[Contestant], count: int) -> Iterator[str]:
    """Run commands in turns, and yield lines with their CPU times and instructions.

    count: number of timed runs of each, after one warm-up run. Raises CalledProcessError.
    """
    for contestant in contestants:
        run_module(contestant.module, contestant.environment)
    rounds = [
        [run_module(contestant.module, contestant.environment)[1] for contestant in contestants]
        for _round in range(count)
    ]
    for contestant, times in zip(contestants, zip(*rounds, strict=True), strict=True):
        fastest, median = 1000 * min(times), 1000 * statistics.median(times)
        line = f"{contestant.label:9} CPU ms: median {median:6.0f}, fastest {fastest:6.0f}"
        instructions = count_instructions(contestant.module, contestant.environment)
        yield f"{line}; million instructions: {instructions / 1e6:.1f}" if instructions else line
    ratios = [first / second for first, second, *_rest in rounds]
    yield f"ratio of CPU times, round by round: median {statistics.median(ratios):.2f}"


def count_instructions(module: Sequence[str], environment: dict[str, str]) -> int:
    """Return the instructions that a module takes, not counting its child processes.

    0 if callgrind is not installed. Raises CalledProcessError, ValueError.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return 0
    tool = [valgrind, "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    done = subprocess.run(
        [*tool, *PYTHON, *module],
        env=environment | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
    )
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or collected is None:
        raise ValueError(f"callgrind has counted nothing:\n{done.stderr}")
    return int(collected[1])
