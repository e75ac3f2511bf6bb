"""Tests of a card file as entries of a sheet: their lines, and changes that keep comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rftg_dsl.blank.cards import unused_title
from rftg_dsl.source.nodes import PLAIN_NAME, Mapping, is_flow, last_line, quote_scalar
from rftg_tools.studio.sheet import CannotEdit, Data, Sheet

_INDENT: Final = 2
_NAME: Final = "new test"


class TestSheet(Sheet):
    """Lines of a file and its tests. Raises CannotEdit."""

    __test__ = False  # for pytest

    def format_lines(self, key: str, value: Any) -> list[str]:
        """Return the lines of a key: one for each member of `given` and `then`."""
        return list(_format_key(key, value))

    def add_entry(self, entry: Data) -> Data:
        """Add a test at the end, and return it. An empty name gets replaced by a new one."""
        names = [str(test.get("test", "")) for test in self.data]
        name = entry.get("test") or _NAME
        entry = {"test": unused_title(names, name) if name in names else name} | {
            key: value for key, value in entry.items() if key != "test"
        }
        dash, end = _INDENT, len(self.lines)
        if self.data:
            last = len(self.data) - 1
            dash, end = self._dash(self._card(last)), self._span(last)[1]
        lines = [line for key, value in entry.items() for line in _format_key(key, value)]
        new = [f"{' ' * dash}{'  ' if row else '- '}{line}\n" for row, line in enumerate(lines)]
        self.lines[end:end] = ["\n", *([] if self.data else ["tests:\n"]), *new]
        return entry

    def set_key(self, index: int, key: str, value: Any, instead_of: str = "") -> None:
        """Set a key of a test; members of a mapping that stay equal keep their lines."""
        card = self._card(index)
        node = card.values.get(key)
        if isinstance(value, dict) and isinstance(node, Mapping) and not is_flow(node, self.lines):
            self._write_members(card, key, node, self.data[index][key], value)
        else:
            super().set_key(index, key, value, instead_of)

    def _write_members(self, card: Mapping, key: str, node: Mapping, old: Data, new: Data) -> None:
        """Replace the lines of a mapping, except those of members that stay equal."""
        start, end = self._key_span(card, key)
        column = min(name.region.column for name in node.keys.values()) - 1
        spans = self._member_spans(node, start + 1)
        lines: list[str] = []
        for name, value in new.items():
            first, after = spans.get(name, (0, 0))
            written = self.lines[first:after]
            if name in old and old[name] == value:
                lines += written
                continue
            comments = [line for line in written if line.lstrip().startswith("#")]
            if len(written) - len(comments) > 1 and "#" in "".join(written[len(comments) :]):
                raise CannotEdit(f"`{name}` has comments between its lines. Change it in the text.")
            lines += comments
            lines += [f"{' ' * column}{line}\n" for line in _format_key(name, value)]
        if not lines:
            raise CannotEdit(f"`{key}` must not be empty. Remove it instead.")
        self.lines[start + 1 : end] = lines

    def _member_spans(self, node: Mapping, first: int) -> dict[str, tuple[int, int]]:
        """Return the lines of each member with the comments above it, counted from 0."""
        spans = {}
        for name in sorted(node.keys, key=lambda name: node.keys[name].region.line):
            row = node.keys[name].region.line - 1
            after = max(last_line(node.values[name], self.lines), row + 1)
            spans[name] = (first, after)
            first = after
        return spans

    def delete(self, index: int) -> None:
        """Delete a test, and the key `tests:` with the last one."""
        if len(self.data) > 1:
            super().delete(index)
            return
        root = self.unit.root
        assert root is not None
        start, end = self._with_space(root.keys["tests"].region.line - 1, self._span(index)[1])
        del self.lines[start:end]


def _format_key(key: str, value: Any) -> Iterator[str]:
    """Yield the lines of a key and its value."""
    name = quote_scalar(key, PLAIN_NAME)
    if isinstance(value, dict) and key in ("given", "then") and value:
        yield f"{name}:"
        for member, inner in value.items():
            yield f"  {quote_scalar(member, PLAIN_NAME)}: {format_inline(inner)}"
    else:
        yield f"{name}: {format_inline(value)}"


def format_inline(value: Any) -> str:
    """Return a value as YAML on a line."""
    if isinstance(value, dict):
        members = (f"{quote_scalar(k, PLAIN_NAME)}: {format_inline(v)}" for k, v in value.items())
        return f"{{{', '.join(members)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(format_inline, value))}]"
    return quote_scalar(value, PLAIN_NAME) if isinstance(value, str) else str(value)
