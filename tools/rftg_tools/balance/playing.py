"""Games of an experiment in the order of their seeds, loaded from the store or played."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from rftg_tools.balance.experiment import (
    FORCED,
    OFFICIAL,
    SEEDS_PER_RUN,
    CompiledExperiment,
    Experiment,
    Row,
    SeedRun,
    Subject,
    play_run,
    variant_of,
)
from rftg_tools.balance.games import Game
from rftg_tools.balance.store import Columns, Store, columns
from rftg_tools.workers.processes import map_in_parallel


@dataclass(frozen=True, slots=True)
class SeedGames:
    """The games of one seed. controls: replacement's title and game, by the replaced title.

    official: game with only official cards, for the first seeds. forced_play: games with a forced
    policy, by variant_of. variants: those that are played for any card drawn.
    """

    number: int
    game: Game
    official: Game | None
    controls: dict[str, tuple[str, Game]]
    forced_play: dict[str, Game] = field(default_factory=dict)
    variants: frozenset[str] = frozenset()


def games(
    lab: CompiledExperiment,
    store: Store,
    seeds: range,
    variants: Mapping[str, int],
    jobs: int | None,
    scheduler: str | None = None,
) -> Generator[SeedGames, None, None]:
    """Yield the games of entire runs, seed by seed, independent of what was played before.

    variants: the seed at which each ends; others are not included, even if they are stored. A run
    is stored once it and all before it have been played. Raises BrokenGame, and whatever
    `map_in_parallel` raises.
    """
    store.describe(lab.key, lab.key_description())
    store.describe(lab.official_key, lab.key_description(official=True))
    todo = _missing(lab, store, seeds, variants)
    missing = [run for run in todo if run.is_needed]
    with closing(
        map_in_parallel(partial(_played, lab.experiment), missing, jobs, scheduler)
    ) as played:
        for run in todo:
            if run.is_needed:
                store.add(next(played))
            yield from _seeds(lab, store, run, frozenset(_active(variants, run.first)))


def _played(experiment: Experiment, run: SeedRun) -> list[Columns]:
    """Return the games of a run as stored columns, which are also the cheapest to send."""
    return [columns(row) for row in play_run(experiment, run)]


def _active(variants: Mapping[str, int], first: int) -> tuple[str, ...]:
    """Return the variants that a run should have."""
    return tuple(variant for variant, end in variants.items() if first < end)


def _missing(
    lab: CompiledExperiment, store: Store, seeds: range, variants: Mapping[str, int]
) -> list[SeedRun]:
    """Return each run with its games that are still to be played."""
    ours, official = store.variants(lab.key, seeds), store.variants(lab.official_key, seeds)
    valid = {"", *_every_variant(lab)}
    runs = []
    for first in range(seeds.start, seeds.stop, SEEDS_PER_RUN):
        stored = ours.get(first, set())
        if stored - valid:
            raise store.damaged(f"unknown variant {min(stored - valid)!r}")
        missing = tuple(variant for variant in _active(variants, first) if variant not in stored)
        if stored and missing:
            missing = _drawn(lab, store, first, missing)
        needs_official = first < OFFICIAL and first not in official
        runs.append(SeedRun(first, not stored, needs_official, missing))
    return runs


def _every_variant(lab: CompiledExperiment) -> list[str]:
    titles = [subject.card.title for subject in lab.subjects]
    return [variant_of(title, policy) for title in titles for policy in ("", *FORCED)]


def _drawn(
    lab: CompiledExperiment, store: Store, first: int, variants: Sequence[str]
) -> tuple[str, ...]:
    """Return the variants for which a run has games, because somebody has drawn the card."""
    kept = store.run(lab.key, SeedRun(first, True, True), len(lab.deck.cards))
    played = [row.game for rows in kept.values() for row in rows if not row.variant]
    drawn = {
        subject.card.title
        for subject in lab.subjects
        if any(subject.drawer(game) >= 0 for game in played)
    }
    return tuple(one for one in variants if one.partition("\t")[0] in drawn)


def _seeds(
    lab: CompiledExperiment, store: Store, run: SeedRun, variants: frozenset[str]
) -> Iterator[SeedGames]:
    ours = store.run(lab.key, run, len(lab.deck.cards))
    official = store.run(lab.official_key, run, len(lab.official.cards))
    for number in run.seeds:
        seed = _seed(number, ours[number], official[number], variants)
        if seed is None or not _is_whole(seed, lab, variants):
            raise store.damaged(f"seed {number} is incomplete")
        yield seed


def _seed(
    number: int, rows: list[Row], official: list[Row], variants: frozenset[str]
) -> SeedGames | None:
    """Return the games of a seed, or None if a game that every seed has is missing."""
    games = [row.game for row in rows if not row.variant]
    if not games or (number < OFFICIAL and not official):
        return None
    variant_rows = [row for row in rows if row.variant in variants]
    forced_play = {row.variant: row.game for row in variant_rows if "\t" in row.variant}
    controls = {
        row.variant: (row.control, row.game)
        for row in variant_rows
        if row.variant not in forced_play
    }
    without = official[0].game if official else None
    return SeedGames(number, games[0], without, controls, forced_play, variants)


def _is_whole(seed: SeedGames, lab: CompiledExperiment, variants: frozenset[str]) -> bool:
    """Return whether each drawn card has its variants, with one of its peers as the replacement."""
    return all(
        _has_variants(seed, subject, variants)
        for subject in lab.subjects
        if subject.drawer(seed.game) >= 0
    )


def _has_variants(seed: SeedGames, subject: Subject, variants: frozenset[str]) -> bool:
    title = subject.card.title
    names = [variant_of(title, policy) for policy in FORCED]
    if any(name in variants and name not in seed.forced_play for name in names):
        return False
    peers = {peer.title for peer in subject.peers.cards}
    return title not in variants or (title in seed.controls and seed.controls[title][0] in peers)
