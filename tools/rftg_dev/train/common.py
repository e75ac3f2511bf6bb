"""Kinds of games to learn from, the files that bots play by, and the result files."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import rftg_engine
from rftg_dev.harness import positive
from rftg_dev.soak.race import describe_options
from rftg_dsl.source.files import write_atomically
from rftg_engine.bots import habits, networks
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import read_policy, read_value
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.fingerprint import digest_files

MAX_ROUNDS: Final = 60
"""Rounds after which a game is stopped and not learned from."""
ENGINE: Final = Path(str(rftg_engine.__file__)).parent


@dataclass(frozen=True, slots=True)
class Mind:
    """Files that an expert bot uses.

    value: None for the shipped ones. policy: None for no policy.
    """

    weights: Path = habits.SHIPPED
    value: Path | None = None
    policy: Path | None = networks.POLICY_FILE

    def value_file_of(self, table: Table) -> Path:
        """Return the file of the value for a table."""
        return networks.value_file_of(table) if self.value is None else self.value

    def knowledge(self, table: Table) -> Knowledge:
        """Return an expert's knowledge of a table. Raises OSError and ValueError."""
        policy = None if self.policy is None else read_policy(self.policy)
        value = read_value(self.value_file_of(table))
        return Knowledge(table, habits.read(self.weights), value, policy)

    def check(self) -> None:
        """Read the files. Raises OSError and ValueError."""
        self.knowledge(table_of(("base",)))


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of game to learn from."""

    sets: tuple[str, ...]
    options: Options

    @property
    def has_invasion(self) -> bool:
        """Whether its sets have an invasion, played or not."""
        return table_of(self.sets).invasion is not None


_BASE: Final = Setting(("base",), Options(2))
_ARC: Final = Setting(("brink-of-war",), Options(2, goals=True, takeovers=True))
_ARC_OF_4: Final = Setting(("brink-of-war",), Options(4, goals=True, takeovers=True))
SETTINGS: Final = (
    _BASE,
    _ARC,
    Setting(("base",), Options(4)),
    _ARC,
    Setting(("base",), Options(2, experienced=True)),
    Setting(("rebel-vs-imperium",), Options(2, goals=True)),
    _ARC_OF_4,
    _BASE,
    Setting(("base",), Options(3)),
    Setting(("brink-of-war",), Options(2, goals=True, takeovers=True, experienced=True)),
    Setting(("brink-of-war",), Options(3, goals=True, takeovers=True)),
    _ARC_OF_4,
    _ARC,
    Setting(("xeno-invasion",), Options(3, modules=("invasion",))),
    Setting(("xeno-invasion",), Options(2)),
    Setting(("xeno-invasion",), Options(4, modules=("invasion",))),
)
"""Kinds of games, played in turn."""


def origin(*start: Path, engine: Path = ENGINE) -> dict[str, str]:
    """Return digests of the files that training started from and of the code that played.

    engine: folder of the code.
    """
    files = {f"start {number}": path for number, path in enumerate(start, 1)}
    return {
        "start": digest_files(files, suffixes=("",)),
        "code": digest_files({engine.name: engine}, suffixes=(".py",)),
    }


def describe_settings(settings: Iterable[Setting] = SETTINGS) -> list[str]:
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


def fit_notes(
    args: argparse.Namespace, *player_files: Path | None, engine: Path = ENGINE
) -> dict[str, Any]:
    """Return the notes on a fit, for a result file. player_files: files that the players used."""
    files = [path for path in player_files if path is not None]
    arguments = {name: getattr(args, name) for name in ("seed", "games", "units", "epochs")}
    return {**arguments, **origin(*files, engine=engine)}
