"""Keys and text around a position, found by indentation, so that a broken file works too.

While a card is being written, its file is rarely valid: YAML rejects it, or reads something else.
The lines above a position still tell which keys it is below. Rows and columns count from 0 here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.limits import LINE_LENGTH
from rftg_dsl.source.schema import Schema, card_set_schema, resolve_reference
from rftg_dsl.structs import struct
from rftg_dsl.syntax.written import TEXTS


@struct
class CursorContext:
    """The keys around a position, outermost first, and the text at it.

    part: "key", "value" or "line" (of a block of text). text: that whole key, value or line.
    start: its column. sibling_keys: the other keys of its mapping. flow: it is in brackets.
    item: it starts an entry of a list. game: the game that the file is for.
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
        """The grammar rule of the text; "" if it is not in the language."""
        return "" if self.part == "key" else rule_of(self.path, self.game)


def rule_of(path: tuple[str, ...], game: Game) -> str:
    """Return the grammar rule of a value below some keys; "" if it has none."""
    rule = TEXTS.get(path, "")
    return game.power if rule == RACE.power else rule if rule in game.starts else ""


def declared_game(lines: Sequence[str]) -> Game:
    """Return the game that a file declares; Race if it is missing or unknown."""
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
    """A line with a key. level: column of the key. dash: column of the first dash before it.

    end: the column behind the colon. rest: what stands there.
    """

    key: str
    level: int
    dash: int | None
    end: int
    rest: str


def parse_header(line: str) -> Header | None:
    """Return the key that a line starts with, if any."""
    found = _KEY.match(line[:LINE_LENGTH])
    if found is None:
        return None
    dash = len(found[1]) if found[2] else None
    key = found[3].strip().strip("'\"")
    return Header(key, found.start(3), dash, found.end(), line[found.end() :].strip())


def context_at(lines: Sequence[str], row: int, column: int) -> CursorContext:
    """Return the context of a position."""
    return replace(_find_context(lines, row, column, game := declared_game(lines)), game=game)


def _find_context(lines: Sequence[str], row: int, column: int, game: Game) -> CursorContext:
    line = lines[row] if row < len(lines) else ""
    if not line.strip():
        line = line[:column]
    indent = len(line) - len(line.lstrip(" "))
    around = _enclosing_headers(lines, row, indent)
    if around and _BLOCK.fullmatch(around[-1].rest):
        return CursorContext(_path(around), "line", line.strip(" "), indent)
    return _context_on_line(lines, row, column, line, game)


def _path(headers: list[Header]) -> tuple[str, ...]:
    return tuple(one.key for one in headers)


def _enclosing_headers(
    lines: Sequence[str], row: int, level: int, dash: bool = False
) -> list[Header]:
    """Return the keys around a line whose text begins at `level`, outermost first.

    dash: the line begins an entry of a list, whose dash is at `level`.
    """
    found: list[Header] = []
    for number in range(row - 1, -1, -1):
        header = parse_header(lines[number])
        if header is None:
            continue
        same = header.level == level
        if header.level < level or (same and dash and header.dash is None):
            found.append(header)
            level, dash = header.level, False
        elif not same:
            continue
        if header.dash is not None:
            level, dash = header.dash, True
        if level == 0 and not dash:
            break
    return found[::-1]


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
    path = _path(_headers_around(lines, row, header))
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
    opened = _find_open_bracket(lines, row)
    if opened is not None:
        number, header, since = opened
        path = (*_path(_headers_around(lines, number, header)), header.key)
        return _context_in_brackets(path, since + line[:column], column, line)
    start = _START.match(line)
    level = start.end() if start else 0
    dash = line[:level].find("-")
    around = (
        _enclosing_headers(lines, row, level)
        if dash < 0
        else _enclosing_headers(lines, row, dash, True)
    )
    path = _path(around)
    if line[level : level + 1] in ("[", "{"):
        return _context_in_brackets(path, line[level:column], column, line)
    text = line[level:].rstrip()
    if "properties" not in entry(schema_at(path, game)):
        return CursorContext(path, "value", text, level, item=dash >= 0)
    sibling_keys = _sibling_keys(lines, row, level, dash >= 0)
    return CursorContext(path, "key", text, level, sibling_keys, item=dash >= 0)


def _find_open_bracket(lines: Sequence[str], row: int) -> tuple[int, Header, str] | None:
    """Return the line above with a bracket that is open at `row`, and the text after it."""
    since: list[str] = []
    for number in range(row - 1, max(-1, row - _MAX_BRACKET_LINES), -1):
        header = parse_header(lines[number])
        if header is None:
            since.insert(0, lines[number][:LINE_LENGTH])
            continue
        text = "\n".join([header.rest, *since, ""])
        return (
            (number, header, text)
            if header.rest[:1] in ("[", "{") and _open_brackets(text)
            else None
        )
    return None


