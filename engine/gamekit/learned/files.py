"""What training has written: JSON of named rows of numbers, checked as it is read."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import Any, Final

TRAINED: Final[dict[str, type]] = {
    "seed": int,
    "settings": list,
    "start": str,
    "code": str,
    "never_seen": int,
}
"""What every file may note of its training.

settings: the kinds of games. start, code: digests of the files that players played by, and of the
engine. never_seen: seed of the cards that were left out.
"""
FITTED: Final[dict[str, type]] = {**TRAINED, "games": int, "units": int, "epochs": int}
"""The same of a network that was fitted."""


def data_of(path: Path) -> Any:
    """Return the JSON data of a file. Raises ValueError with the line where it is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path.name}: line {error.lineno}: {error.msg}") from error
    except RecursionError:
        raise ValueError(f"{path.name}: nested too deeply") from None


def check_trained(trained: Any, notes: dict[str, type], source: str) -> None:
    """Raise ValueError for a note on the training that is unknown. notes: what may be noted.

    It decides nothing, but is checked.
    """
    if not isinstance(trained, dict):
        raise ValueError(f"{source}: trained is missing")
    for name, value in trained.items():
        if name not in notes:
            raise ValueError(f"{source}: trained: {name!r} is unknown")
        if not isinstance(value, notes[name]):
            raise ValueError(f"{source}: trained: {name}: {value!r} is not valid")


def named_rows(
    data: dict[str, Any], part: str, names: tuple[str, ...], source: str
) -> list[tuple[str, Any]]:
    """Return the rows of a part, in the order of their names: all of them, and no others."""
    rows = data.get(part)
    if not isinstance(rows, dict):
        raise ValueError(f"{source}: {part} is missing")
    for name in names:
        if name not in rows:
            raise ValueError(f"{source}: {part}: {name!r} is missing")
    for name in rows:
        if name not in names:
            raise ValueError(f"{source}: {part}: {name!r} is unknown")
    return [(name, rows[name]) for name in names]


def numbers(row: Any, count: int, place: str) -> list[float]:
    """Return a row of so many numbers. Raises ValueError with the place."""
    if not isinstance(row, list) or len(row) != count:
        raise ValueError(f"{place}: expected {count} numbers")
    for value in row:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{place}: {value!r} is not a number")
    try:
        found = [float(value) for value in row]
    except OverflowError:
        raise ValueError(f"{place}: a number is too large") from None
    for number in found:
        if not isfinite(number):
            raise ValueError(f"{place}: {number!r} is not a number")
    return found
