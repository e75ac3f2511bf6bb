"""Saved games: one record per game, in a folder that one server locks.

The system releases the lock when the process ends, for any reason.

A record is written under a temporary name, then renamed. A damaged file is listed with its problem,
and is never overwritten or removed.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import capitalized
from rftg_dsl.source.files import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.games import game_of_record
from rftg_tools.recorded import differences
from rftg_tools.untrusted import BadJson, read_json

Data = dict[str, Any]
MAX_RECORD_BYTES: Final = 20_000_000
"""Maximum size of a record."""
MAX_LISTED: Final = 1_000
"""Maximum number of games in a listing; older games are omitted."""
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_ENDING: Final = ".json"
_UNCHANGED: Final = "The file was left unchanged."
_NOT_A_RECORD: Final = f"It is not a game record. {_UNCHANGED}"
_NO_GAME: Final = "There is no such game."


class GameNotFound(Exception):
    """A game doesn't exist or can't be read, with the reason."""


class Saves:
    """The records in a folder. Thread-safe, except that calls for one game must not overlap."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries: dict[Path, tuple[tuple[int, int], Data]] = {}
        """Cached entries of the listing, with modification time and size."""

    def file_name(self, game_id: str) -> str:
        """Return the name of a game's file. Raises GameNotFound for an invalid id."""
        if not _ID.fullmatch(game_id):
            raise GameNotFound(_NO_GAME)
        return game_id + _ENDING

    def write(self, game_id: str, record: Data) -> None:
        """Write a record durably to disk. Raises OSError."""
        path = self.folder / self.file_name(game_id)
        write_atomically(path, json.dumps(record, separators=(",", ":")))
        _sync_folder(self.folder)

    def read(self, game_id: str) -> Data:
        """Return a record. Raises GameNotFound."""
        return _read(self.folder / self.file_name(game_id))

    def listing(self) -> list[Data]:
        """Return all games, last changed first. Damaged files have a problem."""
        files = []
        for path in self.folder.glob(f"*{_ENDING}"):
            with suppress(OSError):
                if _ID.fullmatch(path.stem) and _is_file(path):
                    files.append((path.stat().st_mtime_ns, path.stat().st_size, path))
        files.sort(reverse=True)
        return [self._entry(path, (time, size)) for time, size, path in files[:MAX_LISTED]]

    def _entry(self, path: Path, stamp: tuple[int, int]) -> Data:
        cached = self._entries.get(path)
        if cached is None or cached[0] != stamp:
            cached = self._entries[path] = (stamp, _list_game(path))
        return cached[1] | {"id": path.stem, "changed": _format_time(stamp[0])}


def _is_file(path: Path) -> bool:
    """Return whether this is a regular file. Writing through a link could overwrite another one."""
    return path.is_file() and not path.is_symlink()


def _read(path: Path) -> Data:
    try:
        if not _is_file(path):
            raise GameNotFound(_NO_GAME)
        with open_regular_file(path) as file:
            text = file.read(MAX_RECORD_BYTES + 1)
        if len(text) > MAX_RECORD_BYTES:
            raise GameNotFound(f"It is longer than {MAX_RECORD_BYTES:,} bytes. {_UNCHANGED}")
        if not text.strip():
            raise GameNotFound(f"It is empty. {_UNCHANGED}")
        data = read_json(text)
    except OSError as problem:
        raise GameNotFound(f"It can't be read ({problem.strerror}).") from None
    except BadJson as problem:
        raise GameNotFound(f"{capitalized(str(problem))}. {_UNCHANGED}") from None
    if not isinstance(data, dict):
        raise GameNotFound(_NOT_A_RECORD)
    return data


def _list_game(path: Path) -> Data:
    """Return the entry of a game, or an entry with a problem."""
    entry: Data = {
        "title": path.name,
        "players": [],
        "round": 0,
        "over": False,
        "scores": None,
        "game": "",
        "other": "",
        "problem": "",
    }
    try:
        return entry | _describe(_read(path))
    except GameNotFound as problem:
        return entry | {"problem": str(problem)}
    except (KeyError, IndexError, TypeError, ValueError):
        return entry | {"problem": _NOT_A_RECORD}


def _describe(data: Data) -> Data:
    """Return the facts about a record. Raises KeyError, IndexError, TypeError, ValueError."""
    result = data["result"]
    over = result["over"] is True
    _check_int(data.get("rules", 1))
    return {
        "title": ", ".join(str(card_set[0]) for card_set in data["sets"]),
        "players": _list_players(data),
        "round": _check_int(result["rounds"]),
        "over": over,
        "scores": [_check_int(score) for score in result["scores"]] if over else None,
        "game": game_of_record(data).id,
        "other": differences(data),
    }


def _list_players(data: Data) -> list[str]:
    """Return the names of the players, and the difficulty of the robot."""
    names = [str(name) for name in data["players"]]
    if "robot" in data:
        names[-1] += f" ({data['robot']['level']})"
    return names


def _check_int(value: Any) -> int:
    """Return an int unchanged. Raises TypeError for anything else, such as 1e999."""
    if type(value) is not int:
        raise TypeError
    return value


def _format_time(nanoseconds: int) -> str:
    return datetime.fromtimestamp(nanoseconds // 10**9, UTC).isoformat()


def _sync_folder(folder: Path) -> None:
    """Write the folder's file names durably to disk, if the system supports it."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- lock

LOCK_NAME: Final = ".lock"
"""The locked file. It remains after the lock is released; its existence means nothing."""
_HELD: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Error numbers of a lock held by another process; EDEADLK is used on Windows."""


class FolderTaken(Exception):
    """The folder is in use by another server."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold the lock on a folder. Raises FolderTaken, OSError."""
    # O_NOFOLLOW: a link must not create a file elsewhere.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(folder / LOCK_NAME, flags, 0o644)
    try:
        try:
            _lock(descriptor)
        except OSError as problem:
            if problem.errno not in _HELD:
                raise
            raise FolderTaken(
                f"another `rftg-dsl play` is using {str(folder)!r};"
                " close it, or choose another folder with `--games`"
            ) from None
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
