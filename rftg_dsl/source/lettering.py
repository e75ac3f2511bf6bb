"""Text measurement for the default theme, without loading fonts.

`python -m rftg_dev.generators measures` generates lettering.json from the theme's fonts and layout.
Lines break as in the typesetter: as many words per line as fit, with breaks after hyphens.
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
"""Typographic point in mm."""
_EM: Final = 1000
_PART: Final = re.compile(r"\S+?-(?=[^\W\d])|\S+(?:\s+[/!?)\]}]\S*)*|\s+")
"""An unbreakable part: a word, or part of a word up to a hyphen before a letter.

A slash or closing mark never begins a line (Unicode Standard Annex 14, rule LB13).
"""


@cache
def load_measures() -> dict[str, Any]:
    """Load the measures: lengths in mm, type in points, widths in thousandths of the type size."""
    text = FIGURES.read_text(encoding="utf-8")
    measures: dict[str, Any] = json.loads(text)
    return measures


def smallest_size(use: str) -> float:
    """Return the smallest type size in points for TITLE, KEYWORDS or WORDS."""
    size: float = load_measures()["sizes"][use]
    return size


def available_room(use: str) -> tuple[float, float]:
    """Return the available width and height in mm."""
    width, height = load_measures()["rooms"][use]
    return width, height


def text_width(text: str, use: str) -> float:
    """Return the width in mm of a one-line text in the smallest size.

    Characters missing from the fonts count as one em wide.
    """
    widths = _widths(use)
    letters = sum(widths.get(letter, _EM) for letter in text)
    if use == KEYWORDS:
        letters += load_measures()["spread"] * (len(text) - 1)
    width: float = letters / _EM * smallest_size(WORDS if use == LEAD else use) * _POINT
    return width


def count_lines(text: str, use: str, width: float, lead: str = "") -> int:
    """Count the lines of a text.

    width: line width in mm.
    lead: words before it in heavier type.
    """
    position, lines = 0.0, 1
    space = 0.0
    for part, sort in (*_parts(lead, LEAD), *_parts(text, use)):
        if part.isspace():
            space = text_width(part, sort)
            continue
        part_width = text_width(part, sort)
        if position and position + space + part_width > width:
            position, lines = part_width, lines + 1
        else:
            position += space + part_width
        space = 0.0
    return lines


def height_of(lines: int, use: str) -> float:
    """Return the height of these lines in mm."""
    first_line, next_line = load_measures()["lines"][use]
    height: float = first_line + (lines - 1) * next_line
    return height


def fits_in_space(text: str, use: str, used_width: float = 0.0) -> bool:
    """Return whether a title or keywords fit into their space in the smallest size.

    used_width: width in mm that is already used.
    """
    width, height = available_room(use)
    width -= used_width
    if any(text_width(part, use) > width for part, _ in _parts(text, use)):
        return False
    return height_of(count_lines(text, use, width), use) <= height


def badges_width(keywords: Sequence[str]) -> float:
    """Return the width in mm of the icons before keywords. Wide icons are not shown there."""
    drawings, badge = load_measures()["icons"], load_measures()["badge"]
    count = sum(drawings.get(f"keyword_{word}", _WIDE_ICON) <= 1 for word in keywords)
    width: float = count * badge["each"] + (badge["gap"] if count else 0)
    return width


_WIDE_ICON: Final = 2


def has_letter(letter: str) -> bool:
    """Return whether the shipped fonts have this character."""
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
