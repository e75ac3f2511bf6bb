"""What stands at a place of a card file, told from indentation alone, so that it may be broken.

While a card is written its file is seldom whole: YAML refuses it, or reads something else. The
lines above a place say all the same which keys it lies in. Rows and columns count from 0 here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.limits import LINE_LENGTH
from rftg_dsl.lsp.brackets import depth, read_brackets
from rftg_dsl.source.schema import Schema, card_set_schema, resolve_reference
from rftg_dsl.structs import struct
from rftg_dsl.syntax.written import TEXTS


@struct
class Spot:
    """A place: the keys around it, outermost first, and the text it is in.

    part: "key", "value" or "line" (of a block of text). text: that key, value or line, whole;
    start: its column. beside: the other keys of its mapping. flow: it stands between brackets.
    item: it begins an entry of a list. game: the game that the file is for.
    """

    path: tuple[str, ...]
    part: str
    text: str
    start: int
    beside: frozenset[str] = frozenset()
    flow: bool = False
    item: bool = False
    game: Game = RACE

    @property
    def rule(self) -> str:
        """What of the grammar the text is read as; "" where it is no text of the language."""
        return "" if self.part == "key" else rule_of(self.path, self.game)


def rule_of(path: tuple[str, ...], game: Game) -> str:
    """Return the rule of a game's grammar that reads a value below some keys, "" for others."""
    rule = TEXTS.get(path, "")
    return game.power if rule == RACE.power else rule if rule in game.starts else ""


def game_in(lines: Sequence[str]) -> Game:
    """Return the game that a file says it is for, Race where it says none that is known."""
    for line in lines:
        header = header_of(line) if line.startswith("game") else None
        if header is not None and header.key == "game":
            return GAMES.get(header.rest.partition(" #")[0].strip().strip("'\""), RACE)
    return RACE


_KEY: Final = re.compile(
    r"( *)((?:- +)*)('[^']*'|\"[^\"]*\"|[^\s'\"\[\]{}#,:|>-][^:\[\]{}]*):(?= |$)"
)
_START: Final = re.compile(r" *(?:-(?: +|$))*")
_BLOCK: Final = re.compile(r"[|>][+-]?[0-9]?[+-]?(?: *#.*)?")


class Header(NamedTuple):
    """A line with a key. level: the key's column; dash: that of the first dash before it.

    end: the column behind the colon. rest: what stands there.
    """

    key: str
    level: int
    dash: int | None
    end: int
    rest: str


def header_of(line: str) -> Header | None:
    """Return the key that a line begins with, if any."""
    found = _KEY.match(line[:LINE_LENGTH])
    if found is None:
        return None
    dash = len(found[1]) if found[2] else None
    key = found[3].strip().strip("'\"")
    return Header(key, found.start(3), dash, found.end(), line[found.end() :].strip())


def spot_at(lines: Sequence[str], row: int, column: int) -> Spot:
    """Return what stands at a place."""
    return replace(_spot_at(lines, row, column, game := game_in(lines)), game=game)


def _spot_at(lines: Sequence[str], row: int, column: int, game: Game) -> Spot:
    line = lines[row] if row < len(lines) else ""
    if not line.strip():
        line = line[:column]
    indent = len(line) - len(line.lstrip(" "))
    around = _around(lines, row, indent)
    if around and _BLOCK.fullmatch(around[-1].rest):
        return Spot(_path(around), "line", line.strip(" "), indent)
    return _on_line(lines, row, column, line, game)


def _path(headers: list[Header]) -> tuple[str, ...]:
    return tuple(one.key for one in headers)


def _around(lines: Sequence[str], row: int, level: int, dash: bool = False) -> list[Header]:
    """Return the keys around a line whose text begins at `level`, outermost first.

    dash: the line begins an entry of a list, whose dash is at `level`.
    """
    found: list[Header] = []
    for number in range(row - 1, -1, -1):
        header = header_of(lines[number])
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


def _around_header(lines: Sequence[str], row: int, header: Header) -> list[Header]:
    """Return the keys around a line that has a key itself."""
    if header.dash is None:
        return _around(lines, row, header.level)
    return _around(lines, row, header.dash, True)


def _on_line(lines: Sequence[str], row: int, column: int, line: str, game: Game) -> Spot:
    header = header_of(line)
    if header is None:
        return _without_key(lines, row, column, line, game)
    path = _path(_around_header(lines, row, header))
    item = header.dash is not None
    beside = _beside(lines, row, header.level, item) - {header.key}
    if column < header.end:
        return Spot(path, "key", header.key, header.level, beside, item=item)
    inner = (*path, header.key)
    value = header.end + len(line[header.end :]) - len(line[header.end :].lstrip(" "))
    if line[value : value + 1] in ("[", "{"):
        return _in_brackets(inner, line[value:column], column, line)
    return Spot(inner, "value", line[value:].rstrip(), value, beside)


