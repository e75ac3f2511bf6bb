"""Suggestions for unknown keys, misplaced entries and files without a header.

key_words.toml has the words. It is loaded only if a file violates its schema.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.diagnostics.text import distance, nearest
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import CARD_TYPE_KEYS
from rftg_dsl.source.text import Source
from rftg_dsl.suggest.pasted import is_row
from rftg_dsl.suggest.phrases import colours, meanings_in, synonyms_in

_POINT_KEYS: Final = frozenset(("point", "points", "victory points", "vps"))


def needless_key_help(word: str, valid_keys: Iterable[str], game: Game = RACE) -> str:
    """Return the help for an unnecessary or ambiguous key, or ""."""
    needless = meanings_in("key_words", "needless", game.id)
    if _fold_key(word) in needless and "title" in valid_keys:
        return needless[_fold_key(word)]
    if _fold_key(word) in _POINT_KEYS and {"vp", "score"} <= set(valid_keys):
        return "write `score` for total points, or `vp` for points in chips"
    return ""


TYPE_WORDS: Final = frozenset({"type", "cost", "price", "kind"})
"""Keys that people use for the type and cost of a card."""


@cache
def _values(game: str) -> dict[str, str]:
    return colours(game) | meanings_in("key_words", "values", game)


_SHORT_KEY: Final = 3
"""Maximum length of keys that are only suggested after all synonyms."""


def suggest_key(
    word: str, valid_names: Iterable[str], use_spelling: bool = True, game: Game = RACE
) -> str | None:
    """Return the valid key or value that a word means.

    use_spelling: whether to compare the spelling as well.
    """
    valid_names, folded = list(valid_names), _fold_key(word)
    similar = nearest(word, valid_names) if use_spelling else None
    misspelt = (
        similar
        if similar and len(similar) > _SHORT_KEY and distance(folded, similar, 1) <= 1
        else None
    )
    for candidate in (
        folded,
        misspelt,
        meanings_in("key_words", "keys", game.id).get(folded),
        meanings_in("key_words", "tests", game.id).get(folded),
        _values(game.id).get(word.casefold()),
    ):
        if candidate in valid_names:
            return candidate
    return similar


_FILLERS: Final = re.compile(
    r"^(?:(?:i|you|we|the|a|in|at|choose|call|chose|phase) +)+| +phase$|\bthe +"
)


def suggest_actions(word: str, valid_names: Iterable[str]) -> list[str]:
    """Return the actions or steps of a card test that a word can mean, the likeliest first."""
    synonyms = synonyms_in("key_words", "when")
    valid_names, folded = list(valid_names), _fold_key(re.sub("[:,.]", " ", word))
    stripped = _FILLERS.sub("", folded)
    if stripped in valid_names:
        return [stripped]
    for text in (folded, stripped):
        if text in synonyms:
            return synonyms[text]
    similar = nearest(stripped, [*valid_names, *synonyms])
    return synonyms.get(similar, [similar]) if similar else []


def suggest_verb(word: str) -> str | None:
    """Return the verb of answers that a word means, or None."""
    return meanings_in("key_words", "verbs").get(word.casefold())


def _fold_key(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def is_power(key: str, *games: Game) -> bool:
    """Return whether a key begins a power line in one of the games (default: any game)."""
    return any(key.casefold() in game.order for game in games or GAMES.values())


def as_id(text: str) -> str:
    """Convert a text to an id, or "" if no letters remain."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-0123456789")


class _Kind(NamedTuple):
    """Entries of a list.

    name: name of an entry in messages.
    marks: keys that only they have.
    """

    name: str
    marks: frozenset[str]


_KINDS: Final = {
    "cards": _Kind("a card", frozenset((*CARD_TYPE_KEYS, "vp", "powers"))),
    "goals": _Kind("a goal", frozenset(("first", "most", "least"))),
    "tests": _Kind("a test", frozenset(("test", "given", "then", "answers"))),
    "search": _Kind("a search category", frozenset(("cards",))),
}


ENTRY_NAMES: Final = {key: kind.name for key, kind in _KINDS.items()}
"""Name of the entries of each list."""


