"""Lists and mappings in brackets, `[a, b]` and `{key: value}`, read up to a place inside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Inside(NamedTuple):
    """Where a text between brackets ends.

    path: keys of the mappings it is in. word: what was written since the last comma, colon or
    bracket. key: the key whose value that is. beside: the keys of the mapping so far, None in
    a list.
    """

    path: tuple[str, ...]
    word: str
    key: str | None
    beside: set[str] | None


@dataclass(slots=True)
class _Level:
    """An open bracket: the keys so far (None in a list), and that which waits for its value."""

    keys: set[str] | None
    key: str | None = None


@dataclass(slots=True)
class _Walk:
    levels: list[_Level] = field(default_factory=list)
    word: str = ""

    def take(self, mark: str) -> None:
        if mark in "[{":
            self.levels.append(_Level(set() if mark == "{" else None))
        elif mark in "]}" and self.levels:
            self.levels.pop()
        elif mark == "," and self.levels:
            self.levels[-1].key = None
        elif mark == ":" and self.levels and (keys := self.levels[-1].keys) is not None:
            self.levels[-1].key = self.word.strip().strip("'\"")
            keys.add(self.levels[-1].key)
        else:
            self.word += mark
            return
        self.word = ""


def read_brackets(text: str) -> Inside:
    """Return where a text that begins with a bracket ends."""
    walk = _Walk()
    for mark in text:
        walk.take(mark)
    path = tuple(level.key for level in walk.levels[:-1] if level.key is not None)
    last = walk.levels[-1] if walk.levels else _Level(None)
    return Inside(path, walk.word.lstrip(" \n"), last.key, last.keys)


def depth(text: str) -> int:
    """Count the brackets that a text opens and does not close."""
    return sum(map(text.count, "[{")) - sum(map(text.count, "]}"))
