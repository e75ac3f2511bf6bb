"""Lines of a card file, and changes of its cards or goals that keep comments and layout."""

from __future__ import annotations

from collections.abc import Mapping as Facts
from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl.blank.adding import CannotAddCard, insert_cards
from rftg_dsl.blank.cards import complete_tile, unused_title
from rftg_dsl.blank.sets import format_key
from rftg_dsl.games import Game
from rftg_dsl.lsp.names import region_without_quotes
from rftg_dsl.sets.caching import IncrementalReader
from rftg_dsl.sets.titles import NEW_CARD
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import (
    Items,
    Mapping,
    Node,
    Scalar,
    end_with_comments,
    is_flow,
    last_line,
    quote_scalar,
    split_lines,
)
from rftg_dsl.source.schema import card_set_schema, resolve_reference
from rftg_dsl.source.text import describe_unusual_break
from rftg_dsl.syntax.written import without_comment

Data = dict[str, Any]
_DASH: Final = 2
"""Spaces before the `-` of the first entry of a list."""
_POWERS: Final = "powers"
_INDENT: Final = 2
"""Spaces before a power line, relative to its key."""
_PAIR: Final = 2


class CannotEdit(ValueError):
    """Raised for a change that cannot be made in a text, with the reason and a remedy."""


class Section(StrEnum):
    """A list of a card file whose entries have a form."""

    CARDS = "cards"
    GOALS = "goals"
    TESTS = "tests"
    SEARCH = "search"
    SCENARIO = "scenario"
    HANDS = "preset hands"


READER: Final = IncrementalReader()
"""Reader of all texts that pages edit."""


def read(path: Path, text: str) -> Unit:
    """Return a text as a shared, read-only unit. Raises CannotEdit if it is not valid YAML."""
    unit = READER.read(path, str(path), text.encode("utf-8", "surrogatepass")).unit
    if unit.root is None or unit.source is None:
        raise CannotEdit("The file can't be read. Fix it in the text.")
    if unit.source.text != text:
        raise CannotEdit(describe_unusual_break(text))
    return unit


def comparable(data: Facts[str, Any]) -> Data:
    """Return the data of a set with powers as lists, so that layout does not matter."""
    cards = data.get("cards")
    if not isinstance(cards, list):
        return dict(data)
    return {
        **data,
        "cards": [with_lines(card) if isinstance(card, dict) else card for card in cards],
    }


def with_lines(card: Facts[str, Any]) -> Data:
    """Return a card with its powers as a list, without comments."""
    if not isinstance(card.get(_POWERS), str):
        return dict(card)
    lines = (without_comment(line).strip() for line in card[_POWERS].splitlines())
    return {**card, _POWERS: [line for line in lines if line]}


