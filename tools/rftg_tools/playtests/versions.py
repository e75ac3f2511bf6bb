"""Which text of a card a game was played with. Pictures are no part of it: nobody plays them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.faces.facts import text_hash

_REMEMBERED: Final = 4_096


@lru_cache(_REMEMBERED)
def version_of(card: Card) -> str:
    """Return a short hash of what a card says, the same for the same text however it is written.

    It is the one that stands on the card's face, where the card names no picture.
    """
    return text_hash(replace(card, art="", art_keeps=""))
