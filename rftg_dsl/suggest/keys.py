"""Keys and entries that people write in place of those of a card file, or in the wrong place.

The words are in key_words.toml, and are used if the file departs from its schema.
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
from rftg_dsl.suggest.phrases import colours, table

_REMARKS: Final = frozenset(
    (
        "flavor",
        "flavour",
        "flavor text",
        "flavour text",
        "note",
        "notes",
        "comment",
        "author",
        "todo",
    )
)
_POINTS: Final = frozenset(("point", "points", "victory points", "vps"))


def needless_key_help(word: str, known: Iterable[str], game: Game = RACE) -> str:
    """Return the help for a key that means two known ones, or none; "" for other keys."""
    needless: dict[str, str] = table("key_words", game.id)["needless"]
    if _folded(word) in needless and "title" in known:
        return needless[_folded(word)]
    if _folded(word) in _REMARKS and "title" in known:
        return "write it in a comment, which begins with `#`"
    if _folded(word) in _POINTS and {"vp", "score"} <= set(known):
        return "write `score` for all your points, or `vp` for those in chips"
    return ""


TYPE_WORDS: Final = frozenset({"type", "cost", "price", "kind"})
"""Keys that people use for what a card is and costs, which is one key here."""


@cache
def _values(game: str) -> dict[str, str]:
    found: dict[str, str] = colours(game) | table("key_words", game)["values"]
    return found


_SHORT: Final = 3
"""A key of so few letters is near to too much to be meant before another word for a key."""


def key_meant(word: str, known: Iterable[str], near: bool = True, game: Game = RACE) -> str | None:
    """Return the known key or value that a word means; near: one spelt alike will do."""
    known, keys = list(known), table("key_words", game.id)
    folded = _folded(word)
    close = nearest(word, known) if near else None
    one_slip = close if close and len(close) > _SHORT and distance(folded, close, 1) <= 1 else None
    for other in (
        folded,
        one_slip,
        keys["keys"].get(folded),
        keys["tests"].get(folded),
        _values(game.id).get(word.casefold()),
    ):
        if other in known:
            return other
    return close


_AROUND: Final = re.compile(
    r"^(?:(?:i|you|we|the|a|in|at|choose|call|chose|phase) +)+| +phase$|\bthe +"
)


def actions_meant(word: str, known: Iterable[str]) -> list[str]:
    """Return the actions or steps of a card test that a word may mean, the likeliest first."""
    others: dict[str, list[str]] = table("key_words")["when"]
    known, folded = list(known), _folded(re.sub("[:,.]", " ", word))
    plain = _AROUND.sub("", folded)
    if plain in known:
        return [plain]
    for text in (folded, plain):
        if text in others:
            return others[text]
    close = nearest(plain, [*known, *others])
    return others.get(close, [close]) if close else []


def verb_meant(word: str) -> str | None:
    """Return the verb of answers that a word means, None where it is not known."""
    found: dict[str, str] = table("key_words")["verbs"]
    return found.get(word.casefold())


def _folded(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def is_power(key: str, *games: Game) -> bool:
    """Return whether a key is the beginning of a power line of some games, outside of `powers`.

    Of any game, where none is said.
    """
    return any(key.casefold() in game.order for game in games or GAMES.values())


def as_id(text: str) -> str:
    """Return a text in the letters of an id; "" where none of them is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-0123456789")


class _Kind(NamedTuple):
    """What stands in a list. name: of one. marks: keys that only such an entry has."""

    name: str
    marks: frozenset[str]


_KINDS: Final = {
    "cards": _Kind("a card", frozenset((*CARD_TYPE_KEYS, "vp", "powers"))),
    "goals": _Kind("a goal", frozenset(("first", "most", "least"))),
    "tests": _Kind("a test", frozenset(("test", "given", "then", "answers"))),
    "search": _Kind("a search category", frozenset(("cards",))),
}


ENTRY_NAMES: Final = {key: kind.name for key, kind in _KINDS.items()}
"""What stands in each list."""


