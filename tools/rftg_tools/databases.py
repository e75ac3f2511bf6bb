"""SQLite files of this program, which are inspected before they are changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.source.files import is_outside_link
from rftg_dsl.source.text import open_regular_file

OWN_FOLDER: Final = ".rftg-dsl"
"""The folder for files that the user did not name; it must not be a link."""
_WITH_LOG: Final = b"\2\2"
"""Bytes 18 and 19 of a file with a write-ahead log (sqlite.org/fileformat.html)."""
_LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for another process."""


class Contents(NamedTuple):
    """Identity of a database: `application_id`, `user_version` and names of tables."""

    mark: int
    version: int
    tables: frozenset[str]


def read_contents(path: Path) -> Contents | None:
    """Return the contents of a file without changing it, or None if it is empty or missing.

    Raises sqlite3.Error for anything but a readable database: a pipe or device, which could block
    forever, or a link that leads out of its folder, where it could create a file.
    """
    try:
        return _contents(path)
    except OSError as problem:
        raise sqlite3.OperationalError(problem.strerror) from None


def _contents(path: Path) -> Contents | None:
    """Do the work of `read_contents`. Raises sqlite3.Error, OSError."""
    if is_outside_link(path) or (path.parent.name == OWN_FOLDER and is_outside_link(path.parent)):
        raise sqlite3.OperationalError("it is a link that leads out of its folder")
    if not path.exists():
        return None
    if not path.is_file():
        raise sqlite3.OperationalError("it is not a file")
    if not path.stat().st_size:
        return None
    with closing(_connect(path, _LOCK_TIMEOUT, is_idle=_is_idle(path))) as database:
        (mark,) = database.execute("PRAGMA application_id").fetchone()
        (version,) = database.execute("PRAGMA user_version").fetchone()
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return Contents(mark, version, frozenset(name for (name,) in rows))


def connect_to_read(path: Path, timeout: float = _LOCK_TIMEOUT) -> sqlite3.Connection:
    """Return a read-only connection. Raises sqlite3.Error."""
    return _connect(path, timeout, is_idle=False)


def _connect(path: Path, timeout: float, is_idle: bool) -> sqlite3.Connection:
    place = f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if is_idle else ''}"
    return sqlite3.connect(place, timeout=timeout, uri=True)


def _is_idle(path: Path) -> bool:
    """Return whether a file with a write-ahead log is not in use.

    To read such a file, SQLite would create a new log.
    """
    with open_regular_file(path) as file:
        head = file.read(20)
    return head[18:] == _WITH_LOG and not path.with_name(f"{path.name}-wal").exists()
