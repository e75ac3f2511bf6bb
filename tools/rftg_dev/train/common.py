"""Kinds of games to learn from, the files that bots play by, and the result files."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import rftg_engine
from rftg_dev.harness import positive
from rftg_dev.soak.race import describe_options
from rftg_dsl.source.files import write_atomically
from rftg_engine.bots import network, policy, weights
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.network import Network
from rftg_engine.bots.policy import Policy
from rftg_engine.bots.weights import Weights
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_tools.workers.fingerprint import digest_files

MAX_ROUNDS: Final = 60
"""Rounds after which a game is stopped and not learned from."""
ENGINE: Final = Path(str(rftg_engine.__file__)).parent


@dataclass(frozen=True, slots=True)
class Mind:
    """Files that an expert bot uses; None for no value network or no policy."""

    weights: Path = weights.SHIPPED
    value: Path | None = network.SHIPPED
    policy: Path | None = policy.SHIPPED

    def read(self) -> tuple[Weights, Network | None, Policy | None]:
        """Return the content of the files, read once. Raises OSError and ValueError."""
        return _read(self)

    def knowledge(self, table: Table) -> Knowledge:
        """Return an expert's knowledge of a table. Raises OSError and ValueError."""
        return Knowledge(table, *self.read())


@cache
def _read(mind: Mind) -> tuple[Weights, Network | None, Policy | None]:
    return (
        weights.read(mind.weights),
        None if mind.value is None else network.read(mind.value),
        None if mind.policy is None else policy.read(mind.policy),
    )


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
"""Kinds of games, played in turn."""


def check_output(path: Path) -> None:
    """Raise OSError, before any game is played, if a file cannot be written."""
    folder = path.parent
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder: name a file")
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{str(folder)!r} is not writable")


def origin(*start: Path, engine: Path = ENGINE) -> dict[str, str]:
    """Return digests of the files that training started from and of the code that played.

    engine: the folder `rftg_engine` of a source tree, if it is not the imported one.
    """
    names = ["start", *(f"start {number}" for number in range(2, len(start) + 1))]
    return {
        "start": digest_files(dict(zip(names, start, strict=True)), suffixes=("",)),
        "code": digest_files({"rftg_engine": engine}, suffixes=(".py",)),
    }


def describe_settings(settings: Sequence[Setting]) -> list[str]:
    """Return a line for each kind of game, for the notes in a result file."""
    return [
        f"{'+'.join(setting.sets)}: {describe_options(setting.options)}" for setting in settings
    ]


def write(path: Path, data: dict[str, Any]) -> None:
    """Write a result file atomically, with each row of numbers on one line."""
    text = json.dumps(data, indent=1)
    text = re.sub(r"\[\s+([-+\d.,e\s]+?)\s+\]", lambda row: f"[{' '.join(row[1].split())}]", text)
    write_atomically(path, text + "\n")


def add_fit_arguments(parser: argparse.ArgumentParser, games: int, units: int, epochs: int) -> None:
    """Add the arguments of a fitted network. games, units, epochs: the defaults."""
    parser.add_argument("--games", type=positive, default=games, help=f"(default {games})")
    parser.add_argument("--units", type=positive, default=units, help=f"(default {units})")
    parser.add_argument(
        "--epochs", type=positive, default=epochs, help=f"passes over the examples ({epochs})"
    )


def fit_notes(args: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of a fit, for the notes in a result file."""
    return {name: getattr(args, name) for name in ("seed", "games", "units", "epochs")}


def race_notes(args: argparse.Namespace, *player_files: Path | None) -> dict[str, Any]:
    """Return the notes on a fit to games of Race. player_files: files that the players used."""
    files = [path for path in player_files if path is not None]
    return {**fit_notes(args), **origin(*files), "settings": describe_settings(SETTINGS)}
