"""Editing of cards in a form: its fields, changes in the text, and the crop of pictures.

The schema of a game's cards defines the fields. Keys that exclude each other share a field. After
each change the text is read again; if anything else has changed, the change is rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, assert_never

from rftg_dsl.diagnostics.model import BOM
from rftg_dsl.games import Game
from rftg_dsl.sets.pictures import FRAME, BadPath, NotAPicture, find_picture
from rftg_dsl.source.nodes import split_lines
from rftg_dsl.source.schema import card_set_schema, resolve_reference
from rftg_tools.faces.facts import PHASE_LABELS
from rftg_tools.faces.pictures import measure_picture
from rftg_tools.raster.drawing import BadPicture
from rftg_tools.studio.set_sheet import new_entry, set_setting
from rftg_tools.studio.sheet import (
    CannotEdit,
    Section,
    Sheet,
    comparable,
    read,
    with_lines,
)
from rftg_tools.studio.test_entries import TestSheet, take_tests

Data = dict[str, Any]
NUMBER: Final = "number"
TEXT: Final = "text"
CHOICE: Final = "choice"
FLAG: Final = "flag"
WORDS: Final = "words"
LINES: Final = "lines"
PARTS: Final = "parts"
TABLE: Final = "table"
ENTRIES: Final = "entries"
_SCALARS: Final = (str, int)
_MAX_DEPTH: Final = 5
_MODULES: Final = "modules"
_BESIDE: Final = {"copies": "title", "vp": "development", "least": "first", "art": "drawing"}
"""Short fields, and the field that each of them follows in a row."""
_FOLDED: Final = frozenset(
    {"prestige", "start", "drawing", "art", "art keeps", "faction", "beside", "home", "needs"}
)
"""Keys that most cards do without."""
_SCORE: Final = "score"
_SCORE_BADGE: Final = "VP"


@cache
def fields(game: Game, section: Section = Section.CARDS) -> tuple[Data, ...]:
    """Return the fields of a card or goal of a game, in the order of the schema.

    A field has `keys`, their descriptions in `says`, and its `kind`: NUMBER, TEXT, CHOICE, FLAG (a
    choice with a single value), WORDS (a list), LINES (powers), PARTS (a mapping), TABLE (a mapping
    from names to values of a kind), or ENTRIES (a list of mappings). `beside` is the first key of
    the field that it follows in a row, or "". `is_folded`: most cards have no value for it.
    `excluded_by`: keys that no card with this field can have.
    """
    sections = card_set_schema(game)["properties"]
    if section not in sections:
        return ()
    schema = resolve_reference(sections[section]["items"])
    properties = schema["properties"]
    groups = _groups(schema)
    result: list[Data] = []
    for key in properties:
        group = next((group for group in groups if key in group), (key,))
        if key == group[0]:
            schemas = {name: resolve_reference(properties[name]) for name in group}
            first = schemas[key]
            result.append(
                {
                    "keys": list(group),
                    "required": key in schema["required"] or group in _required_groups(schema),
                    "says": {name: schemas[name]["description"] for name in group},
                    "example": next(iter(first.get("examples", ())), None),
                    "default": first.get("default"),
                    "beside": _BESIDE.get(key, ""),
                    "is_folded": key in _FOLDED,
                    "excluded_by": _excluding_keys(schema, group),
                    **field_kind(first),
                }
            )
    return tuple(result)


def phases(game: Game) -> list[Data]:
    """Return the prefixes of a game's power lines in order, each with its badge on faces or ""."""
    badges = {**PHASE_LABELS.get(game.id, {}), _SCORE: _SCORE_BADGE}
    return [{"key": phase, "badge": badges.get(phase, "")} for phase in game.order]


def _excluding_keys(schema: Mapping[str, Any], group: tuple[str, ...]) -> list[str]:
    """Return the keys outside a group that exclude every key of the group."""
    exclusive = _exclusive_pairs(schema)
    return [
        key
        for key in schema["properties"]
        if key not in group and all(frozenset((key, member)) in exclusive for member in group)
    ]


def _exclusive_pairs(schema: Mapping[str, Any]) -> set[frozenset[str]]:
    """Return the sets of keys that a card cannot have together."""
    rules = schema.get("allOf", ())
    return {frozenset(rule["not"]["required"]) for rule in rules if "not" in rule}


