"""The faces of tiles as the page gets them: facts, and what they do in English."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rftg_dsl.model import Card, PowerLine
from rftg_dsl.resources import shipped_ids
from rftg_dsl.wording.english import word_power
from rftg_dsl.words.errors import SemanticError
from roll_engine.cards.table import Table

Data = dict[str, Any]
_REMEMBERED: Final = 1_024
"""Faces whose English is remembered."""


class TileFaces:
    """The faces of one table, each put into words once."""

    def __init__(self, table: Table) -> None:
        shipped = frozenset(shipped_ids())
        made = {card: face_data(card) | {"own": card.set_id not in shipped} for card in table.cards}
        self._data = [made[card] for card in table.cards]

    def data(self, face: int) -> Data:
        """Return all that a page gets about a face that it may see."""
        return self._data[face]


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
