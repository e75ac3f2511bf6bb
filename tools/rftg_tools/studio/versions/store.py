"""The versions of cards in an SQLite file: who is which card, what each said when it was saved.

A card has a number for ever, whatever becomes of its title and place. The figures that a version
had are kept with how it plays, so that they are found again when it comes back.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from threading import RLock
from typing import Any, Final

from rftg_tools.databases import read_contents
from rftg_tools.studio.versions.facts import Facts
from rftg_tools.studio.versions.pairing import paired

FORMAT: Final = 1
"""The version of the tables, as SQLite keeps it (`user_version`)."""
MARK: Final = 0x52564552
"""What tells the file from others (`application_id`)."""
MOST_VERSIONS: Final = 300
"""Versions of a card at most; the oldest go first."""
MOST_IN_ALL: Final = 50_000
"""Versions of all cards at most; the oldest go first."""
MOST_FIGURES: Final = 20_000
"""Figures of all versions at most; the oldest go first."""
PATIENCE: Final = 10.0
"""Seconds to wait for another process."""
GONE: Final = -1
"""The place of a card that its file no longer has."""
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
    "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)


class BadStore(ValueError):
    """A file that cannot keep versions, and what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card as a file has it. text: its lines. plays: what stands for how it plays."""

    title: str
    text: str
    facts: Facts
    plays: str


@dataclass(frozen=True, slots=True)
class Version:
    """A saved state of a card. saved: when, in seconds since 1970."""

    number: int
    saved: float
    text: str
    facts: Facts
    plays: str


class Noted(Enum):
    """What differs in a file from what was kept of it: nothing, its texts alone, how cards play."""

    NOTHING = 0
    TEXTS = 1
    PLAYS = 2


class Store:
    """The versions in a file, which is made where there is none; any thread may ask.

    clock: seconds since 1970. Raises BadStore.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = RLock()
        try:
            _check(path)
            _make_folder(path.parent)
            self._kept = sqlite3.connect(
                path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                self._set_up()
            except BaseException:
                self._kept.close()
                raise
        except (sqlite3.Error, OSError) as problem:
            held = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            advice = (
                "end the program that holds it" if held else "move it away, and a new one is made"
            )
            raise BadStore(
                f"{str(path)!r} cannot keep the versions of cards: {problem}; {advice}"
            ) from None

    def _set_up(self) -> None:
        self._kept.execute("PRAGMA journal_mode = WAL")
        self._kept.execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            for table in _TABLES:
                self._kept.execute(table)
            self._kept.execute(f"PRAGMA application_id = {MARK}")
            self._kept.execute(f"PRAGMA user_version = {FORMAT}")

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._kept.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Do all of it or nothing, after others that write."""
        with self._lock:
            self._kept.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._kept.execute("ROLLBACK")
                raise
            self._kept.execute("COMMIT")

    # --- cards

    def note(self, file: str, entries: Sequence[Entry]) -> Noted:
        """Keep what the cards of a file say now; return what of it differs from before."""
        with self._transaction():
            numbers = self._take_places(file, entries)
            pairs = zip(numbers, entries, strict=True)
            found = [self._add(number, entry) for number, entry in pairs]
            if any(one is not Noted.NOTHING for one in found):
                self._forget()
        return max(found, key=lambda one: one.value, default=Noted.NOTHING)

    def _take_places(self, file: str, entries: Sequence[Entry]) -> list[int]:
        """Return the numbers of the cards of a file, whose places and titles are noted."""
        before = self._kept.execute(
            "SELECT number, title FROM card WHERE file = ? AND place >= 0 ORDER BY place", (file,)
        ).fetchall()
        gone = self._kept.execute(
            "SELECT title, number FROM card WHERE file = ? AND place < 0 ORDER BY number", (file,)
        ).fetchall()
        left = dict(gone)
        places = paired([title for _number, title in before], [one.title for one in entries])
        numbers = [
            before[place][0] if place is not None else left.pop(entry.title, None)
            for place, entry in zip(places, entries, strict=True)
        ]
        self._kept.execute("UPDATE card SET place = ? WHERE file = ?", (GONE, file))
        for place, (number, entry) in enumerate(zip(numbers, entries, strict=True)):
            numbers[place] = self._kept.execute(
                "INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?) RETURNING number",
                (number, file, place, entry.title),
            ).fetchone()[0]
        return [int(number) for number in numbers]

    def _add(self, card: int, entry: Entry) -> Noted:
        """Add a version where it differs from the last one; return in what it does."""
        last = self._kept.execute(
            "SELECT text, plays FROM version WHERE card = ? ORDER BY number DESC LIMIT 1", (card,)
        ).fetchone()
        if last == (entry.text, entry.plays):
            return Noted.NOTHING
        facts = json.dumps(entry.facts)
        row = (card, self._clock(), entry.text, facts, entry.plays)
        self._kept.execute(
            "INSERT INTO version (card, saved, text, facts, plays) VALUES (?, ?, ?, ?, ?)", row
        )
        self._kept.execute(
            "DELETE FROM version WHERE card = ? AND number NOT IN"
            " (SELECT number FROM version WHERE card = ? ORDER BY number DESC LIMIT ?)",
            (card, card, MOST_VERSIONS),
        )
        return Noted.TEXTS if last and last[1] == entry.plays else Noted.PLAYS

    def _forget(self) -> None:
        """Let the oldest versions and figures go where there are too many."""
        self._kept.execute(
            "DELETE FROM version WHERE number <= (SELECT max(number) FROM version) - ?",
            (MOST_IN_ALL,),
        )
        self._kept.execute(
            "DELETE FROM figures WHERE rowid IN"
            " (SELECT rowid FROM figures ORDER BY measured DESC LIMIT -1 OFFSET ?)",
            (MOST_FIGURES,),
        )

    def card(self, file: str, titles: Sequence[str], place: int) -> int | None:
        """Return the number of a card, None for one that was never saved.

        titles: of the cards of the file as they are now, perhaps not saved; place: among them.
        """
        with self._lock:
            known = self._kept.execute(
                "SELECT number, title FROM card WHERE file = ? AND place >= 0 ORDER BY place",
                (file,),
            ).fetchall()
        at = paired([title for _number, title in known], titles)[place]
        return None if at is None else int(known[at][0])

    def place(self, card: int) -> int:
        """Return the place of a card in its file as it was last saved, GONE where it has none."""
        with self._lock:
            row = self._kept.execute("SELECT place FROM card WHERE number = ?", (card,)).fetchone()
        return int(row[0]) if row else GONE

    def versions(self, card: int) -> list[Version]:
        """Return the versions of a card, the newest first."""
        with self._lock:
            rows = self._kept.execute(
                "SELECT number, saved, text, facts, plays FROM version WHERE card = ?"
                " ORDER BY number DESC",
                (card,),
            ).fetchall()
        return [
            Version(number, saved, text, json.loads(facts), plays)
            for number, saved, text, facts, plays in rows
        ]

    # --- figures

    def keep_figures(self, file: str, figures: Sequence[Mapping[str, Any]]) -> int:
        """Keep what was measured of cards of a file; return of how many it was known which.

        figures: each with how the card `plays`, and the titles of its `faces` as it was played.
        """
        known = 0
        with self._transaction():
            for data in figures:
                for title in data["faces"]:
                    known += self._keep_figures(file, title, data["plays"], json.dumps(data))
        return known

    def _keep_figures(self, file: str, title: str, plays: str, data: str) -> bool:
        row = self._kept.execute(
            "SELECT card.number FROM card JOIN version ON version.card = card.number"
            " WHERE card.file = ? AND version.plays = ?"
            " AND json_extract(version.facts, '$.title') = ?"
            " ORDER BY card.place < 0, version.number DESC LIMIT 1",
            (file, plays, title),
        ).fetchone()
        if row is not None:
            self._kept.execute(
                "INSERT OR REPLACE INTO figures VALUES (?, ?, ?, ?)",
                (row[0], plays, self._clock(), data),
            )
        return row is not None

    def figures(self, card: int) -> dict[str, dict[str, Any]]:
        """Return the figures of a card by how it played, the last ones last; `measured`: when."""
        with self._lock:
            rows = self._kept.execute(
                "SELECT plays, measured, data FROM figures WHERE card = ? ORDER BY measured",
                (card,),
            ).fetchall()
        return {plays: {**json.loads(data), "measured": at} for plays, at, data in rows}

    # --- settings

    def setting(self, name: str) -> str:
        """Return a setting of the studio, "" where it was never made."""
        with self._lock:
            row = self._kept.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def set(self, name: str, value: str) -> None:
        """Make a setting of the studio."""
        with self._lock:
            self._kept.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))


def _check(path: Path) -> None:
    """Refuse a file that holds something else, of which nothing is changed.

    Raises BadStore, sqlite3.Error.
    """
    found = read_contents(path)
    if found is None or (found.version, found.mark) == (FORMAT, MARK):
        return
    if found.mark == MARK and found.version > FORMAT:
        raise BadStore(
            f"{str(path)!r} was written by a newer version of rftg-dsl; use that one,"
            " or move it away, and a new one is made"
        )
    if found.version or found.mark or found.tables:
        raise BadStore(
            f"{str(path)!r} holds something else than versions of cards;"
            " move it away, and a new one is made"
        )


def _make_folder(folder: Path) -> None:
    """Make the folder, with a note to keep it out of version control. Raises OSError."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
