"""Finished games in an SQLite file, each stored once.

The key of a game is the experiment, the seed and the variant. Stored games are never changed, so
two processes can write at once. The games of a run are added in one transaction, so a run is
complete or missing even if a process is killed. A file may have been written by any program, so
every number is checked when it is read.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from rftg_tools.balance.experiment import SEEDS_PER_RUN, Row, SeedRun
from rftg_tools.balance.games import Game, Seat
from rftg_tools.databases import read_contents

FORMAT: Final = 1
"""Version of the tables (SQLite's `user_version`)."""
LOCK_TIMEOUT: Final = 60.0
"""Seconds to wait for another process."""
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS experiment"
    " (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, about TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS game (experiment INTEGER NOT NULL REFERENCES experiment,"
    " seed INTEGER NOT NULL, variant TEXT NOT NULL, control TEXT NOT NULL, cards TEXT NOT NULL,"
    " finished INTEGER NOT NULL, rounds INTEGER NOT NULL, decisions INTEGER NOT NULL,"
    " seats TEXT NOT NULL, dealt TEXT NOT NULL, drawn TEXT NOT NULL, placed TEXT NOT NULL,"
    " PRIMARY KEY (experiment, seed, variant))",
)


_OF_KEY: Final = "experiment = (SELECT number FROM experiment WHERE key = ?)"
_INSERT: Final = (
    "INSERT INTO game VALUES ((SELECT number FROM experiment WHERE key = ?),"
    " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (experiment, seed, variant) DO NOTHING"
)


class StoreError(RuntimeError):
    """A file that cannot be used as a store."""


def refused(path: Path, problem: sqlite3.Error) -> str:
    """Return an error message for a file that cannot store or load games, with advice."""
    if os.path.isdir(path):  # unlike Path.is_dir, it never raises
        return f"{str(path)!r} is a folder; name a file with --store"
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # without details
    damaged = code == sqlite3.SQLITE_CORRUPT
    advice = "delete it or name another with --store" if damaged else "name another with --store"
    return f"{str(path)!r} cannot hold games: {problem}; {advice}"


