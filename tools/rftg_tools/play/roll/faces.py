"""Facts about tile faces for the page, with powers in English."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.model import Card, PowerLine
from rftg_dsl.resources import shipped_ids
from rftg_dsl.wording.english import word_power
from rftg_dsl.words.checks import SemanticError
from rftg_tools.faces.facts import printed_cards
from rftg_tools.web.images import Face, Images
from roll_engine.cards.table import Table

Data = dict[str, Any]
_CACHE_SIZE: Final = 1_024
"""Maximum number of tile faces whose wording is cached."""


class TileFaces:
    """The tile faces of a table.

    images: draws the printed faces; without it, the page shows only text.
    """

    def __init__(
        self, table: Table, images: Images | None = None, _folders: Mapping[str, Path] | None = None
    ) -> None:
        shipped = frozenset(shipped_ids())
        paths = _image_paths(table, images) if images else {}
        data = {
            card: face_data(card)
            | {"own": card.set_id not in shipped}
            | {"faces": _tile_paths(card, paths)}
            for card in table.cards
        }
        self._data = [data[card] for card in table.cards]
        self._paths = frozenset(paths.values())

    def holds(self, name: str) -> bool:
        """Return whether an image of this name belongs to one of these tiles."""
        return _path(name) in self._paths

    def data(self, face: int) -> Data:
        """Return the page data of a tile face."""
        return self._data[face]


def _image_paths(table: Table, images: Images) -> dict[tuple[str, str], str]:
    """Return the image path of each face by set and title. Images are drawn on request."""
    faces = {
        (printed_card.card.set_id, printed_card.card.title): Face(printed_card)
        for card_set in table.sets
        for printed_card in printed_cards(card_set, images.theme)
    }
    images.set_faces(faces.values())
    return {key: _path(images.name(face)) for key, face in faces.items()}


def _path(name: str) -> str:
    return f"/faces/{name}.svg"


def _tile_paths(card: Card, paths: Mapping[tuple[str, str], str]) -> list[str]:
    """Return the image paths of a face and of the other side of its tile."""
    titles = [card.title, card.tile.other if card.tile else ""]
    return [paths[key] for title in titles if (key := (card.set_id, title)) in paths]


@lru_cache(_CACHE_SIZE)
def face_data(card: Card) -> Data:
    """Return the facts about a tile face."""
    return {
        "title": card.title,
        "type": card.type,
        "kind": card.kind,
        "cost": card.cost,
        "home": card.tile is not None and card.tile.home,
        "powers": [power_words(line) for line in card.powers],
    }


def power_words(line: PowerLine) -> str:
    """Return a power line in English, or the line as written if it has no English wording."""
    try:
        return word_power(line.power)
    except (LookupError, SemanticError):
        return line.text[:1].upper() + line.text[1:]
