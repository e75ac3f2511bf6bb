"""Cache of the games in a folder of records.

It is an SQLite file next to the records, keyed by name, time and size of their files. It can be
deleted at any time. If it can't be used, all records are read again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from rftg_tools.databases import connect_to_read, read_contents
from rftg_tools.playtests.games import PlayedGame, game_from_json
from rftg_tools.workers.fingerprint import fingerprint

NAME: Final = ".playtests.sqlite"
"""Name of the file in a folder of games."""
_TIMEOUT: Final = 5.0
_NOT_RECORDS: Final = ".review.json"
"""Extension of JSON files that are not records."""
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS made (by TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS game (name TEXT PRIMARY KEY, stamp TEXT NOT NULL,"
    " told TEXT NOT NULL)",
)

Stamp = str


def stamp_records(folder: Path) -> dict[str, Stamp]:
    """Return the records of a folder by name, each with a stamp that changes with the file.

    Raises OSError.
    """
    stamps = {}
    for path in sorted(folder.iterdir()):
        if path.suffix != ".json" or path.name.startswith(".") or path.name.endswith(_NOT_RECORDS):
            continue
        with suppress(OSError):
            if path.is_file() and not path.is_symlink():
                stat = path.stat()
                stamps[path.name] = f"{stat.st_mtime_ns} {stat.st_size}"
    return stamps


class GameCache:
    """Games of a folder that this exact version of the program has read before."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def read(self, stamps: Mapping[str, Stamp]) -> dict[str, PlayedGame]:
        """Return the cached games of these files, by name."""
        try:
            if not self._exists():
                return {}
            with closing(connect_to_read(self._path)) as database:
                if not _is_current(database):
                    return {}
                rows = database.execute("SELECT name, stamp, told FROM game").fetchall()
        except sqlite3.Error:
            return {}
        return dict(_current_games(rows, stamps))

    def _exists(self) -> bool:
        """Return whether the file exists. Raises sqlite3.Error if it is not a cache."""
        contents = read_contents(self._path)
        if contents and contents.tables - {"made", "game"}:
            raise sqlite3.OperationalError("it contains other data")
        return contents is not None

    def write(self, games: Mapping[str, PlayedGame], stamps: Mapping[str, Stamp]) -> None:
        """Add games by name, and remove games without a file. stamps: stamps of all files."""
        for _attempt in range(2):
            try:
                self._write(games, stamps)
            except sqlite3.DatabaseError as problem:
                if isinstance(problem, sqlite3.OperationalError):
                    return  # the folder is read-only, or another process is writing
                with suppress(OSError):
                    self._path.unlink()  # damaged
                    continue
            return

    def _write(self, games: Mapping[str, PlayedGame], stamps: Mapping[str, Stamp]) -> None:
        """Write the games. Raises sqlite3.Error."""
        self._exists()
        with closing(
            sqlite3.connect(self._path, timeout=_TIMEOUT, isolation_level=None)
        ) as database:
            database.execute("BEGIN IMMEDIATE")
            for table in _TABLES:
                database.execute(table)
            if not _is_current(database):
                database.execute("DELETE FROM made")
                database.execute("DELETE FROM game")
                database.execute("INSERT INTO made VALUES (?)", (fingerprint(),))
            names = [name for (name,) in database.execute("SELECT name FROM game").fetchall()]
            obsolete = [(name,) for name in names if name not in stamps]
            database.executemany("DELETE FROM game WHERE name = ?", obsolete)
            rows = [
                (name, stamps[name], json.dumps(game.to_json())) for name, game in games.items()
            ]
            database.executemany("INSERT OR REPLACE INTO game VALUES (?, ?, ?)", rows)
            database.execute("COMMIT")


def _is_current(database: sqlite3.Connection) -> bool:
    """Return whether the cache was written by this version of the program."""
    return bool(database.execute("SELECT by FROM made").fetchall() == [(fingerprint(),)])


def _current_games(
    rows: list[tuple[object, ...]], stamps: Mapping[str, Stamp]
) -> Iterator[tuple[str, PlayedGame]]:
    """Yield the games of rows whose files have not changed."""
    for name, stamp, data in rows:
        if isinstance(name, str) and stamps.get(name) == stamp:
            with suppress(LookupError, TypeError, ValueError, RecursionError):
                yield name, game_from_json(json.loads(str(data)))
