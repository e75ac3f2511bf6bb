"""What people write in place of the keys and values of a card file, and what is meant.

schema_errors.py looks here when the file departs from its schema.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from rftg_dsl.diagnostics.nearest import distance, nearest
from rftg_dsl.suggest.synonyms import COLOURS
from rftg_dsl.syntax.ast import MOMENTS, PHASES

KEYS: Final = {
    "name": "title",
    "card": "title",
    "id": "set",
    "points": "vp",
    "point": "vp",
    "victory points": "vp",
    "vps": "vp",
    "score": "vp",
    "power": "powers",
    "abilities": "powers",
    "ability": "powers",
    "effects": "powers",
    "effect": "powers",
    "rules": "powers",
    "text": "powers",
    "produce": "produces",
    "production": "produces",
    "producing": "produces",
    "tags": "keywords",
    "tag": "keywords",
    "traits": "keywords",
    "keyword": "keywords",
    "count": "copies",
    "quantity": "copies",
    "qty": "copies",
    "amount": "copies",
    "copy": "copies",
    "require": "requires",
    "needs": "requires",
    "depends": "requires",
    "uses": "requires",
    "extends": "requires",
    "card list": "cards",
    "start world": "start",
    "home world": "start",
    "homeworld": "start",
    "military": "military world",
    "defense": "military world",
    "defence": "military world",
    "dev": "development",
    "planet": "world",
    "color": "colour",
    "image": "art",
    "picture": "art",
    "illustration": "art",
    "artwork": "art",
    "img": "art",
    "minimum": "least",
    "min": "least",
    "at least": "least",
    "when": "after",
    "phase": "after",
    "phases": "after",
}
"""Other words for keys; each counts where the key that is meant can stand."""
_OF_TESTS: Final = {
    "name": "test",
    "title": "test",
    "description": "test",
    "setup": "given",
    "before": "given",
    "action": "when",
    "actions": "when",
    "phase": "when",
    "round": "when",
    "answer": "answers",
    "choices": "answers",
    "decisions": "answers",
    "expect": "then",
    "expected": "then",
    "result": "then",
    "assert": "then",
    "cards": "hand",
    "cards in hand": "hand",
    "chips": "vp",
    "vp chips": "vp",
    "total": "score",
    "strength": "military",
    "cost": "paid",
    "spent": "paid",
    "good": "goods",
    "board": "tableau",
    "empire": "tableau",
    "player": "opponent",
}
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


def told(word: str, known: Iterable[str]) -> str:
    """The help for a key that stands for two of those known, or for none; "" for other keys."""
    if _folded(word) in _REMARKS and "title" in known:
        return "write it in a comment, which begins with `#`"
    if _folded(word) in _POINTS and {"vp", "score"} <= set(known):
        return "write `score` for all your points, or `vp` for those in chips"
    return ""


TYPE_WORDS: Final = frozenset({"type", "cost", "price", "kind"})
"""Keys that people use for what a card is and costs, which is one key here."""
VALUES: Final = COLOURS | {
    "?": "variable",
    "*": "variable",
    "x": "variable",
    "var": "variable",
    "varies": "variable",
    "special": "variable",
    "-": "0",
    "–": "0",
    "none": "0",
    "no": "0",
    "color": "colour",
}
"""Other words for values; each counts where the value that is meant can stand."""
_SHORT: Final = 3
"""A key of so few letters is near to too much to be meant before another word for a key."""


def meant(word: str, known: Iterable[str], near: bool = True) -> str | None:
    """The known key or value that a word stands for; near: one that is spelt alike will do."""
    known = list(known)
    folded = _folded(word)
    close = nearest(word, known) if near else None
    one_slip = close if close and len(close) > _SHORT and distance(folded, close, 1) <= 1 else None
    for other in (
        folded,
        one_slip,
        KEYS.get(folded),
        _OF_TESTS.get(folded),
        VALUES.get(word.casefold()),
    ):
        if other in known:
            return other
    return close


def _folded(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def is_power(key: str) -> bool:
    """Whether a key is the beginning of a power line, which stands outside of `powers`."""
    return _POWER.fullmatch(key) is not None


_POWER: Final = re.compile("|".join((*PHASES, *MOMENTS, "score")), re.IGNORECASE)


def as_id(text: str) -> str:
    """A text in the letters of an id; "" where none of them is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-0123456789")