def _without_key(lines: Sequence[str], row: int, column: int, line: str, game: Game) -> Spot:
    opened = _opened(lines, row)
    if opened is not None:
        number, header, since = opened
        path = (*_path(_around_header(lines, number, header)), header.key)
        return _in_brackets(path, since + line[:column], column, line)
    start = _START.match(line)
    level = start.end() if start else 0
    dash = line[:level].find("-")
    around = _around(lines, row, level) if dash < 0 else _around(lines, row, dash, True)
    path = _path(around)
    if line[level : level + 1] in ("[", "{"):
        return _in_brackets(path, line[level:column], column, line)
    text = line[level:].rstrip()
    if "properties" not in entry(schema_at(path, game)):
        return Spot(path, "value", text, level, item=dash >= 0)
    beside = _beside(lines, row, level, dash >= 0)
    return Spot(path, "key", text, level, beside, item=dash >= 0)


def _opened(lines: Sequence[str], row: int) -> tuple[int, Header, str] | None:
    """Return the line above with a bracket not closed before `row`, and the text since."""
    since: list[str] = []
    for number in range(row - 1, max(-1, row - _REACH), -1):
        header = header_of(lines[number])
        if header is None:
            since.insert(0, lines[number][:LINE_LENGTH])
            continue
        text = "\n".join([header.rest, *since, ""])
        return (number, header, text) if header.rest[:1] in ("[", "{") and depth(text) else None
    return None


_REACH: Final = 200
"""Lines that a list in brackets can have and still be known as one in a broken file."""


def _in_brackets(path: tuple[str, ...], text: str, column: int, line: str) -> Spot:
    """Return a spot between brackets. text: from the first bracket up to the place."""
    keys, word, key, beside = read_brackets(text)
    tail = _WORD_END.match(line, column)
    start = max(0, column - len(word))
    whole = word + (tail[0].rstrip() if tail else "")
    if key is None and beside is not None:
        return Spot((*path, *keys), "key", whole, start, frozenset(beside), flow=True)
    inner = (*path, *keys) if key is None else (*path, *keys, key)
    return Spot(inner, "value", whole, start, flow=True)


_WORD_END: Final = re.compile(r"[^,\[\]{}:#]*")


def _beside(lines: Sequence[str], row: int, level: int, begins: bool) -> frozenset[str]:
    """Return the keys of the mapping that a line is in. begins: the line is its first."""
    found = set()
    for number in () if begins else range(row - 1, -1, -1):
        header = header_of(lines[number])
        if header is not None and header.level == level:
            found.add(header.key)
        if _ends(lines[number], level) or (
            header and header.level == level and header.dash is not None
        ):
            break
    for number in range(row + 1, len(lines)):
        header = header_of(lines[number])
        if _ends(lines[number], level) or (
            header and header.dash is not None and header.dash < level
        ):
            break
        if header is not None and header.level == level:
            found.add(header.key)
    return frozenset(found)


def _ends(line: str, level: int) -> bool:
    """Return whether a line belongs to a mapping further out than the one at `level`."""
    start = _START.match(line)
    return bool(line.strip()) and start is not None and start.end() < level


def texts_in(lines: Sequence[str]) -> Iterator[tuple[int, Spot]]:
    """Yield every text of the language in a file, with its row, in the order of the rows."""
    game, open_ = game_in(lines), list[Header]()
    for row, line in enumerate(lines):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        if open_ and _BLOCK.fullmatch(open_[-1].rest) and indent > open_[-1].level:
            spot = Spot(_path(open_), "line", line.strip(" "), indent, game=game)
        elif header := header_of(line):
            outer = header.level if header.dash is None else header.dash + 1
            while open_ and open_[-1].level >= outer:
                open_.pop()
            open_.append(header)
            value = header.end + len(line[header.end :]) - len(line[header.end :].lstrip(" "))
            spot = Spot(_path(open_), "value", line[value:].rstrip(), value, game=game)
        else:
            continue
        if spot.rule and not _BLOCK.fullmatch(spot.text):
            yield row, spot


def schema_at(path: Sequence[str], game: Game) -> Schema:
    """Return what a game's schema says of the value below some keys; {} for unknown keys."""
    rules: Schema = card_set_schema(game)
    for key in path:
        rules = entry(rules)
        known = rules.get("properties", {})
        other = rules.get("additionalProperties")
        rules = known.get(key) or (other if isinstance(other, dict) else {})
    return rules


def entry(rules: Schema) -> Schema:
    """Return the rules of a mapping, or of the entries of a list of them."""
    found = resolve_reference(rules)
    while "items" in found:
        found = resolve_reference(found["items"])
    return found
