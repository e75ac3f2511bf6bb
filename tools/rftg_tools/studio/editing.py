"""Changes of a card that a form makes, made in the text of its file, whose comments stay.

Every change is read again: what it was not about must be as it was, or it is not made.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Facts
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.fixing import BOM
from rftg_dsl.source.quoting import split_lines
from rftg_tools.studio.sheet import (
    CannotEdit,
    Data,
    Section,
    Sheet,
    comparable,
    read,
    with_lines,
)

_PARTS: Final = (str, int)
"""What the parts of a mapping or a list can be."""


@dataclass(frozen=True, slots=True)
class Put:
    """A key of a card gets a value, None to leave it out; in place of another key, if one is named.

    value: a text, a number, a list of texts, or a mapping, as the schema has it.
    """

    card: int
    key: str
    value: Any
    instead_of: str = ""
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A card is there once more, behind itself, with another title."""

    card: int
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Delete:
    """A card goes, with its comments."""

    card: int
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Move:
    """A card goes to another place among those of the file, counted from 0 without itself."""

    card: int
    to: int
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Add:
    """A new card is written behind the last one."""

    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Replace:
    """A card becomes what it was in a version. text: its lines from the dash on, which is first."""

    card: int
    text: str
    section: Section = Section.CARDS


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
    plain = body.replace("\r\n", "\n")
    if "\r" in plain:
        raise CannotEdit("the file has line ends of an old Mac; save it with others first")
    sheet = Sheet(path, plain, change.section)
    expected = _make(sheet, change)
    new = "".join(sheet.lines)
    data = comparable(read(path, new).data)
    if data != {**comparable(sheet.unit.data), change.section: expected}:
        raise CannotEdit("the form cannot make this change in the text as it is; write it there")
    return mark + new.replace("\n", end)


def _make(sheet: Sheet, change: Change) -> list[Data]:
    """Make a change in the lines of a sheet, and return the cards that must be there then."""
    expected = [dict(card) for card in sheet.data]
    match change:
        case Put():
            sheet.put(change.card, change.key, change.value, change.instead_of)
            _put(expected[change.card], change)
        case Duplicate():
            title = sheet.duplicate(change.card)
            expected.insert(change.card + 1, {**expected[change.card], "title": title})
        case Delete():
            sheet.delete(change.card)
            del expected[change.card]
        case Move():
            sheet.move(change.card, change.to)
            expected.insert(change.to, expected.pop(change.card))
        case Add():
            expected += sheet.add()
        case Replace():
            expected[change.card] = sheet.replace(change.card, change.text)
    return expected


def _put(card: Data, change: Put) -> None:
    """Change the data of a card as the change says."""
    if change.instead_of:
        card.pop(change.instead_of, None)
    if change.value is None or (change.key == "powers" and not change.value):
        card.pop(change.key, None)
    else:
        card[change.key] = change.value
        if change.key == "powers":
            card |= with_lines({"powers": "\n".join(change.value)})


def sheet_of(path: Path, text: str) -> Data:
    """Return the game of a file, and its cards and goals, each with its lines and its keys.

    The lines are the first and the last one, from 1. Raises CannotEdit.
    """
    plain = text.removeprefix(BOM).replace("\r\n", "\n")
    sheets = {section: Sheet(path, plain, section) for section in Section}
    told = {section.value: sheet.told() for section, sheet in sheets.items()}
    return {"game": sheets[Section.CARDS].game.id, "lines": len(split_lines(plain)), **told}


def read_change(data: Any) -> Change:
    """Return the change that a page asks for, as {"do": ..., ...}. Raises CannotEdit."""
    try:
        made = dict(data)
        change = _CHANGES[made.pop("do")](**made | _section(made))
    except (TypeError, ValueError, KeyError):
        raise CannotEdit("the form asked for a change that there is not") from None
    whole = [getattr(change, name, 0) for name in ("card", "to")]
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in whole):
        raise CannotEdit("cards are named by their numbers")
    if isinstance(change, Replace) and not isinstance(change.text, str):
        raise CannotEdit("a version is a text")
    if isinstance(change, Put) and not _is_value(change):
        raise CannotEdit(f"a card cannot have {change.key!r:.100} of this sort")
    return change


def _section(made: Data) -> Data:
    return {"section": Section(made["section"])} if "section" in made else {}


def _is_value(change: Put) -> bool:
    """Return whether a value is of a sort that some key has."""
    value: Any = change.value
    if not isinstance(change.key, str) or not isinstance(change.instead_of, str):
        return False
    if change.key == "powers":
        return value is None or (isinstance(value, list) and _are(value, str))
    if isinstance(value, list):
        return _are(value, str)
    if isinstance(value, dict):
        return _are(value.values(), _PARTS)
    return value is None or (isinstance(value, _PARTS) and not isinstance(value, bool))


def _are(values: Any, sort: type | tuple[type, ...]) -> bool:
    return all(isinstance(one, sort) and not isinstance(one, bool) for one in values)
