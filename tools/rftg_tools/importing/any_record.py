"""Reader of record files in our format or that of another engine."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from rftg_dsl.source.text import open_regular_file
from rftg_tools.importing.record import FORMAT
from rftg_tools.importing.runner import import_game
from rftg_tools.recorded import MAX_BYTES, Unreadable, read_record
from rftg_tools.untrusted import BadJson, read_json

MOST_OF_ALL: Final = 500_000_000
"""Limit for a file with several games, unpacked."""
_NAMED: Final = 10
"""Number of games listed in an error."""


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """A record in our format. note: a message about it, or ""."""

    record: Any
    note: str


def read_any(path: Path, game: str | int | None = None) -> FoundRecord:
    """Return the record in a file in our format, or a game of rftg-record/1 (.jsonl or .jsonl.gz).

    game: id or number (from 1) of one of several games. Raises OSError, Unreadable if there is no
    such game, and RecordError for a game that cannot be imported.
    """
    if path.suffix in (".jsonl", ".gz"):
        return _import(_choose_game(path, game))
    if game is not None:
        raise Unreadable("it holds one game, so none is chosen by --game")
    record = read_record(path)
    if isinstance(record, dict) and record.get("format") == FORMAT:
        return _import(record)
    return FoundRecord(record, "")


def _import(game: dict[str, Any]) -> FoundRecord:
    imported = import_game(game)
    note = ""
    if imported.broken_off:
        count = len(imported.record["answers"])
        note = f"the import stops after answer {count}: {imported.broken_off}"
    return FoundRecord(imported.record, note)


def _choose_game(path: Path, requested: str | int | None) -> dict[str, Any]:
    """Return a game of a file. Raises Unreadable."""
    ids: list[str] = []
    games: list[dict[str, Any]] = []
    for number, game in enumerate(_games(path), 1):
        name = str(game.get("id"))
        if requested is not None and str(requested) in (name, str(number)):
            return game
        ids.append(name)
        games[1:] = []
        games.append(game)
    if requested is None and len(games) == 1:
        return games[0]
    raise Unreadable(_describe_choice(ids, requested))


def _describe_choice(ids: list[str], requested: str | int | None) -> str:
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    listed = f"{', '.join(game_id[:100] for game_id in ids[:_NAMED])}{more}"
    if not ids:
        return "it holds no game"
    if requested is None:
        return f"it holds {len(ids):,} games; name one with --game, by id or number: {listed}"
    return f"it holds no game {str(requested)!r:.100}; there are {len(ids):,}: {listed}"


def _games(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of a file, one per line. Raises Unreadable with the line number."""
    if path.exists() and not path.is_file():
        raise Unreadable("it is not a file")
    with open_regular_file(path) as file:
        unpacked = gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file
        for number, line in enumerate(_lines(unpacked), 1):
            try:
                game = read_json(line)
            except BadJson as error:
                raise Unreadable(f"line {number}: {error}") from None
            if not isinstance(game, dict) or game.get("format") != FORMAT:
                raise Unreadable(f"line {number}: it is not a game in the format {FORMAT}")
            yield game


def _lines(file: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    total = 0
    try:
        while line := file.readline(MAX_BYTES + 1):
            total += len(line)
            if len(line) > MAX_BYTES or total > MOST_OF_ALL:
                raise Unreadable(
                    f"a game has at most {MAX_BYTES:,} bytes, all together {MOST_OF_ALL:,}"
                )
            yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Unreadable(f"it cannot be unpacked: {error}") from None
