"""Changes of a card that a form makes, made in the text of its file, whose comments stay.

Every change is read again: what it was not about must be as it was, or it is not made.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from collections.abc import Mapping as Facts
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl.blank.adding import CannotAdd, with_cards
from rftg_dsl.blank.cards import free_title
from rftg_dsl.blank.tiles import whole_tile
from rftg_dsl.blank.yaml_text import key_lines
from rftg_dsl.diagnostics.fixing import BOM
from rftg_dsl.games import ROLL, Game
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.unfilled import NEW_CARD
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.blocks import is_flow, last_line, split_lines, with_comments
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.quoting import scalar
from rftg_dsl.source.schema import card_set_schema, resolve
from rftg_dsl.syntax.written import without_comment

Data = dict[str, Any]
_POWERS: Final = "powers"
_INDENT: Final = 2
"""Spaces before a power line, counted from the key of the block."""


class CannotEdit(ValueError):
    """A change that cannot be made in the text as it is written; says why and what to do."""


@dataclass(frozen=True, slots=True)
class Put:
    """A key of a card gets a value, None to leave it out; in place of another key, if one is named.

    value: a text, a number, a list of texts, or a mapping, as the schema has it.
    """

    card: int
    key: str
    value: Any
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A card is there once more, behind itself, with another title."""

    card: int


@dataclass(frozen=True, slots=True)
class Delete:
    """A card goes, with its comments."""

    card: int


@dataclass(frozen=True, slots=True)
class Move:
    """A card changes its place in the file with the one before or behind it."""

    card: int
    down: bool


@dataclass(frozen=True, slots=True)
class Add:
    """A new card is written behind the last one."""


@dataclass(frozen=True, slots=True)
class Replace:
    """A card becomes what it was in a version. text: its lines from the dash on, which is first."""

    card: int
    text: str


Change = Put | Duplicate | Delete | Move | Add | Replace
_CHANGES: Final[Facts[str, Callable[..., Change]]] = {
    "put": Put,
    "duplicate": Duplicate,
    "delete": Delete,
    "move": Move,
    "add": Add,
    "replace": Replace,
}


def changed(path: Path, text: str, change: Change) -> str:
    """Return the text of a card file after a change. path: for its pictures and its name.

    Raises CannotEdit.
    """
    mark = BOM if text.startswith(BOM) else ""
    body = text.removeprefix(mark)
    end = "\r\n" if "\r\n" in body else "\n"
    sheet = _Sheet(path, body.replace("\r\n", "\n"))
    expected = [dict(card) for card in sheet.data]
    match change:
        case Put():
            sheet.put(change)
            _put(expected[change.card], change)
        case Duplicate():
            title = sheet.duplicate(change.card)
            expected.insert(change.card + 1, {**expected[change.card], "title": title})
        case Delete():
            sheet.delete(change.card)
            del expected[change.card]
        case Move():
            first = sheet.swap(change)
            expected[first : first + 2] = reversed(expected[first : first + 2])
        case Add():
            expected += sheet.add()
        case Replace():
            expected[change.card] = sheet.replace(change)
    new = "".join(sheet.lines)
    if _read(path, new)[1] != expected:
        raise CannotEdit("the form cannot make this change in the text as it is; write it there")
    return mark + new.replace("\n", end)


def sheet_of(path: Path, text: str) -> Data:
    """Return the game of a file and its cards: first and last line of each, from 1, and its keys.

    Raises CannotEdit.
    """
    sheet = _Sheet(path, text.removeprefix(BOM).replace("\r\n", "\n"))
    return {"game": sheet.game.id, "cards": sheet.told()}


def read_change(data: Any) -> Change:
    """Return the change that a page asks for, as {"do": ..., ...}. Raises CannotEdit."""
    try:
        made = dict(data)
        return _CHANGES[made.pop("do")](**made)
    except (TypeError, ValueError, KeyError):
        raise CannotEdit("the form asked for a change that there is not") from None


