"""Military and defense against an invasion."""

from __future__ import annotations

from typing import Final

from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.moments import SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.turns.prices import can_buy
from rftg_engine.turns.turn import PlayerTurn

MANY: Final = 1_000
"""More hand cards than any power takes."""


def military_against(powers: Powers) -> int:
    """Return Military against the invaders that takes nothing. powers: those in force."""
    return powers.military + sum([one.amount for one in powers.specialised if one.meets_invaders])


def defense_against(powers: Powers) -> int:
    """Return defense against an invasion that takes nothing."""
    return sum([one.amount for one in powers.invasion_defense if one.price is None])


def helpers(turn: PlayerTurn) -> list[BoundMilitary]:
    """Return the powers that take something, and can help to hold out, as of now."""
    return [one for one in priced(turn.in_force()) if can_buy(turn, one)]


def priced(powers: Powers) -> list[BoundMilitary]:
    """Return the powers that take something, and bring something against an invasion.

    xeno.json, Defend: powers of Settle can be used against an invasion.
    """
    found = [one for one in powers.invasion_defense if one.price is not None]
    for power in powers.chosen[SETTLING]:
        if isinstance(power, BoundMilitary) and power.meets_invaders:
            found.append(power)
    return [one for one in found if one.amount > 0]


def most_of(power: BoundMilitary, cards: int = MANY) -> int:
    """Return the most that a power brings. cards: in the hand, MANY where they are not counted."""
    if power.takes_open_cards and power.price is not None:
        return power.amount * min(power.price.count, cards)
    return power.amount


def most_help(powers: list[BoundMilitary], bunker: int, cards: int, goods: int) -> int:
    """Return the most that powers and the bunker bring for so many hand cards and goods in all.

    Goods are taken to be of the kinds that are wanted.
    """
    most = [[0] * (goods + 1) for _number in range(cards + 1)]
    for taken, given, amount in [*[use for one in powers for use in _uses(one)], (1, 0, bunker)]:
        for number in range(cards, taken - 1, -1):
            for left in range(goods, given - 1, -1):
                more = most[number - taken][left - given] + amount
                most[number][left] = max(most[number][left], more)
    return most[cards][goods]


def _uses(power: BoundMilitary) -> list[tuple[int, int, int]]:
    """Return how a power can be used: the hand cards and goods it takes, and what it brings."""
    price = power.price
    if price is None:
        return []
    if power.takes_open_cards:
        return [(1, 0, power.amount)] * price.count
    return [(_count(price, "cards"), _count(price, "goods"), power.amount)]


def _count(price: BoundPrice, what: str) -> int:
    return sum([max(0, one.count) for one in (price, *price.more) if one.what == what])
