"""Places of the protocol and places of the compiler, turned into each other.

The compiler counts lines and columns from 1, columns in code points. The protocol counts both
from 0, and columns in the code units that client and server agreed on: UTF-16 unless said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics.model import Region

_BYTES: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Lines:
    """The lines of a text, without line ends, in the client's units."""

    def __init__(self, lines: Sequence[str], encoding: str = "utf-16") -> None:
        self.lines = lines
        self._codec, self._size = _BYTES.get(encoding, _BYTES["utf-16"])

    @staticmethod
    def of(text: str, encoding: str = "utf-16") -> Lines:
        """Return the lines of a text as the compiler breaks it."""
        return Lines(text.replace("\r\n", "\n").split("\n"), encoding)

    def line(self, row: int) -> str:
        """Return a line by its number from 0; "" where there is none."""
        return self.lines[row] if 0 <= row < len(self.lines) else ""

    def point(self, position: types.Position) -> tuple[int, int]:
        """Return row and column, both from 0, in code points, and always inside the text."""
        row = min(position.line, len(self.lines) - 1)
        line = self.line(row)
        if position.line > row:
            return row, len(line)
        if line.isascii():
            return row, min(position.character, len(line))
        head = line.encode(self._codec, "surrogatepass")[: position.character * self._size]
        return row, len(head.decode(self._codec, "ignore"))

    def position(self, row: int, column: int) -> types.Position:
        """Return the client's name for a row and column in code points."""
        line = self.line(row)
        if line.isascii():
            return types.Position(row, column)
        head = line[:column].encode(self._codec, "surrogatepass")
        return types.Position(row, len(head) // self._size)

    def range(self, region: Region) -> types.Range:
        """Return the client's name for a region of the compiler."""
        return types.Range(
            self.position(region.line - 1, region.column - 1),
            self.position(region.end_line - 1, region.end_column - 1),
        )
