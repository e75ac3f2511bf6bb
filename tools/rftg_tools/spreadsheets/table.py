"""Cards of a set as rows of a table, and rows of a table as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.blank.cards import KINDS_OF_CARDS
from rftg_dsl.diagnostics.nearest import nearest
from rftg_dsl.games import GAMES, RACE, ROLL, Game
from rftg_dsl.model import CardSet
from rftg_dsl.sets.units import Unit
from rftg_tools.spreadsheets.cells import BadCell, Problem, Row, Unreadable, column_name
from rftg_tools.spreadsheets.columns import (
    COST,
    POWERS,
    TYPE,
    Card,
    Column,
    columns_of,
    extra_columns,
    folded,
)

_OF_TILES_ALONE: Final = ("faction", "home", "beside", "other side", "home world", "other face")
"""Heads that no table of cards has."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a table holds. rows: the row of each card. notes: what is left out, and why."""

    game: Game
    cards: tuple[Card, ...]
    rows: tuple[int, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def cards_of_unit(unit: Unit, card_set: CardSet) -> list[Card]:
    """Return the cards of a set that was compiled, with their powers as lines."""
    lines = {card.title: [line.text for line in card.powers] for card in card_set.cards}
    cards: list[Card] = [dict(card) for card in unit.data.get("cards") or ()]
    for card in cards:
        if POWERS in card:
            card[POWERS] = lines[card["title"]]
    return cards


def table_of_cards(cards: Sequence[Card], game: Game) -> list[list[str]]:
    """Return the head of a table and a row for each card."""
    columns = columns_of(game)
    head = [column.title for column in columns]
    return [head, *([column.write(card) for column in columns] for card in cards)]


def read_table(rows: Sequence[Row], game: Game | None = None) -> Read:
    """Return the cards of a table. game: None for the one that its head shows.

    What cannot be read is a problem of its cell. Raises Unreadable for a table without a head.
    """
    filled = [row for row in rows if not row.is_empty]
    if not filled:
        raise Unreadable("the table is empty")
    head, *rest = filled
    reader = _Reader(head, game or _game_of(head))
    cards = [(card, row.number) for row in rest if (card := reader.card(row)) is not None]
    return Read(
        reader.game,
        tuple(card for card, _row in cards),
        tuple(row for _card, row in cards),
        tuple(reader.problems),
        tuple(reader.notes()),
    )


def _game_of(head: Row) -> Game:
    names = {folded(cell) for cell in head.cells}
    return ROLL if names & set(_OF_TILES_ALONE) else RACE


class _Reader:
    """Reads rows below a head. problems: of cells so far."""

    def __init__(self, head: Row, game: Game) -> None:
        self.game = game
        self.problems: list[Problem] = []
        self._left_out: Counter[int] = Counter()
        self._head = head
        self._columns: dict[int, Column] = {}
        known = {name: one for one in extra_columns(game) for name in one.names}
        known |= {name: one for one in columns_of(game) for name in one.names}
        for index, cell in enumerate(head.cells):
            self._take_column(index, cell, known)
        self._known = known
        if not any(one.title == "Title" for one in self._columns.values()):
            raise Unreadable(
                f"row {head.number} has no column `Title`: the first row says what each column"
                f" holds, such as {', '.join(one.title for one in columns_of(game))}"
            )

    def _take_column(self, index: int, cell: str, known: dict[str, Column]) -> None:
        found = known.get(folded(cell))
        if found is None:
            return
        if found in self._columns.values():
            self._refuse(self._head.number, index, cell, "another column holds that already")
        else:
            self._columns[index] = found

    def _refuse(self, row: int, column: int, text: str, help: str) -> None:
        self.problems.append(Problem(row, column, text, help))

    def card(self, row: Row) -> Card | None:
        """Return the card of a row as far as it can be read; None for a row of notes alone."""
        card: Card = {}
        odd = dict(row.odd)
        for index, text in enumerate(row.cells):
            column = self._columns.get(index)
            if index in odd:
                self._refuse(row.number, index, text, odd[index])
            elif text.strip() and column is None:
                self._left_out[index] += 1
            elif text.strip() and column is not None:
                self._read(card, row, index, column)
        if not card and not any(index in odd for index in self._columns):
            return None
        self._need(card, row)
        return _with_type(card)

    def _read(self, card: Card, row: Row, index: int, column: Column) -> None:
        """Add what a cell says to a card."""
        text = row.cells[index]
        try:
            keys = column.read(text.replace("\u00a0", " ").strip())
        except BadCell as problem:
            self._refuse(row.number, index, text, str(problem))
            card.setdefault(_UNREAD, []).append(column.title)
            return
        for key, value in keys.items():
            if key == POWERS:
                card.setdefault(POWERS, []).extend(value)
            elif card.setdefault(key, value) != value:
                self._refuse(row.number, index, text, "another cell of the row says otherwise")

    def _need(self, card: Card, row: Row) -> None:
        """Refuse a card without what each has, unless that could not be read."""
        unread = card.pop(_UNREAD, [])
        needed = {"Title": "title", "Type": TYPE, "Cost": COST}
        if self.game is RACE:
            needed["VP"] = "vp"
        for title, key in needed.items():
            if key not in card and title not in unread and not self._is_odd(row, title):
                self._refuse(row.number, self._index(title), "", _WANTED[title])

    def _is_odd(self, row: Row, title: str) -> bool:
        return any(index == self._index(title) for index, _problem in row.odd)

    def _index(self, title: str) -> int:
        """Return the column of a title; where there is none, the first one behind all."""
        found = (index for index, one in self._columns.items() if one.title == title)
        return next(found, len(self._head.cells))

    def notes(self) -> Iterator[str]:
        """Yield what is left out: columns that stand for no key."""
        for index, count in sorted(self._left_out.items()):
            cell = self._head.cells[index] if index < len(self._head.cells) else ""
            near = nearest(folded(cell), list(self._known)) if cell.strip() else None
            meant = f"; if it is `{self._known[near].title}`, call it so" if near else ""
            name = f"{cell.strip()!r}" if cell.strip() else "no name"
            cells = "1 cell" if count == 1 else f"{count} cells"
            yield f"column {column_name(index)} ({name}) is left out, with {cells}{meant}"


_UNREAD: Final = "\0unread"
_WANTED: Final = {
    "Title": "write the title",
    "Type": f"write `{'`, `'.join(KINDS_OF_CARDS)}` in a column `Type`",
    "Cost": "write the cost or defense in a column `Cost`",
    "VP": "write the points in a column `VP`: a whole number, or `variable`",
}


def _with_type(card: Card) -> Card:
    """Return a card with the key that says its type, which is the cost, in place of the two."""
    kind, cost = card.pop(TYPE, None), card.pop(COST, None)
    made: dict[str, Any] = dict(card)
    if kind is not None and cost is not None:
        made[kind] = cost
    return made


def game_named(name: str | None) -> Game | None:
    """Return a game by its id, None for no name."""
    return GAMES[name] if name else None