class Store:
    """The games in a file, which is created if necessary. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._open()
        except sqlite3.Error as problem:
            raise StoreError(refused(path, problem)) from None

    def _open(self) -> None:
        contents = read_contents(self.path)
        if contents and contents.version != FORMAT and (contents.version or contents.tables):
            raise StoreError(
                f"{str(self.path)!r} contains other data, not games; name another file with --store"
            )
        self._games = sqlite3.connect(self.path, timeout=LOCK_TIMEOUT, isolation_level=None)
        with self._transaction():
            for table in _TABLES:
                self._games.execute(table)
            self._games.execute(f"PRAGMA user_version = {FORMAT}")

    def _transaction(self) -> _Transaction:
        return _Transaction(self._games)

    def close(self) -> None:
        """Close the file."""
        self._games.close()

    def describe(self, key: str, description: dict[str, Any]) -> None:
        """Add an experiment, before its games.

        description: for people who open the file.
        """
        text = json.dumps(description, sort_keys=True)
        self._games.execute(
            "INSERT INTO experiment (key, about) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
            (key, text),
        )

    def add(self, games: Iterable[Columns]) -> None:
        """Add the games of a run, all or none; stored games stay unchanged.

        Raises sqlite3.IntegrityError if the experiment was not described.
        """
        with self._transaction():
            self._games.executemany(_INSERT, games)

    def variants(self, key: str, seeds: range) -> dict[int, set[str]]:
        """Return the variants that have a game, by the first seed of each run."""
        rows = self._games.execute(
            f"SELECT DISTINCT seed / {SEEDS_PER_RUN}, variant FROM game"
            f" WHERE {_OF_KEY} AND seed >= ? AND seed < ?",
            (key, seeds.start, seeds.stop),
        )
        runs: dict[int, set[str]] = defaultdict(set)
        for number, variant in rows:
            runs[number * SEEDS_PER_RUN].add(variant)
        return runs

    def run(self, key: str, run: SeedRun, cards: int) -> dict[int, list[Row]]:
        """Return the games of an experiment for the seeds of a run, by seed.

        cards: number of cards in its deck. Raises StoreError for an invalid row.
        """
        stored = self._games.execute(
            f"SELECT * FROM game WHERE {_OF_KEY} AND seed >= ? AND seed < ? ORDER BY rowid",
            (key, run.first, run.first + SEEDS_PER_RUN),
        )
        rows: dict[int, list[Row]] = defaultdict(list)
        for _experiment, *columns in stored:
            try:
                row = row_of(key, columns, cards)
            except (ValueError, RecursionError) as problem:
                raise self.damaged(str(problem)) from None
            rows[row.seed].append(row)
        return rows

    def damaged(self, problem: str) -> StoreError:
        """Return the error for a game that cannot be used."""
        return StoreError(
            f"{str(self.path)!r} contains a game that cannot be read: {problem};"
            " delete the file or name another with --store"
        )

    def count(self) -> int:
        """Return the number of games of all experiments."""
        (number,) = self._games.execute("SELECT count(*) FROM game").fetchone()
        return int(number)


class _Transaction:
    """A transaction that waits for other writers before it starts."""

    def __init__(self, games: sqlite3.Connection) -> None:
        self._games = games

    def __enter__(self) -> None:
        self._games.execute("BEGIN IMMEDIATE")

    def __exit__(self, error: object, *_rest: object) -> None:
        self._games.execute("COMMIT" if error is None else "ROLLBACK")


Columns = tuple[str | int, ...]
"""A game as database columns."""
_SEAT: Final = (float, int, [int], int, int, int, [(int, int)], [float])
_GAME: Final = ([_SEAT], [(int, int)], [(int, int, int)], [(int, int, int, str)])
"""Shapes of the lists of a game: seats, and dealt, drawn and placed cards."""


def columns(row: Row) -> Columns:
    """Return a game as columns."""
    game = row.game
    seats = [
        [
            *(seat.share, seat.score, seat.tableau, seat.chips, seat.prestige, seat.goals),
            *(seat.variable, seat.forecasts),
        ]
        for seat in game.seats
    ]
    lists = (seats, game.dealt, game.drawn, game.placed)
    texts = (json.dumps(values, separators=(",", ":")) for values in lists)
    numbers = (int(game.finished), game.rounds, game.decisions)
    return (row.key, row.seed, row.variant, row.control, row.cards, *numbers, *texts)


def row_of(key: str, stored: Sequence[Any], cards: int) -> Row:
    """Parse the columns of a game. cards: number of cards in its deck. Raises ValueError."""
    if not _has_shape(list(stored), (int, str, str, str, int, int, int, str, str, str, str)):
        raise ValueError("its columns are not those of a game")
    seed, variant, control, digest, finished, rounds, decisions, *texts = stored
    lists = [json.loads(text) for text in texts]
    if not _has_shape(lists, _GAME):
        raise ValueError("its lists are not those of a game")
    seats, dealt, drawn, placed = lists
    game = Game(
        bool(finished),
        rounds,
        decisions,
        tuple(_seat(*seat) for seat in seats),
        tuple(map(tuple, dealt)),
        tuple(map(tuple, drawn)),
        tuple(map(tuple, placed)),
    )
    _check_numbers(game, cards)
    return Row(key, seed, variant, control, digest, game)


def _seat(share: float, score: int, tableau: list[int], *rest: Any) -> Seat:
    chips, prestige, goals, variable, forecasts = rest
    pairs = tuple(map(tuple, variable))
    return Seat(share, score, tuple(tableau), chips, prestige, goals, pairs, tuple(forecasts))


def _check_numbers(game: Game, cards: int) -> None:
    """Raise ValueError for an impossible card, seat, share or chance."""
    pairs = [
        *game.dealt,
        *((player, card) for card, player, _round in game.drawn),
        *((player, card) for card, player, _round, _step in game.placed),
    ]
    players, used = {player for player, _card in pairs}, {card for _player, card in pairs}
    for seat in game.seats:
        used.update(seat.tableau, (card for card, _points in seat.variable))
    if not all(0 <= card < cards for card in used):
        raise ValueError("it has a card that is not in the deck")
    if not all(0 <= player < len(game.seats) for player in players):
        raise ValueError("it has a player who is not in the game")
    if not all(0 <= x <= 1 for seat in game.seats for x in (seat.share, *seat.forecasts)):
        raise ValueError("a win share or a chance is not from 0 to 1")


def _has_shape(value: object, shape: Any) -> bool:
    """Return whether a value has a type; a list, one shape; or a tuple of shapes, one per item."""
    if isinstance(shape, list):
        return isinstance(value, list) and all(_has_shape(item, shape[0]) for item in value)
    if isinstance(shape, tuple):
        return (
            isinstance(value, list)
            and len(value) == len(shape)
            and all(map(_has_shape, value, shape))
        )
    return type(value) is shape or (shape is float and type(value) is int)
