"""Faces of tiles as the page gets them: facts, and their powers in English."""

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
_REMEMBERED: Final = 1_024
"""Faces whose English is remembered."""


class TileFaces:
    """The faces of one table, each put into words once.

    images: where faces are drawn as they are printed; without it there are only their words. May
    wait while one is drawn.
    """

    def __init__(
        self, table: Table, images: Images | None = None, _folders: Mapping[str, Path] | None = None
    ) -> None:
        shipped = frozenset(shipped_ids())
        drawn = _drawn(table, images) if images else {}
        made = {
            card: face_data(card)
            | {"own": card.set_id not in shipped}
            | {"faces": _paths(card, drawn)}
            for card in table.cards
        }
        self._data = [made[card] for card in table.cards]
        self._paths = frozenset(drawn.values())

    def holds(self, name: str) -> bool:
        """Return whether the image of this name is one of these tiles'."""
        return _path(name) in self._paths

    def data(self, face: int) -> Data:
        """Return all that a page gets about a face that it may see."""
        return self._data[face]


def _drawn(table: Table, images: Images) -> dict[tuple[str, str], str]:
    """Return the path of each face's image, which is drawn when asked for, by set and title."""
    faces = {
        (printed_card.card.set_id, printed_card.card.title): Face(printed_card)
        for card_set in table.sets
        for printed_card in printed_cards(card_set, images.theme)
    }
    images.set_faces(faces.values())
    return {key: _path(images.name(face)) for key, face in faces.items()}


def _path(name: str) -> str:
    return f"/faces/{name}.svg"


def _paths(card: Card, drawn: Mapping[tuple[str, str], str]) -> list[str]:
    """Return the images of a face and, behind it, of the other one of its tile."""
    titles = [card.title, card.tile.other if card.tile else ""]
    return [drawn[key] for title in titles if (key := (card.set_id, title)) in drawn]


@lru_cache(_REMEMBERED)
def face_data(card: Card) -> Data:
    """Return the facts of a face."""
    return {
        "title": card.title,
        "type": card.type,
        "kind": card.kind,
        "cost": card.cost,
        "home": card.tile is not None and card.tile.home,
        "powers": [power_words(line) for line in card.powers],
    }


def power_words(line: PowerLine) -> str:
    """Return what a line says in English, and as it is written where it has no words yet."""
    try:
        return word_power(line.power)
    except (LookupError, SemanticError):
        return line.text[:1].upper() + line.text[1:]
