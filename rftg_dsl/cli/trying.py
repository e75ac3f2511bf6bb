"""What `balance` needs for any game: sets in use, the store, numbers that make sense."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.selecting import selection
from rftg_dsl.cli.simulate import MOST_JOBS, check_jobs
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import find_set, split_set_names

USUAL: Final = (2.0, 10_000)
"""Precision in points, and the most games, unless others are named."""
QUICK: Final = (5.0, 400)
"""The same for a rough answer."""
STORE: Final = Path(".rftg-dsl") / "games.sqlite"
"""Where games are kept unless another file is named; below the working folder."""
SWITCHES: Final = ("experienced", "goals", "takeovers")
"""Options of the set-up that are on or off."""


def make_folder(store: Path) -> None:
    """Make the folder of the games, with a note to keep it out of version control."""
    if store == STORE and not store.parent.is_dir():
        try:
            store.parent.mkdir()
            (store.parent / ".gitignore").write_text("*\n", encoding="utf-8")
        except OSError as problem:
            why = f"{str(store.parent)!r} cannot be made: {problem.strerror}"
            raise CannotRun(f"{why}; name a file with --store") from None


def check_numbers(args: argparse.Namespace) -> None:
    """Refuse numbers with which nothing can be played. Raises CannotRun."""
    check_jobs(args.jobs)
    for name, least in (("games", 1), ("players", 2)):
        number = getattr(args, name)
        if number < least:
            raise CannotRun(f"--{name} must be at least {least}, not {number}")
    if not args.precision > 0:
        raise CannotRun(f"--precision must be more than 0, not {args.precision}")


def other_sets(names: str, files: list[Path]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sets in use besides some files, and the ids of the sets in these.

    Raises CannotRun where they have errors or are shipped, and LookupError.
    """
    asked = {path.resolve() for path in files}
    sets = tuple(name for name in split_set_names(names) if find_set(name).resolve() not in asked)
    compilation = compile_files([*map(find_set, sets), *files])
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        raise CannotRun("these cards have errors, so they cannot be played")
    ids = tuple(unit.id for unit in compilation.units if unit.path.resolve() in asked)
    refuse_shipped(ids)
    return sets, ids


def refuse_shipped(ids: Iterable[str]) -> None:
    """Refuse cards that are shipped. Raises CannotRun."""
    shipped = [set_id for set_id in ids if set_id in shipped_ids()]
    if shipped:
        raise CannotRun(f"{', '.join(shipped)} is shipped; only cards of your own are tried")


def note_warnings(files: list[Path], names: list[str]) -> None:
    """Say that `check` has something to say: a card is played as it is written, meant or not."""
    found = compile_files(files, design=True).findings(selection(None, None))
    if found:
        command = shlex.join(["rftg-dsl", "check", *names])
        print(printable(f"note: {counted(len(found), 'warning')}: {command}"), file=sys.stderr)


def tell_expected(expected: Callable[[float, int, int], float], args: argparse.Namespace) -> None:
    """Say about how long the games take, and how long they would take with --quick.

    expected: gives seconds by precision, as a share of a win, most games and processes.
    """
    from rftg_tools.progress import print_duration

    jobs = min(jobs_of(args), os.cpu_count() or 1)
    precision, games = QUICK
    asked, quick = args.precision / 100, precision / 100
    whole = expected(asked, args.games, jobs)
    rough = expected(max(asked, quick), min(args.games, games), jobs)
    print_duration(whole, rough if rough < whole else None)


def jobs_of(args: argparse.Namespace) -> int:
    """Return how many processes play: as many as asked for, or one for each core."""
    return min(args.jobs or os.cpu_count() or 1, MOST_JOBS)
