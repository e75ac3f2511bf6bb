"""`rftg-dsl replay`: plays recorded games again and verifies every step."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

MOST_BYTES: Final = 20_000_000
"""The largest record that is read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records")
    parser.add_argument(
        "--sets", default="", help="ids or files (default: shipped sets of the record's ids)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")


def run(args: argparse.Namespace) -> int:
    """0: every record is verified. 1: one tells of another game. 2: one cannot be read."""
    code = 0
    for path in args.files:
        try:
            found = _verify(path, args.sets)
        except (OSError, LookupError, UnicodeDecodeError, json.JSONDecodeError) as error:
            print(f"error: {path}: {error}", file=sys.stderr)
            code = 2
            continue
        code = max(code, 0 if found["verified"] else 1)
        print(json.dumps(found) if args.json else _in_words(found))
    return code


def _verify(path: Path, sets: str) -> dict[str, Any]:
    """What the replay of a file found. Raises OSError, LookupError, or a decoding error."""
    from rftg_engine.records import RecordError, replay
    from rftg_tools.simulation import table_of

    if path.stat().st_size > MOST_BYTES:
        raise OSError(f"a record has at most {MOST_BYTES} bytes")
    record = json.loads(path.read_text(encoding="utf-8"))
    try:
        specs = tuple(sets.split(",")) if sets else _ids(record)
        done = replay(table_of(specs), record)
    except (RecordError, ValueError) as error:
        return {"file": str(path), "verified": False, "why": str(error)}
    return {
        "file": str(path),
        "verified": True,
        "steps": done.steps,
        "answers": done.answers,
        "result": record["result"],
        "changed_sets": list(done.other_texts),
    }


def _ids(record: Any) -> tuple[str, ...]:
    from rftg_engine.records import RecordError

    try:
        return tuple(str(one[0]) for one in record["sets"])
    except (TypeError, KeyError, IndexError):
        raise RecordError("this is no record: it names no sets") from None


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
