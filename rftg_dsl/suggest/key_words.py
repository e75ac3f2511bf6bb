"""What people write in place of the keys and values of a card file: key_words.toml.

schema_errors.py looks here when the file departs from its schema.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from rftg_dsl.diagnostics.text import distance, nearest
from rftg_dsl.games import GAMES, RACE, Game
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


def told(word: str, known: Iterable[str], game: Game = RACE) -> str:
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


def meant(word: str, known: Iterable[str], near: bool = True, game: Game = RACE) -> str | None:
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