_MAX_BRACKET_LINES: Final = 200
"""Most lines of a list in brackets in a broken file."""


def _context_in_brackets(path: tuple[str, ...], text: str, column: int, line: str) -> CursorContext:
    """Return a context in brackets. text: from the first bracket to the position."""
    keys, word, key, sibling_keys = read_brackets(text)
    tail = _WORD_END.match(line, column)
    start = max(0, column - len(word))
    whole = word + (tail[0].rstrip() if tail else "")
    if key is None and sibling_keys is not None:
        return CursorContext(
            (*path, *keys), "key", whole, start, frozenset(sibling_keys), flow=True
        )
    inner = (*path, *keys) if key is None else (*path, *keys, key)
    return CursorContext(inner, "value", whole, start, flow=True)


_WORD_END: Final = re.compile(r"[^,\[\]{}:#]*")


def _sibling_keys(lines: Sequence[str], row: int, level: int, begins: bool) -> frozenset[str]:
    """Return the keys of the mapping of a line. begins: it is the first line."""
    found = set()
    for number in () if begins else range(row - 1, -1, -1):
        header = parse_header(lines[number])
        if header is not None and header.level == level:
            found.add(header.key)
        if _ends(lines[number], level) or (
            header and header.level == level and header.dash is not None
        ):
            break
    for number in range(row + 1, len(lines)):
        header = parse_header(lines[number])
        if _ends(lines[number], level) or (
            header and header.dash is not None and header.dash < level
        ):
            break
        if header is not None and header.level == level:
            found.add(header.key)
    return frozenset(found)


def _ends(line: str, level: int) -> bool:
    """Return whether a line is outside the mapping at `level`."""
    start = _START.match(line)
    return bool(line.strip()) and start is not None and start.end() < level


def language_texts(lines: Sequence[str]) -> Iterator[tuple[int, CursorContext]]:
    """Yield every text of the language in a file with its row, in order."""
    game, open_ = declared_game(lines), list[Header]()
    for row, line in enumerate(lines):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        if open_ and _BLOCK.fullmatch(open_[-1].rest) and indent > open_[-1].level:
            context = CursorContext(_path(open_), "line", line.strip(" "), indent, game=game)
        elif header := parse_header(line):
            outer = header.level if header.dash is None else header.dash + 1
            while open_ and open_[-1].level >= outer:
                open_.pop()
            open_.append(header)
            value = header.end + len(line[header.end :]) - len(line[header.end :].lstrip(" "))
            context = CursorContext(_path(open_), "value", line[value:].rstrip(), value, game=game)
        else:
            continue
        if context.rule and not _BLOCK.fullmatch(context.text):
            yield row, context


def schema_at(path: Sequence[str], game: Game) -> Schema:
    """Return the schema of the value below some keys; {} for unknown keys."""
    rules: Schema = card_set_schema(game)
    for key in path:
        rules = entry(rules)
        known = rules.get("properties", {})
        other = rules.get("additionalProperties")
        rules = known.get(key) or (other if isinstance(other, dict) else {})
    return rules


def entry(rules: Schema) -> Schema:
    """Return the schema of a mapping, or of the entries of a list."""
    found = resolve_reference(rules)
    while "items" in found:
        found = resolve_reference(found["items"])
    return found


class BracketContext(NamedTuple):
    """Position of the end of a text in brackets.

    path: keys of the mappings it is in. word: what was written since the last comma, colon or
    bracket. key: the key whose value that is. sibling_keys: the keys of the mapping so far, None in
    a list.
    """

    path: tuple[str, ...]
    word: str
    key: str | None
    sibling_keys: set[str] | None


@dataclass(slots=True)
class _Level:
    """An open bracket: its keys so far (None in a list), and the key without a value."""

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
    """Return the position of the end of a text that starts with a bracket."""
    walk = _BracketReader()
    for mark in text:
        walk.take(mark)
    path = tuple(level.key for level in walk.levels[:-1] if level.key is not None)
    last = walk.levels[-1] if walk.levels else _Level(None)
    return BracketContext(path, walk.word.lstrip(" \n"), last.key, last.keys)


def _open_brackets(text: str) -> int:
    """Count the unclosed brackets of a text."""
    return sum(map(text.count, "[{")) - sum(map(text.count, "]}"))
