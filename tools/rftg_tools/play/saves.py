"""Games on disk: each game is its record, in a folder that one server locks.

A record is written under a temporary name and then renamed. A damaged file is listed with its
problem, and never overwritten or removed.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rftg_dsl.source.rewriting import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.games import game_of_record
from rftg_tools.recorded import differences
from rftg_tools.untrusted import BadJson, read_json

Data = dict[str, Any]
MOST_BYTES: Final = 20_000_000
"""The largest record that is read."""
MOST_LISTED: Final = 1_000
"""Games in a listing at most: the newest."""
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_ENDING: Final = ".json"
_LEFT: Final = "and was left as it is"
"""What becomes of a file that is damaged."""


class GameNotFound(Exception):
    """A game that is not there or cannot be read; says why."""


class Saves:
    """The records in a folder. Any thread may ask, one at a time for each game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, tuple[tuple[int, int], Data]] = {}

    def file_name(self, game_id: str) -> str:
        """Return the name of a game's file. Raises GameNotFound for what is no id."""
        if not _ID.fullmatch(game_id):
            raise GameNotFound("there is no such game")
        return game_id + _ENDING

    def holds(self, game_id: str) -> bool:
        """Return whether there is a file of this name. Raises GameNotFound for what is no id."""
        return (self.folder / self.file_name(game_id)).exists()

    def write(self, game_id: str, record: Data) -> None:
        """Put a record on the disk: when this returns, it stays. Raises OSError."""
        path = self.folder / self.file_name(game_id)
        write_atomically(path, json.dumps(record, separators=(",", ":")))
        _keep_names(self.folder)

    def read(self, game_id: str) -> Data:
        """Return a record. Raises GameNotFound."""
        return _read(self.folder / self.file_name(game_id))

    def listing(self) -> list[Data]:
        """Return all games, the one changed last first; of a damaged file its problem."""
        files = []
        for path in self.folder.glob(f"*{_ENDING}"):
            with suppress(OSError):
                if _ID.fullmatch(path.stem) and _is_file(path):
                    files.append((path.stat().st_mtime_ns, path.stat().st_size, path))
        files.sort(reverse=True)
        return [self._entry(path, (when, size)) for when, size, path in files[:MOST_LISTED]]

    def _entry(self, path: Path, stamp: tuple[int, int]) -> Data:
        known = self._known.get(path)
        if known is None or known[0] != stamp:
            known = self._known[path] = (stamp, _listed(path))
        return known[1] | {"id": path.stem, "changed": _time(stamp[0])}


def _is_file(path: Path) -> bool:
    """Return whether this is a file of the folder: a link could have another one written over."""
    return path.is_file() and not path.is_symlink()


def _read(path: Path) -> Data:
    try:
        if not _is_file(path):
            raise GameNotFound("there is no such game")
        with open_regular_file(path) as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise GameNotFound(f"it is longer than {MOST_BYTES:,} bytes, {_LEFT}")
        if not text.strip():
            raise GameNotFound(f"it is empty, {_LEFT}")
        data = read_json(text)
    except OSError as problem:
        raise GameNotFound(f"it cannot be read ({problem.strerror})") from None
    except BadJson as problem:
        raise GameNotFound(f"{problem}, {_LEFT}") from None
    if not isinstance(data, dict):
        raise GameNotFound(f"it is not a record of a game, {_LEFT}")
    return data


def _listed(path: Path) -> Data:
    try:
        data = _read(path)
        ended = data["result"]
        over = ended["over"] is True
        _whole(data.get("rules", 1))
        return {
            "title": ", ".join(str(one[0]) for one in data["sets"]),
            "players": _players(data),
            "round": _whole(ended["rounds"]),
            "over": over,
            "scores": [_whole(one) for one in ended["scores"]] if over else None,
            "game": game_of_record(data).id,
            "is_reviewed": game_of_record(data).is_reviewed,
            "other": differences(data),
            "problem": "",
        }
    except GameNotFound as problem:
        said = str(problem)
    except (KeyError, IndexError, TypeError, ValueError):
        said = f"it is not a record of a game, {_LEFT}"
    return {
        "title": path.name,
        "players": [],
        "round": 0,
        "over": False,
        "scores": None,
        "game": "",
        "is_reviewed": False,
        "other": "",
        "problem": said,
    }


def _players(data: Data) -> list[str]:
    """Return the names of a game's players; the robot's with how hard it is."""
    names = [str(name) for name in data["players"]]
    if "robot" in data:
        names[-1] += f" ({data['robot']['level']})"
    return names


def _whole(value: Any) -> int:
    """Return a whole number as it is. Raises TypeError for all else, such as 1e999."""
    if type(value) is not int:
        raise TypeError
    return value


def _time(nanoseconds: int) -> str:
    return datetime.fromtimestamp(nanoseconds // 10**9, UTC).isoformat()


def _keep_names(folder: Path) -> None:
    """Have the disk keep the names in a folder, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
