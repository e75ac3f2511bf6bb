"""What a player gives and takes at once, as by using a power or by paying for a card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rftg_engine.bots.facts import token_worth
from rftg_engine.bots.goods import count, count_all, one_good
from rftg_engine.bots.tableaus import TableauValue
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.turns.turn import BASE_PRICES
from rftg_engine.view import Seat


class Exchange:
    """What a player gives and takes.

    cards: drawn. given: hand cards. goods: the player's goods afterwards. empty: windfall worlds
    without a good afterwards. lost: cards of the tableau.
    """

    def __init__(self, tableau: TableauValue, seat: Seat) -> None:
        self._tableau: Final = tableau
        self.points = 0.0
        self.prestige = 0.0
        self.cards = 0.0
        self.given = 0
        self.goods: i64 = tableau.goods_of(seat.goods)
        self.empty: i64 = tableau.windfalls_left(seat.goods)
        self.lost: list[int] = []

    def take(self, power: BoundPower, price: BoundPrice, amount: int) -> None:
        """Subtract one part of a power's price."""
        if price.what == "cards":
            self.given += amount
        elif price.what == "prestige":
            self.prestige -= amount
        elif price.what == "chips":
            self.points -= amount
        elif price.what == "tokens":
            self.points -= amount * token_worth(self._tableau.lines, price.token)
        elif price.what == "goods":
            self.goods -= cheapest_goods(of_kinds(self.goods, price.goods.kinds), amount)
        elif price.what == "this":
            if self._tableau.mask >> power.card & 1:
                self.lost.append(power.card)
            else:
                self.given += 1  # a card in hand


def of_kinds(goods: i64, kinds: int) -> i64:
    """Return the goods of some kinds. kinds: mask of kinds, 0 for all."""
    if not kinds:
        return goods
    kept: i64 = 0
    kind: i64 = 1
    while kind <= 4:
        if kinds >> kind & 1:
            kept += count(goods, kind) * one_good(kind)
        kind += 1
    return kept


def cheapest_goods(goods: i64, amount: int) -> i64:
    """Return up to `amount` goods of the kinds that sell for the lowest prices."""
    taken: i64 = 0
    for kind in sorted(range(1, 5), key=lambda kind: BASE_PRICES[kind]):
        here = min(count(goods, kind), amount - count_all(taken))
        taken += here * one_good(kind)
    return taken
