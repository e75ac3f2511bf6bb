"""The tiles of a game by kind, and the games to play for them, with their key in the store."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final

import roll_engine
from gamekit.events import Event
from rftg_dsl.library import cards_in_use, unpack
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids
from rftg_tools.balance.deck import with_alternative
from rftg_tools.balance.experiment import SEEDS_PER_RUN, Experiment, Row, SeedRun
from rftg_tools.balance.games import Game, Seat, Setup, naming_faults
from rftg_tools.balance.store import Columns, Store, columns
from rftg_tools.simulation.games import MAX_ROUNDS, patience_of
from rftg_tools.simulation.roll import table_for
from rftg_tools.workers.fingerprint import digest_files, fingerprint, rules_digest
from rftg_tools.workers.processes import map_in_parallel
from roll_engine.bots import make_bot, play_out
from roll_engine.cards.table import Table
from roll_engine.events import StartTilesDealt, TileCompleted, TilesDrawn
from roll_engine.game import new_game
from roll_engine.scoring import bonus_points, result
from roll_engine.state import State

DECIDING: Final = ("experiment.py",)
"""Modules of this package that are part of a game's key."""


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
    lab: CompiledExperiment,
    store: Store,
    seeds: range,
    jobs: int | None,
    scheduler: str | None = None,
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


class TileKind(Enum):
    """Kind of tile. value: its name in the singular and plural."""

    GAME = ("tile of the bag", "tiles of the bag")
    FACTION = ("faction tile", "faction tiles")
    HOME = ("home world", "home worlds")

    @property
    def average(self) -> str:
        """Description of the comparison."""
        return f"an average {self.value[0]}"

    @property
    def many(self) -> str:
        """Name in the plural."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Subject:
    """A tile. faces: its sides, a single one for a home world.

    numbers: ID of each copy: the number of its first face. among: a copy of each shipped tile of
    its kind.
    """

    kind: TileKind
    faces: tuple[Card, ...]
    numbers: tuple[int, ...]
    among: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The titles of its faces."""
        return " / ".join(card.title for card in self.faces)

    @property
    def begins(self) -> bool:
        """Whether it starts in play."""
        return self.kind is not TileKind.GAME


@dataclass(frozen=True, slots=True)
class Subjects:
    """The tested tiles, and the shipped tiles to compare with.

    tile_of: ID of the tile of each face, as in Subject.numbers.
    """

    tried: tuple[Subject, ...]
    shipped: tuple[Subject, ...]
    tile_of: tuple[int, ...]

    def only(self, title: str) -> Subjects:
        """Return these tiles with only the tile of this title or face to test."""
        tried = (tile for tile in self.tried if title in [face.title for face in tile.faces])
        return replace(self, tried=tuple(tried))


def subjects_of(table: Table, own: Container[str], shipped: Container[str]) -> Subjects:
    """Return the tiles in use. own, shipped: IDs of the tested and the shipped sets."""
    tile_of = list(range(len(table.cards)))
    copies: dict[tuple[str, ...], tuple[TileKind, tuple[Card, ...], list[int]]] = {}
    for kind, faces in _tiles(table):
        for face in faces:
            tile_of[face] = faces[0]
        cards = tuple(table.cards[face] for face in faces)
        key = tuple(card.title for card in cards)
        copies.setdefault(key, (kind, cards, []))[2].append(faces[0])
    tiles = [Subject(kind, cards, tuple(numbers)) for kind, cards, numbers in copies.values()]
    official = [tile for tile in tiles if tile.faces[0].set_id in shipped]
    among = {
        kind: tuple(tile.numbers[0] for tile in official if tile.kind is kind) for kind in TileKind
    }
    tiles = [Subject(t.kind, t.faces, t.numbers, among[t.kind]) for t in tiles]
    return Subjects(
        tuple(tile for tile in tiles if tile.faces[0].set_id in own),
        tuple(tile for tile in tiles if tile.faces[0].set_id in shipped),
        tuple(tile_of),
    )


def _tiles(table: Table) -> list[tuple[TileKind, tuple[int, ...]]]:
    """Return the faces of each tile."""
    return [
        *((TileKind.GAME, (tile.development, tile.world)) for tile in table.tiles),
        *((TileKind.FACTION, tile.faces) for tile in table.factions),
        *((TileKind.HOME, (face,)) for face in table.homes),
    ]


BUILT: Final = "built"
"""The step in which a tile from the bag is added to a tableau."""


class TileStats:
    """Observer of the movements of tiles, in order.

    tile_of: ID of the tile of each face. drawn: tile, seat and round (0: set-up) of its first draw.
    placed: face, seat, round and step of its first construction.
    """

    def __init__(self, table: Table, tile_of: tuple[int, ...]) -> None:
        self.drawn: list[tuple[int, int, int]] = []
        self.placed: list[tuple[int, int, int, str]] = []
        self._tile_of = tile_of
        self._of_tile = [tile_of[tile.development] for tile in table.tiles]
        self._seen: set[int] = set()
        self._built: set[int] = set()

    def see(self, event: Event, state: State) -> None:
        """Record a tile that is dealt, drawn or built."""
        if isinstance(event, TilesDrawn):
            self._draw([self._of_tile[tile] for tile in event.own], event.seat, state.round)
        elif isinstance(event, StartTilesDealt):
            self._draw([self._tile_of[face] for face in event.faces], event.seat, 0)
        elif isinstance(event, TileCompleted) and event.face not in self._built:
            self._built.add(event.face)
            self.placed.append((event.face, event.seat, state.round, BUILT))

    def _draw(self, tiles: list[int], seat: int, game_round: int) -> None:
        for tile in tiles:
            if tile not in self._seen:
                self._seen.add(tile)
                self.drawn.append((tile, seat, game_round))


def play(table: Table, setup: Setup, game_number: int, tile_of: tuple[int, ...]) -> Game:
    """Play game `game_number` and return its result. tile_of: ID of the tile of each face.

    Raises BrokenGame, and RuntimeError if the game takes too much work.
    """
    seed = f"{setup.seed}/{game_number}"
    players = setup.options.players
    stats = TileStats(table, tile_of)
    with naming_faults(f"{game_number} of --seed {setup.seed}"):
        bots = [make_bot(setup.bot, table, f"{seed}/bot {seat}") for seat in range(players)]
        game = new_game(table, setup.options, seed, None, False, (stats,))
        decisions = play_out(game, bots, MAX_ROUNDS, patience_of([setup.bot]))
        seats = _seats(table, game.state)
    drawn, placed = tuple(stats.drawn), tuple(stats.placed)
    return Game(game.over, game.state.round, decisions, seats, (), drawn, placed)


def _seats(table: Table, state: State) -> tuple[Seat, ...]:
    scores = result(table, state)
    share = 1 / len(scores.winners)
    return tuple(
        Seat(
            share if seat in scores.winners else 0.0,
            scores.scores[seat],
            tuple(player.tableau),
            player.chips,
            0,
            0,
            tuple(sorted(bonus_points(table, state, seat).items())),
        )
        for seat, player in enumerate(state.players)
    )
