"""Games to review, read from records and checked."""

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
from rftg_tools.importing.runner import read_any
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
    """Return the game of a file. sets: ids and files to use instead of the record's sets.

    number: id or number of one of several games. Raises whatever `read_any` and `table_of_record`
    raise, RecordError, and Unreadable if the game can't be reviewed.
    """
    found = read_any(path, number)
    played = record_game(found.record)
    if not played.is_reviewed:
        reviewed = " and ".join(game.title for game in GAMES.values() if game.is_reviewed)
        raise Unreadable(f"only games of {reviewed} can be reviewed, not {played.title}")
    game = game_of_record(found.record, sets, level, playouts, found.note)
    return replace(game, folders=folders_of(path, game.plan.sets, sets))


def folders_of(path: Path, bundle: SetBundle, sets: str = "") -> dict[str, Path]:
    """Return the picture folders of a record's sets by id.

    These are the folders of the files in `sets`, or of files with the same text as in the record.
    Such files may be in the current folder, next to the record, or in its parent folder.
    """
    if sets:
        return {
            card_set.id: card_set.folder
            for card_set in load(split_set_names(sets)).sets
            if card_set.folder
        }
    folders: dict[str, Path] = {}
    for folder in dict.fromkeys((Path.cwd(), path.parent.resolve(), path.resolve().parent.parent)):
        same = set(_texts_in(folder) if bundle.texts else ()) & set(bundle.texts)
        folders = {set_id: folder for set_id, _text in same} | folders
    return folders


def _texts_in(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the id and text of each playable set in a folder."""
    with suppress(OSError):
        for file in find_sets_in(folder).values():
            with suppress(LookupError, OSError, ValueError):
                yield from pack([str(file)]).texts


def game_of_record(record: Any, sets: str, level: str, playouts: int, note: str = "") -> Game:
    """Return the game of a record. note: a remark for the review.

    Raises RecordError and whatever `table_of_record` raises.
    """
    record, divergence = follow_record(record, sets)
    if divergence:
        remark = f"The game is reviewed up to the point where it differs: {divergence}."
        note = " ".join(filter(None, (note, remark)))
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
