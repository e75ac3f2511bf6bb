"""The game of a record, ready to be reviewed: verified, with the cards that it is of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamekit.records import RecordError
from rftg_dsl.bundle import SetBundle, pack
from rftg_dsl.library import load
from rftg_dsl.source.locate import find_sets_in, split_set_names
from rftg_engine.game import options_of
from rftg_tools.games import GAMES
from rftg_tools.games import game_of_record as record_game
from rftg_tools.importing.any_record import read_any
from rftg_tools.recorded import (
    Unreadable,
    bundle_of_record,
    follow_record,
)
from rftg_tools.review.plan import LEVEL, PLAYOUTS, Plan
from rftg_tools.review.review import Game


def game_of(
    path: Path,
    sets: str = "",
    level: str = LEVEL,
    playouts: int = PLAYOUTS,
    number: str | None = None,
) -> Game:
    """Return the game of a file. sets: ids and files in place of those that the record names.

    number: the id or number of one of several games. Raises what `read_any` raises, Unreadable
    for another game, RecordError, and what `table_of_record` raises.
    """
    found = read_any(path, number)
    played = record_game(found.record)
    if not played.is_reviewed:
        reviewed = [other.title for other in GAMES.values() if other.is_reviewed]
        raise Unreadable(f"a game of {played.title}, and only those of {reviewed[0]} are reviewed")
    game = game_of_record(found.record, sets, level, playouts, found.note)
    return replace(game, folders=folders_of(path, game.plan.sets, sets))


def folders_of(path: Path, bundle: SetBundle, sets: str = "") -> dict[str, Path]:
    """Return where the sets of a record have their pictures, by id.

    That is beside the files that `sets` names, or beside files that say the same as the record: in
    the current folder, beside the record, or in the folder above. A record itself names no file.
    """
    if sets:
        return {
            card_set.id: card_set.folder
            for card_set in load(split_set_names(sets)).sets
            if card_set.folder
        }
    found: dict[str, Path] = {}
    for folder in dict.fromkeys((Path.cwd(), path.parent.resolve(), path.resolve().parent.parent)):
        same = set(_texts_in(folder) if bundle.texts else ()) & set(bundle.texts)
        found = {set_id: folder for set_id, _text in same} | found
    return found


def _texts_in(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield id and text of each set that can be played of a folder."""
    with suppress(OSError):
        for file in find_sets_in(folder).values():
            with suppress(LookupError, OSError, ValueError):
                yield from pack([str(file)]).texts


def game_of_record(record: Any, sets: str, level: str, playouts: int, note: str = "") -> Game:
    """Return the game of what JSON gave. note: what is to be said of it.

    Raises RecordError, and what `table_of_record` raises.
    """
    record, parted = follow_record(record, sets)
    if parted:
        note = " ".join(
            filter(None, (note, f"The game is reviewed up to where it differs: {parted}."))
        )
    if not record["answers"]:
        raise RecordError("nothing has been decided in this game yet")
    plan = Plan(
        bundle_of_record(record, sets),
        options_of(record),
        record["seed"],
        tuple(tuple(answer) for answer in record["answers"]),
        level,
        playouts,
        tuple(tuple(order) for order in record.get("shuffles", ())),
        *record_game(record).call("record_parts", record),
    )
    return Game(plan, tuple(record["players"]), record["result"], note)
