"""The explanation of one code, and short ways to write its example files."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from rftg_dsl.structs import struct


@struct
class Explanation:
    """A code explained.

    title: a few words. text: what it means and why. wrong: a whole card file that has this
    finding and no other (U+DC00 + n in it is the byte n, not UTF-8); mended: the same without.
    Both are None where no short file can have it. beside: further files that the example needs,
    name and text; only card files among them are shown.
    """

    title: str
    text: str
    wrong: str | None = None
    mended: str | None = None
    beside: dict[str, str] = field(default_factory=dict)


def card_file(cards: str, head: str = "") -> str:
    """Return a card file with these cards; head: further lines before `cards:`."""
    return f"set: mine\ntitle: My Cards\n{head}cards:\n{cards}"


def world(powers: str, keys: str = "    world: 2\n", head: str = "") -> str:
    """Return a card file with one card that has these keys and power lines."""
    return card_file(f"  - title: Ice Harvesters\n{keys}    vp: 1\n{_powers(powers)}", head)


def development(powers: str, head: str = "", keys: str = "") -> str:
    """Return a card file with one development."""
    return world(powers, f"    development: 2\n{keys}", head)


PNG: Final = "\udc89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x2f\0\0\x04\x56IEND"
"""What `check` reads of a picture of 815 x 1110 pixels: its beginning and its end."""
SMALL_PNG: Final = PNG.replace("\x03\x2f\0\0\x04\x56", "\0\x5a\0\0\0\x78")
"""The same of one of 90 x 120 pixels."""


def card_with_picture(path: str) -> str:
    """Return a card file with one card that names this picture."""
    return world("settle: military +1", f"    world: 2\n    art: {path}\n")


def _powers(lines: str) -> str:
    indented = "".join(f"      {line}\n" for line in lines.split("\n"))
    return f"    powers: |\n{indented}" if lines else ""
