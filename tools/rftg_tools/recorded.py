"""Records in files: read as untrusted data, and played with the cards that they name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from gamekit.events import Observer
from gamekit.game import Recorder
from gamekit.records import Note, RecordError
from rftg_dsl.compiler import compile_files
from rftg_dsl.games import GAMES
from rftg_dsl.library import SetBundle, pack, unpack
from rftg_dsl.limits import FILE_BYTES, FILES, SET_ID
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.source.files import split_set_names
from rftg_dsl.source.text import open_regular_file
from rftg_tools.games import game_of_record
from rftg_tools.simulation.games import table_for
from rftg_tools.untrusted import BadJson, read_json

MAX_BYTES: Final = 20_000_000
"""Maximum size of a record."""
_ID: Final = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{SET_ID - 1}}}", re.ASCII)


class Unreadable(Exception):
    """A file that is not JSON; the message gives the reason."""


def read_record(path: Path) -> Any:
    """Return the JSON data of a file of at most MAX_BYTES.

    Raises Unreadable, and OSError for a file that cannot be opened.
    """
    if path.exists() and not path.is_file():
        raise Unreadable("it is not a file")
    with open_regular_file(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise Unreadable(f"a record has at most {MAX_BYTES:,} bytes")
    try:
        return read_json(data)
    except BadJson as error:
        raise Unreadable(str(error)) from None


def resume_record(
    record: Any,
    sets: str = "",
    note: Note | None = None,
    pause: Callable[[], None] | None = None,
    observers: Sequence[Observer[Any]] = (),
) -> Recorder:
    """Return the game of a record at its last step, to continue playing; every step is verified.

    record: parsed JSON. sets: IDs and files that replace the sets of the record. note, pause,
    observers: see `gamekit.game.Game.resume`. Raises RecordError, and whatever `table_of_record`
    raises.
    """
    rules = game_of_record(record).rules
    try:
        return rules.resume(table_of_record(record, sets), record, note, pause, observers)
    except RecursionError:
        raise RecordError("its lists are nested too deeply") from None


def follow_record(
    record: Any, sets: str = "", pause: Callable[[], None] | None = None
) -> tuple[Any, str]:
    """Return the part of a record that can be replayed, and why it ends there ("" for all of it).

    Only a record with other rules or cards than those here may end early; any other is damaged.
    Arguments and errors are those of `resume_record`.
    """
    rules, table = game_of_record(record).rules, table_of_record(record, sets)
    try:
        if sets or differences(record):
            return rules.replay_prefix(table, record, pause)
        rules.resume(table, record, None, pause)
    except RecursionError:
        raise RecordError("its lists are nested too deeply") from None
    return record, ""


def differences(record: dict[str, Any]) -> str:
    """Return the differences of a record's game from the game here, or ""."""
    form, sets = game_of_record(record).rules.form, ", ".join(changed_sets(record))
    changed = f"it was played with other {form.pieces} of {sets} than those here" if sets else ""
    return "; ".join(filter(None, (form.other_rules(record), changed)))


def changed_sets(record: dict[str, Any]) -> list[str]:
    """Return the shipped sets of a record that have changed since."""
    included = {name for name, _text in record.get("texts", ())}
    sets = [(name, digest) for name, digest in record["sets"] if name not in included]
    return [name for name, digest in sets if _shipped_digests().get(name) != digest]


@cache
def _shipped_digests() -> dict[str, str]:
    return {
        card_set.id: card_set.digest
        for game in GAMES.values()
        for card_set in compile_files(shipped_sets(game), pictures=False).sets
    }


def table_of_record(record: Any, sets: str = "") -> Any:
    """Bind the cards of a record: of its own texts and of shipped sets, or of other sets.

    record: parsed JSON; it never contains file names. sets: comma-separated IDs and files to use
    instead. Raises RecordError, and whatever `pack` raises for `sets`.
    """
    game, bundle = game_of_record(record), bundle_of_record(record, sets)
    parts = game.call("record_parts", record)
    if sets:
        return table_for(game, bundle, *parts)
    try:
        return table_for(game, bundle, *parts)
    except (LookupError, OSError, ValueError) as error:
        pieces = game.rules.form.pieces
        raise RecordError(f"the {pieces} of the record cannot be used: {error}") from None


def bundle_of_record(record: Any, sets: str = "") -> SetBundle:
    """Return the sets of a record, or those to use instead, as a bundle for other processes.

    Arguments and errors are those of `table_of_record`.
    """
    game_of_record(record).rules.form.check(record)
    if sets:
        return pack(split_set_names(sets))
    bundle = named_sets(record)
    if tuple(card_set.id for card_set in unpack(bundle)) != bundle.ids:
        raise RecordError(
            "the sets of the record cannot be used: one has errors or requires others"
        )
    return bundle


def named_sets(record: dict[str, Any]) -> SetBundle:
    """Return the sets that a record names, its own or shipped ones. Raises RecordError.

    record: must have been validated.
    """
    ids = tuple(name for name, _digest in record["sets"])
    texts = tuple((name, text) for name, text in record.get("texts", ()))
    included = [name for name, _text in texts]
    if len(ids) > FILES or len(texts) > FILES or len(set(ids)) != len(ids):
        raise RecordError(f"a record may name at most {FILES} sets, each only once")
    for name, text in texts:
        if not _ID.fullmatch(name) or included.count(name) > 1:
            raise RecordError(f"{name!r:.60} is not a set ID, or is used twice")
        if len(text) > FILE_BYTES:
            raise RecordError(
                f"the text of the set {name!r} has more than {FILE_BYTES:,} characters"
            )
    for name in ids:
        if name not in included and name not in shipped_ids():
            raise RecordError(f"the set {name!r:.60} is not shipped: add its file with --sets")
    return SetBundle(ids, ids, texts)
