"""What was found of earlier versions of a card, so that it can be told what a change has done.

It lies in the file of the games. A version is what the card says; the same version measured again
takes the place of what was known of it.
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
from rftg_tools.balance.experiment import Lab
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.store import PATIENCE
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
class Since:
    """What came of a change. changes: of the card's lines; before, now: its effect on wins."""

    changes: tuple[str, ...]
    before: Estimate
    now: Estimate

    @property
    def difference(self) -> Estimate:
        """By how much the effect has grown, as if both had been measured apart from each other."""
        half = hypot(self.before.half, self.now.half)
        return Estimate(self.now.mean - self.before.mean, half, self.now.count)

    @property
    def trend(self) -> str:
        """What is shown: "stronger" or "weaker", "" where the difference may be none."""
        if self.difference.low > 0:
            return "stronger"
        return "weaker" if self.difference.high < 0 else ""


def since_last(path: Path, lab: Lab, effects: Sequence[tuple[Card, Estimate]]) -> dict[str, Since]:
    """Return by title what has changed since another version was measured; keep what is known now.

    path: the file of the games. effects: of cards, with the copies that they have; in points.
    Raises sqlite3.Error.
    """
    setup = _setup_of(lab)
    found: dict[str, Since] = {}
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as kept:
        kept.execute(_TABLE)
        for card, effect in effects:
            if not isfinite(effect.half):
                continue
            place, said = (setup, card.set_id, card.title), json.dumps(lines_of(card))
            for row in kept.execute(_LAST, (*place, said)):
                with suppress(ValueError, TypeError):  # a row that is none of ours tells nothing
                    found[card.title] = _since(row, card, effect)
            kept.execute(_KEEP, (*place, said, effect.mean, effect.half, effect.count))
    return found


def measured(path: Path, set_id: str, title: str) -> list[tuple[list[str], Estimate]]:
    """Return what was measured of a card, last first: what it said, and its effect in points.

    path: the file of the games. Raises sqlite3.Error; a file without such figures has none.
    """
    contents = read_contents(path)
    if contents is None or "version" not in contents.tables:
        return []
    found = []
    with closing(connect_to_read(path, PATIENCE)) as kept:
        for said, mean, half, pairs in kept.execute(_ALL, (set_id, title)):
            with suppress(ValueError, TypeError):  # a row that is none of ours tells nothing
                lines = [str(line) for line in json.loads(said)]
                found.append((lines, Estimate(float(mean), float(half), round(pairs))))
    return found


def _since(row: Sequence[object], card: Card, effect: Estimate) -> Since:
    """Return what has changed since the version of a row. Raises ValueError, TypeError."""
    said, *figures = row
    mean, half, pairs = (float(str(one)) for one in figures)
    before = [str(line) for line in json.loads(str(said))]
    changes = tuple(_changes(before, lines_of(card)))
    return Since(changes, Estimate(mean, half, round(pairs)), effect)


def _setup_of(lab: Lab) -> str:
    """Return what must be equal for two versions to be compared: all but the cards and the seed."""
    others = sorted(one.id for one in lab.deck.sets if one.id not in lab.experiment.own)
    facts = [
        replace(lab.setup, seed=0).text(),
        others,
        rules_digest(rftg_engine),
        lab.official.digest(),
    ]
    text = json.dumps(facts)
    return hashlib.sha256(text.encode()).hexdigest()


def lines_of(card: Card) -> list[str]:
    """Return what a card says, a fact or a power a line, however its file writes it."""
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
    ways = (("produces", card.production), ("windfall", card.windfall), ("holds", card.holds))
    return next((f"{way} {card.kind}" for way, has_it in ways if has_it), card.kind or "")


def _changes(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """Yield how some lines differ from others, such as "cost 4 instead of 3"."""
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            continue
        for was, line in zip_longest(before[start:end], now[first:last]):
            if was is None:
                yield f"with {line}"
            elif line is None:
                yield f"without {was}"
            else:
                yield f"{line} instead of {_rest(was, line)}"


def _rest(was: str, line: str) -> str:
    """Return an old line without the word that it begins with, where the new one does too."""
    word, _, rest = was.partition(" ")
    return rest if rest and not was.startswith("`") and line.startswith(f"{word} ") else was
