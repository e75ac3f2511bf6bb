"""Marks: what somebody thinks of a card in a game, kept beside the games and never in a record.

One person has one mark of a card in a game: the kinds and the words that they chose last. All marks
of a folder lie in one SQLite file; what is marked is on the disk before anybody is told so.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from rftg_tools.databases import connect_to_read, read_contents

NAME: Final = "marks.sqlite"
"""The file of the marks in a folder of games."""
FORMAT: Final = 1
"""The version of the table, as SQLite keeps it (`user_version`)."""
MOST_TEXT: Final = 500
"""Characters of a text at most."""
MOST_OF_WATCHERS: Final = 200
"""Marks of one game at most that come from people who only watch it."""
MOST_OF_A_SEAT: Final = 1_000
"""Marks of one game at most that come from one seat."""
WATCHER: Final = -1
"""The seat of who only watches."""
_PATIENCE: Final = 10.0
"""Seconds to wait for another process."""
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS mark (game TEXT NOT NULL, who TEXT NOT NULL, seat INTEGER NOT NULL,"
    " name TEXT NOT NULL, set_id TEXT NOT NULL, title TEXT NOT NULL, version TEXT NOT NULL,"
    " round INTEGER NOT NULL, over INTEGER NOT NULL, kinds TEXT NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, who, set_id, title))"
)
_KEEP: Final = "INSERT OR REPLACE INTO mark VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TAKE_BACK: Final = "DELETE FROM mark WHERE game = ? AND who = ? AND set_id = ? AND title = ?"
_READ: Final = "SELECT * FROM mark"
_ORDER: Final = " ORDER BY game, round, seat, who, set_id, title"


class Kind(StrEnum):
    """What a card can be marked as."""

    TOO_STRONG = "too strong"
    NO_REASON = "never a reason to play"
    UNCLEAR = "unclear"


class BadMark(ValueError):
    """What is no mark, or one too many; says why."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What somebody thinks of a card.

    game: the name of the record, without its ending. who: another text for each person of a game.
    seat: theirs, WATCHER for who only watches. version: of the card's text. round: when it was
    marked; over: after the game. kinds: none or several. text: one line, "" for none.
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
    def says_nothing(self) -> bool:
        """Whether it takes back what was said before."""
        return not self.kinds and not self.text


def kinds_of(value: object) -> tuple[Kind, ...]:
    """Return the kinds that JSON gave, in their order, each once. Raises BadMark."""
    known = [kind.value for kind in Kind]
    if not isinstance(value, list) or len(value) > len(known):
        raise BadMark(f"`kinds` is a list of some of {', '.join(known)}")
    if any(not isinstance(one, str) or one not in known for one in value):
        raise BadMark(f"a card is marked as {', '.join(known)}, and as nothing else")
    return tuple(kind for kind in Kind if kind.value in value)


def text_of(value: object) -> str:
    """Return a text that JSON gave, without spaces around it. Raises BadMark."""
    if not isinstance(value, str):
        raise BadMark("`text` is a text")
    if len(value) > MOST_TEXT:
        raise BadMark(f"a text has at most {MOST_TEXT} characters")
    if not value.isprintable():
        raise BadMark("a text is one line without characters that cannot be seen")
    return value.strip()


class Marks:
    """The marks of a folder. Any thread may ask; one process writes, any may read."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def keep(self, mark: Mark) -> None:
        """Put a mark in the place of what the same person said of the card before.

        When this returns it stays. Raises BadMark for one too many, sqlite3.Error.
        """
        with self._open() as kept:
            kept.execute("BEGIN IMMEDIATE")
            kept.execute(_TAKE_BACK, (mark.game, mark.who, mark.set_id, mark.title))
            if not mark.says_nothing:
                _check_number(kept, mark)
                kept.execute(_KEEP, _row(mark))
            kept.execute("COMMIT")

    def of_game(self, game: str) -> tuple[Mark, ...]:
        """Return the marks of a game. Raises sqlite3.Error, BadMark for what is none."""
        return self._read(f"{_READ} WHERE game = ?{_ORDER}", (game,))

    def all(self) -> tuple[Mark, ...]:
        """Return all marks. Raises as `of_game` does."""
        return self._read(_READ + _ORDER, ())

    def _read(self, question: str, values: tuple[str, ...]) -> tuple[Mark, ...]:
        if not self._is_there():
            return ()
        with closing(connect_to_read(self.path)) as kept:
            return tuple(_mark(row) for row in kept.execute(question, values))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        is_new = not self._is_there()
        with closing(sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)) as kept:
            if is_new:
                kept.execute("BEGIN IMMEDIATE")
                kept.execute(_TABLE)
                kept.execute(f"PRAGMA user_version = {FORMAT}")
                kept.execute("COMMIT")
            yield kept

    def _is_there(self) -> bool:
        """Return whether the file holds marks. Raises sqlite3.Error if it holds something else."""
        contents = read_contents(self.path)
        if contents and contents.version != FORMAT and (contents.tables or contents.version):
            raise sqlite3.DatabaseError("it holds something else than marks")
        return contents is not None and bool(contents.tables)


def _check_number(kept: sqlite3.Connection, mark: Mark) -> None:
    """Raise BadMark where there are as many marks as a game can have, and take nothing back."""
    seat = "SELECT count(*) FROM mark WHERE game = ? AND seat = ?"
    (number,) = kept.execute(seat, (mark.game, mark.seat)).fetchone()
    watches = mark.seat == WATCHER
    most = MOST_OF_WATCHERS if watches else MOST_OF_A_SEAT
    if number >= most:
        kept.execute("ROLLBACK")
        who = "those who watch" if watches else "one player"
        raise BadMark(f"a game has at most {most:,} marks of {who}")


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
    """Return the mark of a row: somebody may have written it by hand. Raises BadMark."""
    game, who, seat, name, set_id, title, version, moment, over, kinds, text = row
    texts = (game, who, name, set_id, title, version)
    if not all(isinstance(one, str) for one in texts):
        raise BadMark("a row of it is no mark")
    if type(seat) is not int or type(moment) is not int:
        raise BadMark("a row of it is no mark")
    try:
        read = json.loads(str(kinds))
    except (ValueError, RecursionError):
        raise BadMark("a row of it is no mark") from None
    names = [str(one) for one in texts]
    return Mark(
        *(names[0], names[1], seat, names[2], names[3], names[4], names[5], moment),
        bool(over),
        kinds_of(read),
        text_of(text),
    )
