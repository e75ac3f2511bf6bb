"""Store of card versions, balance figures and settings in an SQLite file.

A card keeps its number when its title or index changes. Figures belong to the digest of how a
version plays, so they apply again after a revert.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from pathlib import Path
from threading import RLock
from typing import Any, Final

from rftg_tools.databases import read_contents
from rftg_tools.studio.versions.facts import Facts

FORMAT: Final = 1
"""Version of the tables (SQLite's `user_version`)."""
MARK: Final = 0x52564552
"""Identification of the file (SQLite's `application_id`)."""
MAX_VERSIONS: Final = 300
"""Maximum number of versions of a card; the oldest are deleted."""
MAX_TOTAL_VERSIONS: Final = 50_000
"""Maximum number of versions of all cards."""
MAX_FIGURES: Final = 20_000
"""Maximum number of figures of all versions."""
TIMEOUT: Final = 10.0
"""Seconds to wait for another process."""
NO_PLACE: Final = -1
"""Place of a card that its file no longer has."""
_MOVE_IT: Final = "move it away, and a new one will be created"
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS card (number INTEGER PRIMARY KEY, file TEXT NOT NULL,"
    " place INTEGER NOT NULL, title TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS card_of_file ON card (file, place)",
    "CREATE TABLE IF NOT EXISTS version (number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " card INTEGER NOT NULL REFERENCES card, saved REAL NOT NULL, text TEXT NOT NULL,"
    " facts TEXT NOT NULL, plays TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS version_of_card ON version (card, number)",
    "CREATE TABLE IF NOT EXISTS figures (card INTEGER NOT NULL REFERENCES card,"
    " plays TEXT NOT NULL, measured REAL NOT NULL, data TEXT NOT NULL,"
    " PRIMARY KEY (card, plays))",
    "CREATE TABLE IF NOT EXISTS note (card INTEGER PRIMARY KEY REFERENCES card,"
    " text TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS named (number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " file TEXT NOT NULL, saved REAL NOT NULL, name TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)


class BadStore(ValueError):
    """Raised for a file that cannot store versions, with the reason and a remedy."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card of a file. text: its lines. plays: digest from `plays_of`."""

    title: str
    text: str
    facts: Facts
    plays: str


@dataclass(frozen=True, slots=True)
class Version:
    """A saved state of a card. saved: time in seconds since 1970."""

    number: int
    saved: float
    text: str
    facts: Facts
    plays: str


@dataclass(frozen=True, slots=True)
class NamedVersion:
    """A named state of a file. saved: time in seconds since 1970."""

    name: str
    saved: float


class ChangeKind(Enum):
    """Kind of a change in a file: nothing, only text, or how cards play."""

    NOTHING = 0
    TEXTS = 1
    PLAYS = 2


class Store:
    """Versions in a file, which is created if necessary. Any thread may call.

    clock: returns seconds since 1970. Raises BadStore.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = RLock()
        try:
            _check(path)
            _make_folder(path.parent)
            self._database = sqlite3.connect(
                path, timeout=TIMEOUT, isolation_level=None, check_same_thread=False
            )
            try:
                self._set_up()
            except BaseException:
                self._database.close()
                raise
        except (sqlite3.Error, OSError) as problem:
            is_busy = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            advice = "close the program that uses it" if is_busy else _MOVE_IT
            raise BadStore(
                f"{str(path)!r} cannot store versions of cards: {problem}; {advice}"
            ) from None

    def _set_up(self) -> None:
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            for table in _TABLES:
                self._database.execute(table)
            self._database.execute(f"PRAGMA application_id = {MARK}")
            self._database.execute(f"PRAGMA user_version = {FORMAT}")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run the block as a transaction, after those of other writers."""
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    # --- cards

    def record(self, file: str, entries: Sequence[Entry]) -> ChangeKind:
        """Store the current cards of a file; return the largest kind of change."""
        with self._transaction():
            numbers = self._update_places(file, entries)
            pairs = zip(numbers, entries, strict=True)
            kinds = [self._add(number, entry) for number, entry in pairs]
            if any(kind is not ChangeKind.NOTHING for kind in kinds):
                self._delete_oldest()
        return max(kinds, key=lambda kind: kind.value, default=ChangeKind.NOTHING)

    def _update_places(self, file: str, entries: Sequence[Entry]) -> list[int]:
        """Store the places and titles of the cards of a file, and return their numbers."""
        current = self._database.execute(
            "SELECT number, title FROM card WHERE file = ? AND place >= 0 ORDER BY place", (file,)
        ).fetchall()
        deleted = self._database.execute(
            "SELECT title, number FROM card WHERE file = ? AND place < 0 ORDER BY number", (file,)
        ).fetchall()
        by_title = dict(deleted)
        titles = [entry.title for entry in entries]
        places = match_cards([title for _number, title in current], titles)
        numbers = [
            current[place][0] if place is not None else by_title.pop(entry.title, None)
            for place, entry in zip(places, entries, strict=True)
        ]
        self._database.execute("UPDATE card SET place = ? WHERE file = ?", (NO_PLACE, file))
        for place, (number, entry) in enumerate(zip(numbers, entries, strict=True)):
            numbers[place] = self._database.execute(
                "INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?) RETURNING number",
                (number, file, place, entry.title),
            ).fetchone()[0]
        return [int(number) for number in numbers]

    def _add(self, card: int, entry: Entry) -> ChangeKind:
        """Add a version if it differs from the last version; return the kind of change."""
        last = self._database.execute(
            "SELECT text, plays FROM version WHERE card = ? ORDER BY number DESC LIMIT 1", (card,)
        ).fetchone()
        if last == (entry.text, entry.plays):
            return ChangeKind.NOTHING
        facts = json.dumps(entry.facts)
        row = (card, self._clock(), entry.text, facts, entry.plays)
        self._database.execute(
            "INSERT INTO version (card, saved, text, facts, plays) VALUES (?, ?, ?, ?, ?)", row
        )
        self._database.execute(
            "DELETE FROM version WHERE card = ? AND number NOT IN"
            " (SELECT number FROM version WHERE card = ? ORDER BY number DESC LIMIT ?)",
            (card, card, MAX_VERSIONS),
        )
        return ChangeKind.TEXTS if last and last[1] == entry.plays else ChangeKind.PLAYS

    def _delete_oldest(self) -> None:
        """Delete the oldest versions and figures if there are too many."""
        self._database.execute(
            "DELETE FROM version WHERE number <= (SELECT max(number) FROM version) - ?",
            (MAX_TOTAL_VERSIONS,),
        )
        self._database.execute(
            "DELETE FROM figures WHERE rowid IN"
            " (SELECT rowid FROM figures ORDER BY measured DESC LIMIT -1 OFFSET ?)",
            (MAX_FIGURES,),
        )

    def find_card(self, file: str, titles: Sequence[str], index: int) -> int | None:
        """Return the number of a card, or None if it was never saved.

        titles: titles of the current cards of the file, saved or not. index: the card's index.
        """
        with self._lock:
            saved = self._database.execute(
                "SELECT number, title FROM card WHERE file = ? AND place >= 0 ORDER BY place",
                (file,),
            ).fetchall()
        place = match_cards([title for _number, title in saved], titles)[index]
        return None if place is None else int(saved[place][0])

    def index(self, card: int) -> int:
        """Return the index of a card in its saved file, or NO_PLACE."""
        with self._lock:
            row = self._database.execute(
                "SELECT place FROM card WHERE number = ?", (card,)
            ).fetchone()
        return int(row[0]) if row else NO_PLACE

    def versions(self, card: int) -> list[Version]:
        """Return the versions of a card, newest first."""
        with self._lock:
            rows = self._database.execute(
                "SELECT number, saved, text, facts, plays FROM version WHERE card = ?"
                " ORDER BY number DESC",
                (card,),
            ).fetchall()
        return [
            Version(number, saved, text, json.loads(facts), plays)
            for number, saved, text, facts, plays in rows
        ]

    def name_version(self, file: str, name: str) -> None:
        """Name the current state of a file."""
        with self._lock:
            row = (file, self._clock(), name)
            self._database.execute("INSERT INTO named (file, saved, name) VALUES (?, ?, ?)", row)

    def named_versions(self, file: str) -> list[NamedVersion]:
        """Return the named states of a file, newest first."""
        with self._lock:
            rows = self._database.execute(
                "SELECT name, saved FROM named WHERE file = ? ORDER BY number DESC", (file,)
            ).fetchall()
        return [NamedVersion(name, saved) for name, saved in rows]

    # --- notes

    def note(self, card: int) -> str:
        """Return the note of a card, "" if there is none."""
        with self._lock:
            row = self._database.execute("SELECT text FROM note WHERE card = ?", (card,)).fetchone()
        return str(row[0]) if row else ""

    def set_note(self, card: int, text: str) -> None:
        """Store the note of a card."""
        with self._lock:
            self._database.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", (card, text))

    # --- figures

    def keep_figures(self, file: str, figures: Sequence[Mapping[str, Any]]) -> int:
        """Store measurements of cards of a file; return the number of known cards.

        figures: measurements, each with the digest `plays` and the titles of the `faces`. Members
        that a new measurement lacks, such as alternatives, stay from the last one.
        """
        stored = 0
        with self._transaction():
            for data in figures:
                for title in data["faces"]:
                    stored += self._keep_figures(file, title, data["plays"], json.dumps(data))
        return stored

    def _keep_figures(self, file: str, title: str, plays: str, data: str) -> bool:
        row = self._database.execute(
            "SELECT card.number FROM card JOIN version ON version.card = card.number"
            " WHERE card.file = ? AND version.plays = ?"
            " AND json_extract(version.facts, '$.title') = ?"
            " ORDER BY card.place < 0, version.number DESC LIMIT 1",
            (file, plays, title),
        ).fetchone()
        if row is not None:
            self._database.execute(
                "INSERT INTO figures VALUES (?, ?, ?, ?) ON CONFLICT (card, plays) DO UPDATE SET"
                " measured = excluded.measured, data = json_patch(data, excluded.data)",
                (row[0], plays, self._clock(), data),
            )
        return row is not None

    def figures(self, card: int) -> dict[str, dict[str, Any]]:
        """Return the figures of a card by digest, oldest first, with the time `measured`."""
        with self._lock:
            rows = self._database.execute(
                "SELECT plays, measured, data FROM figures WHERE card = ? ORDER BY measured",
                (card,),
            ).fetchall()
        return {plays: {**json.loads(data), "measured": time} for plays, time, data in rows}

    # --- settings

    def setting(self, name: str) -> str:
        """Return a setting of the studio, "" by default."""
        with self._lock:
            row = self._database.execute(
                "SELECT value FROM setting WHERE name = ?", (name,)
            ).fetchone()
        return str(row[0]) if row else ""

    def set(self, name: str, value: str) -> None:
        """Store a setting of the studio."""
        with self._lock:
            self._database.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))


