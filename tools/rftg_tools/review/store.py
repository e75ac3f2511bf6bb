"""What has been found of a game so far, in a file beside its record: nothing is done twice."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from rftg_tools.fingerprint import rules_digest
from rftg_tools.review.looking import Found
from rftg_tools.review.plan import Plan

FORMAT: Final = "rftg-dsl-review/1"
_MOST_BYTES: Final = 50_000_000


def place_of(record: Path, game: str | None) -> Path:
    """Where the findings of a record are kept. game: which one of a file of several."""
    name = record.name.split(".")[0] + (f"-{game}" if game else "")
    return record.with_name(f"{name}.review.json")


def key_of(plan: Plan) -> str:
    """The same for plans that find the same by the same rules and bots."""
    text = json.dumps([asdict(plan) | {"options": repr(plan.options)}, rules_digest()], default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Store:
    """A file of findings for one plan; those for another one are forgotten."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._key = key_of(plan)
        self.found: Found = _read(path, self._key)

    def write(self) -> None:
        """Writes all that has been found. Raises OSError."""
        data = {"format": FORMAT, "key": self._key, "found": self.found}
        new = self.path.with_suffix(".tmp")
        new.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")
        new.replace(self.path)


def _read(path: Path, key: str) -> dict[str, Any]:
    """The findings of a file; none where it cannot be used, for they can be made again."""
    with suppress(OSError, ValueError, RecursionError):
        if path.stat().st_size <= _MOST_BYTES:
            data = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(data, dict) and (data.get("format"), data.get("key")) == (FORMAT, key):
                found = data.get("found")
                return found if isinstance(found, dict) else {}
    return {}
