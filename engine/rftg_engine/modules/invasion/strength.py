"""Military and defense against an invasion."""

from __future__ import annotations

from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.moments import SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.turns.prices import can_buy
from rftg_engine.turns.turn import PlayerTurn


def military_against(powers: Powers) -> int:
    """Return Military against the invaders that takes nothing. powers: those in force."""
    return powers.military + sum([one.amount for one in powers.specialised if one.meets_invaders])


def defense_against(powers: Powers) -> int:
    """Return defense against an invasion that takes nothing."""
    return sum([one.amount for one in powers.invasion_defense if one.price is None])


def helpers(turn: PlayerTurn) -> list[BoundMilitary]:
    """Return the powers that take something, and could help to hold out, as of now.

    xeno.json, Defend: powers of Settle can be used against an invasion.
    """
    powers = turn.in_force()
    found = [one for one in powers.invasion_defense if one.price is not None]
    for power in powers.chosen[SETTLING]:
        if isinstance(power, BoundMilitary) and power.meets_invaders:
            found.append(power)
    return [one for one in found if one.amount > 0 and can_buy(turn, one)]


def most_of(power: BoundMilitary, cards: int) -> int:
    """Return the most that a power brings. cards: in the hand."""
    if power.takes_open_cards and power.price is not None:
        return power.amount * min(power.price.count, cards)
    return power.amount


def most_help(powers: list[BoundMilitary], bunker: int, cards: int) -> int:
    """Return the most that powers and the bunker bring, with so many hand cards for all of them."""
    most = [0] * (cards + 1)
    for taken, amount in [*[use for power in powers for use in _uses(power)], (1, bunker)]:
        for number in range(cards, taken - 1, -1):
            most[number] = max(most[number], most[number - taken] + amount)
    return most[cards]


def _uses(power: BoundMilitary) -> list[tuple[int, int]]:
    """Return what a power can be used for: hand cards, and what it brings for them."""
    price = power.price
    if price is None:
        return []
    if power.takes_open_cards:
        return [(1, power.amount)] * price.count
    cards = sum([one.count for one in (price, *price.more) if one.what == "cards"])
    return [(cards, power.amount)]
