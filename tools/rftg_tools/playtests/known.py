"""What was read from the records of a folder, so that none is played again for nothing.

It lies in an SQLite file beside them, by the names, times and lengths of their files. That file can
be deleted at any time; where it cannot be used, records are played again, and nothing else changes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from rftg_tools.databases import connect_to_read, read_contents
from rftg_tools.playtests.played import PlayedGame, game_of_data
from rftg_tools.workers.fingerprint import fingerprint

NAME: Final = ".playtests.sqlite"
"""The file in a folder of games."""
_PATIENCE: Final = 5.0
_NOT_RECORDS: Final = ".review.json"
"""How the names of files end that lie beside records and are none."""
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS made (by TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS game (name TEXT PRIMARY KEY, stamp TEXT NOT NULL,"
    " told TEXT NOT NULL)",
)

Stamp = str


def stamps(folder: Path) -> dict[str, Stamp]:
    """Return the records of a folder by name, each with what another file would not have.

    Raises OSError.
    """
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix != ".json" or path.name.startswith(".") or path.name.endswith(_NOT_RECORDS):
            continue
        with suppress(OSError):
            if path.is_file() and not path.is_symlink():
                stat = path.stat()
                found[path.name] = f"{stat.st_mtime_ns} {stat.st_size}"
    return found


class Known:
    """The games that were read before from a folder, by this very version of the program."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def read(self, wanted: Mapping[str, Stamp]) -> dict[str, PlayedGame]:
        """Return the games that are known of these files, by name."""
        try:
            if not self._is_there():
                return {}
            with closing(connect_to_read(self._path)) as kept:
                if kept.execute("SELECT by FROM made").fetchall() != [(fingerprint(),)]:
                    return {}
                rows = kept.execute("SELECT name, stamp, told FROM game").fetchall()
        except sqlite3.Error:
            return {}
        return dict(_games(rows, wanted))

    def _is_there(self) -> bool:
        """Return whether the file exists. Raises sqlite3.Error if it holds something else."""
        contents = read_contents(self._path)
        if contents and contents.tables - {"made", "game"}:
            raise sqlite3.OperationalError("it holds something else")
        return contents is not None

    def keep(self, games: Mapping[str, PlayedGame], stamps: Mapping[str, Stamp]) -> None:
        """Keep what was read anew, and forget files that are gone.

        games: those read anew, by name. stamps: of all files.
        """
        for _again in range(2):
            try:
                self._write(games, stamps)
            except sqlite3.DatabaseError as problem:
                if isinstance(problem, sqlite3.OperationalError):
                    return  # the folder cannot be written, or another process is at it
                with suppress(OSError):
                    self._path.unlink()  # damaged; nothing is lost by it
                    continue
            return

    def _write(self, games: Mapping[str, PlayedGame], stamps: Mapping[str, Stamp]) -> None:
        """Write what `keep` is given. Raises sqlite3.Error."""
        self._is_there()
        with closing(sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)) as kept:
            kept.execute("BEGIN IMMEDIATE")
            for table in _TABLES:
                kept.execute(table)
            if kept.execute("SELECT by FROM made").fetchall() != [(fingerprint(),)]:
                kept.execute("DELETE FROM made")
                kept.execute("DELETE FROM game")
                kept.execute("INSERT INTO made VALUES (?)", (fingerprint(),))
            names = [name for (name,) in kept.execute("SELECT name FROM game").fetchall()]
            gone = [(name,) for name in names if name not in stamps]
            kept.executemany("DELETE FROM game WHERE name = ?", gone)
            rows = [(name, stamps[name], json.dumps(one.data())) for name, one in games.items()]
            kept.executemany("INSERT OR REPLACE INTO game VALUES (?, ?, ?)", rows)
            kept.execute("COMMIT")


def _games(
    rows: list[tuple[object, ...]], wanted: Mapping[str, Stamp]
) -> Iterator[tuple[str, PlayedGame]]:
    """Yield the games of rows that are of files as they are now."""
    for name, stamp, told in rows:
        if isinstance(name, str) and wanted.get(name) == stamp:
            with suppress(LookupError, TypeError, ValueError, RecursionError):
                yield name, game_of_data(json.loads(str(told)))
