"""All games of an experiment in the order of their seeds: read where they are kept, else played."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from rftg_tools.balance.experiment import RUN, Experiment, Lab, Row, Run, play_run
from rftg_tools.balance.games import Game
from rftg_tools.balance.rows import Columns, columns
from rftg_tools.balance.store import Store
from rftg_tools.workers.processes import in_order


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
    """Yield the games of some runs, seed by seed, whatever was played before and wherever.

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
    """Return the games of a run, for a worker.

    They are as they are kept, which is also the cheapest to send.
    """
    return [columns(row) for row in play_run(experiment, run)]


def _missing(lab: Lab, store: Store, runs: int) -> list[Run]:
    """Return each run with what of it is still to be played."""
    most = runs * RUN
    ours, official = store.seeds(lab.key, most), store.seeds(lab.official_key, most)
    return [Run(first, first not in ours, first not in official) for first in range(0, most, RUN)]


def _seeds(lab: Lab, store: Store, run: Run) -> Iterator[Seed]:
    ours = store.run(lab.key, run, len(lab.deck.cards))
    official = store.run(lab.official_key, run, len(lab.official.cards))
    for number in run.seeds:
        seed = _seed(number, ours[number], official[number])
        if seed is None or not _is_whole(seed, lab):
            raise store.damaged(f"of seed {number} not all is there")
        yield seed


def _seed(number: int, rows: list[Row], official: list[Row]) -> Seed | None:
    """Return the games of a seed; None without one of the two that every seed has."""
    games = [row.game for row in rows if not row.variant]
    if not games or not official:
        return None
    controls = {row.variant: (row.control, row.game) for row in rows if row.variant}
    return Seed(number, games[0], official[0].game, controls)


def _is_whole(seed: Seed, lab: Lab) -> bool:
    """Return whether each drawn card has its game with one of its peers in its place."""
    return all(
        subject.card.title in seed.controls
        and seed.controls[subject.card.title][0] in {peer.title for peer in subject.peers.cards}
        for subject in lab.subjects
        if subject.drawer(seed.game) >= 0
    )
