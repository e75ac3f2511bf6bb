"""Minimization of a failing card file: lines are removed, with everything indented below them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

_MAX_FINE_CHUNK: Final = 8
"""Chunks up to this size shrink by one line at a time, because some lines can only be removed
together.
"""
MAX_TRIES: Final = 600
"""Texts that are tried before the smallest so far is returned."""


def smallest(text: str, fails: Callable[[str], bool], max_tries: int = MAX_TRIES) -> str:
    """Return a small text for which `fails` still holds, as it does for `text`.

    Entries are removed first, then their keys, then power lines; at each level in chunks that get
    smaller and overlap, because some lines can only be removed together. This is repeated as long
    as the text gets smaller.
    """
    tries = iter(range(max_tries))
    previous = ""
    while previous != text:
        previous = text
        for level in sorted({depth(line) for line in text.splitlines()}):
            size = len(_lines_at(text, level))
            while size:
                text = _with_fewer(text, fails, level, size, tries)
                size = size // 2 if size > _MAX_FINE_CHUNK else size - 1
    return text


def _with_fewer(
    text: str, fails: Callable[[str], bool], level: int, size: int, tries: Iterator[int]
) -> str:
    """Remove as many chunks of lines of a level as possible, as long as the text fails."""
    # From the end, so that the positions of earlier lines stay valid.
    for start in reversed(range(0, len(_lines_at(text, level)), max(1, size // 3))):
        shorter = without(text, _lines_at(text, level)[start : start + size])
        if shorter != text and next(tries, None) is not None and fails(shorter):
            text = shorter
    return text


def _lines_at(text: str, level: int) -> list[int]:
    return [index for index, line in enumerate(text.splitlines()) if depth(line) == level]


def without(text: str, lines: Collection[int]) -> str:
    """Return a text without the given lines (from 0) and the lines below them.

    A list that loses its last entry is removed as well.
    """
    all_lines = text.splitlines()
    dropped: set[int] = set()
    for line in lines:
        dropped |= {line, *_below(all_lines, line)}
    for line in range(len(all_lines)):
        inside = set(_below(all_lines, line))
        if inside and inside <= dropped:
            dropped.add(line)
    return "".join(f"{text}\n" for index, text in enumerate(all_lines) if index not in dropped)


def _below(lines: list[str], line: int) -> range:
    """Return the lines directly below a line that are indented more."""
    own_depth, end = depth(lines[line]), line + 1
    while end < len(lines) and depth(lines[end]) > own_depth:
        end += 1
    return range(line + 1, end)


def depth(line: str) -> int:
    """Return the indentation of a line."""
    return len(line) - len(line.lstrip(" "))
