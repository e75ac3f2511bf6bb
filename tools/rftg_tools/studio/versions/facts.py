"""What a card says, as data that can be kept, compared and told, however its file writes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.wording.english import word_card

Facts = dict[str, Any]
_LOOKS: Final = ("title", "art", "english")
"""Facts that decide no game."""
_DIGEST: Final = 16
"""Bytes of what stands for how a card plays."""


def facts_of(card: Card | None, title: str) -> Facts:
    """Return the facts of a card, those that it has; of one that cannot be read, its title alone.

    powers: its lines in canonical form. english: what `show` prints below the title.
    """
    if card is None:
        return {"title": title}
    tile, start = card.tile, card.start
    facts = {
        "title": title,
        "type": f"military {card.type}" if card.military else card.type,
        "cost": card.cost,
        "vp": "variable" if card.vp is None else card.vp,
        "good": _good(card),
        "keywords": list(card.keywords),
        "copies": card.copies if card.copies != 1 else "",
        "prestige": card.prestige or "",
        "start": f"{start.number} {start.colour}" if start else "",
        "faction": tile.faction or "" if tile else "",
        "home": "home world" if tile and tile.home else "",
        "other": tile.other if tile else "",
        "art": " ".join(filter(None, (card.art, card.art_keeps))),
        "powers": [format_power(line.power) for line in card.powers],
        "english": [line for line in word_card(card).split("\n")[1:] if line],
    }
    return {key: value for key, value in facts.items() if value not in ("", [])}


def plays_of(faces: Sequence[Card | None]) -> str:
    """Return what stands for how a card plays, or both faces of a tile: equal where games would be.

    "" where a face cannot be read.
    """
    if None in faces:
        return ""
    told = [facts_of(card, card.title) for card in faces if card is not None]
    deciding = [{key: one[key] for key in one if key not in _LOOKS} for one in told]
    if len(told) == 1:
        deciding[0].pop("other", None)
    texts = sorted(json.dumps(one, sort_keys=True) for one in deciding)
    return hashlib.blake2b("\n".join(texts).encode(), digest_size=_DIGEST).hexdigest()


def _good(card: Card) -> str:
    ways = (("produces", card.production), ("windfall", card.windfall), ("holds", card.holds))
    return next((f"{way} {card.kind}" for way, has_it in ways if has_it), card.kind or "")
