"""Files of games in words, and of their records, in a folder."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_dev.yardstick.positions import Kind, is_held_out, kind_of, parse, read_lines

WORDS: Final = "positions-"
"""Before the name of a kind of games: its file in words. The records have the name alone."""
_FILE: Final = re.compile(rf"{WORDS}(.+)\.jsonl(\.gz)?")
_ID: Final = re.compile(rb'"(?:id|seed)": ?"([^"\\]*)"')
Line = tuple[str, bytes]
"""Where a line stands, and what it holds."""


def files_of(folder: Path, kinds: Sequence[str] | None) -> list[tuple[Path, Kind]]:
    """Return the files in words of some kinds of games, of all without `kinds`.

    kinds: such as base-2p. Raise ValueError where there is none, and OSError.
    """
    found = {}
    for path in sorted(folder.iterdir()):
        name = _FILE.fullmatch(path.name)
        if name is not None:
            kind = kind_of(name[1])
            found[kind.short] = (path, kind)
    unknown = [name for name in kinds or () if name not in found]
    if unknown or not found:
        wanted = f"no positions of {', '.join(unknown)}" if unknown else "no positions-*.jsonl.gz"
        raise ValueError(f"{folder} has {wanted}; there are: {', '.join(found) or 'none'}")
    return [found[name] for name in kinds or found]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The games of a file that are used: to fit values, and to judge by."""

    training: list[Line]
    judged: list[Line]


def choose(path: Path, sample: int | None, whole: bool) -> Chosen:
    """Return the games of a file, at most so many of each part: its first ones.

    whole: both parts are all games.
    """
    training: list[Line] = []
    judged: list[Line] = []
    for line in read_lines(path):
        part = judged if whole or is_held_out(game_id(line)) else training
        if sample is None or len(part) < sample:
            part.append(line)
    return Chosen(judged if whole else training, judged)


def records_of(path: Path, ids: Collection[str]) -> dict[str, bytes]:
    """Return the records of some games by id, of those that have one.

    path: of the games in words, beside which the file of records lies, if there is one.
    """
    records = path.with_name(path.name.removeprefix(WORDS))
    if not records.exists():
        return {}
    found = {}
    for line in read_lines(records):
        name = game_id(line)
        if name in ids:
            found[name] = line[1]
    return found


def game_id(line: Line) -> str:
    """Return the id of a game in words, or the seed of a record, which is the same.

    Raise BadPositions for what has none.
    """
    where, text = line
    found = _ID.search(text)
    return parse(text, where)["id"] if found is None else found[1].decode(errors="replace")
