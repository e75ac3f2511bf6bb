"""Plays a mutant: the tests, or recorded games, with a copy of the engine that has its fault."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Final

from rftg_dev.engine_mutants.mutant import Mutant

SECONDS: Final = 600
"""A mutant that goes on for longer hangs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether something saw a mutant, and what: a failed test, a game; "" when nothing did."""

    mutant: Mutant
    seen_by: str


def outcome_of(mutant: Mutant, records: Sequence[Path] = ()) -> Outcome:
    """Return what becomes of a mutant with the tests, or with recorded games if given."""
    command = [sys.executable, "-m", *(_conformance(records) if records else _tests(mutant))]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / mutant.engine.folder.name
        copytree(mutant.engine.folder, copy, ignore=ignore_patterns("__pycache__", "*.so"))
        (copy / mutant.file).write_text(mutant.text(), encoding="utf-8")
        return Outcome(mutant, _failure(command, folder))


def _tests(mutant: Mutant) -> list[str]:
    """Run all tests until one fails, those named after the mutant's subject first."""
    subject = mutant.wrong.partition(":")[0].lower().replace(" ", "_")
    likely = sorted(map(str, Path(mutant.engine.tests).rglob(f"test_*{subject}*.py")))
    turned = "seats_turned" if mutant.by_seat else "not seats_turned"
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", turned]
    return ["pytest", *options, *likely, mutant.engine.tests]


def _conformance(records: Sequence[Path]) -> list[str]:
    return ["rftg_dev.conformance", "--jobs", "1", *map(str, records)]


def _failure(command: list[str], folder: str) -> str:
    """Return what a command fails with, "" when it is content.

    Raises RuntimeError when it cannot run.
    """
    path = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"more than {SECONDS} seconds"
    if done.returncode > 1:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return _last_line(done.stdout) if done.returncode else ""


def _last_line(said: str) -> str:
    """Return the test that failed, or the first divergence."""
    lines = said.splitlines()
    for line in lines:
        if line.startswith(("FAILED ", "ERROR ")) or ", event " in line:
            return line.split(" - ")[0]
    return lines[-1] if lines else "no words"
