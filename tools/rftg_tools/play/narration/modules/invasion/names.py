"""What is called how in an invasion: the invaders, and their cards."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.model import OWN
from rftg_engine.cards.table import Table

RULE: Final = "quick reference, Xeno Invasion"
"""Where the rules of invasions stand, whoever the invaders are."""


def invaders(table: Table) -> str:
    """Return "the Xenos": the keyword of the invaders' worlds, for several of them."""
    assert table.invasion is not None
    name = table.invasion.by.replace("-", " ").capitalize()
    return f"the {name if name.endswith('s') else re.sub('y$', 'ie', name) + 's'}"


def attack_of(card: str, strength: int) -> str:
    """Return "an attack of 5", "an attack of 7 (own Military +3)". card: as card files name it."""
    own = f" (own Military +{card.removeprefix(OWN)})" if card.startswith(OWN) else ""
    return f"an attack of {strength}{own}"


def force_of(military: int, defense: int) -> str:
    """Return "3 Military", "3 Military and 2 defense"."""
    return f"{military} Military" + (f" and {defense} defense" if defense else "")
