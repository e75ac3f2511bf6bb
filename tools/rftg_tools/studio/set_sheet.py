"""Changes of the top-level keys of a card file that keep comments and layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.cards import unused_title
from rftg_dsl.games import Game
from rftg_dsl.sets.titles import NEW_CARD
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import (
    PLAIN,
    PLAIN_NAME,
    Items,
    Mapping,
    Node,
    Scalar,
    is_flow,
    last_line,
    quote_scalar,
    split_lines,
)
from rftg_dsl.source.schema import card_set_schema, resolve_reference
from rftg_tools.studio.sheet import CannotEdit, Data, Section, read

_WIDTH: Final = 100
"""Characters in a line, up to which a list or mapping is written in brackets."""
_INDENT: Final = 2
_NUMBER: Final = re.compile(r"(own\+)?-?[0-9]{1,9}")
"""Names in tables of numbers of players and invasion cards."""
_NEW: Final = "New"
_NEW_GOAL: Final = "New Goal"
FIXED_KEYS: Final = ("game", "cards", "tests")
"""Keys that are not settings."""


@dataclass(frozen=True, slots=True)
class LineEdit:
    """Replacement of the lines from `start`, counted from 0, to `end`."""

    start: int
    end: int
    lines: Sequence[str]


def setting_keys(game: Game) -> list[str]:
    """Return the top-level keys that are settings of a set, in the order of the schema."""
    return [key for key in card_set_schema(game)["properties"] if key not in FIXED_KEYS]


def set_setting(path: Path, text: str, key: str, value: Any) -> tuple[str, Data]:
    """Return a text in which a top-level key has a value, and the expected data of the set.

    text: with line ends `\\n`. value: plain data, or None to remove the key. Raises CannotEdit.
    """
    unit = read(path, text)
    root = unit.root
    assert root is not None
    lines = split_lines(text)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    if key not in setting_keys(unit.report.game):
        raise CannotEdit(f"Unknown setting {key!r:.100}.")
    if is_flow(root, lines):
        raise CannotEdit("The set is in braces. Change it in the text.")
    data = dict(unit.data)
    if value is None:
        edits = [_remove_key(root, key, lines)] if key in root.values else []
        data.pop(key, None)
    else:
        new = key not in root.values
        edits = list(_insert_key(root, key, value, unit.report.game, lines)) if new else []
        edits += [] if new else change_value(root, key, value, lines)
        data[key] = value
    apply_edits(edits, lines)
    return "".join(lines), data


def apply_edits(edits: Iterable[LineEdit], lines: list[str]) -> None:
    """Make edits in lines."""
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        lines[edit.start : edit.end] = edit.lines


def new_entry(unit: Unit, section: Section, entries: Sequence[Data]) -> Data:
    """Return a new entry of a list other than the cards, with examples for the keys it needs.

    Raises CannotEdit if sets of the game have no such list.
    """
    schema = card_set_schema(unit.report.game)["properties"].get(section)
    if schema is None:
        raise CannotEdit(f"Sets of this game have no `{section}`.")
    if section is Section.GOALS:
        title = unused_title([str(entry.get("title", "")) for entry in entries], _NEW_GOAL)
        return {"title": title, "first": "3 worlds", "after": ["develop", "settle"]}
    rules = resolve_reference(schema["items"])
    properties = rules["properties"]
    cards = [str(card.get("title", "")) for card in unit.data.get("cards") or ()]
    return {
        key: _example(key, resolve_reference(properties[key]), entries, cards or [NEW_CARD])
        for key in rules["required"]
    }


def _example(key: str, schema: Data, entries: Sequence[Data], cards: Sequence[str]) -> Any:
    """Return a value for a key of a new entry. cards: titles of the set's cards."""
    if schema.get("type") == "integer":
        return max([0, *(n for entry in entries if type(n := entry.get(key)) is int)]) + 1
    if schema.get("type") == "array":
        return [cards[0]]
    if key == "title":
        return unused_title([str(entry.get(key, "")) for entry in entries], _NEW)
    return next(iter(schema.get("examples", ())), cards[0])


# --- keys


def _span(mapping: Mapping, key: str, lines: Sequence[str]) -> tuple[int, int]:
    start = mapping.keys[key].region.line - 1
    return start, max(last_line(mapping.values[key], lines), start + 1)


