"""Records of games of Roll, read as what strangers wrote, and the tiles that they are of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit.records import Note, RecordError
from rftg_dsl.bundle import SetBundle, unpack
from rftg_dsl.games import ROLL
from rftg_dsl.library import cards_in_use
from rftg_dsl.limits import FILE_BYTES, FILES
from rftg_dsl.resources import shipped_ids
from roll_engine.cards.table import Table
from roll_engine.records.records import FORMAT, RULES, Recorder, check_form, resume


def is_of_roll(record: dict[str, Any]) -> bool:
    """Return whether a record is one of Roll."""
    return record.get("format") == FORMAT


def other_rules(record: dict[str, Any]) -> str:
    """Return by what a record is of another game than the one here, "" for nothing."""
    version = record.get("rules")
    return "" if version == RULES else f"it was played by version {version} of the rules"


def table_of(sets: SetBundle) -> Table:
    """Return the tiles of packed sets, bound. Raise ValueError for sets of another game."""
    unpacked = unpack(sets)
    return Table(unpacked, cards_in_use(unpacked))


def resumed(
    record: dict[str, Any], note: Note | None = None, pause: Callable[[], None] | None = None
) -> Recorder:
    """Return the game of a record where it was left; every step is compared.

    note, pause: as in roll_engine's `resume`. Raise RecordError.
    """
    check_form(record)
    bundle = _bundle(record)
    try:
        table = table_of(bundle)
    except (LookupError, OSError, ValueError) as error:
        raise RecordError(f"the tiles of the record cannot be played: {error}") from None
    return resume(table, record, note, pause)


def _bundle(record: dict[str, Any]) -> SetBundle:
    """Return the sets that a record names, as it brings them or as they are shipped."""
    ids = tuple(name for name, _digest in record["sets"])
    texts = tuple((name, text) for name, text in record.get("texts", ()))
    if len(ids) > FILES or len(texts) > FILES or len(set(ids)) != len(ids):
        raise RecordError(f"a record names at most {FILES} sets, each once")
    if any(len(text) > FILE_BYTES for _name, text in texts):
        raise RecordError(f"the text of a set has more than {FILE_BYTES:,} characters")
    for name in ids:
        if name not in dict(texts) and name not in shipped_ids(ROLL):
            raise RecordError(f"the set {name!r:.60} is not shipped")
    return SetBundle(ids, ids, texts)