class _Sheet:
    """The lines of a file with its cards, which change together."""

    def __init__(self, path: Path, text: str) -> None:
        self.unit, self.data = _read(path, text)
        self.lines = split_lines(text)
        if self.lines and not self.lines[-1].endswith("\n"):
            self.lines[-1] += "\n"
        self._cards = _cards(self.unit)

    @property
    def game(self) -> Game:
        """The game that the file is for."""
        return self.unit.report.game

    def told(self) -> list[Data]:
        """Return the cards with their lines, as a page is told of them."""
        spans = [(one.region.line, last_line(one, self.lines)) for one in self._cards]
        pairs = zip(spans, self.data, strict=True)
        return [{"first": first, "last": last, "keys": keys} for (first, last), keys in pairs]

    def _card(self, number: int) -> Mapping:
        if not 0 <= number < len(self._cards):
            raise CannotEdit("there is no such card any more")
        card = self._cards[number]
        line = self.lines[card.region.line - 1]
        if is_flow(card, self.lines) or not line.lstrip(" ").startswith("- "):
            raise CannotEdit("the card stands in brackets; change it in the text")
        return card

    def _dash(self, card: Mapping) -> int:
        """Return how many spaces stand before the `-` of a card."""
        line = self.lines[card.region.line - 1]
        return len(line) - len(line.lstrip(" "))

    def _span(self, number: int) -> tuple[int, int]:
        """Return the lines of a card: the first one from 0, and the first one behind it."""
        card = self._card(number)
        last = last_line(card, self.lines)
        return card.region.line - 1, with_comments(last, self._dash(card), self.lines)

    # --- whole cards

    def add(self) -> list[Data]:
        """Write a new card behind the last one, and return it; of a tile, both its faces."""
        new = _blank(self.game, [str(card.get("title", "")) for card in self.data])
        try:
            text, _lines = with_cards("".join(self.lines), self.unit, new)
        except CannotAdd as problem:
            raise CannotEdit(f"no card can be added: {problem}; write it in the text") from None
        self.lines = split_lines(text)
        return [_comparable(card) for card in new]

    def duplicate(self, number: int) -> str:
        """Put a card behind itself, and return the title it has there."""
        start, end = self._span(number)
        titles = [str(card.get("title", "")) for card in self.data]
        title = free_title(titles, titles[number] or "Card")
        node = self._cards[number].values.get("title")
        if not isinstance(node, Scalar):
            raise CannotEdit("the card has no title; give it one first")
        copy = self.lines[start:end]
        row = node.region.line - 1 - start
        copy[row] = _replaced(copy[row], node, scalar(title))
        self.lines[end:end] = ["\n", *copy]
        return title

    def delete(self, number: int) -> None:
        """Take a card out, and one of the empty lines around it."""
        start, end = self._span(number)
        if len(self._cards) == 1:
            raise CannotEdit("a set has at least one card; write another one first")
        if end < len(self.lines) and not self.lines[end].strip():
            end += 1
        del self.lines[start:end]

    def swap(self, move: Move) -> int:
        """Let a card and its neighbour change places; return the number of the first."""
        first = move.card if move.down else move.card - 1
        if not 0 <= first < len(self._cards) - 1:
            raise CannotEdit("there is no card to change places with")
        start, end = self._span(first)
        after, last = self._span(first + 1)
        between = self.lines[end:after]
        one, other = self.lines[start:end], self.lines[after:last]
        self.lines[start:last] = [*other, *between, *one]
        return first

    def replace(self, change: Replace) -> Data:
        """Write other lines in place of a card, and return what they say."""
        if not isinstance(change.text, str):
            raise CannotEdit("the version is no text")
        start, end = self._span(change.card)
        dash = self._dash(self._card(change.card))
        lines = split_lines(f"{change.text.rstrip()}\n")
        self.lines[start:end] = [" " * dash + one if one.strip() else one for one in lines]
        head = f"game: {self.game.id}\ncards:\n"
        _unit, cards = _read(self.unit.path, head + textwrap.indent(change.text, "  "))
        if len(cards) != 1:
            raise CannotEdit("the version is no card; write it in the text")
        return cards[0]

    # --- keys

    def put(self, change: Put) -> None:
        """Give a key of a card a value, or take the key out."""
        card = self._card(change.card)
        replaced = change.instead_of or change.key
        if change.value is None:
            self._take_out(card, change.key)
        elif change.key == _POWERS and _POWERS in card.values:
            self._write_powers(card, change.value)
        elif replaced in card.values:
            self._replace(card, replaced, change.key, change.value)
        else:
            self._insert(card, change.key, change.value)

    def _key_span(self, card: Mapping, key: str) -> tuple[int, int]:
        start = card.keys[key].region.line - 1
        return start, max(last_line(card.values[key], self.lines), start + 1)

    def _replace(self, card: Mapping, old: str, key: str, value: Any) -> None:
        """Write a key and its value where another one stood, behind the same dash."""
        start, end = self._key_span(card, old)
        first = self.lines[start]
        column = card.keys[old].region.column - 1
        written = _written(key, value)
        if end == start + 1:
            written[0] += _comment_behind(first, card.values[old])
        new = [first[:column] + written[0] + "\n"]
        new += [" " * column + line + "\n" for line in written[1:]]
        self.lines[start:end] = new

    def _insert(self, card: Mapping, key: str, value: Any) -> None:
        """Write a key behind those that the schema has before it."""
        order = list(_properties(self.game))
        before = [one for one in card.keys if _rank(one, order) < _rank(key, order)]
        column = min(one.region.column for one in card.keys.values()) - 1
        written = [" " * column + line + "\n" for line in _written(key, value)]
        if before:
            at = max(self._key_span(card, one)[1] for one in before)
        else:
            at = card.region.line - 1
            dash = self._dash(card)
            written[0] = f"{' ' * dash}- {written[0][dash + 2 :]}"
            self.lines[at] = f"{' ' * (dash + 2)}{self.lines[at][dash + 2 :]}"
        self.lines[at:at] = written

    def _take_out(self, card: Mapping, key: str) -> None:
        if key not in card.values:
            return
        if len(card.values) == 1:
            raise CannotEdit("a card has at least one key; delete the card instead")
        start, end = self._key_span(card, key)
        dash = self._dash(card)
        is_first = start == card.region.line - 1
        del self.lines[start:end]
        if is_first:
            line = self._next_key(card, key) - (end - start)
            text = self.lines[line]
            self.lines[line] = f"{' ' * dash}- {text[dash + 2 :]}"
            # Comments between stand above the dash now, where they belong to the card as well.

    def _next_key(self, card: Mapping, key: str) -> int:
        """Return the line of the first key that is not this one, from 0."""
        return min(node.region.line for name, node in card.keys.items() if name != key) - 1

    def _write_powers(self, card: Mapping, wanted: Sequence[str]) -> None:
        """Write power lines in place of those that are there, with the comments of these."""
        node = card.values[_POWERS]
        if not wanted:
            self._take_out(card, _POWERS)
        elif not isinstance(node, Scalar) or node.style != "|":
            self._replace(card, _POWERS, _POWERS, wanted)
        else:
            start, end = self._key_span(card, _POWERS)
            column = card.keys[_POWERS].region.column - 1 + _INDENT
            self.lines[start + 1 : end] = _powers(self.lines[start + 1 : end], wanted, column)


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


