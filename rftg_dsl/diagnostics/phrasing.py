"""Phrases of messages: lists, numbers of things, articles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_SHOWN: Final = 8
"""A list of what may stand at a place is cut after so many names."""


def listed(names: Sequence[str], last: str = "or") -> str:
    """Return "a, b or c", cut after a few names."""
    if len(names) > _SHOWN:
        names = [*names[:_SHOWN], "other words"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(count: int, noun: str, several: str = "") -> str:
    """Return "1 good", "2 goods"; `several` where the plural is not the noun and an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {several or noun + 's'}"


def article(word: str) -> str:
    """Return "a" or "an", by how the word sounds; numbers too."""
    digits = word.partition("-")[0]
    if digits.isdigit():
        return "an" if digits.startswith("8") or digits in ("11", "18") else "a"
    return "an" if word[0] in "aeio" or word.startswith("up") else "a"


def there_are(count: int, noun: str = "", plural: str = "") -> str:
    """Return a number of things that are there: "there is 1 card", "there are 2"."""
    things = counted(count, noun, plural) if noun else str(count)
    return f"there {'is' if count == 1 else 'are'} {things}"
