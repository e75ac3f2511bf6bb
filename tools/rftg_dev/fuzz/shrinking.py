"""Smallest card file that still fails: lines and what is indented below them are left out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

_FEW: Final = 8
"""Lines at a time below which sizes fall by one: some lines go only together."""
MOST_TRIES: Final = 600
"""Texts that are tried before what there is by then is taken for the smallest."""


def smallest(text: str, fails: Callable[[str], bool], most: int = MOST_TRIES) -> str:
    """Return a small text for which `fails` still holds, as it does for `text`.

    Whole entries are left out before the keys of entries, and those before power lines; of each,
    half of them at a time and then fewer, in windows that overlap: some cannot go alone. All of it
    is done again as long as it helps.
    """
    left = iter(range(most))
    before = ""
    while before != text:
        before = text
        for level in sorted({depth(line) for line in text.splitlines()}):
            size = len(_lines_at(text, level))
            while size:
                text = _with_fewer(text, fails, level, size, left)
                size = size // 2 if size > _FEW else size - 1
    return text


def _with_fewer(
    text: str, fails: Callable[[str], bool], level: int, size: int, left: Iterator[int]
) -> str:
    """Return a text that fails without what can go, so many lines of a level at a time.

    left: gives something for each further try that may be made.
    """
    # From the end on: where the lines before stand stays as it is.
    for start in reversed(range(0, len(_lines_at(text, level)), max(1, size // 3))):
        shorter = without(text, _lines_at(text, level)[start : start + size])
        if shorter != text and next(left, None) is not None and fails(shorter):
            text = shorter
    return text


def _lines_at(text: str, level: int) -> list[int]:
    return [number for number, line in enumerate(text.splitlines()) if depth(line) == level]


def without(text: str, lines: Collection[int]) -> str:
    """Return a text without some lines, counted from 0, nor what lies below each of them.

    A list that loses its last entry goes, too.
    """
    kept = text.splitlines()
    dropped: set[int] = set()
    for line in lines:
        dropped |= {line, *_below(kept, line)}
    for line in range(len(kept)):
        inside = set(_below(kept, line))
        if inside and inside <= dropped:
            dropped.add(line)
    return "".join(f"{text}\n" for number, text in enumerate(kept) if number not in dropped)


def _below(lines: list[str], line: int) -> range:
    """Return the lines that are indented further than one, right below it."""
    own, end = depth(lines[line]), line + 1
    while end < len(lines) and depth(lines[end]) > own:
        end += 1
    return range(line + 1, end)


def depth(line: str) -> int:
    """Return how far a line is indented."""
    return len(line) - len(line.lstrip(" "))
