"""The game of a record, ready to be reviewed: verified, with the cards that it is of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rftg_engine.record_form import RecordError
from rftg_engine.records import options_of
from rftg_tools.any_record import read_any
from rftg_tools.recorded import parcel_of_record, resumed, robot_of_record
from rftg_tools.review.plan import LEVEL, PLAYOUTS, Plan
from rftg_tools.review.review import Game


def game_of(
    path: Path,
    sets: str = "",
    level: str = LEVEL,
    playouts: int = PLAYOUTS,
    number: str | None = None,
) -> Game:
    """The game of a file. sets: ids and files in place of those that the record names.

    number: the id or number of one of several games. Raises what `read_any` raises, RecordError,
    and what `table_of_record` raises.
    """
    found = read_any(path, number)
    return game_of_record(found.record, sets, level, playouts, found.note)


def game_of_record(record: Any, sets: str, level: str, playouts: int, note: str = "") -> Game:
    """The game of what JSON gave. note: what is to be said of it.

    Raises RecordError, and what `table_of_record` raises.
    """
    resumed(record, sets)
    if not record["answers"]:
        raise RecordError("nothing has been decided in this game yet")
    plan = Plan(
        parcel_of_record(record, sets),
        options_of(record),
        record["seed"],
        tuple(tuple(answer) for answer in record["answers"]),
        level,
        playouts,
        tuple(tuple(order) for order in record.get("shuffles", ())),
        robot_of_record(record),
    )
    return Game(plan, tuple(record["players"]), record["result"], note)
