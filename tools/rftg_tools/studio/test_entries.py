"""Tests of a card file as entries of a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.cards import unused_title
from rftg_tools.studio.set_sheet import apply_edits, change_value, format_setting
from rftg_tools.studio.sheet import Data, Section, Sheet

_INDENT: Final = 2
_NAME: Final = "new test"
_BLOCKS: Final = ("given", "then")
"""Keys with a line for each of their members."""


class TestSheet(Sheet):
    """Lines of a file and its tests. Raises CannotEdit."""

    __test__ = False  # for pytest

    def format_lines(self, key: str, value: Any) -> list[str]:
        """Return the lines of a key and its value."""
        lines = format_setting(key, value, 0)
        if key in _BLOCKS and isinstance(value, dict):
            members = (
                line for name, part in value.items() for line in format_setting(name, part, 2)
            )
            lines = [f"{key}:\n", *members]
        return [line.rstrip("\n") for line in lines]

    def complete(self, entry: Data) -> Data:
        """Return a new test with a name that no other test has."""
        names = [str(test.get("test", "")) for test in self.data]
        name = entry.get("test") or _NAME
        return {**entry, "test": unused_title(names, name) if name in names else name}

    def add_entry(self, entry: Data) -> None:
        """Add a test at the end, and the key `tests:` with the first one."""
        head, dash, end = ["\n", "tests:\n"], _INDENT, len(self.lines)
        if self.data:
            last = len(self.data) - 1
            head, dash, end = ["\n"], self._dash(self._card(last)), self._span(last)[1]
        ordered = {"test": entry["test"], **entry}
        lines = [line for key, value in ordered.items() for line in self.format_lines(key, value)]
        new = [f"{' ' * dash}{'  ' if row else '- '}{line}\n" for row, line in enumerate(lines)]
        self.lines[end:end] = [*head, *new]

    def append_block(self, block: Sequence[str]) -> None:
        """Add the lines of a test of another file at the end, with a name that no other has."""
        if self.data:
            super().append_block(block)
        else:
            self.insert_block(len(self.lines), ["\n", "tests:\n"], block, _INDENT)
        last, names = len(self.data), [str(test.get("test", "")) for test in self.data]
        added = TestSheet(self.unit.path, "".join(self.lines), self.section)
        name = str(added.data[last].get("test", ""))
        if name in names:
            added.set_key(last, "test", unused_title(names, name))
            self.lines = added.lines

    def set_key(self, index: int, key: str, value: Any, instead_of: str = "") -> None:
        """Set a key of a test; parts that stay equal keep their lines."""
        card = self._card(index)
        if key in card.values and value is not None:
            apply_edits(change_value(card, key, value, self.lines), self.lines)
        else:
            super().set_key(index, key, value, instead_of)

    def delete(self, index: int) -> None:
        """Delete a test, and the key `tests:` with the last one."""
        if len(self.data) > 1:
            super().delete(index)
            return
        root = self.unit.root
        assert root is not None
        start, end = self._with_space(root.keys[self.section].region.line - 1, self._span(index)[1])
        del self.lines[start:end]

    def data_with(self, entries: Sequence[Data]) -> Data:
        """Return the data of the set with other tests."""
        data = super().data_with(entries)
        return data if entries else {key: data[key] for key in data if key != self.section}


@dataclass(frozen=True, slots=True)
class TakenTest:
    """A test that leaves a file. block: its lines, with the comments directly above it."""

    entry: Data
    block: list[str]


def take_tests(
    path: Path, text: str, gone: set[str], stay: set[str]
) -> tuple[str, list[TakenTest]]:
    """Return a text without the tests of cards that leave it, and those tests in order.

    gone: titles of these cards. stay: titles of the others; tests that name one of them stay.
    Raises CannotEdit.
    """
    taken: list[TakenTest] = []
    for index in reversed(range(len(TestSheet(path, text, Section.TESTS).data))):
        sheet = TestSheet(path, text, Section.TESTS)
        entry = sheet.data[index]
        if _names(entry, gone) and not _names(entry, stay):
            taken.insert(0, TakenTest(entry, sheet.block(index)))
            sheet.delete(index)
            text = "".join(sheet.lines)
    return text, taken


def _names(value: Any, titles: set[str]) -> bool:
    """Return whether a test names one of some cards, apart from its own name."""
    if isinstance(value, dict):
        parts = (part for key, part in value.items() if key != "test")
        return any(name in titles for name in value) or any(_names(part, titles) for part in parts)
    if isinstance(value, list):
        return any(_names(part, titles) for part in value)
    text = f" {value} "
    return any(f" {title} " in text for title in titles)
