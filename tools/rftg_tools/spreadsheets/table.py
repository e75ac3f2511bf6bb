"""Cards of a set as rows of a table, and rows of a table as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rftg_dsl.blank.cards import KINDS_OF_CARDS
from rftg_dsl.diagnostics.nearest import nearest
from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.games import GAMES, RACE, ROLL, Game
from rftg_dsl.model import CardSet
from rftg_dsl.sets.units import Unit
from rftg_tools.spreadsheets.cells import BadCell, Problem, Row, Unreadable, column_name
from rftg_tools.spreadsheets.columns import (
    COST,
    DEFENSE,
    GOODS_HELP,
    HOW,
    KEYWORDS,
    KIND,
    MILITARY,
    POWERS,
    TYPE,
    Card,
    Column,
    column_named,
    columns_of,
    extra_columns,
    folded,
    is_comment,
    split_keywords,
)

_OF_TILES_ALONE: Final = ("faction", "home", "beside", "other side", "home world", "other face")
"""Heads that no table of cards has."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a table holds. rows: the row of each card. notes: columns of comments.

    problems: cells without which there is no card. losses: other cells that cannot be used, which
    the cards are without.
    """

    game: Game
    cards: tuple[Card, ...]
    rows: tuple[int, ...]
    problems: tuple[Problem, ...]
    losses: tuple[Problem, ...]
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


def read_table(
    rows: Sequence[Row],
    game: Game | None = None,
    keywords: Callable[[Game], Collection[str]] = lambda _game: (),
) -> Read:
    """Return the cards of a table.

    game: None for the one that its head shows. keywords: of a game, those that are known.
    What cannot be read is a problem of its cell. Raises Unreadable for a table without a head.
    """
    filled = [row for row in rows if not row.is_empty]
    if not filled:
        raise Unreadable("the table is empty")
    head, *rest = filled
    game = game or _game_of(head)
    reader = _Reader(head, game, keywords(game))
    cards = reader.cards(rest)
    return Read(
        game,
        tuple(card for card, _row in cards),
        tuple(row for _card, row in cards),
        tuple(sorted(reader.problems)),
        tuple(sorted(reader.losses)),
        tuple(reader.notes()),
    )


def _game_of(head: Row) -> Game:
    names = {folded(cell) for cell in head.cells}
    return ROLL if names & set(_OF_TILES_ALONE) else RACE


@dataclass(slots=True)
class _Draft:
    """The card of a row so far. columns: which one gave each key. unread: titles of columns."""

    row: Row
    card: Card = field(default_factory=dict)
    columns: dict[str, int] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    keywords: list[tuple[int, str]] = field(default_factory=list)


class _Reader:
    """Reads rows below a head. problems, losses: of cells so far."""

    def __init__(self, head: Row, game: Game, keywords: Collection[str]) -> None:
        self.game = game
        self.problems: list[Problem] = []
        self.losses: list[Problem] = []
        self._comments: Counter[int] = Counter()
        self._head = head
        self._known = {name: one for one in extra_columns(game) for name in one.names}
        self._known |= {name: one for one in columns_of(game) for name in one.names}
        found = ((index, column_named(cell, self._known)) for index, cell in enumerate(head.cells))
        self._columns = {index: column for index, column in found if column}
        self._keywords = set(keywords)
        if not self._has_column("Title"):
            raise Unreadable(
                f"row {head.number} has no column `Title`: the first row says what each column"
                f" holds, such as {', '.join(one.title for one in columns_of(game))}"
            )

    def _has_column(self, title: str) -> bool:
        return any(column.title == title for column in self._columns.values())

    def cards(self, rows: Sequence[Row]) -> list[tuple[Card, int]]:
        """Return the card of each row as far as it can be read, and the number of the row."""
        drafts = [self._draft(row) for row in rows]
        drafts = [draft for draft in drafts if draft.card or draft.unread or draft.keywords]
        parts = (part for draft in drafts for _column, part in draft.keywords)
        self._keywords |= {part for part in parts if " " not in part}
        for draft in drafts:
            self._set_keywords(draft)
            self._join_goods(draft)
            self._join_type(draft)
            self._need(draft)
        return [(_with_type(draft.card), draft.row.number) for draft in drafts]

    def _refuse(self, row: int, column: int, text: str, help: str) -> None:
        """Record a cell that cannot be used, as a problem if no card can do without it."""
        title = self._columns[column].title if column in self._columns else ""
        found = self.problems if title in _NEEDS else self.losses
        found.append(Problem(row, column, text, help))

    def _draft(self, row: Row) -> _Draft:
        """Return the values of the cells of a row, each read by itself."""
        draft = _Draft(row)
        odd = dict(row.odd)
        for index, text in enumerate(row.cells):
            column = self._columns.get(index)
            if column is None:
                self._pass_over(row, index)
            elif index in odd:
                self._refuse(row.number, index, text, odd[index])
                draft.unread.add(column.title)
            elif column.is_text or text.strip().casefold() not in _NOTHING:
                self._read(draft, index, column)
        return draft

    def _pass_over(self, row: Row, index: int) -> None:
        """Record a cell in a column without a key."""
        text = row.cells[index]
        head = self._head.cells[index].strip() if index < len(self._head.cells) else ""
        if is_comment(head):
            self._comments[index] += bool(text.strip())
        elif text.strip():
            near = nearest(folded(head), list(self._known)) if head else None
            meant = f"; if you mean `{self._known[near].title}`, use that name" if near else ""
            what = f"no key of a card is called `{head}`" if head else "its column has no name"
            self._refuse(row.number, index, text, f"{what}{meant}")

    def _read(self, draft: _Draft, index: int, column: Column) -> None:
        """Add the value of a cell to a card; several cells may add to its powers and keywords."""
        text = draft.row.cells[index].replace("\u00a0", " ").strip()
        if not text:
            return
        try:
            keys = column.read(text)
        except BadCell as problem:
            self._refuse(draft.row.number, index, text, str(problem))
            draft.unread.add(column.title)
            return
        for key, value in keys.items():
            if key == KEYWORDS:
                draft.keywords += [(index, part) for part in value]
            elif key == POWERS:
                draft.card.setdefault(POWERS, []).extend(value)
            elif draft.card.setdefault(key, value) != value:
                self._refuse(draft.row.number, index, text, _DIFFERS)
            draft.columns.setdefault(key, index)

    def _set_keywords(self, draft: _Draft) -> None:
        """Set the keywords of a card."""
        words: list[str] = []
        for column, part in draft.keywords:
            try:
                words += split_keywords(part, self._keywords)
            except BadCell as problem:
                self._refuse(draft.row.number, column, part, str(problem))
        if words:
            draft.card[KEYWORDS] = list(dict.fromkeys(words))

    def _join_goods(self, draft: _Draft) -> None:
        """Make one key of how a world gets its good and of which kind."""
        how, kind = draft.card.pop(HOW, None), draft.card.pop(KIND, None)
        if how and kind:
            draft.card[how] = kind
        elif how or kind:
            self._refuse_value(draft, HOW if how else KIND, GOODS_HELP)

    def _join_type(self, draft: _Draft) -> None:
        """Merge the Defense and Military columns into the type and cost."""
        card = draft.card
        defense, military = card.pop(DEFENSE, None), card.pop(MILITARY, None)
        if card.get(TYPE) == "development" and _is_one_cell(draft, DEFENSE, MILITARY):
            defense = None  # it is refused as Military
        is_military = military or card.get(TYPE) == "military world"
        if defense is not None and not (is_military and card.get(COST) == defense):
            if COST in card:
                self._refuse_value(draft, DEFENSE, _DIFFERS)
            elif self._has_column("Cost"):
                military = True
            card.setdefault(COST, defense)
        if military is None or TYPE not in card:
            return
        if military and card[TYPE] == "world":
            card[TYPE] = "military world"
        elif military != (card[TYPE] == "military world"):
            key = MILITARY if MILITARY in draft.columns else DEFENSE
            help = "a Military power is a power line, such as `settle: military +1`"
            self._refuse_value(draft, key, f"the row is that of a {card[TYPE]}; {help}")

    def _refuse_value(self, draft: _Draft, key: str, help: str) -> None:
        """Note the cell that gave a key."""
        column = draft.columns[key]
        text = draft.row.cells[column]
        self.losses.append(Problem(draft.row.number, column, text, help))

    def _need(self, draft: _Draft) -> None:
        """Refuse a card without what each has, unless that could not be read."""
        for title, (key, help) in _NEEDS.items():
            is_needed = key != "vp" or self.game is RACE
            if is_needed and key not in draft.card and title not in draft.unread:
                self.problems.append(Problem(draft.row.number, self._index(title), "", help))

    def _index(self, title: str) -> int:
        """Return the column of a title; where there is none, the first one behind all."""
        found = (index for index, one in self._columns.items() if one.title == title)
        return next(found, len(self._head.cells))

    def notes(self) -> Iterator[str]:
        """Yield a note for each column of comments that is left out."""
        for index, count in sorted(self._comments.items()):
            if count:
                name = self._head.cells[index].strip()
                cells = counted(count, "cell")
                yield f"column {column_name(index)} ({name!r}) is left out, with {cells}"


def _is_one_cell(draft: _Draft, *keys: str) -> bool:
    """Return whether one cell gave several keys."""
    return len({draft.columns.get(key) for key in keys}) == 1


_NOTHING: Final = ("", "-", "–", "—", "n/a", "none")
"""Values that people write for an empty cell."""
_DIFFERS: Final = "another cell of the row has a different value"
_NEEDS: Final = {
    "Title": ("title", "write the title"),
    "Type": (TYPE, f"write `{'`, `'.join(KINDS_OF_CARDS)}` in a column `Type`"),
    "Cost": (COST, "write the cost or defense in a column `Cost`"),
    "VP": ("vp", "write the points in a column `VP`: a whole number, or `variable`"),
}
"""What each card has, by the title of its column: the key, and what to write."""


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
