"""Games of an experiment in the order of their seeds: read where they are kept, else played."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from rftg_tools.balance.experiment import (
    OFFICIAL,
    RUN,
    Experiment,
    Lab,
    Row,
    Run,
    Subject,
    play_run,
    variant_of,
)
from rftg_tools.balance.games import Game
from rftg_tools.balance.holders import MANNERS
from rftg_tools.balance.rows import Columns, columns
from rftg_tools.balance.store import Store
from rftg_tools.workers.processes import map_in_parallel


@dataclass(frozen=True, slots=True)
class Seed:
    """The games of one seed. controls: by the title replaced, the title in its place and the game.

    official: with the official cards alone, for the first seeds. otherwise: games in which a card
    is played in another manner, by variant_of. variants: those that it has of any card drawn.
    """

    number: int
    game: Game
    official: Game | None
    controls: dict[str, tuple[str, Game]]
    otherwise: dict[str, Game] = field(default_factory=dict)
    variants: frozenset[str] = frozenset()


def games(
    lab: Lab,
    store: Store,
    seeds: range,
    variants: Mapping[str, int],
    jobs: int | None,
    scheduler: str | None = None,
) -> Generator[Seed, None, None]:
    """Yield the games of some whole runs, seed by seed, whatever was played before and wherever.

    variants: the seed before which each ends. No others are told of, even if they are kept. Each
    run is kept in the store as soon as it has been played and all before it are there. Raises
    BrokenGame, and what `map_in_parallel` raises.
    """
    store.describe(lab.key, lab.about())
    store.describe(lab.official_key, lab.about(official=True))
    todo = _missing(lab, store, seeds, variants)
    missing = [run for run in todo if run.anything]
    with closing(
        map_in_parallel(partial(_played, lab.experiment), missing, jobs, scheduler)
    ) as played:
        for run in todo:
            if run.anything:
                store.add(next(played))
            yield from _seeds(lab, store, run, frozenset(_wanted(variants, run.first)))


def _played(experiment: Experiment, run: Run) -> list[Columns]:
    """Return the games of a run, for a worker.

    They are as they are kept, which is also the cheapest to send.
    """
    return [columns(row) for row in play_run(experiment, run)]


def _wanted(variants: Mapping[str, int], first: int) -> tuple[str, ...]:
    """Return the variants that a run is to have."""
    return tuple(one for one, end in variants.items() if first < end)


def _missing(lab: Lab, store: Store, seeds: range, variants: Mapping[str, int]) -> list[Run]:
    """Return each run with what of it is still to be played."""
    ours, official = store.variants(lab.key, seeds), store.variants(lab.official_key, seeds)
    known = {"", *_every_variant(lab)}
    runs = []
    for first in range(seeds.start, seeds.stop, RUN):
        found = ours.get(first, set())
        if found - known:
            raise store.damaged(f"there is no variant {min(found - known)!r}")
        wanted = tuple(one for one in _wanted(variants, first) if one not in found)
        if found and wanted:
            wanted = _drawn(lab, store, first, wanted)
        runs.append(Run(first, not found, first < OFFICIAL and first not in official, wanted))
    return runs


def _every_variant(lab: Lab) -> list[str]:
    titles = [subject.card.title for subject in lab.subjects]
    return [variant_of(title, manner) for title in titles for manner in ("", *MANNERS)]


def _drawn(lab: Lab, store: Store, first: int, variants: Sequence[str]) -> tuple[str, ...]:
    """Return those variants of which a run has games: somebody has drawn the card."""
    kept = store.run(lab.key, Run(first, True, True), len(lab.deck.cards))
    played = [row.game for rows in kept.values() for row in rows if not row.variant]
    drawn = {
        subject.card.title
        for subject in lab.subjects
        if any(subject.drawer(game) >= 0 for game in played)
    }
    return tuple(one for one in variants if one.partition("\t")[0] in drawn)


def _seeds(lab: Lab, store: Store, run: Run, variants: frozenset[str]) -> Iterator[Seed]:
    ours = store.run(lab.key, run, len(lab.deck.cards))
    official = store.run(lab.official_key, run, len(lab.official.cards))
    for number in run.seeds:
        seed = _seed(number, ours[number], official[number], variants)
        if seed is None or not _is_whole(seed, lab, variants):
            raise store.damaged(f"of seed {number} not all is there")
        yield seed


def _seed(
    number: int, rows: list[Row], official: list[Row], variants: frozenset[str]
) -> Seed | None:
    """Return the games of a seed; None without one that every seed has."""
    games = [row.game for row in rows if not row.variant]
    if not games or (number < OFFICIAL and not official):
        return None
    wanted = [row for row in rows if row.variant in variants]
    controls = {row.variant: (row.control, row.game) for row in wanted if row.control}
    otherwise = {row.variant: row.game for row in wanted if not row.control}
    without = official[0].game if official else None
    return Seed(number, games[0], without, controls, otherwise, variants)


def _is_whole(seed: Seed, lab: Lab, variants: frozenset[str]) -> bool:
    """Return whether each drawn card has its variants, with one of its peers in its place."""
    return all(
        _has_its_own(seed, subject, variants)
        for subject in lab.subjects
        if subject.drawer(seed.game) >= 0
    )


def _has_its_own(seed: Seed, subject: Subject, variants: frozenset[str]) -> bool:
    title = subject.card.title
    manners = [variant_of(title, manner) for manner in MANNERS]
    if any(one in variants and one not in seed.otherwise for one in manners):
        return False
    peers = {peer.title for peer in subject.peers.cards}
    return title not in variants or (title in seed.controls and seed.controls[title][0] in peers)
