"""Games to play for tiles, and their key in the store."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final

import roll_engine
from rftg_dsl.library import SetBundle, cards_in_use, unpack
from rftg_dsl.resources import shipped_ids
from rftg_tools.balance.alternatives import Alternative, with_alternative
from rftg_tools.balance.experiment import SEEDS_PER_RUN, Row, SeedRun
from rftg_tools.balance.games import Game
from rftg_tools.balance.rows import Columns, columns
from rftg_tools.balance.store import Store
from rftg_tools.balance.tiles.games import Setup, play
from rftg_tools.balance.tiles.subjects import subjects_of
from rftg_tools.simulation.roll import table_for
from rftg_tools.workers.fingerprint import digest_files, fingerprint, rules_digest
from rftg_tools.workers.processes import map_in_parallel
from roll_engine.cards.table import Table

DECIDING: Final = ("experiment.py", "games.py", "subjects.py")
"""Modules of this package that are part of a game's key."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Tiles to test and their games: everything that a worker needs.

    sets: all sets in use. own: IDs of the tested sets. alternative: a version to test instead of
    its tile.
    """

    sets: SetBundle
    own: tuple[str, ...]
    setup: Setup
    alternative: Alternative | None = None


class CompiledExperiment:
    """An experiment with its tiles compiled. digests: of its sets. key: of its games."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.setup = experiment.setup
        self.sets = unpack(experiment.sets)
        self.table = _table_of(experiment)
        self.subjects = subjects_of(self.table, experiment.own, set(shipped_ids()))
        if experiment.alternative is not None:
            self.subjects = self.subjects.only(experiment.alternative.title)
        self.digests = {card_set.id: card_set.digest for card_set in self.sets}
        self.key = self._key()

    def _key(self) -> str:
        """Return a key for the games: a digest of tiles, set-up, rules and bots."""
        sets = [f"{name} {digest}" for name, digest in self.digests.items()]
        text = [rules_digest(roll_engine), _own_digest(), self.setup.text(), *sets]
        if self.experiment.alternative is not None:
            text.append(repr(self.experiment.alternative))
        return hashlib.sha256("\n".join(text).encode()).hexdigest()

    def key_description(self) -> dict[str, Any]:
        """Return a description of the key."""
        titles = [subject.title for subject in self.subjects.tried]
        setup, version = self.setup.text(), fingerprint()
        return {"sets": self.digests, "tiles": titles, "setup": setup, "version": version}


def _table_of(experiment: Experiment) -> Table:
    """Return the tiles in use. Raise ValueError for sets of another game."""
    if experiment.alternative is None:
        return table_for(experiment.sets)
    sets = with_alternative(unpack(experiment.sets), experiment.alternative)
    return Table(sets, cards_in_use(sets))


@cache
def _own_digest() -> str:
    """Return a digest of the modules that determine which games are played and what is stored."""
    folder = Path(__file__).parent
    return digest_files({name: folder / name for name in DECIDING})


@lru_cache(maxsize=2)
def compile_experiment(experiment: Experiment) -> CompiledExperiment:
    """Compile an experiment, once per worker."""
    return CompiledExperiment(experiment)


def games(
    lab: CompiledExperiment, store: Store, seeds: range, jobs: int, scheduler: str | None = None
) -> Generator[Game, None, None]:
    """Yield the games of entire runs in order, loaded from the store or played.

    A run is stored once it and all before it have been played. Raises BrokenGame, StoreError, and
    whatever `map_in_parallel` raises.
    """
    store.describe(lab.key, lab.key_description())
    stored = store.variants(lab.key, seeds)
    runs = [SeedRun(first, True, False) for first in range(seeds.start, seeds.stop, SEEDS_PER_RUN)]
    missing = [run for run in runs if run.first not in stored]
    with closing(
        map_in_parallel(partial(_played, lab.experiment), missing, jobs, scheduler)
    ) as played:
        for run in runs:
            if run.first not in stored:
                store.add(next(played))
            rows = store.run(lab.key, run, len(lab.table.cards))
            for seed in run.seeds:
                if len(rows[seed]) != 1:
                    raise store.damaged(f"seed {seed} is incomplete")
                yield rows[seed][0].game


def _played(experiment: Experiment, run: SeedRun) -> list[Columns]:
    """Return the games of a run as stored columns, for a worker."""
    lab = compile_experiment(experiment)
    tile_of = lab.subjects.tile_of
    played = [play(lab.table, lab.setup, seed, tile_of) for seed in run.seeds]
    rows = zip(run.seeds, played, strict=True)
    return [columns(Row(lab.key, seed, "", "", "", game)) for seed, game in rows]
