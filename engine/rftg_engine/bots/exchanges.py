"""Gains and losses from using a power or paying for a card."""

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
    """Gains and losses of a player.

    hand_cards: paid from the hand. drawn: cards drawn. goods: the player's goods afterwards.
    windfalls: windfall worlds without a good afterwards. lost: cards of the tableau.
    used_up: pairs of feature and amount that the lost cards have only until they are discarded, so
        that waiting would not keep them.
    """

    def __init__(self, tableau: TableauValue, seat: Seat) -> None:
        self._tableau: Final = tableau
        self._seat: Final = seat
        self.points = 0.0
        self.prestige = 0.0
        self.drawn = 0.0
        self.hand_cards = 0
        self.goods: i64 = tableau.goods_of(seat.goods)
        self.windfalls: i64 = tableau.windfalls_left(seat.goods)
        self.lost: list[int] = []
        self.used_up: list[tuple[int, float]] = []

    def pay(self, power: BoundPower, price: BoundPrice, amount: int) -> None:
        """Subtract one part of a power's price."""
        if price.what == "cards":
            self.hand_cards += amount
        elif price.what == "prestige":
            self.prestige -= amount
        elif price.what == "chips":
            self.points -= amount
        elif price.what == "tokens":
            self.points -= amount * token_worth(self._tableau.lines, price.token)
        elif price.what == "goods":
            self.goods -= cheapest_goods(of_kinds(self.goods, price.goods.kinds), amount)
        elif price.what == "this":
            self.lose(power.card)
            self.used_up += self._tableau.facts[power.card].used_up.get(power.number, [])

    def lose(self, card: int) -> None:
        """Subtract a card of the tableau, with its good if the exchange has not taken it yet."""
        self.lost.append(card)
        if card in self._seat.goods:
            kind = self._tableau.facts[card].kind
            self.goods -= cheapest_goods(of_kinds(self.goods, 1 << kind), 1)


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
