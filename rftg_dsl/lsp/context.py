"""Keys and text around a position, found by indentation, also in broken files.

A file is rarely valid YAML while it is edited, but the lines above a position still show its keys.
Rows and columns count from 0 here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.limits import LINE_LENGTH
from rftg_dsl.source.schema import Schema, card_set_schema, resolve_reference
from rftg_dsl.structs import struct
from rftg_dsl.syntax.written import TEXTS


@struct
class CursorContext:
    """The keys around a position and the text at it.

    path: keys, outermost first.
    part: "key", "value" or "line" (of a block of text).
    text: the complete key, value or line.
    start: column of the text.
    sibling_keys: the other keys of its mapping.
    flow: whether it is in brackets.
    item: whether it starts a list entry.
    game: the game of the file.
    """

    path: tuple[str, ...]
    part: str
    text: str
    start: int
    sibling_keys: frozenset[str] = frozenset()
    flow: bool = False
    item: bool = False
    game: Game = RACE

    @property
    def rule(self) -> str:
        """The grammar rule of the text, or "" if it isn't in the card language."""
        return "" if self.part == "key" else rule_of(self.path, self.game)


def rule_of(path: tuple[str, ...], game: Game) -> str:
    """Return the grammar rule of a value at a key path, or ""."""
    rule = TEXTS.get(path, "")
    return game.power if rule == RACE.power else rule if rule in game.starts else ""


def declared_game(lines: Sequence[str]) -> Game:
    """Return the game that a file declares. The default is Race."""
    for line in lines:
        header = parse_header(line) if line.startswith("game") else None
        if header is not None and header.key == "game":
            return GAMES.get(header.rest.partition(" #")[0].strip().strip("'\""), RACE)
    return RACE


_KEY: Final = re.compile(
    r"( *)((?:- +)*)('[^']*'|\"[^\"]*\"|[^\s'\"\[\]{}#,:|>-][^:\[\]{}]*):(?= |$)"
)
_START: Final = re.compile(r" *(?:-(?: +|$))*")
_BLOCK: Final = re.compile(r"[|>][+-]?[0-9]?[+-]?(?: *#.*)?")


class Header(NamedTuple):
    """A line with a key.

    level: column of the key.
    dash: column of the first dash before it.
    end: column after the colon.
    rest: text after the colon.
    """

    key: str
    level: int
    dash: int | None
    end: int
    rest: str


def parse_header(line: str) -> Header | None:
    """Parse a line up to LINE_LENGTH that starts with a key, or return None."""
    return _parse_header(line[:LINE_LENGTH])


@lru_cache(maxsize=8192)  # editors ask about all lines after each change
def _parse_header(line: str) -> Header | None:
    match = _KEY.match(line)
    if match is None:
        return None
    dash = len(match[1]) if match[2] else None
    key = match[3].strip().strip("'\"")
    return Header(key, match.start(3), dash, match.end(), line[match.end() :].strip())


def context_at(lines: Sequence[str], row: int, column: int) -> CursorContext:
    """Return the context of a position."""
    return replace(_find_context(lines, row, column, game := declared_game(lines)), game=game)


def _find_context(lines: Sequence[str], row: int, column: int, game: Game) -> CursorContext:
    line = lines[row] if row < len(lines) else ""
    if not line.strip():
        line = line[:column]
    indent = len(line) - len(line.lstrip(" "))
    headers = _enclosing_headers(lines, row, indent)
    if headers and _BLOCK.fullmatch(headers[-1].rest):
        return CursorContext(_key_path(headers), "line", line.strip(" "), indent)
    return _context_on_line(lines, row, column, line, game)


def _key_path(headers: list[Header]) -> tuple[str, ...]:
    return tuple(header.key for header in headers)


def _enclosing_headers(
    lines: Sequence[str], row: int, level: int, dash: bool = False
) -> list[Header]:
    """Return the keys around a line whose text begins at `level`, outermost first.

    dash: whether the line begins a list entry with its dash at `level`.
    """
    headers: list[Header] = []
    for row_above in range(row - 1, -1, -1):
        header = parse_header(lines[row_above])
        if header is None:
            continue
        has_level = header.level == level
        if header.level < level or (has_level and dash and header.dash is None):
            headers.append(header)
            level, dash = header.level, False
        elif not has_level:
            continue
        if header.dash is not None:
            level, dash = header.dash, True
        if level == 0 and not dash:
            break
    return headers[::-1]


