"""Damaged workbooks: each is read, or refused with a sentence, and quickly.

    python -m rftg_dev.fuzz.workbooks [--count 2000] [--seed 1]

Exit code 1 when a copy crashed the import, or took too long.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
import traceback
import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, Final

from rftg_dev.fuzz.damage import SECONDS, Tally, damage_bytes, damage_tokens, print_tally
from rftg_tools.spreadsheets.table import read_table
from rftg_tools.spreadsheets.table_files import UnreadableTable, read_workbook_here

_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_ROWS: Final = (
    ("Title", "Type", "Cost", "VP", "Goods", "Keywords", "Powers"),
    ("Ice Moon", "world", 2, 1.0, "produces rare", "Alien Uplift", "produce: good"),
    ("Ice Market", "development", 3, "=1+1", None, "frozen", "trade: price +1\nsettle: cost -1"),
)


def whole_workbook() -> bytes:
    """Return a workbook with two cards."""
    openpyxl: Any = importlib.import_module("openpyxl")
    book = openpyxl.Workbook()
    for row in _ROWS:
        book.active.append(row)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def damage_archive(data: bytes, chance: random.Random) -> bytes:
    """Return some bytes of the archive changed, perhaps of one that is packed in another way."""
    return damage_bytes(_repacked(data, chance, lambda part: part), chance)


def truncate(data: bytes, chance: random.Random) -> bytes:
    """Return a beginning, an end, or all but a middle."""
    first, last = sorted((chance.randrange(len(data)), chance.randrange(len(data))))
    return chance.choice((data[:first], data[last:], data[:first] + data[last:]))


def damage_part(data: bytes, chance: random.Random) -> bytes:
    """Return a sound archive in which one part has some bytes or words changed."""
    damage = chance.choice((damage_bytes, damage_tokens))
    return _repacked(data, chance, lambda part: damage(part, chance))


def damage_head(data: bytes, chance: random.Random) -> bytes:
    """Return some bytes changed in what describes a part: its packing, its lengths, its name."""
    marks = [place for place in range(len(data)) if data[place : place + 3] in (b"PK\1", b"PK\3")]
    at = chance.choice(marks) + chance.randrange(4, 46)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


WAYS: Final = (damage_archive, truncate, damage_part, damage_head)


def _repacked(data: bytes, chance: random.Random, change: Callable[[bytes], bytes]) -> bytes:
    """Return an archive packed anew, with one of its parts changed."""
    new = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as old,
        zipfile.ZipFile(new, "w", chance.choice(_METHODS)) as archive,
    ):
        changed = chance.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            archive.writestr(name, change(part) if name == changed else part)
    return new.getvalue()


def try_workbooks(count: int, seed: int) -> Tally:
    """Read `count` damaged copies of a workbook."""
    chance = random.Random(seed)
    whole = whole_workbook()
    tally = Tally()
    for number in range(count):
        way = WAYS[number % len(WAYS)]
        _try(way(whole, chance), f"workbook {number} ({way.__name__}, seed {seed})", tally)
    return tally


def _try(data: bytes, name: str, tally: Tally) -> None:
    tally.copies += 1
    start = time.process_time()
    try:
        rows, _others = read_workbook_here(data)
        read = read_table(rows)
        tally.findings += len(read.problems) + len(read.losses)
    except UnreadableTable:
        tally.refused += 1
    except Exception:
        tally.problems.append(f"{name} crashed:\n{traceback.format_exc()}")
    seconds = time.process_time() - start
    tally.slowest = max(tally.slowest, seconds)
    if seconds > SECONDS:
        tally.problems.append(f"{name} took {seconds:.1f} s")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description="Read damaged copies of a workbook.")
    parser.add_argument("--count", type=int, default=2000, help="copies (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (default 1)")
    args = parser.parse_args(argv)
    return print_tally(try_workbooks(args.count, args.seed))


if __name__ == "__main__":
    raise SystemExit(main())
