"""The cards of a table as the page is told of them: facts, English, and the name of the face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids
from rftg_dsl.wording import type_line, word_card
from rftg_engine.table import Table
from rftg_tools.preview.images import Images
from rftg_tools.preview.shown import Shown

Data = dict[str, Any]
_HEAD: Final = 4
"""Lines of a card's text before its powers."""


class Faces:
    """The cards of one table, each put into words once.

    folders: of the sets whose cards may name pictures, by id.
    """

    def __init__(self, table: Table, images: Images, folders: Mapping[str, Path]) -> None:
        self._table = table
        self._data: list[Data | None] = [None] * len(table.cards)
        self._name = _namer(table, images, folders)

    def data(self, card: int) -> Data:
        """All that a page is told of a card that it may see."""
        found = self._data[card]
        if found is None:
            found = self._data[card] = self._make(self._table.cards[card])
        return found

    def _make(self, card: Card) -> Data:
        name = self._name(card)
        return {
            "title": card.title,
            "face": f"/faces/{name}.svg" if name else None,
            "alt": alt_text(card),
            "type": "military world" if card.military else card.type,
            "kind": card.kind,
            "cost": card.cost,
            "vp": card.vp,
            "own": card.set_id not in _SHIPPED,
        }


_SHIPPED: Final = frozenset(shipped_ids())


def alt_text(card: Card) -> str:
    """What a card says, for those who do not see its face."""
    return " ".join([f"{type_line(card)}.", *word_card(card).split("\n")[_HEAD:]])


def _namer(table: Table, images: Images, folders: Mapping[str, Path]) -> Callable[[Card], str]:
    """Gives the names of the images of faces, which the images know from then on."""
    places = {
        (card.set_id, card.title): (one.title, number)
        for one in table.sets
        for number, card in enumerate(one.cards, 1)
    }

    def name(card: Card) -> str:
        title, number = places.get((card.set_id, card.title), ("", 0))
        folder = folders.get(card.set_id)
        shown = Shown(
            number,
            str((folder or Path()) / f"{card.set_id}.yaml"),
            title,
            number,
            card.title,
            0,
            card,
            0,
            True,
            False,
            (),
        )
        images.show([shown])
        return images.name(shown)

    return name
