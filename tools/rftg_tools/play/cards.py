"""Cards as the page gets them: facts, English, and the name of the face."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids
from rftg_dsl.wording.english import describe_card, type_line
from rftg_engine.cards.table import Table
from rftg_tools.faces.facts import PrintedCard, printed_cards
from rftg_tools.faces.theme import Theme
from rftg_tools.web.images import Face, Images, changed_at

Data = dict[str, Any]
_REMEMBERED: Final = 4_096
"""Cards whose English is remembered."""
_HEAD: Final = 4
"""Lines of a card's text before its powers."""


class Faces:
    """The cards of one table, each put into words once.

    folders: of the sets whose cards may name pictures, by id. May wait while images are drawn.
    """

    def __init__(self, table: Table, images: Images, folders: Mapping[str, Path]) -> None:
        faces = _faces(table, folders, images.theme)
        images.set_faces(faces.values())
        names = {card: images.name(face) for card, face in faces.items()}
        data = {card: _data(card, name) for card, name in names.items()}
        self._names = frozenset(names.values())
        self._data = [data[card] for card in table.cards]

    def holds(self, name: str) -> bool:
        """Return whether the image of this name is one of these cards'."""
        return name in self._names

    def data(self, card: int) -> Data:
        """Return all that a page gets about a card that it may see."""
        return self._data[card]


def pictures_changed(table: Table, folders: Mapping[str, Path]) -> tuple[int, ...]:
    """Return when the pictures that cards of own sets name were changed, in ns.

    folders: as for Faces.
    """
    own = (card for card in dict.fromkeys(table.cards) if card.set_id in folders)
    return tuple(changed_at(card, folders[card.set_id]) for card in own)


def _data(card: Card, name: str) -> Data:
    return {
        "title": card.title,
        "face": f"/faces/{name}.svg",
        "alt": alt_text(card),
        "type": "military world" if card.military else card.type,
        "kind": card.kind,
        "cost": card.cost,
        "vp": card.vp,
        "own": is_own(card),
    }


_SHIPPED: Final = frozenset(shipped_ids())


def is_own(card: Card) -> bool:
    """Return whether a card is of a set that is not shipped."""
    return card.set_id not in _SHIPPED


@lru_cache(_REMEMBERED)
def alt_text(card: Card) -> str:
    """Return what a card says, for those who do not see its face: a line for each power."""
    return "\n".join([f"{type_line(card)}.", *describe_card(card).split("\n")[_HEAD:]])


def _faces(table: Table, folders: Mapping[str, Path], theme: Theme) -> dict[Card, Face]:
    """Return the faces of all cards in use, as they are printed in their sets."""
    printed = {
        (printed_card.card.set_id, printed_card.card.title): printed_card
        for card_set in table.sets
        for printed_card in printed_cards(card_set, theme)
    }
    return {
        card: _face(replace(printed[card.set_id, card.title], card=card), folders.get(card.set_id))
        for card in dict.fromkeys(table.cards)
    }


def _face(printed_card: PrintedCard, folder: Path | None) -> Face:
    """Return the face of a card; another printed_card when its picture was changed."""
    changed = changed_at(printed_card.card, folder) if folder else 0
    return Face(replace(printed_card, folder=folder), changed)
