"""Reader of plain YAML, in which nearly all card files are written.

Loading and running PyYAML takes a third of a check. This reader understands only what sound card
files contain: keys, lists, values on one line, and texts below `|`. It returns the same nodes as
PyYAML or, for any other text, none; PyYAML then reads it and finds the mistakes.
"""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Region
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar

_KEY: Final = re.compile(r"(-?\w[\w'+-]*(?: [\w'+-]+)*):(?= |$)")
_SCALAR: Final = re.compile(r"(-?\w[^:#]*)|'((?:[^']|'')*)'|\"([^\"\\]*)\"")
_FLOW_SCALAR: Final = re.compile(r"(-?\w[^:#,[\]{}]*)|'((?:[^']|'')*)'|\"([^\"\\]*)\"")
"""Scalars outside and inside brackets: without quotes, in single quotes, in double quotes."""
_REST: Final = re.compile(r" *(?: #.*)?")
_CUT_OFF: Final = re.compile(r" #\w")
"""A comment that may be meant as part of a text, which deserves a warning."""
_MAX_DEPTH: Final = 8
_END: Final = -1
_NOWHERE: Final = Region(0, 0, 0, 0)


class _NotPlainError(Exception):
    """The text has a mistake, or something else that this reader does not understand."""


def read_plain(text: str) -> Mapping | None:
    """Read a text whose root is a mapping. Return None if it is not plain YAML."""
    if (
        not text.endswith("\n")
        or not text.replace("\n", "").isprintable()
        or len(text) > limits.NODES
        or _CUT_OFF.search(text)
    ):
        return None
    try:
        return _Reader(text.split("\n")).read()
    except _NotPlainError:
        return None


class _Reader:
    """Recursive descent over the lines of a text.

    number: index of the current line; lines and columns start at 0.
    column: column of the next key, dash or value, or -1 at the end of the text.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.number = 0
        self.column = _END
        self.depth = 0

    def read(self) -> Mapping:
        """Read all lines. Raises _NotPlainError."""
        self._go_to_line(0)
        root = self._block()
        if self.column != _END or not isinstance(root, Mapping):
            raise _NotPlainError
        return root

    def _go_to_line(self, number: int) -> None:
        """Go to the first line from `number` on that is neither blank nor a comment."""
        for index in range(number, len(self.lines)):
            stripped = self.lines[index].lstrip(" ")
            if stripped and stripped[0] != "#":
                self.number, self.column = index, len(self.lines[index]) - len(stripped)
                return
        self.number, self.column = len(self.lines) - 1, _END

    def _is_at_dash(self) -> bool:
        return self.lines[self.number][self.column : self.column + 2] in ("- ", "-")

    def _block(self) -> Items | Mapping:
        """Read the list or mapping at the current column."""
        self._descend()
        line, column = self.number + 1, self.column
        node: Items | Mapping
        if self._is_at_dash():
            node = Items(_NOWHERE)
            while self.column == column and self._is_at_dash():
                node.nodes.append(self._value(column, column + 1, is_entry=True))
        else:
            node = Mapping(_NOWHERE)
            while self.column == column:
                key, end = self._key(node, column)
                node.values[key] = self._value(column, end, is_entry=False)
        if self.column > column:
            raise _NotPlainError
        self.depth -= 1
        node.region = Region(line, column + 1, self.number + 1, max(self.column, 0) + 1)
        return node

    def _descend(self) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _NotPlainError

    def _key(self, node: Mapping, start: int) -> tuple[str, int]:
        """Read a key of a mapping on the current line; return it and the column after its colon."""
        match = _KEY.match(self.lines[self.number], start)
        if match is None or match[1] in node.keys:
            raise _NotPlainError
        key = match[1]
        node.keys[key] = Scalar(key, "", Region.on_line(self.number + 1, start + 1, len(key)))
        return key, match.end()

    def _value(self, indent: int, position: int, is_entry: bool) -> Node:
        """Read the value of a key or list entry, and go to the line after it.

        indent: column of the key or dash.
        position: column after its colon or dash.
        """
        number, line = self.number, self.lines[self.number]
        start = _skip_spaces(line, position)
        first = line[start : start + 1]
        if first in ("", "#"):
            self._go_to_line(number + 1)
            is_list = not is_entry and self.column == indent and self._is_at_dash()
            if self.column <= indent and not is_list:
                return Scalar("", "", Region.on_line(number + 1, position + 1, 0))
            start, line = self.column, self.lines[self.number]
            if line[start] not in "[{":
                return self._block()
        elif is_entry and (_KEY.match(line, start) or line[start : start + 2] in ("- ", "-")):
            self.column = start
            return self._block()
        if first == "|":
            value: Node = self._literal(indent, start)
        else:
            value, end = self._inline(start, _SCALAR)
            if not _REST.fullmatch(line, end):
                raise _NotPlainError
            self._go_to_line(self.number + 1)
        if self.column > indent:
            raise _NotPlainError
        return value

    def _literal(self, indent: int, start: int) -> Scalar:
        """Read the text below a `|` in column `start`, and go to the line after it."""
        first, number = self.number + 1, self.number
        if self.lines[number][start:] != "|":
            raise _NotPlainError
        text_indent = 0
        for number in range(first, len(self.lines)):
            stripped = self.lines[number].lstrip(" ")
            column = len(self.lines[number]) - len(stripped)
            if stripped and not text_indent:
                if number > first:
                    raise _NotPlainError
                text_indent = column
            if stripped and column < text_indent:
                break
        if text_indent <= indent:
            raise _NotPlainError
        text = "\n".join(line[text_indent:] for line in self.lines[first:number])
        self._go_to_line(number)
        region = Region(first, start + 1, number + 1, 1)
        return Scalar(text.rstrip("\n") + "\n", "|", region)

    def _inline(self, start: int, scalar: re.Pattern[str]) -> tuple[Node, int]:
        """Return the value at a column of the current line, and the column of its end."""
        line = self.lines[self.number]
        if line.startswith("[", start):
            return self._in_brackets(Items(_NOWHERE), start, "]")
        if line.startswith("{", start):
            return self._in_brackets(Mapping(_NOWHERE), start, "}")
        match = scalar.match(line, start)
        if match is None:
            raise _NotPlainError
        plain, single, double = match.groups()
        if plain is not None:
            text, style = plain.rstrip(" "), ""
        elif single is not None:
            text, style = single.replace("''", "'"), "'"
        else:
            text, style = double, '"'
        end = match.end() if style else start + len(text)
        return Scalar(text, style, Region.on_line(self.number + 1, start + 1, end - start)), end

    def _in_brackets(
        self, node: Items | Mapping, start: int, closing: str
    ) -> tuple[Items | Mapping, int]:
        """Read a list in brackets or a mapping in braces."""
        self._descend()
        line = self.lines[self.number]
        end = _skip_spaces(line, start + 1)
        while not line.startswith(closing, end):
            if isinstance(node, Items):
                value, end = self._inline(end, _FLOW_SCALAR)
                node.nodes.append(value)
            else:
                key, end = self._key(node, end)
                node.values[key], end = self._inline(_skip_spaces(line, end), _FLOW_SCALAR)
            end = _skip_spaces(line, end)
            if line.startswith(",", end):
                end = _skip_spaces(line, end + 1)
            elif not line.startswith(closing, end):
                raise _NotPlainError
        self.depth -= 1
        node.region = Region.on_line(self.number + 1, start + 1, end + 1 - start)
        return node, end + 1


def _skip_spaces(line: str, position: int) -> int:
    """Return the column of the first character from `position` on that is not a space."""
    while line.startswith(" ", position):
        position += 1
    return position
