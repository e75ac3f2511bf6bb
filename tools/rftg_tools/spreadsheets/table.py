"""Conversion between the cards of a set and the rows of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl.blank.cards import KINDS_OF_CARDS, canonicalize_card
from rftg_dsl.blank.sets import format_card, format_key, title_from_id
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.text import counted, nearest
from rftg_dsl.games import DEFAULT, Game
from rftg_dsl.games import GAMES as LANGUAGES
from rftg_dsl.model import CardSet
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Scalar, is_flow, last_line, split_lines
from rftg_tools.games import GAMES
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
    columns_of,
    extra_columns,
    find_column,
    fold_header,
    is_comment,
    split_keywords,
)
from rftg_tools.spreadsheets.table_files import (
    BadCell,
    Problem,
    Row,
    UnreadableTable,
    column_name,
    write_csv,
)

_TILE_HEADERS: Final = frozenset(
    ("faction", "home", "beside", "other side", "home world", "other face")
)
"""Headers that only tables of tiles have."""


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """The cards of a table.

    rows: the row of each card. problems: unusable cells without which there is no card.
    losses: other unusable cells, whose values are left out. notes: columns of comments. columns:
    title of the column that each cell of the header stands for, or "" if it is left out.
    """

    game: Game
    cards: tuple[Card, ...]
    rows: tuple[int, ...]
    problems: tuple[Problem, ...]
    losses: tuple[Problem, ...]
    notes: tuple[str, ...]
    columns: tuple[str, ...] = ()


def cards_of_unit(unit: Unit, card_set: CardSet) -> list[Card]:
    """Return the cards of a compiled set, with their powers as lines."""
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
    columns: Mapping[int, str] | None = None,
) -> ParsedTable:
    """Return the cards of a table, with a problem for each cell that cannot be read.

    game: None to recognize it by the headers. keywords: returns the known keywords of a game.
    columns: titles by index that replace those recognized by the headers, "" to leave out.
    Raises UnreadableTable for an empty table, and without `columns` for one without titles.
    """
    filled = [row for row in rows if not row.is_empty]
    if not filled:
        raise UnreadableTable("the table is empty")
    header, *rest = filled
    if game is None:
        of_tiles = next(game for game in LANGUAGES.values() if game.has_tiles)
        game = DEFAULT if _TILE_HEADERS.isdisjoint(map(fold_header, header.cells)) else of_tiles
    reader = _Reader(header, game, keywords(game), columns)
    cards = reader.cards(rest)
    return ParsedTable(
        game,
        tuple(card for card, _row in cards),
        tuple(row for _card, row in cards),
        tuple(sorted(reader.problems)),
        tuple(sorted(reader.losses)),
        tuple(reader.notes()),
        reader.column_titles(),
    )


@dataclass(slots=True)
class _Draft:
    """A card that is being read from a row.

    columns: index of the column that gave each key. unread: titles of columns with bad cells.
    keywords: column and text of each keyword.
    """

    row: Row
    card: Card = field(default_factory=dict)
    columns: dict[str, int] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    keywords: list[tuple[int, str]] = field(default_factory=list)


class _Reader:
    """Reader of the rows below a header, which collects the problems of cells."""

    def __init__(
        self,
        header: Row,
        game: Game,
        keywords: Collection[str],
        chosen: Mapping[int, str] | None,
    ) -> None:
        self.game = game
        self.problems: list[Problem] = []
        self.losses: list[Problem] = []
        self._comments: Counter[int] = Counter()
        self._header = header
        columns = (*extra_columns(game), *columns_of(game))
        self._by_name = {name: column for column in columns for name in column.names}
        self._columns = {
            index: column
            for index, cell in enumerate(header.cells)
            if (column := find_column(cell, self._by_name))
        }
        by_title = {column.title: column for column in columns}
        choices = (chosen or {}).items()
        self._left_out = {index for index, title in choices if title not in by_title}
        self._columns |= {index: by_title[title] for index, title in choices if title in by_title}
        for index in self._left_out:
            self._columns.pop(index, None)
        self._keywords = set(keywords)
        if not self._has_column("Title") and chosen is None:
            raise UnreadableTable(
                f"row {header.number} has no column `Title`: the first row says what each column"
                f" holds, such as {', '.join(column.title for column in columns_of(game))}"
            )

    def column_titles(self) -> tuple[str, ...]:
        """Return the title of each column, "" for one that is left out."""
        indexes = range(len(self._header.cells))
        return tuple(self._columns[i].title if i in self._columns else "" for i in indexes)

    def _has_column(self, title: str) -> bool:
        return any(column.title == title for column in self._columns.values())

    def cards(self, rows: Sequence[Row]) -> list[tuple[Card, int]]:
        """Return each card as far as it can be read, with the number of its row."""
        drafts = [self._draft(row) for row in rows]
        drafts = [draft for draft in drafts if draft.card or draft.unread or draft.keywords]
        parts = (part for draft in drafts for _column, part in draft.keywords)
        self._keywords |= {part for part in parts if " " not in part}
        for draft in drafts:
            self._set_keywords(draft)
            self._join_goods(draft)
            self._join_type(draft)
            self._check_required(draft)
        return [(_with_type(draft.card), draft.row.number) for draft in drafts]

    def _refuse(self, row: int, column: int, text: str, help: str) -> None:
        """Record an unusable cell, as a problem if every card needs its column."""
        title = self._columns[column].title if column in self._columns else ""
        problems = self.problems if title in _REQUIRED else self.losses
        problems.append(Problem(row, column, text, help))

    def _draft(self, row: Row) -> _Draft:
        """Return the values of the cells of a row, each read separately."""
        draft = _Draft(row)
        invalid = dict(row.invalid)
        for index, text in enumerate(row.cells):
            column = self._columns.get(index)
            if column is None:
                self._skip(row, index)
            elif index in invalid:
                self._refuse(row.number, index, text, invalid[index])
                draft.unread.add(column.title)
            elif column.is_text or text.strip().casefold() not in _EMPTY:
                self._read(draft, index, column)
        return draft

    def _skip(self, row: Row, index: int) -> None:
        """Record a cell in a column without a key."""
        text = row.cells[index]
        header = self._header.cells[index].strip() if index < len(self._header.cells) else ""
        if is_comment(header) or index in self._left_out:
            self._comments[index] += bool(text.strip())
        elif text.strip():
            near = nearest(fold_header(header), list(self._by_name)) if header else None
            hint = f"; if you mean `{self._by_name[near].title}`, use that name" if near else ""
            what = f"no key of a card is called `{header}`" if header else "its column has no name"
            self._refuse(row.number, index, text, f"{what}{hint}")

    def _read(self, draft: _Draft, index: int, column: Column) -> None:
        """Add the value of a cell to a card; only powers and keywords can have several cells."""
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
        words: list[str] = []
        for column, part in draft.keywords:
            try:
                words += split_keywords(part, self._keywords)
            except BadCell as problem:
                self._refuse(draft.row.number, column, part, str(problem))
        if words:
            draft.card[KEYWORDS] = list(dict.fromkeys(words))

    def _join_goods(self, draft: _Draft) -> None:
        """Combine how a world gets its good and its kind into one key."""
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
            defense = None  # it is reported as Military
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
        """Record the cell that gave a key as unusable."""
        column = draft.columns[key]
        text = draft.row.cells[column]
        self.losses.append(Problem(draft.row.number, column, text, help))

    def _check_required(self, draft: _Draft) -> None:
        """Record a problem for each required key that is missing, unless its cell was unusable."""
        for title, (key, help) in _REQUIRED.items():
            is_required = key != "vp" or not self.game.has_tiles
            if is_required and key not in draft.card and title not in draft.unread:
                self.problems.append(Problem(draft.row.number, self._index(title), "", help))

    def _index(self, title: str) -> int:
        """Return the index of a column, or of the first free column if there is none."""
        indexes = (index for index, column in self._columns.items() if column.title == title)
        return next(indexes, len(self._header.cells))

    def notes(self) -> Iterator[str]:
        """Yield a note for each column of comments that is left out."""
        for index, count in sorted(self._comments.items()):
            if count:
                name = self._header.cells[index].strip()
                cells = counted(count, "cell")
                yield f"column {column_name(index)} ({name!r}) is left out, with {cells}"


def _is_one_cell(draft: _Draft, *keys: str) -> bool:
    """Return whether one cell gave several keys."""
    return len({draft.columns.get(key) for key in keys}) == 1


_EMPTY: Final = ("", "-", "–", "—", "n/a", "none")
"""Values that people write for an empty cell."""
_DIFFERS: Final = "another cell of the row has a different value"
_REQUIRED: Final = {
    "Title": ("title", "write the title"),
    "Type": (TYPE, f"write `{'`, `'.join(KINDS_OF_CARDS)}` in a column `Type`"),
    "Cost": (COST, "write the cost or defense in a column `Cost`"),
    "VP": ("vp", "write the points in a column `VP`: a whole number, or `variable`"),
}
"""Key and help of each required column, by title."""


def _with_type(card: Card) -> Card:
    """Return a card with type and cost combined into one key."""
    kind, cost = card.pop(TYPE, None), card.pop(COST, None)
    return card if kind is None or cost is None else {**card, kind: cost}


def export_csv(compilation: Compilation, card_set: CardSet) -> bytes:
    """Return the cards of a compiled set as CSV; the same cards give the same bytes."""
    (unit,) = (unit for unit in compilation.units if unit.id == card_set.id)
    return write_csv(table_of_cards(cards_of_unit(unit, card_set), LANGUAGES[card_set.game]))


def describe_omissions(card_set: CardSet) -> list[str]:
    """Return a note about the parts of a set that a table does not hold."""
    counts = ((len(card_set.goals), "goal"), (len(card_set.tests), "card test"))
    parts = " and ".join(counted(count, noun) for count, noun in counts if count)
    return [f"the table holds only the cards, without {parts} of the set"] if parts else []


_DASH: Final = 2


@dataclass(frozen=True, slots=True)
class Head:
    """Keys of a new file before its cards. requires: None for the default."""

    id: str
    title: str | None = None
    requires: tuple[str, ...] | None = None


class Draft(NamedTuple):
    """The text of a new file and its compilation. keywords: new keywords that it declares."""

    text: str
    compilation: Compilation
    keywords: tuple[str, ...] = ()


def draft_file(path: Path, cards: Sequence[Card], game: Game, head: Head) -> Draft:
    """Return a new file without writing it. It declares keywords that no required set has."""
    keys = _head_keys(head, game)
    keywords = {word for card in cards for word in card.get(KEYWORDS, ())}
    if new := sorted(keywords - required_keywords(path, game, head)):
        keys["keywords"] = new
    text = "\n".join([*_head_lines(keys), "", "cards:", *_card_lines(cards, game)]) + "\n"
    return Draft(text, _compile(path, text), tuple(new))


def required_keywords(path: Path, game: Game, head: Head) -> set[str]:
    """Return the keywords of the sets that a new file requires."""
    text = "\n".join(_head_lines(_head_keys(head, game))) + "\n"
    return {word for card_set in _compile(path, text).sets for word in card_set.keywords}


def file_keywords(path: Path, text: str) -> set[str]:
    """Return the keywords of a file and of the sets that it requires, even if cards are invalid."""
    compilation = _compile(path, text)
    inherited = {word for card_set in compilation.sets for word in card_set.keywords}
    own = (unit.data.get("keywords") or () for unit in compilation.units)
    return inherited.union(*own)


def _head_keys(head: Head, game: Game) -> dict[str, Any]:
    requires = (GAMES[game.id].first_set,) if head.requires is None else head.requires
    keys: dict[str, Any] = {"set": head.id}
    if game is not DEFAULT:
        keys["game"] = game.id
    return keys | {"title": head.title or title_from_id(head.id), "requires": list(requires)}


def _head_lines(keys: dict[str, Any]) -> list[str]:
    return [line for key, value in keys.items() if value for line in format_key(key, value)]


def replace_cards(path: Path, cards: Sequence[Card], other: Path, text: str) -> Draft:
    """Return a new file with these cards, and everything else from another file.

    Raises UnreadableTable if the other file is invalid.
    """
    unit = read_unit(other, other.name, text.encode("utf-8", "surrogatepass"))
    node = unit.root.values.get("cards") if unit.root else None
    if unit.root is None or (isinstance(node, Scalar) and node.text):
        raise UnreadableTable(f"{str(other)!r} cannot be read: run `rftg-dsl check` on it")
    lines = split_lines(text.replace("\r\n", "\n"))
    if isinstance(node, Items) and node.nodes and is_flow(node, lines):
        raise UnreadableTable(f"the cards of {str(other)!r} must be a list without brackets")
    game = unit.report.game
    new = [f"{line}\n" for line in _card_lines(cards, game)]
    if "cards" in unit.root.keys:
        start = unit.root.keys["cards"].region.line - 1
        end = max(start + 1, last_line(node, lines) if node else 0)
        new = [*lines[:start], "cards:\n", *new, *lines[end:]]
    else:
        new = [*lines, *(["\n"] if lines else []), "cards:\n", *new]
    return Draft("".join(new), _compile(path, "".join(new)))


def _card_lines(cards: Sequence[Card], game: Game) -> list[str]:
    """Return the cards as items of a list, with canonical powers."""
    lines: list[str] = []
    for card in canonicalize_cards(cards, game):
        lines += ["", *format_card(card, _DASH, game)]
    return lines[1:] if lines else []


def canonicalize_cards(cards: Sequence[Card], game: Game) -> list[Card]:
    """Return the cards of a table as in a card file, with canonical powers."""
    return [
        canonicalize_card(
            {**card, POWERS: "".join(f"{line}\n" for line in card[POWERS])}
            if POWERS in card
            else dict(card),
            game,
        )
        for card in cards
    ]


def _compile(path: Path, text: str) -> Compilation:
    cache = SourceCache()
    cache.put(path, text)
    return compile_files([path], cache, design=True)