def report_strangers(root: Mapping, report: Report) -> frozenset[tuple[str, int]]:
    """Report each entry that belongs to another list; the lists and numbers of all."""
    named = frozenset(_named(root, report))
    found = frozenset(_strangers(root))
    for key, number, other in found:
        items = root.values[key]
        assert isinstance(items, Items)
        entry = items.nodes[number]
        assert isinstance(entry, Mapping)
        what = _KINDS[other].name
        below = "the line" if other in root.keys else "a line"
        report.add(
            "E203",
            next(iter(entry.keys.values())).region,
            f"{what} stands among the {key if key != 'search' else 'search categories'}",
            help=f"move it below {below} `{other}:`, which begins at the left edge",
        )
    return named | {(key, number) for key, number, _other in found}


def _named(root: Mapping, report: Report) -> Iterator[tuple[str, int]]:
    """Report the cards whose title is a key with all else below it; the list and number of each."""
    items = root.values.get("cards")
    for number, entry in enumerate(items.nodes if isinstance(items, Items) else ()):
        if isinstance(entry, Mapping) and len(entry.keys) == 1:
            (title,) = entry.keys.values()
            if isinstance(entry.values[title.text], Mapping):
                text = f"`{title.text}` is a key here, and a card's title is a value"
                advice = f"write `- title: {title.text}`, and the other keys below `title`"
                report.add("E203", title.region, text, help=advice)
                yield "cards", number


def _strangers(root: Mapping) -> Iterator[tuple[str, int, str]]:
    """Yield the list, the number and the right list of each entry in a wrong one."""
    for key, own in _KINDS.items():
        items = root.values.get(key)
        for number, entry in enumerate(items.nodes if isinstance(items, Items) else ()):
            keys = entry.keys.keys() if isinstance(entry, Mapping) else frozenset()
            if not keys & own.marks:
                others = [name for name, kind in _KINDS.items() if keys & kind.marks]
                if len(others) == 1:
                    yield key, number, others[0]


_MARKS: Final = frozenset((*CARD_TYPE_KEYS, "vp", "powers"))
_HEAD: Final = "set: my-cards\ntitle: My Cards\ncards:\n"
_HEAD_HELP: Final = "write `set: my-cards`, `title: My Cards` and `cards:` above"


def is_headless(root: Node | None) -> bool:
    """Return whether a file's content is no set, but perhaps a part of one."""
    if not isinstance(root, Mapping):
        return True
    keys = root.keys.keys()
    if {"set", "cards"} & keys:
        return False
    return bool(_MARKS & keys) or (bool(keys) and all(map(is_power, keys)))


def report_headless(root: Node | None, source: Source, report: Report) -> None:
    """Report what the file holds in place of a set."""
    region = Region.on_line(1, 1, 0) if root is None else root.region
    region = Region.on_line(region.line, region.column, 1) if root else region
    what, help, edits = _said(root, source)
    report.add("E111", region, what, help=help, edits=edits)


def _said(root: Node | None, source: Source) -> tuple[str, str, tuple[Edit, ...]]:
    """Return the message, the help and the edits."""
    help = "begin with `set: my-cards`, `title: ...` and `cards:`"
    if root is None:
        return "the file is empty", help, ()
    first = root.region.line
    if isinstance(root, Items) and any(isinstance(node, Mapping) for node in root.nodes):
        edits = (Edit(Region.on_line(first, 1, 0), _HEAD),)
        return "the file is a list without the head of a set", f"{_HEAD_HELP} it", edits
    if isinstance(root, Mapping) and _MARKS & root.keys.keys():
        help = f"{_HEAD_HELP} it, begin the card with `- `, and indent its other keys as far"
        return "the file is one card, without the head of a set", help, _as_entry(first, source)
    if isinstance(root, Mapping):
        help = f"{_HEAD_HELP} them, and a card with `powers: |`; `rftg-dsl new set` writes them"
        return "the file holds power lines alone, without a card", help, ()
    if isinstance(root, Scalar) and sum(map(is_row, source.lines)):
        help = f"{_HEAD_HELP}, and write each card with keys, like `- title: ...` and `vp: 1`"
        return "the file is a table, and cards are written with keys", help, ()
    return "the file does not begin with keys", help, ()


def _as_entry(first: int, source: Source) -> tuple[Edit, ...]:
    """Return edits that make a card beginning on a line the only entry of a list."""
    edits = [Edit(Region.on_line(first, 1, 0), f"{_HEAD}  - ")]
    for number, line in enumerate(source.lines[first:], first + 1):
        if line.strip():
            edits.append(Edit(Region.on_line(number, 1, 0), "    "))
    return tuple(edits)