class Sheet:
    """Lines of a file and the entries of a section.

    Entries are called cards here, even if they are goals. Raises CannotEdit.
    """

    def __init__(self, path: Path, text: str, section: Section) -> None:
        self.unit = read(path, text)
        self.section = section
        entries = comparable(self.unit.data).get(section) or []
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise CannotEdit(f"`{section}:` has an invalid entry. Fix it in the text.")
        self.data: list[Data] = entries
        self.lines = split_lines(text)
        if self.lines and not self.lines[-1].endswith("\n"):
            self.lines[-1] += "\n"
        root = self.unit.root
        node = root.values.get(section) if root else None
        nodes = node.nodes if isinstance(node, Items) else []
        self._cards = [card for card in nodes if isinstance(card, Mapping)]

    @property
    def game(self) -> Game:
        """The game that the file is for."""
        return self.unit.report.game

    def data_for_page(self) -> list[Data]:
        """Return the lines, title position and keys of each card.

        `places` has the first and last line of each key, and `powers` the line of each power.
        """
        return [
            {
                "first": card.region.line,
                "last": last_line(card, self.lines),
                "title": self._title_position(card),
                "keys": keys,
                "places": {
                    key: [card.keys[key].region.line, self._key_span(card, key)[1]]
                    for key in card.values
                },
                "powers": self._power_rows(card),
            }
            for card, keys in zip(self._cards, self.data, strict=True)
        ]

    def _power_rows(self, card: Mapping) -> list[int]:
        """Return the line of each power, or no lines if the powers are not a block."""
        node = card.values.get(_POWERS)
        if not isinstance(node, Scalar) or node.style != "|":
            return []
        start, end = self._key_span(card, _POWERS)
        block = enumerate(self.lines[start + 1 : end], start + 2)
        return [row for row, line in block if without_comment(line.strip()).strip()]

    def _title_position(self, card: Mapping) -> Data | None:
        """Return the LSP position of a title, or None if it is missing or has several lines."""
        title = card.values.get("title")
        if not isinstance(title, Scalar) or title.region.line != title.region.end_line:
            return None
        place = region_without_quotes(title)
        prefix = self.lines[place.line - 1][: place.column - 1]
        return {"line": place.line - 1, "character": len(prefix.encode("utf-16-le")) // 2}

    def _card(self, index: int) -> Mapping:
        if not 0 <= index < len(self._cards):
            raise CannotEdit("This card no longer exists.")
        card = self._cards[index]
        line = self.lines[card.region.line - 1]
        if is_flow(card, self.lines) or not line.lstrip(" ").startswith("- "):
            raise CannotEdit("The card is in brackets. Change it in the text.")
        return card

    def _dash(self, card: Mapping) -> int:
        """Return the number of spaces before the `-` of a card."""
        line = self.lines[card.region.line - 1]
        return len(line) - len(line.lstrip(" "))

    def _span(self, index: int) -> tuple[int, int]:
        """Return the first line of a card, counted from 0, and the line after it.

        Comments directly above a card belong to it, unless they belong to the previous card.
        """
        card = self._card(index)
        start = card.region.line - 1
        earliest = self._end(self._cards[index - 1]) if index else 0
        while start > earliest and self.lines[start - 1].lstrip(" ").startswith("#"):
            start -= 1
        return start, self._end(card)

    def _end(self, card: Mapping) -> int:
        """Return the line after a card; comments indented like its keys belong to it."""
        return end_with_comments(last_line(card, self.lines), self._dash(card), self.lines)

    # --- whole cards

    def add(self) -> list[Data]:
        """Add a new card at the end, and return it; for a tile, return both faces."""
        new = _new_cards(self.game, [str(card.get("title", "")) for card in self.data])
        try:
            text, _lines = insert_cards("".join(self.lines), self.unit, new)
        except CannotAddCard as problem:
            raise CannotEdit(f"The card can't be added: {problem}. Add it in the text.") from None
        self.lines = split_lines(text)
        return [with_lines(card) for card in new]

    def add_entry(self, entry: Data) -> None:
        """Add an entry at the end of a list that is not empty."""
        last = len(self._cards) - 1
        dash = " " * self._dash(self._card(last))
        end = self._span(last)[1]
        lines = [line for key, value in entry.items() for line in format_key(key, value)]
        lines = [f"{dash}{'  ' if row else '- '}{line}\n" for row, line in enumerate(lines)]
        self.lines[end:end] = [*self._empty_lines_between(), *lines]

    def _empty_lines_between(self) -> list[str]:
        """Return an empty line if there is one between the last two entries."""
        if len(self._cards) < _PAIR:
            return []
        line = self.lines[self._span(len(self._cards) - 1)[0] - 1]
        return [] if line.strip() else ["\n"]

    def data_with(self, entries: Sequence[Data]) -> Data:
        """Return the data of the set with other entries in this section."""
        return {**comparable(self.unit.data), self.section: list(entries)}

    def duplicate(self, index: int) -> str:
        """Insert a copy of a card after it, and return the copy's title."""
        end = self._span(index)[1]
        start = self._card(index).region.line - 1
        titles = [str(card.get("title", "")) for card in self.data]
        title = unused_title(titles, titles[index] or "Card")
        node = self._cards[index].values.get("title")
        if not isinstance(node, Scalar):
            raise CannotEdit("The card has no title. Add one first.")
        copy = self.lines[start:end]
        row = node.region.line - 1 - start
        copy[row] = _replace_scalar(copy[row], node, quote_scalar(title))
        self.lines[end:end] = ["\n", *copy]
        return title

    def delete(self, index: int) -> None:
        """Delete a card and an empty line next to it. The last one leaves an empty list."""
        if len(self._cards) > 1:
            start, end = self._with_space(*self._span(index))
            del self.lines[start:end]
            return
        start, end = self._span(index)
        del self.lines[start:end]
        head = self._head()
        self.lines[head] = self.lines[head].replace(":", ": []", 1)

    def _head(self) -> int:
        """Return the line with the key of the list, counted from 0."""
        root = self.unit.root
        assert root is not None
        return root.keys[self.section].region.line - 1

    def _with_space(self, start: int, end: int) -> tuple[int, int]:
        """Return the lines of a card including an empty line next to it, if there is one."""
        if end < len(self.lines) and not self.lines[end].strip():
            return start, end + 1
        return start - (not self.lines[start - 1].strip()), end

    def move(self, index: int, to: int) -> None:
        """Move a card next to the card that currently has its new index.

        Comments between cards stay in place.
        """
        span = self._span(index)
        if not 0 <= to < len(self._cards):
            raise CannotEdit("This position does not exist.")
        if index == to:
            return
        start, end = self._with_space(*span)
        card = self.lines[slice(*span)]
        space = ["\n"] * (end - start - len(card))
        target = self._span(to)
        if to > index:
            self.lines[target[1] : target[1]] = [*space, *card]
            del self.lines[start:end]
        else:
            del self.lines[start:end]
            self.lines[target[0] : target[0]] = [*card, *space]

    def replace(self, index: int, text: str) -> Data:
        """Replace the lines of a card from its dash on, and return its new data."""
        start, end = self._card(index).region.line - 1, self._span(index)[1]
        dash = " " * self._dash(self._card(index))
        lines = split_lines(f"{text.rstrip()}\n")
        self.lines[start:end] = [dash + line if line.strip() else line for line in lines]
        head = f"game: {self.game.id}\n{self.section}:\n"
        entry = head + "".join(f"  {line}" if line.strip() else line for line in lines)
        cards = comparable(read(self.unit.path, entry).data).get(self.section)
        if not isinstance(cards, list) or len(cards) != 1 or not isinstance(cards[0], dict):
            raise CannotEdit("This version is not a valid card. Change the text instead.")
        return dict(cards[0])

    def block(self, index: int) -> list[str]:
        """Return the lines of a card with the comments directly above it."""
        return self.lines[slice(*self._span(index))]

    def append_block(self, block: Sequence[str]) -> None:
        """Add the lines of a card of another file at the end."""
        if self._cards:
            last = len(self._cards) - 1
            self.insert_block(self._span(last)[1], ["\n"], block, self._dash(self._card(last)))
        else:
            head = self._head()
            self.lines[head] = self.lines[head].replace(": []", ":", 1)
            self.insert_block(head + 1, [], block, _DASH)

    def insert_block(self, at: int, head: list[str], block: Sequence[str], dash: int) -> None:
        """Insert lines of another file. dash: number of spaces before their `-` from now on."""
        first = next(line for line in block if line.lstrip(" ").startswith("-"))
        shift = dash - (len(first) - len(first.lstrip(" ")))
        self.lines[at:at] = [*head, *(_shift_line(line, shift) for line in block)]

    # --- keys

    def format_lines(self, key: str, value: Any) -> list[str]:
        """Return the lines of a key and its value."""
        if key == _POWERS:
            value = "".join(f"{line}\n" for line in value)
        return format_key(key, value)

    def set_key(self, index: int, key: str, value: Any, instead_of: str = "") -> None:
        """Set a key of a card, or remove it if the value is None."""
        card = self._card(index)
        if key not in _properties(self.game, self.section):
            raise CannotEdit(f"Unknown key {key!r:.100}.")
        replaced = instead_of or key
        if replaced != key and key in card.values:
            raise CannotEdit(f"The card has both `{replaced}` and `{key}`. Remove one in the text.")
        if value is None or (key == _POWERS and not value):
            self._remove_key(card, key)
        elif key == _POWERS and _POWERS in card.values:
            self._write_powers(card, value)
        elif replaced in card.values:
            self._replace_key(card, replaced, key, value)
        else:
            self._insert_key(card, key, value)

    def _key_span(self, card: Mapping, key: str) -> tuple[int, int]:
        start = card.keys[key].region.line - 1
        return start, max(last_line(card.values[key], self.lines), start + 1)

    def _replace_key(self, card: Mapping, old: str, key: str, value: Any) -> None:
        """Replace a key and its value in place."""
        start, end = self._key_span(card, old)
        first = self.lines[start]
        column = card.keys[old].region.column - 1
        key_lines = self.format_lines(key, value)
        if end == start + 1:
            key_lines[0] += _trailing_comment(first, card.values[old])
        elif any("#" in line for line in self.lines[start:end]):
            raise CannotEdit(f"`{old}` has comments between its lines. Change it in the text.")
        new = [first[:column] + key_lines[0] + "\n"]
        new += [" " * column + line + "\n" for line in key_lines[1:]]
        self.lines[start:end] = new

    def _insert_key(self, card: Mapping, key: str, value: Any) -> None:
        """Insert a key in the order of the schema."""
        order = list(_properties(self.game, self.section))
        earlier = [name for name in card.keys if _rank(name, order) < _rank(key, order)]
        column = min(node.region.column for node in card.keys.values()) - 1
        key_lines = [" " * column + line + "\n" for line in self.format_lines(key, value)]
        if earlier:
            start = max(self._key_span(card, name)[1] for name in earlier)
        else:
            start = card.region.line - 1
            dash = self._dash(card)
            key_lines[0] = f"{' ' * dash}-{key_lines[0][dash + 1 :]}"
            self.lines[start] = f"{' ' * (dash + 1)}{self.lines[start][dash + 1 :]}"
        self.lines[start:start] = key_lines

    def _remove_key(self, card: Mapping, key: str) -> None:
        if key not in card.values:
            return
        if len(card.values) == 1:
            raise CannotEdit("A card must have at least one key. Delete the card instead.")
        start, end = self._key_span(card, key)
        dash = self._dash(card)
        is_first = start == card.region.line - 1
        del self.lines[start:end]
        if is_first:
            line = self._next_key(card, key) - (end - start)
            text = self.lines[line]
            self.lines[line] = f"{' ' * dash}-{text[dash + 1 :]}"
            # Comments in between are now above the dash, where they still belong to the card.

    def _next_key(self, card: Mapping, key: str) -> int:
        """Return the line of the first other key."""
        return min(node.region.line for name, node in card.keys.items() if name != key) - 1

    def _write_powers(self, card: Mapping, powers: Sequence[str]) -> None:
        """Replace the power lines of a card, keeping their comments."""
        node = card.values[_POWERS]
        if not isinstance(node, Scalar) or node.style != "|":
            self._replace_key(card, _POWERS, _POWERS, powers)
        else:
            start, end = self._key_span(card, _POWERS)
            column = card.keys[_POWERS].region.column - 1 + _INDENT
            self.lines[start + 1 : end] = replace_powers(
                self.lines[start + 1 : end], powers, column
            )


@lru_cache
def _properties(game: Game, section: Section) -> Facts[str, Any]:
    """Return the schema of each key of an entry, in order."""
    sections = card_set_schema(game)["properties"]
    if section not in sections:
        return {}
    properties: Facts[str, Any] = resolve_reference(sections[section]["items"])["properties"]
    return properties


def _shift_line(line: str, shift: int) -> str:
    """Return a line with more spaces before it, or fewer."""
    indent = len(line) - len(line.lstrip(" "))
    return (
        line[min(-shift, indent) :] if shift < 0 else " " * shift + line if line.strip() else line
    )


def _rank(key: str, order: Sequence[str]) -> int:
    return order.index(key) if key in order else len(order)


def _replace_scalar(line: str, node: Scalar, text: str) -> str:
    """Return a line with a scalar replaced. Raises CannotEdit."""
    region = node.region
    if region.line != region.end_line:
        raise CannotEdit("The title takes several lines. Change it in the text.")
    return line[: region.column - 1] + text + line[region.end_column - 1 :]


def _trailing_comment(line: str, node: Node) -> str:
    """Return the comment after a value that ends on a line, with the space before it."""
    rest = line[node.region.end_column - 1 :].rstrip()
    return rest if rest.lstrip().startswith("#") else ""


def _new_cards(game: Game, titles: Sequence[str]) -> list[Data]:
    """Return a new card, or both faces of a new tile."""
    card: Data = {"title": unused_title(titles, NEW_CARD), game.types[0]: 1}
    return complete_tile(card, "", titles) if game.has_tiles else [{**card, "vp": 1}]


# --- powers


class _PowerLine(NamedTuple):
    """A power line in a file. above: the comments and empty lines above it."""

    above: list[str]
    text: str

    @property
    def power(self) -> str:
        """The power without indentation and comment."""
        return without_comment(self.text.strip()).strip()

    def replace_power(self, power: str, column: int) -> list[str]:
        """Return the lines with another power."""
        comment = self.text.strip()[len(self.power) :].rstrip()
        indent = len(self.text) - len(self.text.lstrip(" ")) if self.text else column
        return [*self.above, f"{' ' * indent}{power}{comment}\n"]


def replace_powers(block: Sequence[str], powers: Sequence[str], column: int) -> list[str]:
    """Return the lines of a block with other powers, keeping comments. column: default indent."""
    old, tail = _split_block(block)
    if old:
        column = len(old[0].text) - len(old[0].text.lstrip(" "))
    matcher = SequenceMatcher(None, [line.power for line in old], list(powers), autojunk=False)
    new: list[str] = []
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal":
            new += [text for line in old[first:last] for text in (*line.above, line.text)]
            continue
        for line, power in zip_longest(old[first:last], powers[start:end]):
            if power is not None:
                new += (line or _PowerLine([], "")).replace_power(power, column)
    return new + tail


def _split_block(block: Sequence[str]) -> tuple[list[_PowerLine], list[str]]:
    """Return the power lines of a block, and the lines below the last power."""
    lines: list[_PowerLine] = []
    above: list[str] = []
    for text in block:
        if without_comment(text.strip()).strip():
            lines.append(_PowerLine(above, text))
            above = []
        else:
            above.append(text)
    return lines, above
