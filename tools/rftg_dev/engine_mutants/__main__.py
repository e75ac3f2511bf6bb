"""`python -m rftg_dev.engine_mutants [WORDS]`: faults of an engine that the tests must detect.

Runs the tests of the rules, or recorded games with --records, on each mutant of race.toml or
roll.toml, and lists the survivors. WORDS: only mutants with this text in their description. Exit
code 1: some survive. 2: a mutant no longer fits the engine, or the tests fail without one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Final

import rftg_engine
import roll_engine
from rftg_dev.harness import add_jobs
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel

ENGINES: Final = {
    "race": (Path(str(rftg_engine.__file__)).parent, "tests/rules"),
    "roll": (Path(str(roll_engine.__file__)).parent, "tests/roll_engine"),
}
"""Folder of each engine and of the tests of its rules."""
SECONDS: Final = 600
"""Timeout for a mutant; reaching it counts as detected."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault of an engine. old: a text that occurs once in the file. new: its replacement.

    needs_rotated_seats: whether only games with rotated seats can detect it.
    """

    wrong: str
    file: str
    old: str
    new: str
    needs_rotated_seats: bool = False
    game: str = "race"

    def source(self) -> str:
        """Return the original text of the file."""
        return (ENGINES[self.game][0] / self.file).read_text(encoding="utf-8")

    def text(self) -> str:
        """Return the text with the fault. Raises ValueError unless `old` occurs once."""
        source = self.source()
        count = source.count(self.old)
        if count != 1:
            raise ValueError(f"{self.wrong}: {self.file} contains its text {count} times, not once")
        return source.replace(self.old, self.new)


def mutants_of(game: str) -> list[Mutant]:
    """Return the mutants of a game."""
    text = Path(__file__).with_name(f"{game}.toml").read_text(encoding="utf-8")
    return [Mutant(**entry, game=game) for entry in tomllib.loads(text)["mutants"]]


NO_FAULT: Final = Mutant("nothing", "modules/prestige.py", "def search(", "def search(")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the mutants and print the detecting tests."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.engine_mutants", description=__doc__)
    parser.add_argument("words", nargs="?", default="", help="text in the descriptions")
    parser.add_argument("--game", choices=ENGINES, default="race", help="default race")
    parser.add_argument("--records", nargs="+", type=Path, default=[], help="instead of the tests")
    add_jobs(parser)
    args = parser.parse_args(argv)
    mutants = [mutant for mutant in mutants_of(args.game) if args.words in mutant.wrong]
    survivors = 0
    try:
        if detect(args.records, NO_FAULT):
            raise ValueError("the tests or games fail with the original engine")
        failures = map_in_parallel(partial(detect, args.records), mutants, args.jobs)
        reports = with_progress(failures, len(mutants), "mutants")
        for mutant, failure in zip(mutants, reports, strict=True):
            survivors += not failure
            print(f"{failure or 'SURVIVES'}\n    {mutant.wrong}", flush=True)
    except (RuntimeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{len(mutants)} mutants, {survivors} survive")
    return 1 if survivors else 0


def detect(records: Sequence[Path], mutant: Mutant) -> str:
    """Return the test or game that fails with a mutant, or "" if none does.

    records: games to run instead of the tests. Raises RuntimeError and ValueError.
    """
    games = ["rftg_dev.conformance", "--jobs", "1", *map(str, records)]
    command = [sys.executable, "-m", *(games if records else _tests(mutant))]
    with tempfile.TemporaryDirectory() as folder:
        engine = ENGINES[mutant.game][0]
        copy = Path(folder) / engine.name
        copytree(engine, copy, ignore=ignore_patterns("__pycache__", "*.so"))
        (copy / mutant.file).write_text(mutant.text(), encoding="utf-8")
        return _failure(command, folder)


def _tests(mutant: Mutant) -> list[str]:
    """Return the command of all tests, those named after the mutant's subject first."""
    tests = ENGINES[mutant.game][1]
    subject = mutant.wrong.partition(":")[0].lower().replace(" ", "_")
    likely = sorted(map(str, Path(tests).rglob(f"test_*{subject}*.py")))
    seats = "seats_turned" if mutant.needs_rotated_seats else "not seats_turned"
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", seats]
    return ["pytest", *options, *likely, tests]


def _failure(command: list[str], folder: str) -> str:
    """Return the first failure of a command that uses the engine in a folder, or "" if it passes.

    Raises RuntimeError if the command cannot run.
    """
    path = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"more than {SECONDS} seconds"
    if done.returncode > 1:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    if not done.returncode:
        return ""
    lines = done.stdout.splitlines()
    for line in lines:
        if line.startswith(("FAILED ", "ERROR ")) or ", event " in line:
            return line.split(" - ")[0]
    return lines[-1] if lines else "no output"


if __name__ == "__main__":
    raise SystemExit(main())
