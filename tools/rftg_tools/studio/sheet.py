"""The lines of a card file with its cards or goals: what stands where, and what takes its place."""

from __future__ import annotations

from collections.abc import Mapping as Facts
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.adding import CannotAdd, with_cards
from rftg_dsl.blank.cards import free_title
from rftg_dsl.blank.tiles import whole_tile
from rftg_dsl.blank.yaml_text import key_lines
from rftg_dsl.games import ROLL, Game
from rftg_dsl.lsp.names import inside
from rftg_dsl.sets.cache import Readings
from rftg_dsl.sets.unfilled import NEW_CARD
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.quoting import is_flow, last_line, scalar, split_lines, with_comments
from rftg_dsl.source.schema import card_set_schema, resolve
from rftg_dsl.syntax.written import without_comment
from rftg_tools.studio.power_lines import with_powers

Data = dict[str, Any]
_POWERS: Final = "powers"
_INDENT: Final = 2
"""Spaces before a power line, counted from the key of the block."""
_NEW_GOAL: Final = "New Goal"
_REMEMBERED: Final = 8
"""Texts whose reading is kept: those that a page has shown last."""


class CannotEdit(ValueError):
    """A change that cannot be made in the text as it is written; says why and what to do."""


class Section(StrEnum):
    """A list of a card file whose entries have a form."""

    CARDS = "cards"
    GOALS = "goals"


_readings: Final = Readings()


@lru_cache(_REMEMBERED)
def read(path: Path, text: str) -> Unit:
    """Return a text as a unit that nobody changes. Raises CannotEdit where it is not whole YAML."""
    unit = _readings.read(path, path.name, text.encode("utf-8", "surrogatepass"))
    if unit.root is None or unit.source is None:
        raise CannotEdit("the file cannot be read as it is; mend it in the text")
    if unit.source.text != text:
        raise CannotEdit("the lines of the file are not laid out as YAML has it; mend them first")
    return unit


def comparable(data: Facts[str, Any]) -> Data:
    """Return the data of a set with the powers of its cards as lists."""
    cards = data.get("cards")
    if not isinstance(cards, list):
        return dict(data)
    return {**data, "cards": [with_lines(one) if isinstance(one, dict) else one for one in cards]}


def with_lines(card: Facts[str, Any]) -> Data:
    """Return a card with its powers as a list, without comments and empty lines."""
    if not isinstance(card.get(_POWERS), str):
        return dict(card)
    lines = (without_comment(line).strip() for line in card[_POWERS].splitlines())
    return {**card, _POWERS: [line for line in lines if line]}


