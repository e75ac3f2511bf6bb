"""New card files from the cards of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl.blank.cards import canonicalize_card
from rftg_dsl.blank.sets import format_card, format_key, title_from_id
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import DEFAULT, Game
from rftg_dsl.sets.loading import SourceCache
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.source.nodes import Items, Scalar, is_flow, last_line, split_lines
from rftg_tools.games import GAMES
from rftg_tools.spreadsheets.columns import KEYWORDS, POWERS, Card
from rftg_tools.spreadsheets.table_files import UnreadableTable

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
    for card in cards:
        keys = dict(card)
        if POWERS in keys:
            keys[POWERS] = "".join(f"{line}\n" for line in keys[POWERS])
        lines += ["", *format_card(canonicalize_card(keys, game), _DASH, game)]
    return lines[1:] if lines else []


def _compile(path: Path, text: str) -> Compilation:
    cache = SourceCache()
    cache.put(path, text)
    return compile_files([path], cache, design=True)