def _powers(block: Sequence[str], wanted: Sequence[str], column: int) -> list[str]:
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


def _read(path: Path, text: str) -> tuple[Unit, list[Data]]:
    """Return a text as a unit, and its cards as data with canonical ends of powers."""
    unit = read_unit(path, path.name, text.encode("utf-8", "surrogatepass"))
    cards = unit.data.get("cards") or []
    if unit.root is None or not isinstance(cards, list):
        raise CannotEdit("the file cannot be read as it is; mend it in the text")
    if not all(isinstance(card, dict) for card in cards):
        raise CannotEdit("an entry below `cards:` is no card; mend it in the text")
    return unit, [_comparable(card) for card in cards]


def _comparable(card: Facts[str, Any]) -> Data:
    """Return a card with its powers as a list, without comments and empty lines."""
    if not isinstance(card.get(_POWERS), str):
        return dict(card)
    lines = (without_comment(line).strip() for line in card[_POWERS].splitlines())
    return {**card, _POWERS: [line for line in lines if line]}


def _put(card: Data, change: Put) -> None:
    """Change the data of a card as the change says."""
    if change.instead_of:
        card.pop(change.instead_of, None)
    if change.value is None or (change.key == _POWERS and not change.value):
        card.pop(change.key, None)
    else:
        card[change.key] = change.value


def _cards(unit: Unit) -> list[Mapping]:
    node = unit.root.values.get("cards") if unit.root else None
    nodes = node.nodes if isinstance(node, Items) else []
    return [one for one in nodes if isinstance(one, Mapping)]


def _properties(game: Game) -> Facts[str, Any]:
    """Return what the schema says of each key of a card, in its order."""
    properties: Facts[str, Any] = resolve(card_set_schema(game)["properties"]["cards"]["items"])[
        "properties"
    ]
    return properties


def _rank(key: str, order: Sequence[str]) -> int:
    return order.index(key) if key in order else len(order)


def _written(key: str, value: Any) -> list[str]:
    """Return the lines of a key and its value."""
    if key == _POWERS:
        value = "".join(f"{line}\n" for line in value)
    return key_lines(key, value)


def _replaced(line: str, node: Scalar, text: str) -> str:
    """Return a line with another text where a scalar stands in it. Raises CannotEdit."""
    region = node.region
    if region.line != region.end_line:
        raise CannotEdit("the title takes several lines; change it in the text")
    return line[: region.column - 1] + text + line[region.end_column - 1 :]


def _comment_behind(line: str, node: Node) -> str:
    """Return the comment behind a value that ends on a line, with the space before it."""
    rest = line[node.region.end_column - 1 :].rstrip()
    return rest if rest.lstrip().startswith("#") else ""


def _blank(game: Game, taken: Sequence[str]) -> list[Data]:
    """Return a card to begin with; of a tile, both its faces."""
    card: Data = {"title": free_title(taken, NEW_CARD), "development": 1}
    return whole_tile(card, "", taken) if game is ROLL else [{**card, "vp": 1}]
