"""Selling goods for cards (base rulebook, Consume: Trade)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine.powers import Powers
from rftg_engine.state import Player, State
from rftg_engine.table import Table

if TYPE_CHECKING:
    from rftg_engine.race import Race

BASE_PRICES: Final = (0, 2, 3, 4, 5)
"""Cards for a good, by number of its kind: novelty 2, rare 3, genes 4, alien 5."""


def price(table: Table, powers: Powers | None, world: int) -> int:
    """Cards for the good of a world, at least 0. powers: whose trade powers count, if any."""
    kind = table.kind[world]
    cards = BASE_PRICES[kind]
    if powers is not None:
        cards += powers.prices[0] + powers.prices[kind] + powers.here_prices.get(world, 0)
    return max(0, cards)


def sell(race: Race, state: State, player: Player, powers: Powers | None, world: int) -> None:
    """Draws the cards for a good that has been given up."""
    race.draw_to_hand(state, player, price(race.table, powers, world))
