"""Card data for the page: facts, text, and the name of the face image."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import capitalized
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.resources import shipped_ids
from rftg_dsl.wording.english import describe_card, type_line, word_power
from rftg_dsl.words.checks import SemanticError
from rftg_tools.faces.facts import PrintedCard, printed_cards
from rftg_tools.faces.theme import Theme
from rftg_tools.web.images import Face, Images, changed_at

Data = dict[str, Any]
_CACHE_SIZE: Final = 4_096
"""Maximum number of cards whose text is cached."""
_HEAD_LINES: Final = 4
"""Number of lines of a card's text before its powers."""


class Faces:
    """Page data of the cards of one table of Race.

    folders: picture folders by set id. The constructor may wait while images are drawn.
    """

    def __init__(self, table: Any, images: Images, folders: Mapping[str, Path]) -> None:
        faces = _faces(table, folders, images.theme)
        images.set_faces(faces.values())
        paths = {card: _path(images.name(face)) for card, face in faces.items()}
        self._paths = {(card.set_id, card.title): path for card, path in paths.items()}
        data = {card: self._facts(card) | {"own": is_own(card)} for card in paths}
        self._data = [data[card] for card in table.cards]

    def holds(self, name: str) -> bool:
        """Return whether an image of this name belongs to one of these cards."""
        return _path(name) in self._paths.values()

    def data(self, card: int) -> Data:
        """Return the page data of a card."""
        return self._data[card]

    def _facts(self, card: Card) -> Data:
        return {
            "title": card.title,
            "face": self._paths[card.set_id, card.title],
            "alt": alt_text(card),
            "type": "military world" if card.military else card.type,
            "kind": card.kind,
            "cost": card.cost,
            "vp": card.vp,
        }


class TileFaces(Faces):
    """Page data of the tile faces of one table of Roll. back: the face on the other side."""

    def _facts(self, card: Card) -> Data:
        back = self._paths.get((card.set_id, card.tile.other)) if card.tile else None
        is_home = card.tile is not None and card.tile.home
        return super()._facts(card) | {"back": back, "home": is_home}


def _path(name: str) -> str:
    return f"faces/{name}.svg"


def pictures_changed(table: Any, folders: Mapping[str, Path]) -> tuple[int, ...]:
    """Return the modification times of the pictures of user sets, in ns. folders: as for Faces."""
    own = (card for card in dict.fromkeys(table.cards) if card.set_id in folders)
    return tuple(changed_at(card, folders[card.set_id]) for card in own)


_SHIPPED: Final = frozenset(shipped_ids())


def is_own(card: Card) -> bool:
    """Return whether a card belongs to a user set."""
    return card.set_id not in _SHIPPED


@lru_cache(_CACHE_SIZE)
def alt_text(card: Card) -> str:
    """Return the text of a card for people who can't see its face, with a line per power."""
    return "\n".join([f"{type_line(card)}.", *describe_card(card).split("\n")[_HEAD_LINES:]])


@lru_cache(_CACHE_SIZE)
def power_words(line: PowerLine) -> str:
    """Return a tile's power in English, or as written if it has no English wording."""
    try:
        return word_power(line.power)
    except (LookupError, SemanticError):
        return capitalized(line.text)


def _faces(table: Any, folders: Mapping[str, Path], theme: Theme) -> dict[Card, Face]:
    """Return the printed faces of all cards in use."""
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
    """Return the face of a card. A changed picture results in a new face."""
    changed = changed_at(printed_card.card, folder) if folder else 0
    return Face(replace(printed_card, folder=folder), changed)
