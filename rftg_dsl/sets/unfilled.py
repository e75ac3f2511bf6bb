"""What `new set` and `new card` write where the designer is still to say something else."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.model import Card

BLANK: Final = "Blank"
"""Stem of the titles of cards in a new set; a number follows."""
NEW_CARD: Final = "New Card"
"""Stem of the title of a card that is added without one."""
PRODUCES: Final = "produce: good"
SCORES: Final = "score: 1 per world"
"""The powers that a world which produces and a card of variable points cannot be without."""

_TITLE: Final = re.compile(f"(?:{BLANK}|{NEW_CARD}) [0-9]+")


def is_unfilled(card: Card) -> bool:
    """Return whether a card is unnamed and has only the powers that it must have."""
    powers = {line.text for line in card.powers}
    return _TITLE.fullmatch(card.title) is not None and powers <= {PRODUCES, SCORES}
