"""What changed from one version of a card to another: facts, power lines, and the English of both.

It is told as data, which the page puts into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from typing import Any, Final

from rftg_tools.studio.versions.facts import Facts

Data = dict[str, Any]
_ALIKE: Final = 0.5
"""How alike two lines are that count as one line which was changed (`SequenceMatcher.ratio`)."""
_LISTS: Final = ("keywords", "powers", "english")


class Kind(StrEnum):
    """How a part of a card differs."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


def changes(before: Facts, now: Facts) -> list[Data]:
    """Return what differs, each with what it is about (`what`), its `kind`, `before` and `now`.

    what: a key of the facts; of keywords and powers there is one for each word or line. A part
    that was not there is null.
    """
    keys = [*now, *(key for key in before if key not in now)]
    found = [
        _change(key, before.get(key), now.get(key))
        for key in keys
        if key not in _LISTS and before.get(key) != now.get(key)
    ]
    old, new = before.get("keywords", []), now.get("keywords", [])
    found += [_change("keyword", None, word) for word in new if word not in old]
    found += [_change("keyword", word, None) for word in old if word not in new]
    lines = _aligned(before.get("powers", []), now.get("powers", []))
    found += [_change("power", was, line) for was, line in lines if was != line]
    return found


def english(before: Facts, now: Facts) -> list[Data]:
    """Return the English of both side by side, a line each; null where a side has no such line."""
    lines = _aligned(before.get("english", []), now.get("english", []))
    return [{"before": was, "now": line, "same": was == line} for was, line in lines]


def _change(what: str, before: Any, now: Any) -> Data:
    kind = Kind.ADDED if before is None else Kind.REMOVED if now is None else Kind.CHANGED
    return {"what": what, "kind": kind, "before": before, "now": now}


def _aligned(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Yield old and new lines in pairs; those that are not alike stand alone."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _tag, start, end, first, last in matcher.get_opcodes():
        for was, line in zip_longest(old[start:end], new[first:last]):
            if was is None or line is None or _are_alike(was, line):
                yield was, line
            else:
                yield was, None
                yield None, line


def _are_alike(one: str, other: str) -> bool:
    return one == other or SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE
