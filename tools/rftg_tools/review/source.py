"""The game of a record, ready to be reviewed: verified, with the cards that it is of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rftg_engine.record_form import RecordError
from rftg_engine.records import options_of
from rftg_tools.recorded import parcel_of_record, read_record, resumed, robot_of_record
from rftg_tools.review.plan import LEVEL, PLAYOUTS, Plan
from rftg_tools.review.review import Game


def game_of(path: Path, sets: str = "", level: str = LEVEL, playouts: int = PLAYOUTS) -> Game:
    """The game of a file. sets: ids and files in place of those that the record names.

    Raises RecordError, Unreadable, and what `table_of_record` raises.
    """
    return game_of_record(read_record(path), sets, level, playouts)


def game_of_record(record: Any, sets: str, level: str, playouts: int) -> Game:
    """The game of what JSON gave. Raises RecordError, and what `table_of_record` raises."""
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
    return Game(plan, tuple(record["players"]), record["result"])
