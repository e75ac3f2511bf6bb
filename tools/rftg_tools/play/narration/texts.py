"""Texts: words and names of cards, which a page shows with the faces of the cards."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.diagnostics.text import counted

Part = str | dict[str, int]
"""Words, or {"card": number} for a card that is named there."""
Text = list[Part]


def card(number: int) -> Text:
    """Return a card that is named."""
    return [{"card": number}]


def text(*pieces: str | Text) -> Text:
    """Return the pieces one after the other; words beside words become one part."""
    joined: Text = []
    for piece in pieces:
        for part in [piece] if isinstance(piece, str) else piece:
            last = joined[-1] if joined else None
            if isinstance(part, str) and isinstance(last, str):
                joined[-1] = last + part
            elif part:
                joined.append(part)
    return joined


def join_texts(pieces: Sequence[str | Text], last: str = "and") -> Text:
    """Return "a, b and c"; nothing for no pieces."""
    if len(pieces) < 2:
        return text(*pieces)
    before: list[str | Text] = []
    for piece in pieces[:-1]:
        before += [piece, ", "]
    return text(*before[:-1], f" {last} ", pieces[-1])


def capitalize_text(words: Text) -> Text:
    """Return the text as the beginning of a sentence."""
    first = words[0] if words else None
    if not isinstance(first, str):
        return words
    return [first[:1].upper() + first[1:], *words[1:]]


def cards_named(words: Text) -> list[int]:
    """Return the numbers of the cards in a text."""
    return [part["card"] for part in words if isinstance(part, dict)]


def plain(words: Text, titles: Sequence[str]) -> str:
    """Return the text as words alone."""
    return "".join(part if isinstance(part, str) else titles[part["card"]] for part in words)


def so_many(count: int, noun: str) -> str:
    """Return "no cards", "1 card", "2 cards"."""
    return counted(count, noun) if count else f"no {noun}s"


def format_bounds(least: int, most: int, noun: str) -> str:
    """Return "2 cards", "1 or 2 cards", "up to 2 cards", "1 to 3 cards"."""
    if least == most:
        return counted(most, noun)
    if not least:
        return f"up to {counted(most, noun)}"
    return f"{least} {'or' if most == least + 1 else 'to'} {counted(most, noun)}"


def conjugated(deed: str) -> str:
    """Return "draws 2 cards" for "draw 2 cards": what another player does; its verb is first."""
    verb, space, rest = deed.partition(" ")
    if verb in _IRREGULAR:
        return f"{_IRREGULAR[verb]}{space}{rest}"
    ending = "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
    return f"{verb}{ending}{space}{rest}"


_IRREGULAR = {"have": "has"}
