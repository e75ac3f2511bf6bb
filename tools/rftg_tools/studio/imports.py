"""Import of a table in the studio: a preview of its columns and rows, then a set with its cards.

Nothing of an upload is stored; the page sends the table again with each request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.adding import CannotAddCard, insert_cards
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR
from rftg_dsl.games import Game
from rftg_dsl.sets.caching import SourceCache
from rftg_tools.spreadsheets.columns import KEYWORDS, columns_of
from rftg_tools.spreadsheets.table import (
    Head,
    ParsedTable,
    canonicalize_cards,
    draft_file,
    file_keywords,
    read_table,
    required_keywords,
)
from rftg_tools.spreadsheets.table_files import (
    MissingLibrary,
    Problem,
    Row,
    UnreadableTable,
    cell_name,
    column_name,
    read_csv,
    read_workbook,
)
from rftg_tools.studio.editing import SetKey, SetSetting, apply_change
from rftg_tools.studio.sheet import CannotEdit, Data, comparable, read, with_lines

_WORKBOOK: Final = b"PK\x03\x04"
"""Start of a workbook, which is a ZIP archive."""
_MAX_ROWS: Final = 200
_MAX_SAMPLES: Final = 3
_MAX_TEXT: Final = 80


class CannotImport(ValueError):
    """Raised for a table that cannot be read or imported, with the reason."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table, and how its columns are read.

    rows, sheets: results of `read_rows`. game: None to recognize it. columns: chosen titles by
    index, "" to leave a column out. into: a file and its text that get the cards, None for a new
    file at `path` with `head`.
    """

    rows: Sequence[Row]
    sheets: tuple[str, ...]
    path: Path
    head: Head
    game: Game | None = None
    columns: Mapping[int, str] = field(default_factory=dict)
    into: str | None = None


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """A table that was read, and the text that it gives.

    sheets: names of all sheets, the one that was read first. text: "" if no card can be read.
    added, changed: titles of new cards, and of cards of the set that get other values.
    keywords: new keywords that the text declares.
    """

    header: Sequence[str]
    rows: Sequence[Row]
    sheets: tuple[str, ...]
    table: ParsedTable
    text: str
    compilation: Compilation | None
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


async def read_rows(data: bytes, sheet: str | None) -> tuple[Sequence[Row], tuple[str, ...]]:
    """Return the rows of a table, and the names of all sheets, the one that was read first.

    sheet: name of a sheet, None for the first. Raises CannotImport.
    """
    try:
        if not data.startswith(_WORKBOOK):
            return read_csv(data), ()
        rows, others = await read_workbook(data, sheet)
    except MissingLibrary as missing:
        why = f"Workbooks need {missing}. Install it, or save the table as CSV UTF-8."
        raise CannotImport(why) from None
    except UnreadableTable as problem:
        raise _unreadable(problem) from None
    return rows, (sheet or "", *others)


def _unreadable(problem: UnreadableTable) -> CannotImport:
    return CannotImport(f"The table can't be read: {problem}.")


def import_table(request: TableRequest) -> ImportedTable:
    """Read a table, and return the text that it gives. Writes nothing. Raises CannotImport."""
    try:
        table = read_table(request.rows, _game_of(request), _keywords_of(request), request.columns)
    except UnreadableTable as problem:
        raise _unreadable(problem) from None
    header, *filled = [row for row in request.rows if not row.is_empty]
    refused = {problem.row for problem in table.problems}
    pairs = zip(table.cards, table.rows, strict=True)
    cards = [card for card, row in pairs if row not in refused]
    parts: Data = {"text": "", "compilation": None}
    if cards and request.into is None:
        draft = draft_file(request.path, cards, table.game, request.head)
        titles = tuple(str(card["title"]) for card in cards)
        parts = {"text": draft.text, "compilation": draft.compilation, "added": titles}
        parts["keywords"] = draft.keywords
    elif cards:
        parts = _add_to_set(request, cards, table.game)
    return ImportedTable(header.cells, filled, request.sheets, table, **parts)


def _game_of(request: TableRequest) -> Game | None:
    """Return the game of the set that gets the cards, or the chosen game."""
    if request.into is None:
        return request.game
    return read(request.path, request.into).report.game


def _keywords_of(request: TableRequest) -> Any:
    """Return a function for the keywords that cards can have."""
    if request.into is None:
        return lambda game: required_keywords(request.path, game, request.head)
    return lambda _game: file_keywords(request.path, str(request.into))


# --- cards for an open set


def _add_to_set(request: TableRequest, cards: Sequence[Data], game: Game) -> Data:
    """Return the text of a set with new cards, and other values for cards with the same titles."""
    path, text = request.path, str(request.into)
    if "\r" in text:
        raise CannotImport("The file has Windows line ends. Import into a new set instead.")
    try:
        known = {_title_of(card): index for index, card in enumerate(_cards_of(path, text))}
        old = [card for card in cards if _title_of(card) in known]
        new = [card for card in cards if _title_of(card) not in known]
        changed = []
        for card in canonicalize_cards(old, game):
            before = text
            text = _change_card(path, text, known[_title_of(card)], card)
            changed += [str(card["title"])] if text != before else []
        if new:
            text, _lines = insert_cards(text, read(path, text), canonicalize_cards(new, game))
        text, keywords = _declare_keywords(path, text, cards)
    except (CannotAddCard, CannotEdit) as problem:
        raise CannotImport(f"The cards can't be added: {problem}") from None
    cache = SourceCache()
    cache.put(path, text)
    return {
        "text": text,
        "compilation": compile_files([path], cache, design=True),
        "added": tuple(str(card["title"]) for card in new),
        "changed": tuple(changed),
        "keywords": keywords,
    }


def _cards_of(path: Path, text: str) -> list[Data]:
    cards = comparable(read(path, text).data).get("cards") or []
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise CannotEdit("the set has an invalid card. Fix it in the text.")
    return cards


def _title_of(card: Mapping[str, Any]) -> str:
    return str(card.get("title", "")).casefold()


def _change_card(path: Path, text: str, index: int, card: Mapping[str, Any]) -> str:
    """Return a text in which a card has the values of a row; keys that the row lacks stay."""
    current = _cards_of(path, text)[index]
    types = read(path, text).report.game.types
    old_type = next((key for key in types if key in current), "")
    for key, value in with_lines(card).items():
        if current.get(key) == value:
            continue
        replaced = old_type if key in types and key != old_type else ""
        text = apply_change(path, text, SetKey(index, key, value, replaced))
    return text


def _declare_keywords(path: Path, text: str, cards: Sequence[Data]) -> tuple[str, tuple[str, ...]]:
    known = file_keywords(path, text)
    words = dict.fromkeys(chain.from_iterable(card.get(KEYWORDS, ()) for card in cards))
    new = tuple(word for word in words if word not in known)
    own = read(path, text).data.get(KEYWORDS) or []
    return (apply_change(path, text, SetSetting(KEYWORDS, [*own, *new])) if new else text), new


# --- preview


def preview_of(imported: ImportedTable) -> Data:
    """Return everything about a table that the page shows, without cells of left out columns."""
    table = imported.table
    findings = imported.compilation.diagnostics if imported.compilation else ()
    errors = sum(finding.severity == ERROR for finding in findings)
    by_row: dict[int, list[Data]] = {}
    left_out = {index for index, title in enumerate(table.columns) if not title}
    losses = [loss for loss in table.losses if loss.column not in left_out]
    for problem in sorted([*table.problems, *losses]):
        is_lost = problem in table.losses
        by_row.setdefault(problem.row, []).append(_problem_data(problem, is_lost))
    cards = dict(zip(table.rows, table.cards, strict=True))
    return {
        "game": table.game.id,
        "sheets": list(imported.sheets),
        "columns": _columns(imported),
        "choices": [column.title for column in columns_of(table.game)],
        "rows": [
            {"row": row, "keys": cards.get(row, {}), "problems": by_row.get(row, [])}
            for row in sorted({*cards, *by_row})[:_MAX_ROWS]
        ],
        "count": len(cards),
        "problems": len(table.problems),
        "losses": len(losses),
        "notes": list(table.notes),
        "added": list(imported.added),
        "changed": list(imported.changed),
        "keywords": list(imported.keywords),
        "errors": errors,
        "warnings": len(findings) - errors,
    }


def _columns(imported: ImportedTable) -> list[Data]:
    """Return the header of each column, some of its cells, and the title that it stands for."""
    result = []
    for index, title in enumerate(imported.table.columns):
        cells = (row.cells[index] for row in imported.rows if index < len(row.cells))
        samples = [" ".join(cell.split())[:_MAX_TEXT] for cell in cells if cell.strip()]
        header = imported.header[index].strip()[:_MAX_TEXT]
        result.append(
            {
                "name": column_name(index),
                "header": header,
                "samples": samples[:_MAX_SAMPLES],
                "title": title,
            }
        )
    return result


def _problem_data(problem: Problem, is_lost: bool) -> Data:
    return {
        "cell": cell_name(problem.row, problem.column),
        "text": " ".join(problem.text.split())[:_MAX_TEXT],
        "help": problem.help,
        "isLost": is_lost,
    }
