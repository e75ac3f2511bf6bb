"""Facts about a card as data, and the differences between two versions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.wording.english import describe_card

Facts = dict[str, Any]
Data = dict[str, Any]
_DIGEST_SIZE: Final = 16
_SIMILARITY: Final = 0.5
"""Minimum `SequenceMatcher.ratio` for two lines to count as a single changed line."""
_LISTS: Final = ("keywords", "powers", "english")


def facts_of(card: Card | None, title: str) -> Facts:
    """Return the facts about a card, or only the title if the card cannot be read.

    `powers` are its lines in canonical form, `english` the lines of `show` below the title.
    """
    if card is None:
        return {"title": title}
    english = [line for line in describe_card(card).split("\n")[1:] if line]
    drawing = [card.drawing.scene, str(card.drawing.seed or "")] if card.drawing else []
    art = " ".join(filter(None, (card.art, card.art_keeps, *drawing)))
    return {"title": title, **_playing_facts(card), **_present(art=art, english=english)}


def plays_of(faces: Sequence[Card | None]) -> str:
    """Return a digest of everything that affects how a card, or both faces of a tile, play.

    It is "" if a face cannot be read.
    """
    playing = [_playing_facts(card) for card in faces if card is not None]
    if len(playing) < len(faces):
        return ""
    if len(playing) == 1:
        playing[0].pop("other", None)
    return _digest(json.dumps(facts, sort_keys=True) for facts in playing)


def set_plays(cards: Sequence[Card | None]) -> str:
    """Return a digest of everything that affects how the cards of a set play."""
    by_title = {card.title: card for card in cards if card is not None}
    return _digest(plays_of(faces_of(card, by_title)) for card in cards)


def faces_of(card: Card | None, by_title: Mapping[str, Card | None]) -> tuple[Card | None, ...]:
    """Return a card, and the other face of a tile if the set has it."""
    other_title = card.tile.other if card and card.tile else ""
    return (card, by_title[other_title]) if other_title in by_title else (card,)


def _playing_facts(card: Card) -> Facts:
    """Return the facts that affect games."""
    tile, start = card.tile, card.start
    return _present(
        type=f"military {card.type}" if card.military else card.type,
        cost=card.cost,
        vp="variable" if card.vp is None else card.vp,
        good=_good(card),
        keywords=list(card.keywords),
        copies=card.copies if card.copies != 1 else "",
        prestige=card.prestige or "",
        start=f"{start.number} {start.colour}" if start else "",
        faction=tile.faction or "" if tile else "",
        home="home world" if tile and tile.home else "",
        other=tile.other if tile else "",
        powers=[format_power(line.power) for line in card.powers],
    )


def _present(**facts: Any) -> Facts:
    return {key: value for key, value in facts.items() if value not in ("", [])}


def _digest(texts: Iterable[str]) -> str:
    text = "\n".join(sorted(texts))
    return hashlib.blake2b(text.encode(), digest_size=_DIGEST_SIZE).hexdigest()


def _good(card: Card) -> str:
    keys = (("produces", card.production), ("windfall", card.windfall), ("holds", card.holds))
    return next((f"{key} {card.kind}" for key, is_set in keys if is_set), card.kind or "")


class Kind(StrEnum):
    """Kind of a difference."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


def compare_facts(old_facts: Facts, new_facts: Facts) -> list[Data]:
    """Return the differences, each with `what`, `kind`, `before` and `now`.

    `what` is a key of the facts; each changed keyword or power is a separate difference. A missing
    value is None.
    """
    keys = [*new_facts, *(key for key in old_facts if key not in new_facts)]
    differences = [
        _difference(key, old_facts.get(key), new_facts.get(key))
        for key in keys
        if key not in _LISTS and old_facts.get(key) != new_facts.get(key)
    ]
    old, new = old_facts.get("keywords", []), new_facts.get("keywords", [])
    differences += [_difference("keyword", None, word) for word in new if word not in old]
    differences += [_difference("keyword", word, None) for word in old if word not in new]
    lines = _align(old_facts.get("powers", []), new_facts.get("powers", []))
    differences += [_difference("power", was, line) for was, line in lines if was != line]
    return differences


def compare_english(old_facts: Facts, new_facts: Facts) -> list[Data]:
    """Return the English lines of both versions side by side, with None for a missing line."""
    lines = _align(old_facts.get("english", []), new_facts.get("english", []))
    return [{"before": was, "now": line, "same": was == line} for was, line in lines]


def _difference(key: str, old: Any, new: Any) -> Data:
    kind = Kind.ADDED if old is None else Kind.REMOVED if new is None else Kind.CHANGED
    return {"what": key, "kind": kind, "before": old, "now": new}


def _align(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Yield pairs of old and new lines; a line without a similar line is paired with None."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _tag, start, end, first, last in matcher.get_opcodes():
        for was, line in zip_longest(old[start:end], new[first:last]):
            if was is None or line is None or _are_similar(was, line):
                yield was, line
            else:
                yield was, None
                yield None, line


def _are_similar(first: str, second: str) -> bool:
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return first == second or matcher.ratio() >= _SIMILARITY
