"""The power lines of a card as they stand in its file, changed with their comments kept."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from rftg_dsl.syntax.written import without_comment


class _Line(NamedTuple):
    """A power line as it stands in a file: the comments and empty lines above it, and itself."""

    above: list[str]
    text: str

    @property
    def power(self) -> str:
        """The line without what is around it."""
        return without_comment(self.text.strip()).strip()

    def with_power(self, power: str, column: int) -> list[str]:
        """Return the lines with another power in this one's place."""
        comment = self.text.strip()[len(self.power) :].rstrip()
        indent = len(self.text) - len(self.text.lstrip(" ")) if self.text else column
        return [*self.above, f"{' ' * indent}{power}{comment}\n"]


def with_powers(block: Sequence[str], wanted: Sequence[str], column: int) -> list[str]:
    """Return the lines of a block with other powers; those that stay keep what is around them."""
    old, tail = _split_block(block)
    matcher = SequenceMatcher(None, [one.power for one in old], list(wanted), autojunk=False)
    new: list[str] = []
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal":
            new += [line for one in old[first:last] for line in (*one.above, one.text)]
            continue
        for was, power in zip_longest(old[first:last], wanted[start:end]):
            if power is not None:
                new += (was or _Line([], "")).with_power(power, _column(old, column))
    return new + tail


def _split_block(block: Sequence[str]) -> tuple[list[_Line], list[str]]:
    """Return the power lines of a block, and what stands below the last one."""
    found: list[_Line] = []
    above: list[str] = []
    for text in block:
        if without_comment(text.strip()).strip():
            found.append(_Line(above, text))
            above = []
        else:
            above.append(text)
    return found, above


def _column(lines: Sequence[_Line], otherwise: int) -> int:
    """Return how many spaces stand before the powers of a block."""
    return len(lines[0].text) - len(lines[0].text.lstrip(" ")) if lines else otherwise
