"""How much room words take on a card in the default look, told without fonts.

The figures are those of lettering.json beside it, which `python -m rftg_dev.generators.measures`
makes from the theme's fonts and layout. Words are broken into lines as the typesetter does it: as
many on a line as fit, and a word with a hyphen in it behind that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

FIGURES: Final = Path(__file__).with_name("lettering.json")
TITLE: Final = "title"
KEYWORDS: Final = "keywords"
LEAD: Final = "lead"
WORDS: Final = "words"
_POINT: Final = 25.4 / 72
"""A typographic point in mm."""
_EM: Final = 1000
_PART: Final = re.compile(r"\S+?-(?=[^\W\d])|\S+(?:\s+[/!?)\]}]\S*)*|\s+")
"""What is never broken: a word, or a part of one up to a hyphen before a letter.

A word that begins with a slash or a closing mark stays on the line of the one before (Unicode
Standard Annex 14, rule LB13).
"""


@cache
def load_measures() -> dict[str, Any]:
    """Return the figures: lengths in mm, type in points, widths in thousandths of the size."""
    text = FIGURES.read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def smallest_size(use: str) -> float:
    """Return the smallest size of type in points that is used for TITLE, KEYWORDS or WORDS."""
    size: float = load_measures()["sizes"][use]
    return size


def available_room(use: str) -> tuple[float, float]:
    """Return the width and the height in mm that there are."""
    width, height = load_measures()["rooms"][use]
    return width, height


def text_width(text: str, use: str) -> float:
    """Return the width in mm of a text on one line in the smallest size.

    A letter that the fonts lack counts as wide as it is high.
    """
    known = _widths(use)
    letters = sum(known.get(letter, _EM) for letter in text)
    if use == KEYWORDS:
        letters += load_measures()["spread"] * (len(text) - 1)
    width: float = letters / _EM * smallest_size(WORDS if use == LEAD else use) * _POINT
    return width


def count_lines(text: str, use: str, width: float, lead: str = "") -> int:
    """Return how many lines of a width a text takes. lead: words in heavier type before it."""
    at, lines = 0.0, 1
    space = 0.0
    for part, sort in (*_parts(lead, LEAD), *_parts(text, use)):
        if part.isspace():
            space = text_width(part, sort)
            continue
        wide = text_width(part, sort)
        if at and at + space + wide > width:
            at, lines = wide, lines + 1
        else:
            at += space + wide
        space = 0.0
    return lines


def height_of(lines: int, use: str) -> float:
    """Return the height in mm of a number of lines."""
    first, more = load_measures()["lines"][use]
    height: float = first + (lines - 1) * more
    return height


def fits_in_space(text: str, use: str, taken: float = 0.0) -> bool:
    """Return whether a title or keywords fit into their room in the smallest size.

    taken: the mm of the width that something else takes.
    """
    width, height = available_room(use)
    width -= taken
    if any(text_width(part, use) > width for part, _ in _parts(text, use)):
        return False
    return height_of(count_lines(text, use, width), use) <= height


def badges_width(keywords: Sequence[str]) -> float:
    """Return the width in mm of the drawings before keywords, which are those that are not wide."""
    drawings, badge = load_measures()["icons"], load_measures()["badge"]
    count = sum(drawings.get(f"keyword_{word}", _WIDE) <= 1 for word in keywords)
    width: float = count * badge["each"] + (badge["gap"] if count else 0)
    return width


_WIDE: Final = 2


def has_letter(letter: str) -> bool:
    """Return whether the shipped fonts have a character."""
    code = ord(letter)
    return any(first <= code <= last for first, last in load_measures()["characters"])


def _parts(text: str, use: str) -> list[tuple[str, str]]:
    return [(part, use) for part in _PART.findall(text)]


@cache
def _widths(use: str) -> dict[str, int]:
    runs: dict[str, list[int]] = load_measures()["widths"][use]
    return {
        chr(int(start, 16) + step): width
        for start, widths in runs.items()
        for step, width in enumerate(widths)
    }
