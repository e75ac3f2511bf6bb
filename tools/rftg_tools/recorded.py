"""Records in files: read as what strangers wrote, and played with the cards that they are of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from gamekit.events import Observer
from gamekit.game import Recorder
from gamekit.records import Note, RecordError
from rftg_dsl.bundle import SetBundle, pack, unpack
from rftg_dsl.compiler import compile_files
from rftg_dsl.games import GAMES
from rftg_dsl.limits import FILE_BYTES, FILES, SET_ID
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.source.locate import split_set_names
from rftg_dsl.source.text import open_regular_file
from rftg_tools.games import game_of_record
from rftg_tools.simulation.games import table_for
from rftg_tools.untrusted import BadJson, read_json

MOST_BYTES: Final = 20_000_000
"""The largest record that is read."""
_ID: Final = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{SET_ID - 1}}}", re.ASCII)


class Unreadable(Exception):
    """A file that holds no JSON, and why."""


def read_record(path: Path) -> Any:
    """Return the JSON data of a file; never more than MOST_BYTES are read.

    Raises Unreadable, and OSError for a file that cannot be opened.
    """
    if path.exists() and not path.is_file():
        raise Unreadable("it is not a file")
    with open_regular_file(path) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unreadable(f"a record has at most {MOST_BYTES:,} bytes")
    try:
        return read_json(data)
    except BadJson as error:
        raise Unreadable(str(error)) from None


def resumed(
    record: Any,
    sets: str = "",
    note: Note | None = None,
    pause: Callable[[], None] | None = None,
    observers: Sequence[Observer[Any]] = (),
) -> Recorder:
    """Return the game of a record where it was left, to be played on; every step is compared.

    record: what JSON gave. sets: ids and files that stand in place of what the record names.
    note, pause, observers: as in `gamekit.game.Game.resume`. Raise RecordError, and what
    `table_of_record` raises.
    """
    rules = game_of_record(record).rules
    try:
        return rules.resume(table_of_record(record, sets), record, note, pause, observers)
    except RecursionError:
        raise RecordError("its lists lie too deep") from None


def followed_record(
    record: Any, sets: str = "", pause: Callable[[], None] | None = None
) -> tuple[Any, str]:
    """Return a record as far as its game goes here, and why no farther, "" for all of it.

    Only a record of other rules or cards than those here may part; in any other that is damage.
    record, sets, pause, errors: as for `resumed`.
    """
    rules, table = game_of_record(record).rules, table_of_record(record, sets)
    try:
        if sets or differences(record):
            return rules.replay_prefix(table, record, pause)
        rules.resume(table, record, None, pause)
    except RecursionError:
        raise RecordError("its lists lie too deep") from None
    return record, ""


def differences(record: dict[str, Any]) -> str:
    """Return by what a record is of another game than the one here, "" for nothing."""
    form, sets = game_of_record(record).rules.form, ", ".join(changed_sets(record))
    others = f"it was played with other {form.pieces} of {sets} than those here" if sets else ""
    return "; ".join(filter(None, (form.other_rules(record), others)))


def changed_sets(record: dict[str, Any]) -> list[str]:
    """Return the shipped sets of a record of any game that were others than they are here."""
    brought = {name for name, _text in record.get("texts", ())}
    sets = [(name, digest) for name, digest in record["sets"] if name not in brought]
    return [name for name, digest in sets if _shipped_digests().get(name) != digest]


@cache
def _shipped_digests() -> dict[str, str]:
    return {
        card_set.id: card_set.digest
        for game in GAMES.values()
        for card_set in compile_files(shipped_sets(game), pictures=False).sets
    }


def table_of_record(record: Any, sets: str = "") -> Any:
    """Return the cards of a record.

    Of its own texts and of shipped sets, or of sets named in their place.

    record: what JSON gave; it never names a file. sets: ids and files, separated by commas.
    Raises RecordError, and for `sets` what `pack` raises.
    """
    game, bundle = game_of_record(record), bundle_of_record(record, sets)
    parts = game.call("record_parts", record)
    if sets:
        return table_for(game, bundle, *parts)
    try:
        return table_for(game, bundle, *parts)
    except (LookupError, OSError, ValueError) as error:
        pieces = game.rules.form.pieces
        raise RecordError(f"the {pieces} of the record cannot be played: {error}") from None


def bundle_of_record(record: Any, sets: str = "") -> SetBundle:
    """Return the sets of a record, or those named in their place, for other processes too.

    record, sets, errors: as for `table_of_record`.
    """
    game_of_record(record).rules.form.check(record)
    if sets:
        return pack(split_set_names(sets))
    bundle = named_sets(record)
    if tuple(card_set.id for card_set in unpack(bundle)) != bundle.ids:
        raise RecordError(
            "the sets of the record cannot be played: one has errors, or needs others"
        )
    return bundle


def named_sets(record: dict[str, Any]) -> SetBundle:
    """Return the sets that a record of any game names, as it brings them or as they are shipped.

    record: one whose form is checked. Raise RecordError.
    """
    ids = tuple(name for name, _digest in record["sets"])
    texts = tuple((name, text) for name, text in record.get("texts", ()))
    brought = [name for name, _text in texts]
    if len(ids) > FILES or len(texts) > FILES or len(set(ids)) != len(ids):
        raise RecordError(f"a record names at most {FILES} sets, each once")
    for name, text in texts:
        if not _ID.fullmatch(name) or brought.count(name) > 1:
            raise RecordError(f"{name!r:.60} is not the id of a set, or there twice")
        if len(text) > FILE_BYTES:
            raise RecordError(
                f"the text of the set {name!r} has more than {FILE_BYTES:,} characters"
            )
    for name in ids:
        if name not in brought and name not in shipped_ids():
            raise RecordError(f"the set {name!r:.60} is not shipped: name its file by --sets")
    return SetBundle(ids, ids, texts)