def _headers_around(lines: Sequence[str], row: int, header: Header) -> list[Header]:
    """Return the keys around a line that has a key."""
    if header.dash is None:
        return _enclosing_headers(lines, row, header.level)
    return _enclosing_headers(lines, row, header.dash, True)


def _context_on_line(
    lines: Sequence[str], row: int, column: int, line: str, game: Game
) -> CursorContext:
    header = parse_header(line)
    if header is None:
        return _context_without_key(lines, row, column, line, game)
    path = _key_path(_headers_around(lines, row, header))
    item = header.dash is not None
    sibling_keys = _sibling_keys(lines, row, header.level, item) - {header.key}
    if column < header.end:
        return CursorContext(path, "key", header.key, header.level, sibling_keys, item=item)
    inner = (*path, header.key)
    value = header.end + len(line[header.end :]) - len(line[header.end :].lstrip(" "))
    if line[value : value + 1] in ("[", "{"):
        return _context_in_brackets(inner, line[value:column], column, line)
    return CursorContext(inner, "value", line[value:].rstrip(), value, sibling_keys)


def _context_without_key(
    lines: Sequence[str], row: int, column: int, line: str, game: Game
) -> CursorContext:
    bracket = _find_open_bracket(lines, row)
    if bracket is not None:
        header_row, header, text_before = bracket
        path = (*_key_path(_headers_around(lines, header_row, header)), header.key)
        return _context_in_brackets(path, text_before + line[:column], column, line)
    start = _START.match(line)
    level = start.end() if start else 0
    dash = line[:level].find("-")
    headers = (
        _enclosing_headers(lines, row, level)
        if dash < 0
        else _enclosing_headers(lines, row, dash, True)
    )
    path = _key_path(headers)
    if line[level : level + 1] in ("[", "{"):
        return _context_in_brackets(path, line[level:column], column, line)
    text = line[level:].rstrip()
    if "properties" not in entry_schema(schema_at(path, game)):
        return CursorContext(path, "value", text, level, item=dash >= 0)
    sibling_keys = _sibling_keys(lines, row, level, dash >= 0)
    return CursorContext(path, "key", text, level, sibling_keys, item=dash >= 0)


def _find_open_bracket(lines: Sequence[str], row: int) -> tuple[int, Header, str] | None:
    """Return the previous line with a bracket that is open at `row`, and the text after it."""
    lines_between: list[str] = []
    for row_above in range(row - 1, max(-1, row - _MAX_BRACKET_LINES), -1):
        header = parse_header(lines[row_above])
        if header is None:
            lines_between.insert(0, lines[row_above][:LINE_LENGTH])
            continue
        text = "\n".join([header.rest, *lines_between, ""])
        return (
            (row_above, header, text)
            if header.rest[:1] in ("[", "{") and _open_brackets(text)
            else None
        )
    return None


_MAX_BRACKET_LINES: Final = 200
"""Maximum number of lines of a bracketed list."""


def _context_in_brackets(path: tuple[str, ...], text: str, column: int, line: str) -> CursorContext:
    """Return a context in brackets. text: from the first bracket to the position."""
    keys, word, key, sibling_keys = read_brackets(text)
    tail = _WORD_END.match(line, column)
    start = max(0, column - len(word))
    full_word = word + (tail[0].rstrip() if tail else "")
    if key is None and sibling_keys is not None:
        return CursorContext(
            (*path, *keys), "key", full_word, start, frozenset(sibling_keys), flow=True
        )
    inner = (*path, *keys) if key is None else (*path, *keys, key)
    return CursorContext(inner, "value", full_word, start, flow=True)


_WORD_END: Final = re.compile(r"[^,\[\]{}:#]*")


