"""What a player has against an attack, and what it costs to have more."""

from __future__ import annotations

from typing import Final

from rftg_engine.bots import habits
from rftg_engine.bots.stage import Stage
from rftg_engine.cards.bound import BoundMilitary, BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion.strength import defense_against, military_against, most_of, priced
from rftg_engine.view import Seat

MOST: Final = 12
"""Defense for which a price is known."""
NEVER: Final = 1_000.0
"""The price of what cannot be had."""


class Defense:
    """What a player has against attacks.

    general: Military against every world. against: Military against the invaders. free: this and
    defense that takes nothing. prices: what it costs to have so much more, in points.
    """

    def __init__(self, powers: Powers, helps: list[tuple[int, float]]) -> None:
        self.general: Final = powers.military
        self.against: Final = military_against(powers)
        self.free: Final = self.against + defense_against(powers)
        self.prices: Final = prices(helps)


def prices(helps: list[tuple[int, float]]) -> list[float]:
    """Return what it costs to add so much, by the amount, or more. helps: amounts and costs."""
    found = [0.0] + [NEVER] * MOST
    for amount, cost in helps:
        for wanted in range(MOST, 0, -1):
            found[wanted] = min(found[wanted], found[max(0, wanted - amount)] + cost)
    return found


def helps_of(table: Table, stage: Stage, seat: Seat, powers: Powers) -> list[tuple[int, float]]:
    """Return what powers for a price add, with what that costs, where it can come to be there."""
    return [
        (most_of(power), cost_of(stage, power))
        for power in priced(powers)
        if _can_come(table, seat, power)
    ]


def cost_of(stage: Stage, power: BoundPower) -> float:
    """Return what a power takes at the most, in points."""
    cost = 0.0
    if power.price is not None:
        for part in (power.price, *power.price.more):
            cost += _of_one(stage, part.what) * max(1, part.count)
    return cost * stage.cost


def _of_one(stage: Stage, what: str) -> float:
    """Return what one of what a price takes is worth, in cards."""
    if what == "this":
        return stage.habits[habits.CARD_OF_TABLEAU]
    if what == "goods":
        return stage.habits[habits.GOOD_PAID]
    return stage.habits[habits.PRESTIGE_PAID] if what == "prestige" else 1.0


def _can_come(table: Table, seat: Seat, power: BoundMilitary) -> bool:
    """Return whether a good that a power takes can be on one of the player's worlds."""
    price, kind = power.price, table.kind
    if price is None or price.what != "goods":
        return True
    return any(kind[card] and price.goods.fit(card, kind[card]) for card in seat.tableau)