def _remove_key(mapping: Mapping, key: str, lines: Sequence[str]) -> LineEdit:
    """Remove a key, and an empty line below it if there is also one above it."""
    start, end = _span(mapping, key, lines)
    is_empty = [0 <= row < len(lines) and not lines[row].strip() for row in (start - 1, end)]
    return LineEdit(start, end + (all(is_empty) or (is_empty[1] and not start)), ())


def _insert_key(
    root: Mapping, key: str, value: Any, game: Game, lines: Sequence[str]
) -> Iterator[LineEdit]:
    """Insert a key in the order of the schema, or in place of its example in a comment."""
    order = list(card_set_schema(game)["properties"])
    new = format_setting(key, value, 0)
    for row, line in enumerate(lines):
        if re.match(rf"# {re.escape(key)}:", line):
            yield LineEdit(row, row + 1, new)
            return
    rank = order.index(key)
    earlier = [name for name in root.keys if name in order and order.index(name) < rank]
    start = max((_span(root, name, lines)[1] for name in earlier), default=0)
    if not earlier and root.keys:
        start = min(node.region.line for node in root.keys.values()) - 1
    is_long = len(new) > 1 and start > 0
    yield LineEdit(start, start, ["\n", *new] if is_long and lines[start - 1].strip() else new)


# --- values


def change_value(
    mapping: Mapping, key: str, value: Any, lines: Sequence[str]
) -> Iterator[LineEdit]:
    """Yield the edits that change the value of a key."""
    node = mapping.values[key]
    if not isinstance(node, Scalar) and node_size(node) and value and not is_flow(node, lines):
        if isinstance(node, Mapping) and isinstance(value, dict):
            yield from _change_mapping(node, value, lines)
            return
        if isinstance(node, Items) and isinstance(value, list):
            if all(isinstance(entry, Scalar) for entry in node.nodes):
                yield from _change_list(node, value, lines)
                return
            if _is_parallel(node, value):
                for entry, entry_value in zip(node.nodes, value, strict=True):
                    assert isinstance(entry, Mapping)
                    yield from _change_mapping(entry, entry_value, lines)
                return
    start, end = _span(mapping, key, lines)
    column = mapping.keys[key].region.column - 1
    if end > start + 1 and any("#" in line for line in lines[start:end]):
        raise CannotEdit(f"`{key}` has comments between its lines. Change it in the text.")
    new = format_setting(key, value, column)
    if end == start + 1:
        new[-1] = new[-1].rstrip("\n") + _comment_after(node, lines) + "\n"
    yield LineEdit(start, end, [lines[start][:column] + new[0][column:], *new[1:]])


def node_size(node: Items | Mapping) -> int:
    """Return the number of entries of a node."""
    return len(node.nodes if isinstance(node, Items) else node.values)


def _is_parallel(node: Items, value: Sequence[Any]) -> bool:
    """Return whether both are lists of as many mappings."""
    pairs = zip_longest(node.nodes, value)
    return all(isinstance(entry, Mapping) and isinstance(data, dict) for entry, data in pairs)