def _sibling_keys(lines: Sequence[str], row: int, level: int, begins: bool) -> frozenset[str]:
    """Return the keys of the mapping that contains a line. begins: whether it is the first line."""
    keys = set()
    for other_row in () if begins else range(row - 1, -1, -1):
        header = parse_header(lines[other_row])
        if header is not None and header.level == level:
            keys.add(header.key)
        if _is_outside(lines[other_row], level) or (
            header and header.level == level and header.dash is not None
        ):
            break
    for other_row in range(row + 1, len(lines)):
        header = parse_header(lines[other_row])
        if _is_outside(lines[other_row], level) or (
            header and header.dash is not None and header.dash < level
        ):
            break
        if header is not None and header.level == level:
            keys.add(header.key)
    return frozenset(keys)


def _is_outside(line: str, level: int) -> bool:
    """Return whether a line is outside the mapping at `level`."""
    start = _START.match(line)
    return bool(line.strip()) and start is not None and start.end() < level


def language_texts(lines: Sequence[str]) -> Iterator[tuple[int, CursorContext]]:
    """Yield all texts of the card language in a file with their rows, in order."""
    game, headers = declared_game(lines), list[Header]()
    for row, line in enumerate(lines):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        if headers and _BLOCK.fullmatch(headers[-1].rest) and indent > headers[-1].level:
            context = CursorContext(_key_path(headers), "line", line.strip(" "), indent, game=game)
        elif header := parse_header(line):
            level = header.level if header.dash is None else header.dash + 1
            while headers and headers[-1].level >= level:
                headers.pop()
            headers.append(header)
            value = header.end + len(line[header.end :]) - len(line[header.end :].lstrip(" "))
            context = CursorContext(
                _key_path(headers), "value", line[value:].rstrip(), value, game=game
            )
        else:
            continue
        if context.rule and not _BLOCK.fullmatch(context.text):
            yield row, context


def schema_at(path: Sequence[str], game: Game) -> Schema:
    """Return the schema of the value at a key path, or {} for unknown keys."""
    rules: Schema = card_set_schema(game)
    for key in path:
        rules = entry_schema(rules)
        properties = rules.get("properties", {})
        additional = rules.get("additionalProperties")
        rules = properties.get(key) or (additional if isinstance(additional, dict) else {})
    return rules


def entry_schema(rules: Schema) -> Schema:
    """Return the schema of a mapping, or of the entries of a list."""
    schema = resolve_reference(rules)
    while "items" in schema:
        schema = resolve_reference(schema["items"])
    return schema


class BracketContext(NamedTuple):
    """Context at the end of a text in brackets.

    path: keys of the enclosing mappings.
    word: text since the last comma, colon or bracket.
    key: key with `word` as its value.
    sibling_keys: previous keys of the mapping, or None in a list.
    """

    path: tuple[str, ...]
    word: str
    key: str | None
    sibling_keys: set[str] | None


@dataclass(slots=True)
class _Level:
    """An open bracket: its previous keys (None in a list), and the key without a value."""

    keys: set[str] | None
    key: str | None = None


@dataclass(slots=True)
class _BracketReader:
    levels: list[_Level] = field(default_factory=list)
    word: str = ""

    def take(self, mark: str) -> None:
        if mark in "[{":
            self.levels.append(_Level(set() if mark == "{" else None))
        elif mark in "]}" and self.levels:
            self.levels.pop()
        elif mark == "," and self.levels:
            self.levels[-1].key = None
        elif mark == ":" and self.levels and (keys := self.levels[-1].keys) is not None:
            self.levels[-1].key = self.word.strip().strip("'\"")
            keys.add(self.levels[-1].key)
        else:
            self.word += mark
            return
        self.word = ""


def read_brackets(text: str) -> BracketContext:
    """Return the context at the end of a text that starts with a bracket."""
    reader = _BracketReader()
    for mark in text:
        reader.take(mark)
    path = tuple(level.key for level in reader.levels[:-1] if level.key is not None)
    last = reader.levels[-1] if reader.levels else _Level(None)
    return BracketContext(path, reader.word.lstrip(" \n"), last.key, last.keys)


def _open_brackets(text: str) -> int:
    """Return the number of unclosed brackets in a text."""
    return sum(map(text.count, "[{")) - sum(map(text.count, "]}"))