class Sheet:
    """The lines of a file with the entries of one section, which change together.

    An entry is called a card here, whether it is one or a goal.
    """

    def __init__(self, path: Path, text: str, section: Section) -> None:
        """Read a text. Raises CannotEdit."""
        self.unit = read(path, text)
        self.section = section
        entries = comparable(self.unit.data).get(section) or []
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise CannotEdit(f"an entry below `{section}:` is none; mend it in the text")
        self.data: list[Data] = entries
        self.lines = split_lines(text)
        if self.lines and not self.lines[-1].endswith("\n"):
            self.lines[-1] += "\n"
        root = self.unit.root
        node = root.values.get(section) if root else None
        nodes = node.nodes if isinstance(node, Items) else []
        self._cards = [one for one in nodes if isinstance(one, Mapping)]

    @property
    def game(self) -> Game:
        """The game that the file is for."""
        return self.unit.report.game

    def told(self) -> list[Data]:
        """Return the cards with their lines and the places of their titles, for a page."""
        return [
            {
                "first": card.region.line,
                "last": last_line(card, self.lines),
                "title": self._title_position(card),
                "keys": keys,
            }
            for card, keys in zip(self._cards, self.data, strict=True)
        ]

    def _title_position(self, card: Mapping) -> Data | None:
        """Return where a title begins, as language servers count; None for none on one line."""
        title = card.values.get("title")
        if not isinstance(title, Scalar) or title.region.line != title.region.end_line:
            return None
        place = inside(title)
        before = self.lines[place.line - 1][: place.column - 1]
        return {"line": place.line - 1, "character": len(before.encode("utf-16-le")) // 2}

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
        """Return the lines of a card: the first one from 0, and the first one behind it.

        Comments that stand right above it are its own, unless they are the end of the card before
        it; one with an empty line below is not.
        """
        card = self._card(number)
        start = card.region.line - 1
        least = self._end(self._cards[number - 1]) if number else 0
        while start > least and self.lines[start - 1].lstrip(" ").startswith("#"):
            start -= 1
        return start, self._end(card)

    def _end(self, card: Mapping) -> int:
        """Return the line behind a card, from 0; comments indented like its keys are its own."""
        return with_comments(last_line(card, self.lines), self._dash(card), self.lines)

    # --- whole cards

    def add(self) -> list[Data]:
        """Write a new card behind the last one, and return it; of a tile, both its faces."""
        if self.section is Section.GOALS:
            return [self._add_goal()]
        new = _blank(self.game, [str(card.get("title", "")) for card in self.data])
        try:
            text, _lines = with_cards("".join(self.lines), self.unit, new)
        except CannotAdd as problem:
            raise CannotEdit(f"no card can be added: {problem}; write it in the text") from None
        self.lines = split_lines(text)
        return [with_lines(card) for card in new]

    def _add_goal(self) -> Data:
        if not self._cards:
            raise CannotEdit("the set has no goals yet; write `goals:` in the text")
        titles = [str(card.get("title", "")) for card in self.data]
        goal: Data = {
            "title": free_title(titles, _NEW_GOAL),
            "first": "3 worlds",
            "after": ["develop", "settle"],
        }
        last = len(self._cards) - 1
        dash = " " * self._dash(self._card(last))
        end = self._span(last)[1]
        lines = [line for key, value in goal.items() for line in key_lines(key, value)]
        lines = [f"{dash}{'  ' if number else '- '}{line}\n" for number, line in enumerate(lines)]
        self.lines[end:end] = ["\n", *lines]
        return goal

    def duplicate(self, number: int) -> str:
        """Put a card behind itself, and return the title it has there."""
        end = self._span(number)[1]
        start = self._card(number).region.line - 1
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
        if len(self._cards) == 1:
            raise CannotEdit("a list has at least one entry; write another one first")
        start, end = self._with_space(*self._span(number))
        del self.lines[start:end]

    def _with_space(self, start: int, end: int) -> tuple[int, int]:
        """Return the lines of a card with one of the empty lines around it, if there are any."""
        if end < len(self.lines) and not self.lines[end].strip():
            return start, end + 1
        return start - (not self.lines[start - 1].strip()), end

    def move(self, number: int, to: int) -> None:
        """Put a card right before or behind the one that has its place now.

        Comments that stand free between cards stay there.
        """
        span = self._span(number)
        if not 0 <= to < len(self._cards):
            raise CannotEdit("there is no such place")
        if number == to:
            return
        start, end = self._with_space(*span)
        card = self.lines[slice(*span)]
        space = ["\n"] * (end - start - len(card))
        target = self._span(to)
        if to > number:
            self.lines[target[1] : target[1]] = [*space, *card]
            del self.lines[start:end]
        else:
            del self.lines[start:end]
            self.lines[target[0] : target[0]] = [*card, *space]

    def replace(self, number: int, text: str) -> Data:
        """Write other lines in place of a card, from its dash on, and return what they say.

        Comments above the card stay.
        """
        start, end = self._card(number).region.line - 1, self._span(number)[1]
        dash = " " * self._dash(self._card(number))
        lines = split_lines(f"{text.rstrip()}\n")
        self.lines[start:end] = [dash + one if one.strip() else one for one in lines]
        head = f"game: {self.game.id}\n{self.section}:\n"
        whole = head + "".join(f"  {one}" if one.strip() else one for one in lines)
        cards = comparable(read(self.unit.path, whole).data).get(self.section)
        if not isinstance(cards, list) or len(cards) != 1 or not isinstance(cards[0], dict):
            raise CannotEdit("the version is no card; write it in the text")
        return dict(cards[0])

    # --- keys

    def put(self, number: int, key: str, value: Any, instead_of: str = "") -> None:
        """Give a key of a card a value, or take the key out."""
        card = self._card(number)
        if key not in _properties(self.game, self.section):
            raise CannotEdit(f"there is no key {key!r:.100}")
        replaced = instead_of or key
        if replaced != key and key in card.values:
            raise CannotEdit(f"the card has `{replaced}` and `{key}`; take one out in the text")
        if value is None or (key == _POWERS and not value):
            self._take_out(card, key)
        elif key == _POWERS and _POWERS in card.values:
            self._write_powers(card, value)
        elif replaced in card.values:
            self._replace(card, replaced, key, value)
        else:
            self._insert(card, key, value)

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
        elif any("#" in line for line in self.lines[start:end]):
            raise CannotEdit(f"`{old}` takes several lines with comments; change it in the text")
        new = [first[:column] + written[0] + "\n"]
        new += [" " * column + line + "\n" for line in written[1:]]
        self.lines[start:end] = new

    def _insert(self, card: Mapping, key: str, value: Any) -> None:
        """Write a key behind those that the schema has before it."""
        order = list(_properties(self.game, self.section))
        before = [one for one in card.keys if _rank(one, order) < _rank(key, order)]
        column = min(one.region.column for one in card.keys.values()) - 1
        written = [" " * column + line + "\n" for line in _written(key, value)]
        if before:
            at = max(self._key_span(card, one)[1] for one in before)
        else:
            at = card.region.line - 1
            dash = self._dash(card)
            written[0] = f"{' ' * dash}-{written[0][dash + 1 :]}"
            self.lines[at] = f"{' ' * (dash + 1)}{self.lines[at][dash + 1 :]}"
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
            self.lines[line] = f"{' ' * dash}-{text[dash + 1 :]}"
            # Comments between stand above the dash now, where they belong to the card as well.

    def _next_key(self, card: Mapping, key: str) -> int:
        """Return the line of the first key that is not this one, from 0."""
        return min(node.region.line for name, node in card.keys.items() if name != key) - 1

    def _write_powers(self, card: Mapping, wanted: Sequence[str]) -> None:
        """Write power lines in place of those that are there, with the comments of these."""
        node = card.values[_POWERS]
        if not isinstance(node, Scalar) or node.style != "|":
            self._replace(card, _POWERS, _POWERS, wanted)
        else:
            start, end = self._key_span(card, _POWERS)
            column = card.keys[_POWERS].region.column - 1 + _INDENT
            self.lines[start + 1 : end] = with_powers(self.lines[start + 1 : end], wanted, column)


@lru_cache
def _properties(game: Game, section: Section) -> Facts[str, Any]:
    """Return what the schema says of each key of an entry, in its order."""
    sections = card_set_schema(game)["properties"]
    if section not in sections:
        return {}
    properties: Facts[str, Any] = resolve(sections[section]["items"])["properties"]
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
