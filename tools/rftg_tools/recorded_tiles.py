"""Records of Roll in files: played with the tiles that they are of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamekit.events import Observer
from gamekit.records.form import RecordError
from gamekit.records.recording import Note
from rftg_dsl.bundle import pack
from rftg_dsl.source.locate import set_names
from rftg_tools.recorded import changed_sets, named_sets
from rftg_tools.simulation.roll import table_for
from roll_engine import Table
from roll_engine.records.record_form import FORMAT, check_form, of_other_rules
from roll_engine.records.records import Recorder, followed, resume
from roll_engine.state import State


def is_of_tiles(record: object) -> bool:
    """Return whether something that JSON gave says that it is a record of Roll."""
    return isinstance(record, dict) and record.get("format") == FORMAT


def table_of_tile_record(record: Any, sets: str = "") -> Table:
    """Return the tiles of a record: of its own texts and of shipped sets, or of sets named.

    record: what JSON gave; it never names a file. sets: ids and files, separated by commas.
    Raise RecordError, and for `sets` what `pack` raises.
    """
    check_form(record)
    if sets:
        return table_for(pack(set_names(sets)))
    bundle = named_sets(record)
    try:
        table = table_for(bundle)
    except (LookupError, OSError, ValueError) as error:
        raise RecordError(f"the tiles of the record cannot be played: {error}") from None
    if tuple(one.id for one in table.sets) != bundle.ids:
        raise RecordError(
            "the sets of the record cannot be played: one has errors, or needs others"
        )
    return table


def differences_of_tiles(record: dict[str, Any]) -> str:
    """Return by what a record is of another game than the one here, "" for nothing."""
    sets = changed_sets(record)
    others = f"it was played with other tiles of {', '.join(sets)} than those here" if sets else ""
    return "; ".join(filter(None, (of_other_rules(record), others)))


def resumed_tiles(
    record: Any,
    sets: str = "",
    note: Note | None = None,
    pause: Callable[[], None] | None = None,
    observers: Sequence[Observer[State]] = (),
) -> Recorder:
    """Return the game of a record where it was left; every step is compared.

    record, sets, errors: as for `table_of_tile_record`. note, pause, observers: as for `resume` of
    the engine.
    """
    try:
        return resume(table_of_tile_record(record, sets), record, note, pause, observers)
    except RecursionError:
        raise RecordError("its lists lie too deep") from None


def followed_tiles(
    record: Any, sets: str = "", pause: Callable[[], None] | None = None
) -> tuple[Any, str]:
    """Return a record as far as its game goes here, and why no farther, "" for all of it.

    Only a record of other rules or tiles than those here may part; in any other that is damage.
    record, sets, pause, errors: as for `resumed_tiles`.
    """
    table = table_of_tile_record(record, sets)
    try:
        if sets or differences_of_tiles(record):
            return followed(table, record, pause)
        resume(table, record, None, pause)
    except RecursionError:
        raise RecordError("its lists lie too deep") from None
    return record, ""
