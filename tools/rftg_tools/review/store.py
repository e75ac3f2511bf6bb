"""What has been found of a game so far, in a file beside its record: nothing is done twice."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rftg_dsl.source.rewriting import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.review.analysis import Findings
from rftg_tools.review.plan import Plan
from rftg_tools.review.validation import valid_findings
from rftg_tools.workers.fingerprint import fingerprint

FORMAT: Final = "rftg-dsl-findings/1"
_MOST_BYTES: Final = 50_000_000
_ENDINGS: Final = (".jsonl.gz", ".jsonl", ".json", ".gz")
"""Of records; whatever else a name has belongs to it."""


def place_of(record: Path, game: str | None) -> Path:
    """Return where the findings of a record are kept. game: which one of a file of several."""
    ending = next((one for one in _ENDINGS if record.name.endswith(one)), "")
    chosen = f"-{quote(game, safe='', errors='replace')}" if game else ""
    return record.with_name(f"{record.name.removesuffix(ending)}{chosen}.review.json")


def holds_other(path: Path) -> bool:
    """Return whether the path has another kind of file, or a link, not to be overwritten."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return True
    data = _data(path)
    return data is not None and not (isinstance(data, dict) and "found" in data)


def key_of(plan: Plan) -> str:
    """Return a key that plans share if they have the same cards, rules, bots and method."""
    text = json.dumps([asdict(plan) | {"options": repr(plan.options)}, fingerprint()], default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Store:
    """A file of findings for one plan; those for another one are forgotten.

    keeps: whether the file may be written.
    """

    def __init__(self, path: Path, plan: Plan, keeps: bool = True) -> None:
        self.path = path
        self._key = key_of(plan)
        self._keeps = keeps
        read = _read(path, self._key)
        self.found: Findings = valid_findings(plan, read) if read else {}

    def write(self) -> None:
        """Write all that has been found. Raises OSError."""
        if not self._keeps:
            return
        data = {"format": FORMAT, "key": self._key, "found": self.found}
        write_atomically(self.path, json.dumps(data, separators=(",", ":")))


def _read(path: Path, key: str) -> dict[str, Any]:
    """Return the findings of a file; none where it cannot be used, for they can be made again."""
    data = _data(path)
    if isinstance(data, dict) and (data.get("format"), data.get("key")) == (FORMAT, key):
        found = data.get("found")
        return found if isinstance(found, dict) else {}
    return {}


def _data(path: Path) -> Any:
    """Return what JSON gives of a file; None where there is none, or none that is whole."""
    with suppress(OSError, ValueError, RecursionError):
        with open_regular_file(path) as file:
            data = file.read(_MOST_BYTES + 1)
        return json.loads(data) if len(data) <= _MOST_BYTES else None
    return None
