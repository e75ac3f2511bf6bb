"""What a card says, as data that can be kept, compared and told, however its file writes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.wording.english import describe_card

Facts = dict[str, Any]
_DIGEST: Final = 16
"""Bytes of what stands for how a card plays."""


def facts_of(card: Card | None, title: str) -> Facts:
    """Return the facts of a card, those that it has; of one that cannot be read, its title alone.

    powers: its lines in canonical form. english: what `show` prints below the title.
    """
    if card is None:
        return {"title": title}
    english = [line for line in describe_card(card).split("\n")[1:] if line]
    return {"title": title, **_deciding(card), **_told(art=_art(card), english=english)}


def plays_of(faces: Sequence[Card | None]) -> str:
    """Return what stands for how a card plays, or both faces of a tile: equal where games would be.

    "" where a face cannot be read.
    """
    deciding = [_deciding(card) for card in faces if card is not None]
    if len(deciding) < len(faces):
        return ""
    if len(deciding) == 1:
        deciding[0].pop("other", None)
    return _digest(json.dumps(one, sort_keys=True) for one in deciding)


def set_plays(cards: Sequence[Card | None]) -> str:
    """Return what stands for how all cards of a set play."""
    by_title = {card.title: card for card in cards if card is not None}
    return _digest(plays_of(faces_of(card, by_title)) for card in cards)


def faces_of(card: Card | None, by_title: Mapping[str, Card | None]) -> tuple[Card | None, ...]:
    """Return a card, and the other face of a tile where the set has it."""
    other = card.tile.other if card and card.tile else ""
    return (card, by_title[other]) if other in by_title else (card,)


def _deciding(card: Card) -> Facts:
    """Return the facts that decide games."""
    tile, start = card.tile, card.start
    return _told(
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


def _told(**facts: Any) -> Facts:
    """Return the facts that a card has."""
    return {key: value for key, value in facts.items() if value not in ("", [])}


def _digest(texts: Iterable[str]) -> str:
    text = "\n".join(sorted(texts))
    return hashlib.blake2b(text.encode(), digest_size=_DIGEST).hexdigest()


def _art(card: Card) -> str:
    return " ".join(filter(None, (card.art, card.art_keeps)))


def _good(card: Card) -> str:
    ways = (("produces", card.production), ("windfall", card.windfall), ("holds", card.holds))
    return next((f"{way} {card.kind}" for way, has_it in ways if has_it), card.kind or "")
