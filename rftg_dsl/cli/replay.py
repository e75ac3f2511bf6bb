"""`rftg-dsl replay`: plays recorded games again and verifies every step."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

from rftg_dsl.cli import fail
from rftg_dsl.cli.output import write
from rftg_dsl.locate import set_names
from rftg_dsl.resources import data_folder, shipped_ids

MOST_BYTES: Final = 20_000_000
"""The largest record that is read."""


class Unreadable(Exception):
    """A file that holds no JSON, and why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records")
    parser.add_argument(
        "--sets", default="", help="ids or files (default: shipped sets of the record's ids)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")


def run(args: argparse.Namespace) -> int:
    """0: every record is verified. 1: one tells of another game. 2: one cannot be read."""
    from rftg_tools.simulation import table_of

    table_of.cache_clear()  # a card file may have changed since an earlier run
    code = 0
    for path in args.files:
        try:
            found = _verify(path, args.sets)
        except (OSError, LookupError, Unreadable) as error:
            code = fail(f"{str(path)!r}: {error}")
            continue
        code = max(code, 0 if found["verified"] else 1)
        write((json.dumps(found) if args.json else _in_words(found)) + "\n")
    return code


def _verify(path: Path, sets: str) -> dict[str, Any]:
    """What the replay of a file found. Raises OSError, LookupError or Unreadable."""
    from rftg_engine.records import replay
    from rftg_tools.simulation import table_of

    record = _read(path)
    try:
        _check_members(record)
        specs = set_names(sets) if sets else _ids(record)
        done = replay(table_of(specs), record)
    except ValueError as error:
        return {"file": str(path), "verified": False, "why": str(error)}
    except RecursionError:
        return {"file": str(path), "verified": False, "why": "its lists lie too deep"}
    return {
        "file": str(path),
        "verified": True,
        "steps": done.steps,
        "answers": done.answers,
        "result": record["result"],
        "changed_sets": list(done.other_texts),
    }


def _read(path: Path) -> Any:
    """The JSON data of a file; never more than MOST_BYTES are read."""
    if path.exists() and not path.is_file():
        raise Unreadable("it is not a file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unreadable(f"a record has at most {MOST_BYTES:,} bytes")
    try:
        return json.loads(data)
    except RecursionError:
        raise Unreadable("its lists lie too deep") from None
    except ValueError as error:
        raise Unreadable(f"it is not JSON: {error}") from None


def _check_members(record: Any) -> None:
    """Refuse members that the format does not have. Raises RecordError."""
    from rftg_engine.records import RecordError

    path = data_folder("grammar") / "record.schema.json"
    known = json.loads(path.read_text(encoding="utf-8"))["properties"]
    unknown = [name for name in record if name not in known] if isinstance(record, dict) else []
    if unknown:
        raise RecordError(f"a record has no member {unknown[0]!r:.60}")


def _ids(record: Any) -> tuple[str, ...]:
    """The shipped sets that a record names; a record cannot name files. Raises RecordError."""
    from rftg_engine.records import RecordError

    try:
        ids = tuple(str(one[0]) for one in record["sets"])
    except (TypeError, KeyError, IndexError):
        raise RecordError("this is no record: it names no sets") from None
    for name in ids:
        if name not in shipped_ids():
            raise RecordError(f"the set {name!r:.60} is not shipped: name its file by --sets")
    return ids


def _in_words(found: dict[str, Any]) -> str:
    if not found["verified"]:
        return f"{found['file']}: NOT verified: {found['why']}"
    scores = " : ".join(map(str, found["result"]["scores"]))
    text = (
        f"{found['file']}: verified, {found['steps']} steps, {found['answers']} answers, {scores}"
    )
    if found["changed_sets"]:
        names = ", ".join(found["changed_sets"])
        text += f"\n  note: the text of {names} has changed since; every step is the same"
    return text