def _change_mapping(node: Mapping, value: Data, lines: Sequence[str]) -> Iterator[LineEdit]:
    """Yield the edits that change the entries of a mapping; a single other name is a new name."""
    column = min(key.region.column for key in node.keys.values()) - 1
    old, new = list(node.keys), list(value)
    renamed = {}
    if len(old) == len(new):
        pairs = [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
        renamed = dict(pairs) if len(pairs) == 1 else {}
    for name in old:
        row = node.keys[name].region.line - 1
        if name in renamed:
            yield _change_entry(node, name, renamed[name], value[renamed[name]], lines)
        elif name in value:
            if not _has_value(node.values[name], value[name]):
                yield from change_value(node, name, value[name], lines)
        elif "-" in lines[row][:column]:
            raise CannotEdit(f"`{name}` is the first key of an entry. Change it in the text.")
        else:
            yield LineEdit(*_span(node, name, lines), ())
    added = [name for name in new if name not in node.keys and name not in renamed.values()]
    if added:
        end = max(_span(node, name, lines)[1] for name in old)
        yield LineEdit(
            end, end, [line for name in added for line in format_setting(name, value[name], column)]
        )


def _change_entry(node: Mapping, old: str, name: str, value: Any, lines: Sequence[str]) -> LineEdit:
    """Replace a key and its value, which must be on one line."""
    start, end = _span(node, old, lines)
    if end > start + 1:
        raise CannotEdit(f"`{old}` has several lines. Change it in the text.")
    column = node.keys[old].region.column - 1
    line = format_setting(name, value, column)[0].strip()
    return LineEdit(
        start,
        end,
        [f"{lines[start][:column]}{line}{_comment_after(node.values[old], lines)}\n"],
    )


def _change_list(node: Items, value: Sequence[Any], lines: Sequence[str]) -> Iterator[LineEdit]:
    """Yield the edits that change the entries of a list with an entry on each line."""
    old = [entry.text for entry in node.nodes if isinstance(entry, Scalar)]
    new = [str(entry) for entry in value]
    rows = [entry.region.line - 1 for entry in node.nodes]
    dash = node.region.column - 1
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal":
            continue
        for row in rows[first:last]:
            yield LineEdit(row, row + 1, ())
        place = rows[last - 1] + 1 if last else rows[0]
        yield LineEdit(
            place, place, [f"{' ' * dash}- {_inline(entry)}\n" for entry in value[start:end]]
        )


def _has_value(node: Node, value: Any) -> bool:
    """Return whether a node holds this data; numbers and texts are compared as text."""
    match node:
        case Scalar():
            return not isinstance(value, list | dict) and node.text == str(value)
        case Items():
            return isinstance(value, list) and all(
                entry is not None and _has_value(entry, data)
                for entry, data in zip_longest(node.nodes, value)
            )
        case Mapping():
            return (
                isinstance(value, dict)
                and node.values.keys() == value.keys()
                and all(_has_value(node.values[name], value[name]) for name in value)
            )


def _comment_after(node: Node, lines: Sequence[str]) -> str:
    """Return the comment after a value, with the space before it, or ""."""
    rest = lines[node.region.end_line - 1][node.region.end_column - 1 :].rstrip()
    return rest if rest.lstrip().startswith("#") else ""


# --- format


def format_setting(key: str, value: Any, column: int) -> list[str]:
    """Return the lines of a key and its value: in one line if that is short enough."""
    indent = " " * column
    if not isinstance(value, list | dict):
        text = quote_scalar(value, PLAIN) if isinstance(value, str) else str(value)
        return [f"{indent}{_inline(key)}: {text}\n"]
    line = f"{indent}{_inline(key)}: {_inline(value)}\n"
    has_parts = any(isinstance(part, dict) for part in _parts(value))
    if len(line) <= _WIDTH and not has_parts:
        return [line]
    return [f"{indent}{_inline(key)}:\n", *_format_block(value, column + _INDENT)]


def format_entry(entry: Data) -> list[str]:
    """Return the lines of an entry of a list at the top of a file."""
    lines = [line for key, value in entry.items() for line in format_setting(key, value, 4)]
    return [f"  - {lines[0].lstrip()}", *lines[1:]]


def _format_block(value: Any, column: int) -> Iterator[str]:
    """Yield the lines of a list or mapping with an entry on each line."""
    indent = " " * column
    if isinstance(value, dict):
        for name, part in value.items():
            yield from format_setting(name, part, column)
        return
    for entry in value:
        if isinstance(entry, dict) and entry:
            first, *rest = _format_block(entry, column + _INDENT)
            yield f"{indent}- {first.lstrip()}"
            yield from rest
        else:
            yield f"{indent}- {_inline(entry)}\n"


def _in_order(value: Data) -> list[str]:
    """Return the names in a mapping, in ascending order if all are numbers."""
    numbers = [_NUMBER.fullmatch(name) for name in value]
    if not all(numbers):
        return list(value)
    return sorted(value, key=lambda name: (name.startswith("own"), int(name.removeprefix("own+"))))


def _parts(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else list(value)


def _inline(value: Any) -> str:
    """Return a value in a single line."""
    if isinstance(value, dict):
        pairs = (f"{_inline(name)}: {_inline(value[name])}" for name in _in_order(value))
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return value  # a key of a table, which is never a number
    return quote_scalar(value, PLAIN_NAME) if isinstance(value, str) else str(value)
