"""Names of files made from titles: safe on every system, and no two alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_LONGEST: Final = 60
"""Letters of a name; some systems stop at 255 bytes, of which a letter can take four."""
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
"""What Windows takes for a device, whatever follows behind a point."""
_NAMELESS: Final = "card"


def file_names(titles: Iterable[str]) -> list[str]:
    """Return a name for each title, without an ending.

    "Earth's Lost Colony" is `earths-lost-colony`.

    Of titles that come to the same name, the later ones get a number.
    """
    taken: set[str] = set()
    return [_unused(safe_name(title), taken) for title in titles]


def safe_name(title: str) -> str:
    """Return the small letters and digits of a title, joined by hyphens; marks are taken off."""
    letters = unicodedata.normalize("NFKD", title.casefold().replace("'", "").replace("’", ""))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", bare))
    name = "-".join(words)[:_LONGEST].rstrip("-") or _NAMELESS
    return f"{name}-{_NAMELESS}" if _RESERVED.fullmatch(name) else name


def _unused(name: str, taken: set[str]) -> str:
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    taken.add(found)
    return found