def report_misplaced_entries(root: Mapping, report: Report) -> frozenset[tuple[str, int]]:
    """Report entries in the wrong list. Return the list and index of each."""
    titles_as_keys = frozenset(_titles_as_keys(root, report))
    misplaced = frozenset(_misplaced_entries(root))
    for key, index, right_list in misplaced:
        items = root.values[key]
        assert isinstance(items, Items)
        entry = items.nodes[index]
        assert isinstance(entry, Mapping)
        noun = _KINDS[right_list].name
        target = "the line" if right_list in root.keys else "a line"
        report.add(
            "E203",
            next(iter(entry.keys.values())).region,
            f"{noun} is among the {key if key != 'search' else 'search categories'}",
            help=f"move it below {target} `{right_list}:` at the left edge",
        )
    return titles_as_keys | {(key, index) for key, index, _right_list in misplaced}


def _titles_as_keys(root: Mapping, report: Report) -> Iterator[tuple[str, int]]:
    """Report cards whose title is a key. Yield the list and index of each."""
    items = root.values.get("cards")
    for index, entry in enumerate(items.nodes if isinstance(items, Items) else ()):
        if isinstance(entry, Mapping) and len(entry.keys) == 1:
            (title,) = entry.keys.values()
            if isinstance(entry.values[title.text], Mapping):
                text = f"`{title.text}` is a key here, but the title of a card is a value"
                advice = f"write `- title: {title.text}`, with the other keys aligned below `title`"
                report.add("E203", title.region, text, help=advice)
                yield "cards", index


def _misplaced_entries(root: Mapping) -> Iterator[tuple[str, int, str]]:
    """Yield the list, index and right list of each misplaced entry."""
    for key, entry_kind in _KINDS.items():
        items = root.values.get(key)
        for index, entry in enumerate(items.nodes if isinstance(items, Items) else ()):
            keys = entry.keys.keys() if isinstance(entry, Mapping) else frozenset()
            if not keys & entry_kind.marks:
                other_lists = [name for name, kind in _KINDS.items() if keys & kind.marks]
                if len(other_lists) == 1:
                    yield key, index, other_lists[0]


_HEAD: Final = "set: my-cards\ntitle: My Cards\ncards:\n"
_HEAD_HELP: Final = "write `set: my-cards`, `title: My Cards` and `cards:` above"


def is_headless(root: Node | None) -> bool:
    """Return whether a file has content of a set without its header."""
    if not isinstance(root, Mapping):
        return True
    keys = root.keys.keys()
    if {"set", "cards"} & keys:
        return False
    return bool(_KINDS["cards"].marks & keys) or (bool(keys) and all(map(is_power, keys)))


def report_headless(root: Node | None, source: Source, report: Report) -> None:
    """Report a file without the header of a set."""
    region = Region.on_line(1, 1, 0) if root is None else root.region
    region = Region.on_line(region.line, region.column, 1) if root else region
    message, help, edits = _describe_headless(root, source)
    report.add("E111", region, message, help=help, edits=edits)


def _describe_headless(root: Node | None, source: Source) -> tuple[str, str, tuple[Edit, ...]]:
    """Return the message, help and edits for a file without a header."""
    help = "begin with `set: my-cards`, `title: ...` and `cards:`"
    if root is None:
        return "the file is empty", help, ()
    first = root.region.line
    if isinstance(root, Items) and any(isinstance(node, Mapping) for node in root.nodes):
        edits = (Edit(Region.on_line(first, 1, 0), _HEAD),)
        return "the file is a list without the header of a set", f"{_HEAD_HELP} it", edits
    if isinstance(root, Mapping) and _KINDS["cards"].marks & root.keys.keys():
        help = f"{_HEAD_HELP} it, begin the card with `- `, and align its other keys"
        return "the file is a card without the header of a set", help, _as_entry(first, source)
    if isinstance(root, Mapping):
        help = f"{_HEAD_HELP} them, and a card with `powers: |`; `rftg-dsl new set` writes them"
        return "the file contains power lines without a card", help, ()
    if isinstance(root, Scalar) and sum(map(is_row, source.lines)):
        help = f"{_HEAD_HELP}, and write each card with keys, like `- title: ...` and `vp: 1`"
        return "the file is a table, but cards are written with keys", help, ()
    return "the file does not begin with keys", help, ()


def _as_entry(first: int, source: Source) -> tuple[Edit, ...]:
    """Return edits that turn a card into a list with one entry."""
    edits = [Edit(Region.on_line(first, 1, 0), f"{_HEAD}  - ")]
    for line_number, line in enumerate(source.lines[first:], first + 1):
        if line.strip():
            edits.append(Edit(Region.on_line(line_number, 1, 0), "    "))
    return tuple(edits)
