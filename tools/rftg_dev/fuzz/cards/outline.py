"""A card file as an outline: each line with the lines below it that are indented further."""

from __future__ import annotations

from collections.abc import Collection


def without(text: str, lines: Collection[int]) -> str:
    """Return a text without some lines, counted from 0, nor what lies below each of them.

    A list that loses its last entry goes, too.
    """
    kept = text.splitlines()
    gone: set[int] = set()
    for line in lines:
        gone |= {line, *below(kept, line)}
    for line in range(len(kept)):
        inside = set(below(kept, line))
        if inside and inside <= gone:
            gone.add(line)
    return "".join(f"{one}\n" for number, one in enumerate(kept) if number not in gone)


def below(lines: list[str], line: int) -> range:
    """Return the lines that are indented further than one, right below it."""
    own, end = depth(lines[line]), line + 1
    while end < len(lines) and depth(lines[end]) > own:
        end += 1
    return range(line + 1, end)


def depth(line: str) -> int:
    """Return how far a line is indented."""
    return len(line) - len(line.lstrip(" "))
