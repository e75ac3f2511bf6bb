"""Measurements of earlier versions of a card, to show the effect of a change.

They are stored in the same file as the games. A version is identified by the content of the card;
measuring it again replaces its figures.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from math import hypot, isfinite
from pathlib import Path
from typing import Final

import rftg_engine
from rftg_dsl.model import Card
from rftg_dsl.syntax.formatter import format_power
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.store import LOCK_TIMEOUT
from rftg_tools.databases import connect_to_read, read_contents
from rftg_tools.workers.fingerprint import rules_digest

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS version (setup TEXT NOT NULL, set_id TEXT NOT NULL,"
    " title TEXT NOT NULL, said TEXT NOT NULL, mean REAL NOT NULL, half REAL NOT NULL,"
    " pairs INTEGER NOT NULL, measured INTEGER NOT NULL, PRIMARY KEY (setup, set_id, title, said))"
)
_LAST: Final = (
    "SELECT said, mean, half, pairs FROM version WHERE setup = ? AND set_id = ? AND title = ?"
    " AND said != ? ORDER BY measured DESC LIMIT 1"
)
_ALL: Final = (
    "SELECT said, mean, half, pairs FROM version WHERE set_id = ? AND title = ?"
    " ORDER BY measured DESC"
)
_KEEP: Final = (
    "INSERT OR REPLACE INTO version VALUES"
    " (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(measured), 0) + 1 FROM version))"
)


@dataclass(frozen=True, slots=True)
class ChangeEffect:
    """Effect of a change. changes: of the card's lines. before, now: its effect on wins."""

    changes: tuple[str, ...]
    before: Estimate
    now: Estimate

    @property
    def difference(self) -> Estimate:
        """The increase of the effect, with the margin of independent measurements."""
        margin = hypot(self.before.margin, self.now.margin)
        return Estimate(self.now.mean - self.before.mean, margin, self.now.count)

    @property
    def trend(self) -> str:
        """Label of the change: "stronger", "weaker", or "" if there may be no difference."""
        if self.difference.low > 0:
            return "stronger"
        return "weaker" if self.difference.high < 0 else ""


def effects_of_changes(
    path: Path, lab: CompiledExperiment, effects: Sequence[tuple[Card, Estimate]]
) -> dict[str, ChangeEffect]:
    """Return the changes since another version was measured, by title, and store the new figures.

    path: the file of the games. effects: of cards with their number of copies, in points. Raises
    sqlite3.Error.
    """
    setup = _setup_of(lab)
    changes: dict[str, ChangeEffect] = {}
    with closing(sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None)) as database:
        database.execute(_TABLE)
        for card, effect in effects:
            if not isfinite(effect.margin):
                continue
            place, facts = (setup, card.set_id, card.title), json.dumps(card_facts(card))
            for row in database.execute(_LAST, (*place, facts)):
                with suppress(ValueError, TypeError):  # ignore rows written by other programs
                    changes[card.title] = _effect_of_change(row, card, effect)
            database.execute(_KEEP, (*place, facts, effect.mean, effect.margin, effect.count))
    return changes


def past_measurements(path: Path, set_id: str, title: str) -> list[tuple[list[str], Estimate]]:
    """Return the measured versions of a card, newest first: its facts, and its effect in points.

    path: the file of the games; there may be no measurements in it. Raises sqlite3.Error.
    """
    contents = read_contents(path)
    if contents is None or "version" not in contents.tables:
        return []
    versions = []
    with closing(connect_to_read(path, LOCK_TIMEOUT)) as database:
        for text, mean, margin, pairs in database.execute(_ALL, (set_id, title)):
            with suppress(ValueError, TypeError):  # ignore rows written by other programs
                facts = [str(line) for line in json.loads(text)]
                versions.append((facts, Estimate(float(mean), float(margin), round(pairs))))
    return versions


def _effect_of_change(row: Sequence[object], card: Card, effect: Estimate) -> ChangeEffect:
    """Return the change since the version in a row. Raises ValueError and TypeError."""
    text, *figures = row
    mean, margin, pairs = (float(str(figure)) for figure in figures)
    old_facts = [str(line) for line in json.loads(str(text))]
    changes = tuple(_changes(old_facts, card_facts(card)))
    return ChangeEffect(changes, Estimate(mean, margin, round(pairs)), effect)


def _setup_of(lab: CompiledExperiment) -> str:
    """Return a digest of what comparable versions share: all but the cards and the seed."""
    others = sorted(s.id for s in lab.deck.sets if s.id not in lab.experiment.own)
    facts = [
        replace(lab.setup, seed=0).text(),
        others,
        rules_digest(rftg_engine),
        lab.official.digest(),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def card_facts(card: Card) -> list[str]:
    """Return the facts and powers of a card, one per line, independent of the file's formatting."""
    facts = [
        f"military {card.type}" if card.military else card.type,
        f"{'defense' if card.military else 'cost'} {card.cost}",
        "variable VP" if card.vp is None else f"{card.vp} VP",
        _good(card),
        " ".join(("keywords", *card.keywords)) if card.keywords else "",
        f"{card.prestige} prestige" if card.prestige else "",
        f"start world {card.start.number} {card.start.colour}" if card.start else "",
        f"copies {card.copies}" if card.copies > 1 else "",
    ]
    return [fact for fact in facts if fact] + [f"`{format_power(p.power)}`" for p in card.powers]


def _good(card: Card) -> str:
    keys = (("produces", card.production), ("windfall", card.windfall), ("holds", card.holds))
    return next((f"{key} {card.kind}" for key, is_set in keys if is_set), card.kind or "")


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Yield the differences between lines, such as "cost 4 instead of 3"."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            continue
        for old_line, new_line in zip_longest(old[start:end], new[first:last]):
            if old_line is None:
                yield f"with {new_line}"
            elif new_line is None:
                yield f"without {old_line}"
            else:
                yield f"{new_line} instead of {_rest(old_line, new_line)}"


def _rest(old: str, new: str) -> str:
    """Return an old line without its first word if the new line starts with the same word."""
    word, _, rest = old.partition(" ")
    return rest if rest and not old.startswith("`") and new.startswith(f"{word} ") else old
