"""`rftg-dsl replay`: plays recorded games again and verifies every step."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rftg_dsl.cli import fail
from rftg_dsl.cli.output import write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="recorded games")
    parser.add_argument(
        "--sets", default="", help="ids or files to use instead of the sets that the record names"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each file")


def run(args: argparse.Namespace) -> int:
    """Replay the records; return 0 when all are verified.

    Return 1 when one differs from the replayed game, 2 when one cannot be read.
    """
    from rftg_tools.recorded import Unreadable

    code = 0
    for path in args.files:
        try:
            outcome = _verify(path, args.sets)
        except (OSError, LookupError, Unreadable) as error:
            code = fail(f"{str(path)!r}: {error}")
            continue
        code = max(code, 0 if outcome["verified"] else 1)
        write((json.dumps(outcome) if args.json else _in_words(outcome)) + "\n")
    return code


def _verify(path: Path, sets: str) -> dict[str, Any]:
    """Return what the replay of a file found. Raises OSError, LookupError or Unreadable."""
    from rftg_tools.games import game_of_record
    from rftg_tools.recorded import read_record, table_of_record

    record = read_record(path)
    try:
        done = game_of_record(record).rules.replay(table_of_record(record, sets), record)
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


def _in_words(outcome: dict[str, Any]) -> str:
    if not outcome["verified"]:
        return f"{outcome['file']}: NOT verified: {outcome['why']}"
    scores = " : ".join(map(str, outcome["result"]["scores"]))
    steps, answers = outcome["steps"], outcome["answers"]
    text = f"{outcome['file']}: verified, {steps} steps, {answers} answers, {scores}"
    if outcome["changed_sets"]:
        names = ", ".join(outcome["changed_sets"])
        text += f"\n  note: the text of {names} has changed since; every step is the same"
    return text
