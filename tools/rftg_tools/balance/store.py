"""Games that were played, each once, in an SQLite file.

A game's place is its key: the experiment, the seed and the variant. What is there is never written
again, so two processes at once do no harm. All games of a run come in one transaction, so a run is
there whole or not at all, whenever a process is killed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from rftg_tools.balance.experiment import RUN, Row, Run
from rftg_tools.balance.rows import Columns, row_of
from rftg_tools.databases import read_contents

FORMAT: Final = 1
"""The version of the tables, as SQLite keeps it (`user_version`)."""
PATIENCE: Final = 60.0
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
    """A file that cannot be used as a store, and why."""


def refused(path: Path, problem: sqlite3.Error) -> str:
    """Return the error that a file takes or gives no games, why, and what to do."""
    if os.path.isdir(path):  # unlike Path.is_dir, it raises nothing
        return f"{str(path)!r} is a folder; name a file with --store"
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # without details
    damaged = code == sqlite3.SQLITE_CORRUPT
    advice = "delete it or name another with --store" if damaged else "name another with --store"
    return f"{str(path)!r} cannot hold games: {problem}; {advice}"


class Store:
    """The games in a file, which is made where there is none. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._open()
        except sqlite3.Error as problem:
            raise StoreError(refused(path, problem)) from None

    def _open(self) -> None:
        found = read_contents(self.path)
        if found and found.version != FORMAT and (found.version or found.tables):
            raise StoreError(
                f"{str(self.path)!r} holds something else than games; name another with --store"
            )
        self._games = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        with self._transaction():
            for table in _TABLES:
                self._games.execute(table)
            self._games.execute(f"PRAGMA user_version = {FORMAT}")

    def _transaction(self) -> _Transaction:
        return _Transaction(self._games)

    def close(self) -> None:
        """Let go of the file."""
        self._games.close()

    def describe(self, key: str, about: dict[str, Any]) -> None:
        """Note an experiment, before any game of it is kept. about: for who looks into the file."""
        text = json.dumps(about, sort_keys=True)
        self._games.execute(
            "INSERT INTO experiment (key, about) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
            (key, text),
        )

    def add(self, games: Iterable[Columns]) -> None:
        """Keep the games of a run, all or none; those that are there stay as they are.

        Raises sqlite3.IntegrityError for games of an experiment that was not described.
        """
        with self._transaction():
            self._games.executemany(_INSERT, games)

    def variants(self, key: str, seeds: range) -> dict[int, set[str]]:
        """Return the variants of which there is a game, by the first seed of each run."""
        found = self._games.execute(
            f"SELECT DISTINCT seed / {RUN}, variant FROM game"
            f" WHERE {_OF_KEY} AND seed >= ? AND seed < ?",
            (key, seeds.start, seeds.stop),
        )
        runs: dict[int, set[str]] = defaultdict(set)
        for number, variant in found:
            runs[number * RUN].add(variant)
        return runs

    def run(self, key: str, run: Run, cards: int) -> dict[int, list[Row]]:
        """Return the games of an experiment for the seeds of a run, by seed.

        cards: how many cards its deck has. Raises StoreError for a row that is no game.
        """
        found = self._games.execute(
            f"SELECT * FROM game WHERE {_OF_KEY} AND seed >= ? AND seed < ? ORDER BY rowid",
            (key, run.first, run.first + RUN),
        )
        rows: dict[int, list[Row]] = defaultdict(list)
        for _experiment, *kept in found:
            try:
                row = row_of(key, kept, cards)
            except (ValueError, RecursionError) as problem:
                raise self.damaged(str(problem)) from None
            rows[row.seed].append(row)
        return rows

    def damaged(self, problem: str) -> StoreError:
        """Return the error that a game of the file cannot be used, and what to do."""
        return StoreError(
            f"{str(self.path)!r} holds a game that cannot be read: {problem};"
            " delete the file or name another with --store"
        )

    def count(self) -> int:
        """Return how many games there are, of all experiments."""
        (number,) = self._games.execute("SELECT count(*) FROM game").fetchone()
        return int(number)


class _Transaction:
    """All or nothing; it waits for others that write before it begins."""

    def __init__(self, games: sqlite3.Connection) -> None:
        self._games = games

    def __enter__(self) -> None:
        self._games.execute("BEGIN IMMEDIATE")

    def __exit__(self, error: object, *_rest: object) -> None:
        self._games.execute("COMMIT" if error is None else "ROLLBACK")
