"""All games of an experiment in the order of their seeds: read where they are kept, else played."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from rftg_tools.balance.experiment import RUN, Experiment, Lab, Row, Run, play_run
from rftg_tools.balance.games import Game
from rftg_tools.balance.store import Columns, Store, columns
from rftg_tools.processes import in_order


@dataclass(frozen=True, slots=True)
class Seed:
    """The games of one seed. controls: by the title replaced, the title in its place and the game.

    official: with the official cards alone.
    """

    number: int
    game: Game
    official: Game
    controls: dict[str, tuple[str, Game]]


def games(
    lab: Lab, store: Store, runs: int, jobs: int | None, scheduler: str | None = None
) -> Generator[Seed, None, None]:
    """The games of some runs, seed by seed, whatever was played before and wherever.

    Each run is kept in the store as soon as it has been played and all before it are there. Raises
    BrokenGame, and what `in_order` raises.
    """
    store.describe(lab.key, lab.about())
    store.describe(lab.official_key, lab.about(official=True))
    todo = _missing(lab, store, runs)
    missing = [run for run in todo if run.with_cards or run.official]
    with closing(in_order(partial(_played, lab.experiment), missing, jobs, scheduler)) as played:
        for run in todo:
            if run.with_cards or run.official:
                store.add(next(played))
            yield from _seeds(lab, store, run)


def _played(experiment: Experiment, run: Run) -> list[Columns]:
    """The games of a run, for a worker: as they are kept, which is also the cheapest to send."""
    return [columns(row) for row in play_run(experiment, run)]


def _missing(lab: Lab, store: Store, runs: int) -> list[Run]:
    """Each run with what of it is still to be played."""
    most = runs * RUN
    ours, official = store.seeds(lab.key, most), store.seeds(lab.official_key, most)
    return [Run(first, first not in ours, first not in official) for first in range(0, most, RUN)]


def _seeds(lab: Lab, store: Store, run: Run) -> Iterator[Seed]:
    ours, official = store.run(lab.key, run), store.run(lab.official_key, run)
    for number in run.seeds:
        yield _seed(number, ours[number], official[number][0])


def _seed(number: int, rows: list[Row], official: Row) -> Seed:
    (game,) = (row.game for row in rows if not row.variant)
    controls = {row.variant: (row.control, row.game) for row in rows if row.variant}
    return Seed(number, game, official.game, controls)
