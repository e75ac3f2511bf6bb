"""Kinds of games, arguments and files of everything that learns."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import rftg_engine
from rftg_dev.harness import add_jobs, positive
from rftg_dev.soak.race import in_words
from rftg_dsl.source.rewriting import write_atomically
from rftg_engine.bots import weights
from rftg_engine.options import Options
from rftg_tools.workers.fingerprint import digest_files

MOST_ROUNDS: Final = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of game to learn from."""

    sets: tuple[str, ...]
    options: Options


_BASE: Final = Setting(("base",), Options(2))
_ARC: Final = Setting(("brink-of-war",), Options(2, goals=True, takeovers=True))
SETTINGS: Final = (
    _BASE,
    _ARC,
    Setting(("base",), Options(4)),
    _ARC,
    Setting(("base",), Options(2, experienced=True)),
    Setting(("rebel-vs-imperium",), Options(2, goals=True)),
    Setting(("brink-of-war",), Options(4, goals=True, takeovers=True)),
    _BASE,
    Setting(("base",), Options(3)),
    Setting(("brink-of-war",), Options(2, goals=True, takeovers=True, experienced=True)),
    Setting(("brink-of-war",), Options(3, goals=True, takeovers=True)),
    Setting(("xeno-invasion",), Options(3, modules=("invasion",))),
    Setting(("xeno-invasion",), Options(2)),
)
"""The kinds of games, in turn."""


ENGINE: Final = Path(str(rftg_engine.__file__)).parent


def try_output(path: Path) -> None:
    """Refuse, before any game is played, a path that no file can be written to.

    Raises OSError.
    """
    folder = path.parent
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder: name a file")
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{str(folder)!r} is not writable")


def origin(*start: Path, engine: Path = ENGINE) -> dict[str, str]:
    """Return what something was learned from, as digests.

    The files that it started with, and the Python files of the rules and bots that played.

    engine: the folder `rftg_engine` of a source tree, where that is not the one that runs.
    """
    names = ["start", *(f"start {nth}" for nth in range(2, len(start) + 1))]
    code = digest_files({"rftg_engine": engine}, suffixes=(".py",))
    return {
        "start": digest_files(dict(zip(names, start, strict=True)), suffixes=("",)),
        "code": code,
    }


def settings_in_words(settings: Sequence[Setting]) -> list[str]:
    """Return the kinds of games that were played, as they are noted in a file."""
    return [f"{'+'.join(one.sets)}: {in_words(one.options)}" for one in settings]


def write(path: Path, data: dict[str, Any]) -> None:
    """Write the file, a row of numbers a line, under its name only when it is whole."""
    text = json.dumps(data, indent=1)
    text = re.sub(r"\[\s+([-+\d.,e\s]+?)\s+\]", lambda row: f"[{' '.join(row[1].split())}]", text)
    write_atomically(path, text + "\n")


class NumPyMissing(Exception):
    """It is not installed."""


def need_numpy(what: str) -> None:
    """Raise NoNumPy where it is not installed. what: is learned."""
    if find_spec("numpy") is None:
        raise NumPyMissing(f"learning a {what} needs NumPy: pip install -e '.[train]'")


def print_progress(args: argparse.Namespace, learned: Iterable[str]) -> int:
    """Print in words what is learned, as it is learned.

    0: done. 2: what is needed is missing, or what is learned cannot be written.
    """
    try:
        for said in learned:
            print(f"{args.output}: {said}", flush=True)
    except (NumPyMissing, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def add_fit(parser: argparse.ArgumentParser, what: str, units: int, epochs: int) -> None:
    """Add the arguments of every fit. what: is learned. units, epochs: by default."""
    parser.add_argument("--seed", type=int, default=1, help=f"the same seed, the same {what}")
    add_jobs(parser)
    parser.add_argument("--units", type=positive, default=units, help=f"(default {units})")
    parser.add_argument(
        "--epochs",
        type=positive,
        default=epochs,
        help=f"times that all examples are gone through (default {epochs})",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write it")


def add_arguments(parser: argparse.ArgumentParser, what: str, units: int, epochs: int) -> None:
    """Add the arguments of every fit to games of Race; what they are as for `add_fit`."""
    add_fit(parser, what, units, epochs)
    parser.add_argument(
        "--weights", type=Path, default=weights.SHIPPED, help="of those who play by a value"
    )


def notes(args: argparse.Namespace, *begins_with: Path | None) -> dict[str, Any]:
    """Return what a file notes of its training. begins_with: the files that players played by."""
    return {
        "seed": args.seed,
        "games": args.games,
        "units": args.units,
        "epochs": args.epochs,
        **origin(*(path for path in begins_with if path is not None)),
        "settings": settings_in_words(SETTINGS),
    }
