"""Construction of cards from valid entries of `cards`, for each game (see games.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rftg_dsl.games import ROLL
from rftg_dsl.model import Card, PowerLine, Start, Tile
from rftg_dsl.source.nodes import Mapping
from rftg_dsl.source.schema import CARD_TYPE_KEYS

Entry = Callable[[str, dict[str, Any], Mapping, list[PowerLine]], Card]
"""Function that creates a card from the id of its set, its data, its node and its powers."""


def create_card(set_id: str, data: dict[str, Any], node: Mapping, powers: list[PowerLine]) -> Card:
    """Create a card of Race for the Galaxy."""
    type_key = next(key for key in CARD_TYPE_KEYS if key in data)
    start = data.get("start")
    return Card(
        title=data["title"],
        set_id=set_id,
        type="development" if type_key == "development" else "world",
        cost=data[type_key],
        vp=None if data["vp"] == "variable" else data["vp"],
        military=type_key == "military world",
        kind=data.get("windfall") or data.get("produces") or data.get("holds"),
        windfall="windfall" in data,
        production="produces" in data,
        holds="holds" in data,
        keywords=tuple(sorted(data.get("keywords", ()))),
        copies=data.get("copies", 1),
        start=Start(start["number"], start["colour"]) if start else None,
        prestige=data.get("prestige", 0),
        art=data.get("art", ""),
        art_keeps=data.get("art keeps", ""),
        powers=tuple(powers),
        line=node.region.line,
    )


def create_face(set_id: str, data: dict[str, Any], node: Mapping, powers: list[PowerLine]) -> Card:
    """Create a face of a tile of Roll for the Galaxy. Its points are its cost."""
    type_key = next(key for key in ROLL.types if key in data)
    other_title = data.get("other side") or data.get("beside") or ""
    return Card(
        title=data["title"],
        set_id=set_id,
        type=type_key,
        cost=data[type_key],
        vp=data[type_key],
        kind=data.get("kind"),
        keywords=tuple(sorted(data.get("keywords", ()))),
        art=data.get("art", ""),
        art_keeps=data.get("art keeps", ""),
        powers=tuple(powers),
        line=node.region.line,
        tile=Tile(data.get("faction", 0), "home" in data, other_title),
    )
