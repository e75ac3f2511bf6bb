"""Which games are played to try tiles, and their place in the store."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final

import roll_engine
from rftg_dsl.bundle import SetBundle, unpack
from rftg_dsl.library import cards_in_use
from rftg_dsl.resources import shipped_ids
from rftg_tools.balance.alternatives import Alternative, with_alternative
from rftg_tools.balance.experiment import RUN, Row, Run
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
"""Modules of this package whose text is in the key of a game."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Which tiles are tried, in which games. It is all that a worker needs.

    sets: all in use. own: ids of those whose tiles are tried. alternative: a version to try instead
    of its tile.
    """

    sets: SetBundle
    own: tuple[str, ...]
    setup: Setup
    alternative: Alternative | None = None


class Lab:
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
        """Return what is equal where the same games are played: tiles, set-up, rules, bots."""
        sets = [f"{name} {digest}" for name, digest in self.digests.items()]
        text = [rules_digest(roll_engine), _own_digest(), self.setup.text(), *sets]
        if self.experiment.alternative is not None:
            text.append(repr(self.experiment.alternative))
        return hashlib.sha256("\n".join(text).encode()).hexdigest()

    def about(self) -> dict[str, Any]:
        """Return what its key stands for."""
        tried = [subject.title for subject in self.subjects.tried]
        setup, version = self.setup.text(), fingerprint()
        return {"sets": self.digests, "tiles": tried, "setup": setup, "version": version}


def _table_of(experiment: Experiment) -> Table:
    """Return the tiles in use. Raise ValueError for sets of another game."""
    if experiment.alternative is None:
        return table_for(experiment.sets)
    sets = with_alternative(unpack(experiment.sets), experiment.alternative)
    return Table(sets, cards_in_use(sets))


@cache
def _own_digest() -> str:
    """Return what of this package decides which games are played, and what is kept of them."""
    here = Path(__file__).parent
    return digest_files({name: here / name for name in DECIDING})


@lru_cache(maxsize=2)
def lab_of(experiment: Experiment) -> Lab:
    """Return the lab of an experiment; a worker makes it once."""
    return Lab(experiment)


def games(
    lab: Lab, store: Store, seeds: range, jobs: int, scheduler: str | None = None
) -> Generator[Game, None, None]:
    """Yield the games of some whole runs in order: read where they are kept, else played.

    Each run is kept as soon as it has been played and all before it are there. Raises BrokenGame,
    StoreError, and what `map_in_parallel` raises.
    """
    store.describe(lab.key, lab.about())
    found = store.variants(lab.key, seeds)
    runs = [Run(first, True, False) for first in range(seeds.start, seeds.stop, RUN)]
    missing = [run for run in runs if run.first not in found]
    with closing(
        map_in_parallel(partial(_played, lab.experiment), missing, jobs, scheduler)
    ) as played:
        for run in runs:
            if run.first not in found:
                store.add(next(played))
            kept = store.run(lab.key, run, len(lab.table.cards))
            for number in run.seeds:
                if len(kept[number]) != 1:
                    raise store.damaged(f"of seed {number} not all is there")
                yield kept[number][0].game


def _played(experiment: Experiment, run: Run) -> list[Columns]:
    """Return the games of a run as they are kept, for a worker."""
    lab = lab_of(experiment)
    tile_of = lab.subjects.number
    played = [play(lab.table, lab.setup, number, tile_of) for number in run.seeds]
    rows = zip(run.seeds, played, strict=True)
    return [columns(Row(lab.key, number, "", "", "", game)) for number, game in rows]
