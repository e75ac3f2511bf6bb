"""Texts with card references, which a page shows as titles linked to the card faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.diagnostics.text import capitalized, counted

Part = str | dict[str, Any]
"""Words, {"card": card id}, or {"cards": card ids}: a list that the page folds to its number."""
Text = list[Part]


def card(card_id: int) -> Text:
    """Return a reference to a card."""
    return [{"card": card_id}]


def folded(cards: Sequence[int]) -> Text:
    """Return a reference to a list of cards, shown as "14 cards"."""
    return [{"cards": list(cards)}]


def text(*pieces: str | Text) -> Text:
    """Join pieces into one text, merging adjacent words."""
    joined: Text = []
    for piece in pieces:
        for part in [piece] if isinstance(piece, str) else piece:
            last = joined[-1] if joined else None
            if isinstance(part, str) and isinstance(last, str):
                joined[-1] = last + part
            elif part:
                joined.append(part)
    return joined


def join_texts(pieces: Sequence[str | Text], conjunction: str = "and") -> Text:
    """Return "a, b and c", or an empty text without pieces."""
    if len(pieces) < 2:
        return text(*pieces)
    listed: list[str | Text] = []
    for piece in pieces[:-1]:
        listed += [piece, ", "]
    return text(*listed[:-1], f" {conjunction} ", pieces[-1])


def capitalize_text(words: Text) -> Text:
    """Capitalize the first letter, unless the text starts with a card."""
    first = words[0] if words else None
    if not isinstance(first, str):
        return words
    return [capitalized(first), *words[1:]]


def list_cards(words: Text) -> list[int]:
    """Return the ids of the cards in a text."""
    parts = [part for part in words if isinstance(part, dict)]
    return [card for part in parts for card in part.get("cards", [part.get("card")])]


def plain_text(words: Text, titles: Sequence[str]) -> str:
    """Return the text as a string, with card titles."""
    return "".join(_plain_part(part, titles) for part in words)


def _plain_part(part: Part, titles: Sequence[str]) -> str:
    if isinstance(part, str):
        return part
    if "cards" in part:
        listed = ", ".join(titles[card] for card in part["cards"])
        return f"{counted(len(part['cards']), 'card')} ({listed})"
    return titles[part["card"]]


def count_or_no(count: int, noun: str) -> str:
    """Return "no cards", "1 card" or "2 cards"."""
    return counted(count, noun) if count else f"no {noun}s"


def format_bounds(minimum: int, maximum: int, noun: str) -> str:
    """Return "2 cards", "1 or 2 cards", "up to 2 cards" or "1 to 3 cards"."""
    if minimum == maximum:
        return counted(maximum, noun)
    if not minimum:
        return f"up to {counted(maximum, noun)}"
    return f"{minimum} {'or' if maximum == minimum + 1 else 'to'} {counted(maximum, noun)}"


def third_person(verb_phrase: str) -> str:
    """Conjugate a verb phrase: "draw 2 cards" becomes "draws 2 cards"."""
    verb, space, rest = verb_phrase.partition(" ")
    if verb in _IRREGULAR:
        return f"{_IRREGULAR[verb]}{space}{rest}"
    ending = "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
    return f"{verb}{ending}{space}{rest}"


_IRREGULAR = {"have": "has"}
