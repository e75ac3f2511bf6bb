"""Marks: people's opinions on cards in a game, stored next to the games and never in a record.

Each person has one mark per card and game, and can change it. All marks of a folder are in one
SQLite file. A page confirms a mark only after it is on disk.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.databases import connect_to_read, read_contents
from rftg_tools.faces.facts import text_hash

NAME: Final = "marks.sqlite"
"""Name of the file in a folder of games."""
FORMAT: Final = 1
"""Version of the table (SQLite's `user_version`)."""
MAX_TEXT_LENGTH: Final = 500
"""Maximum length of a text in characters."""
MAX_SPECTATOR_MARKS: Final = 200
"""Maximum number of marks that all spectators of a game can make."""
MAX_MARKS_PER_SEAT: Final = 1_000
"""Maximum number of marks that one seat of a game can make."""
WATCHER: Final = -1
"""Seat of a spectator."""
_TIMEOUT: Final = 10.0
"""Seconds to wait for another process."""
_CACHED_VERSIONS: Final = 4_096
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS mark (game TEXT NOT NULL, who TEXT NOT NULL, seat INTEGER NOT NULL,"
    " name TEXT NOT NULL, set_id TEXT NOT NULL, title TEXT NOT NULL, version TEXT NOT NULL,"
    " round INTEGER NOT NULL, over INTEGER NOT NULL, kinds TEXT NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, who, set_id, title))"
)
_INSERT: Final = "INSERT OR REPLACE INTO mark VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_DELETE: Final = "DELETE FROM mark WHERE game = ? AND who = ? AND set_id = ? AND title = ?"
_READ: Final = "SELECT * FROM mark"
_ORDER: Final = " ORDER BY game, round, seat, who, set_id, title"


class Kind(StrEnum):
    """A kind of mark."""

    TOO_STRONG = "too strong"
    NO_REASON = "never a reason to play"
    UNCLEAR = "unclear"


class BadMark(ValueError):
    """An invalid mark, or too many marks, with the reason."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A person's opinion on a card.

    game: name of the record without its extension. who: unique id of the person in the game. seat:
    WATCHER for a spectator. version: version of the card's text. round: round of the mark. over:
    whether the game was over. kinds: may be empty. text: one line, or "".
    """

    game: str
    who: str
    seat: int
    name: str
    set_id: str
    title: str
    version: str
    round: int
    over: bool
    kinds: tuple[Kind, ...]
    text: str

    @property
    def is_empty(self) -> bool:
        """Whether the mark only removes the person's earlier mark."""
        return not self.kinds and not self.text


@lru_cache(_CACHED_VERSIONS)
def version_of(card: Card) -> str:
    """Return a short hash of a card's text, independent of its picture and its file's formatting.

    It is also printed on faces without a picture.
    """
    return text_hash(replace(card, art="", art_keeps="", drawing=None))


def parse_kinds(value: object) -> tuple[Kind, ...]:
    """Return the kinds in JSON data, in order and without duplicates. Raises BadMark."""
    names = [kind.value for kind in Kind]
    if not isinstance(value, list) or len(value) > len(names):
        raise BadMark(f"`kinds` must be a list of some of: {', '.join(names)}")
    if any(not isinstance(name, str) or name not in names for name in value):
        raise BadMark(f"a card can only be marked as: {', '.join(names)}")
    return tuple(kind for kind in Kind if kind.value in value)


def parse_text(value: object) -> str:
    """Return the text in JSON data, stripped. Raises BadMark."""
    if not isinstance(value, str):
        raise BadMark("`text` must be a string")
    if len(value) > MAX_TEXT_LENGTH:
        raise BadMark(f"a text can have at most {MAX_TEXT_LENGTH} characters")
    if not value.isprintable():
        raise BadMark("a text must be one line without invisible characters")
    return value.strip()


class Marks:
    """Marks of a folder. Thread-safe. One process writes; any process may read."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def save(self, mark: Mark) -> None:
        """Save a mark durably, replacing the person's earlier mark.

        Raises BadMark if there are too many, sqlite3.Error.
        """
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute(_DELETE, (mark.game, mark.who, mark.set_id, mark.title))
            if not mark.is_empty:
                _check_count(database, mark)
                database.execute(_INSERT, _row(mark))
            database.execute("COMMIT")

    def read_game(self, game: str) -> tuple[Mark, ...]:
        """Return the marks of a game. Raises sqlite3.Error, BadMark for an invalid row."""
        return self._read(f"{_READ} WHERE game = ?{_ORDER}", (game,))

    def read_all(self) -> tuple[Mark, ...]:
        """Return all marks. Raises whatever `read_game` raises."""
        return self._read(_READ + _ORDER, ())

    def _read(self, query: str, values: tuple[str, ...]) -> tuple[Mark, ...]:
        if not self._exists():
            return ()
        with closing(connect_to_read(self.path)) as database:
            return tuple(_mark(row) for row in database.execute(query, values))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        is_new = not self._exists()
        with closing(
            sqlite3.connect(self.path, timeout=_TIMEOUT, isolation_level=None)
        ) as database:
            if is_new:
                database.execute("BEGIN IMMEDIATE")
                database.execute(_TABLE)
                database.execute(f"PRAGMA user_version = {FORMAT}")
                database.execute("COMMIT")
            yield database

    def _exists(self) -> bool:
        """Return whether the file contains marks. Raises sqlite3.Error for another kind of file."""
        contents = read_contents(self.path)
        if contents and contents.version != FORMAT and (contents.tables or contents.version):
            raise sqlite3.DatabaseError("it contains other data, not marks")
        return contents is not None and bool(contents.tables)


def _check_count(database: sqlite3.Connection, mark: Mark) -> None:
    """Roll back and raise BadMark if the game already has the maximum number of marks."""
    query = "SELECT count(*) FROM mark WHERE game = ? AND seat = ?"
    (count,) = database.execute(query, (mark.game, mark.seat)).fetchone()
    is_spectator = mark.seat == WATCHER
    maximum = MAX_SPECTATOR_MARKS if is_spectator else MAX_MARKS_PER_SEAT
    if count >= maximum:
        database.execute("ROLLBACK")
        author = "spectators" if is_spectator else "one player"
        raise BadMark(f"a game can have at most {maximum:,} marks from {author}")


def _row(mark: Mark) -> tuple[object, ...]:
    return (
        mark.game,
        mark.who,
        mark.seat,
        mark.name,
        mark.set_id,
        mark.title,
        mark.version,
        mark.round,
        int(mark.over),
        json.dumps(mark.kinds),
        mark.text,
    )


def _mark(row: tuple[object, ...]) -> Mark:
    """Return the mark of a row, which may have been edited by hand. Raises BadMark."""
    game, who, seat, name, set_id, title, version, round_, over, kinds, text = row
    texts = [value for value in (game, who, name, set_id, title, version) if isinstance(value, str)]
    if len(texts) < 6 or type(seat) is not int or type(round_) is not int:
        raise BadMark("a row is not a mark")
    try:
        values = json.loads(str(kinds))
    except (ValueError, RecursionError):
        raise BadMark("a row is not a mark") from None
    game, who, name, set_id, title, version = texts
    facts = (set_id, title, version, round_, bool(over), parse_kinds(values), parse_text(text))
    return Mark(game, who, seat, name, *facts)
