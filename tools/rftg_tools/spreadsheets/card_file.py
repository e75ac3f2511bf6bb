"""A new card file from the cards of a table, with a head of its own or that of another file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl.blank.cards import canonical
from rftg_dsl.blank.sets import title_of
from rftg_dsl.blank.yaml_text import card_lines, key_lines
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import RACE, ROLL, Game
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.source.blocks import is_flow, last_line, split_lines
from rftg_dsl.source.nodes import Items, Scalar
from rftg_tools.spreadsheets.cells import Unreadable
from rftg_tools.spreadsheets.columns import KEYWORDS, POWERS, Card

_DASH: Final = 2
_REQUIRED: Final = {RACE.id: "base", ROLL.id: "roll"}
"""What a set is played with where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a new file says before its cards. requires: None for what is usual."""

    id: str
    title: str | None = None
    requires: tuple[str, ...] | None = None


class Draft(NamedTuple):
    """The text of a new file, and what `check` says of it. keywords: those that are new."""

    text: str
    compilation: Compilation
    keywords: tuple[str, ...] = ()


def draft_file(path: Path, cards: Sequence[Card], game: Game, head: Head) -> Draft:
    """Return a new file without writing it.

    Keywords that no required set has are declared by it.
    """
    keys = _keys(head, game)
    words = {word for card in cards for word in card.get(KEYWORDS, ())}
    if own := sorted(words - known_keywords(path, game, head)):
        keys["keywords"] = own
    text = "\n".join([*_head_lines(keys), "", "cards:", *_card_lines(cards, game)]) + "\n"
    return Draft(text, _compiled(path, text), tuple(own))


def known_keywords(path: Path, game: Game, head: Head) -> set[str]:
    """Return the keywords of the sets that a new file requires."""
    text = "\n".join(_head_lines(_keys(head, game))) + "\n"
    return {word for card_set in _compiled(path, text).sets for word in card_set.keywords}


def known_keywords_of(path: Path, text: str) -> set[str]:
    """Return the keywords of a file and of the sets that it requires, whatever its cards are."""
    compilation = _compiled(path, text)
    brought = {word for card_set in compilation.sets for word in card_set.keywords}
    own = (unit.data.get("keywords") or () for unit in compilation.units)
    return brought.union(*own)


def _keys(head: Head, game: Game) -> dict[str, Any]:
    """Return the keys of a new file that come before its cards."""
    requires = (_REQUIRED[game.id],) if head.requires is None else head.requires
    keys: dict[str, Any] = {"set": head.id}
    if game is not RACE:
        keys["game"] = game.id
    return keys | {"title": head.title or title_of(head.id), "requires": list(requires)}


def _head_lines(keys: dict[str, Any]) -> list[str]:
    return [line for key, value in keys.items() if value for line in key_lines(key, value)]


def with_head_of(path: Path, cards: Sequence[Card], other: Path, text: str) -> Draft:
    """Return a new file with these cards, and everything else from another file.

    Raises Unreadable where the other one cannot be taken apart.
    """
    unit = read_unit(other, other.name, text.encode("utf-8", "surrogatepass"))
    node = unit.root.values.get("cards") if unit.root else None
    if unit.root is None or (isinstance(node, Scalar) and node.text):
        raise Unreadable(f"{str(other)!r} cannot be read: run `rftg-dsl check` on it")
    lines = split_lines(text.replace("\r\n", "\n"))
    if isinstance(node, Items) and node.nodes and is_flow(node, lines):
        raise Unreadable(f"the cards of {str(other)!r} stand in brackets, not one below the other")
    game = unit.report.game
    new = [f"{line}\n" for line in _card_lines(cards, game)]
    if "cards" in unit.root.keys:
        start = unit.root.keys["cards"].region.line - 1
        end = max(start + 1, last_line(node, lines) if node else 0)
        made = [*lines[:start], "cards:\n", *new, *lines[end:]]
    else:
        made = [*lines, *(["\n"] if lines else []), "cards:\n", *new]
    return Draft("".join(made), _compiled(path, "".join(made)))


def _card_lines(cards: Sequence[Card], game: Game) -> list[str]:
    """Return the cards as entries of a list, their powers canonical."""
    lines: list[str] = []
    for card in cards:
        whole = dict(card)
        if POWERS in whole:
            whole[POWERS] = "".join(f"{line}\n" for line in whole[POWERS])
        lines += ["", *card_lines(canonical(whole, game), _DASH, game)]
    return lines[1:] if lines else []


def _compiled(path: Path, text: str) -> Compilation:
    cache = SourceCache()
    cache.put(path, text)
    return compile_files([path], cache, design=True)