def _check(path: Path) -> None:
    """Raise BadStore for a file with other contents. Also raises sqlite3.Error."""
    contents = read_contents(path)
    if contents is None or (contents.version, contents.mark) == (FORMAT, MARK):
        return
    if contents.mark == MARK and contents.version > FORMAT:
        raise BadStore(
            f"{str(path)!r} was written by a newer version of rftg-dsl; use that version,"
            f" or {_MOVE_IT}"
        )
    if contents.version or contents.mark or contents.tables:
        raise BadStore(f"{str(path)!r} contains other data, not versions of cards; {_MOVE_IT}")


def _make_folder(folder: Path) -> None:
    """Create the folder with a .gitignore file. Raises OSError."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")


def match_cards(old: Sequence[str], new: Sequence[str]) -> list[int | None]:
    """Return the earlier index of each card of a file by titles, or None for a new card.

    A title that occurs once in both lists is the same card. Two other titles between the same
    neighbours are one card with a new title, as in the preview.
    """
    old_counts, new_counts = Counter(old), Counter(new)
    unique = {title for title in new_counts if new_counts[title] == old_counts[title] == 1}
    matches: list[int | None] = [old.index(title) if title in unique else None for title in new]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        earlier = [i for i in range(start, end) if tag == "equal" or old[i] not in unique]
        current = [i for i in range(first, last) if tag == "equal" or new[i] not in unique]
        for old_index, index in zip(earlier, current, strict=False):
            matches[index] = old_index
    return matches