def _groups(schema: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the groups of keys that exclude each other."""
    groups = [*_required_groups(schema)]
    properties = schema["properties"]
    exclusive = _exclusive_pairs(schema)
    ungrouped = [key for key in properties if not any(key in group for group in groups)]
    while ungrouped:
        key = ungrouped.pop(0)
        kind = field_kind(resolve_reference(properties[key]))
        partners = [
            candidate
            for candidate in ungrouped
            if frozenset((key, candidate)) in exclusive
            and field_kind(resolve_reference(properties[candidate])) == kind
        ]
        if partners:
            groups.append((key, *partners))
            ungrouped = [key for key in ungrouped if key not in partners]
    return groups


def _required_groups(schema: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the groups from which a card has exactly one key."""
    rules = (rule["oneOf"] for rule in schema.get("allOf", ()) if "oneOf" in rule)
    return [tuple(option["required"][0] for option in rule) for rule in rules]


def field_kind(schema: Mapping[str, Any]) -> Data:
    """Return the kind of a field with its bounds or choices."""
    if "const" in schema:
        schema = {"enum": [schema["const"]]}
    if "enum" in schema:
        choices = schema["enum"]
        return {"kind": FLAG if len(choices) == 1 else CHOICE, "choices": list(choices)}
    if "anyOf" in schema:
        return _union_kind(schema["anyOf"])
    match schema["type"]:
        case "integer":
            return {"kind": NUMBER, "least": schema["minimum"], "most": schema["maximum"]}
        case "array":
            each = resolve_reference(schema["items"])
            if each.get("type") == "object":
                return {"kind": ENTRIES, **_parts_kind(each)}
            return {"kind": WORDS, "most": schema.get("maxItems", 0), "each": each.get("enum", [])}
        case "object":
            if "properties" in schema:
                return {"kind": PARTS, **_parts_kind(schema)}
            value = resolve_reference(schema["additionalProperties"])
            return {"kind": TABLE, "value": field_kind(value)}
    if "\n" in str(next(iter(schema.get("examples", ())), "")):
        return {"kind": LINES}
    return {"kind": TEXT, "most": schema.get("maxLength", 0)}


def _parts_kind(schema: Mapping[str, Any]) -> Data:
    """Return the kinds of the keys of a mapping, and the keys that it needs."""
    parts = {
        key: {**field_kind(rules := resolve_reference(part)), "says": rules.get("description", "")}
        for key, part in schema["properties"].items()
    }
    return {"parts": parts, "needed": list(schema.get("required", ()))}


def _union_kind(options: list[Mapping[str, Any]]) -> Data:
    """Return the kind of a key that accepts several types of values."""
    kind: Data = {"kind": TEXT, "most": 0, "choices": []}
    for option in options:
        if option.get("type") == "integer":
            kind |= {"kind": NUMBER, "least": option["minimum"], "most": option["maximum"]}
        kind["choices"] += option.get("enum", [option["const"]] if "const" in option else [])
    return kind


# --- changes


@dataclass(frozen=True, slots=True)
class SetKey:
    """Set a key of a card. value: a valid value, or None to remove the key.

    instead_of: a key to replace, or "" if there is none.
    """

    card: int
    key: str
    value: Any
    instead_of: str = ""
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Insert a copy of a card, with another title, after the card."""

    card: int
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete a card with its comments, and the tests that name no other card of the set."""

    card: int
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card. to: its index after the move."""

    card: int
    to: int
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class Add:
    """Add a new card at the end. entry: the keys of a test."""

    section: Section = Section.CARDS
    entry: Data | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace a card by an earlier version. text: its lines from the dash on."""

    card: int
    text: str
    section: Section = Section.CARDS


@dataclass(frozen=True, slots=True)
class SetSetting:
    """Set a top-level key of the set. value: plain data, or None to remove the key."""

    key: str
    value: Any


EntryChange = SetKey | Duplicate | Delete | Move | Add | Replace
Change = EntryChange | SetSetting
_CHANGES: Final[Mapping[str, Callable[..., Change]]] = {
    "put": SetKey,
    "set": SetSetting,
    "duplicate": Duplicate,
    "delete": Delete,
    "move": Move,
    "add": Add,
    "replace": Replace,
}


def apply_change(path: Path, text: str, change: Change) -> str:
    """Return the text of a card file after a change. Raises CannotEdit."""
    mark = BOM if text.startswith(BOM) else ""
    body = text.removeprefix(mark)
    line_end = "\r\n" if "\r\n" in body else "\n"
    plain = body.replace("\r\n", "\n")
    if "\r" in plain:
        raise CannotEdit("The file has classic Mac line ends. Save it with other line ends first.")
    settings = _settings_of(path, plain, change)
    if settings:
        new = plain
        for key, value in settings.items():
            new, expected = set_setting(path, new, key, value)
    else:
        assert not isinstance(change, SetSetting)
        sheet = _open_sheet(path, plain, change.section)
        entries = _change_lines(sheet, change)
        new, expected = "".join(sheet.lines), sheet.data_with(entries)
        if isinstance(change, Delete) and change.section is Section.CARDS:
            new, expected = _delete_tests(path, new, expected, sheet.data[change.card])
    if comparable(read(path, new).data) != comparable(expected):
        raise CannotEdit("The form can't make this change. Make it in the text.")
    return mark + new.replace("\n", line_end)


def _delete_tests(path: Path, text: str, data: Data, card: Data) -> tuple[str, Data]:
    """Return a text and its data without the tests of a deleted card alone."""
    titles = {str(other.get("title", "")) for other in data[Section.CARDS]}
    with suppress(CannotEdit):  # what has mistakes in its tests keeps them
        text, taken = take_tests(path, text, {str(card.get("title", ""))} - titles, titles)
        deleted = [test.entry for test in taken]
        tests = [test for test in data.get(Section.TESTS, ()) if test not in deleted]
        data = {key: data[key] for key in data if key != Section.TESTS}
        if tests:
            data[Section.TESTS] = tests
    return text, data


def _open_sheet(path: Path, text: str, section: Section) -> Sheet:
    return (TestSheet if section is Section.TESTS else Sheet)(path, text, section)


def _settings_of(path: Path, text: str, change: Change) -> Data:
    """Return the top-level keys that a change sets, {} if it changes an entry of a list.

    The first entry of a list brings the list, and the rule module of the same name; the last one
    takes the list away.
    """
    if isinstance(change, SetSetting):
        return {change.key: change.value}
    if change.section in (Section.CARDS, Section.TESTS) or not isinstance(change, Add | Delete):
        return {}
    sheet = Sheet(path, text, change.section)
    if isinstance(change, Delete):
        return {change.section.value: None} if len(sheet.data) == 1 and not change.card else {}
    if sheet.data:
        return {}
    settings: Data = {change.section.value: [new_entry(sheet.unit, sheet.section, sheet.data)]}
    modules = sheet.unit.data.get(_MODULES, [])
    names = resolve_reference(card_set_schema(sheet.game)["properties"].get(_MODULES, {}))
    choices = resolve_reference(names.get("items", {})).get("enum", ())
    if isinstance(modules, list) and change.section in choices and change.section not in modules:
        settings[_MODULES] = [*modules, change.section.value]
    return settings


def _change_lines(sheet: Sheet, change: EntryChange) -> list[Data]:
    """Make a change in the lines of a sheet, and return the expected cards."""
    expected = [dict(card) for card in sheet.data]
    match change:
        case SetKey():
            sheet.set_key(change.card, change.key, change.value, change.instead_of)
            _set_key(expected[change.card], change)
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
            if sheet.section is Section.CARDS:
                expected += sheet.add()
            else:
                expected.append(_new_entry(sheet, change))
                sheet.add_entry(expected[-1])
        case Replace():
            expected[change.card] = sheet.replace(change.card, change.text)
        case _:
            assert_never(change)
    return expected


def _new_entry(sheet: Sheet, change: Add) -> Data:
    if isinstance(sheet, TestSheet):
        return sheet.complete(change.entry or {})
    return new_entry(sheet.unit, sheet.section, sheet.data)


def _set_key(card: Data, change: SetKey) -> None:
    if change.instead_of:
        card.pop(change.instead_of, None)
    if change.value is None or (change.key == "powers" and not change.value):
        card.pop(change.key, None)
    else:
        card[change.key] = change.value
        if change.key == "powers":
            card |= with_lines({"powers": "\n".join(change.value)})


def sheet_of(path: Path, text: str) -> Data:
    """Return the game and keywords of a file, and its cards and goals with their lines and keys.

    Line numbers start at 1. Without `isPlain`, entries that are no valid YAML may be left out.
    Raises CannotEdit.
    """
    plain = text.removeprefix(BOM).replace("\r\n", "\n")
    sheets = {section: Sheet(path, plain, section) for section in (Section.CARDS, Section.GOALS)}
    entries = {section.value: sheet.data_for_page() for section, sheet in sheets.items()}
    with suppress(CannotEdit):  # a mistake in a test must not close the form of the cards
        entries[Section.TESTS] = _open_sheet(path, plain, Section.TESTS).data_for_page()
    sheet = sheets[Section.CARDS]
    return {
        "game": sheet.game.id,
        "keywords": [word for word, _region in sheet.unit.words("keywords")],
        "lines": len(split_lines(plain)),
        "isPlain": sheet.unit.read_plainly,
        Section.TESTS.value: [],
        **entries,
    }


def read_change(data: Any) -> Change:
    """Return the change that a page requests as {"do": ..., ...}. Raises CannotEdit."""
    try:
        members = dict(data)
        if members["do"] == "set":
            members.pop("section", None)
        elif "section" in members:
            members["section"] = Section(members["section"])
        change = _CHANGES[members.pop("do")](**members)
    except (TypeError, ValueError, KeyError):
        raise CannotEdit("unknown change") from None
    if not _are([getattr(change, name, 0) for name in ("card", "to")], int):
        raise CannotEdit("`card` and `to` must be numbers")
    if isinstance(change, Add) and not (change.entry is None or _is_plain(change.entry)):
        raise CannotEdit("this entry has an unknown form")
    if isinstance(change, Replace) and not isinstance(change.text, str):
        raise CannotEdit("`text` must be a string")
    if isinstance(change, SetSetting) and not (
        isinstance(change.key, str) and _is_plain(change.value)
    ):
        raise CannotEdit("this setting cannot have a value of this type")
    if isinstance(change, SetKey) and not _is_valid(change):
        raise CannotEdit(f"{change.key!r:.100} cannot have a value of this type")
    return change


def _is_valid(change: SetKey) -> bool:
    """Return whether the value has a type that a key can have."""
    value: Any = change.value
    if not isinstance(change.key, str) or not isinstance(change.instead_of, str):
        return False
    if change.section is Section.TESTS:
        return _is_plain(value)
    if change.key == "powers":
        return value is None or (isinstance(value, list) and _are(value, str))
    if isinstance(value, list):
        return _are(value, str)
    if isinstance(value, dict):
        return _are(value.values(), _SCALARS)
    return value is None or (isinstance(value, _SCALARS) and not isinstance(value, bool))


def _is_plain(value: Any, depth: int = 0) -> bool:
    """Return whether a value is a text, a number, or lists and mappings of them."""
    if isinstance(value, list | dict):
        parts = value.values() if isinstance(value, dict) else value
        names = value if isinstance(value, dict) else ()
        return (
            depth < _MAX_DEPTH
            and all(isinstance(name, str) and "\n" not in name for name in names)
            and all(part is not None and _is_plain(part, depth + 1) for part in parts)
        )
    if isinstance(value, str):
        return "\n" not in value
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _are(values: Iterable[Any], types: type | tuple[type, ...]) -> bool:
    return all(isinstance(value, types) and not isinstance(value, bool) for value in values)


# --- pictures


class NoCrop(ValueError):
    """Raised for a picture that cannot be used, with the reason."""


def crop_of(name: str, folder: Path) -> dict[str, Any]:
    """Return the direction and amount by which a picture exceeds its frame.

    name: path relative to `folder`. The result has `over`: 0.5 for a picture that is 1.5 times as
    wide (if `across`) or as high as the frame. Raises NoCrop.
    """
    try:
        path = find_picture(name, folder)
        width, height = measure_picture(path)
    except FileNotFoundError:
        raise NoCrop(f"picture {name!r:.200} does not exist") from None
    except (BadPath, NotAPicture, BadPicture, OSError, ValueError) as problem:
        raise NoCrop(f"the picture cannot be used: {problem}") from None
    shape = (width * FRAME[1]) / (height * FRAME[0])
    across = shape > 1
    return {"across": across, "over": (shape if across else 1 / shape) - 1}
