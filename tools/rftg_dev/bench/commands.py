"""How long commands take, each in a new process: `check` and `print` of all shipped sets."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rftg_dev.bench.timing import timed
from rftg_dsl.games import RACE
from rftg_dsl.resources import shipped_ids

RUNS: Final = 3


@dataclass(frozen=True, slots=True)
class Command:
    """Medians of some runs, in seconds: by the clock, and of CPU time on all cores."""

    name: str
    seconds: float
    cpu_seconds: float


def command_times(runs: int = RUNS, printed: Sequence[str] | None = None) -> list[Command]:
    """Return `check`, and `print` where the extra for it is installed.

    printed: sets, None for all that are shipped. Raises CalledProcessError.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = [_time("check", ["check"], runs, folder)]
        if find_spec("typst") and find_spec("PIL"):
            sheets = ["print", *(printed or shipped_ids(RACE)), "-o", str(folder / "cards.pdf")]
            found.append(_time("print", sheets, runs, folder))
    return found


def _time(name: str, arguments: Sequence[str], runs: int, folder: Path) -> Command:
    """Return the seconds of a run.

    folder: for the bytecode, which a first run that does not count writes.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    run = partial(
        subprocess.run,
        [sys.executable, "-m", "rftg_dsl", *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    run()
    walls, cpus = zip(*(timed(run) for _nth in range(runs)), strict=True)
    return Command(name, statistics.median(walls), statistics.median(cpus))
