"""Gains and losses from using a power or paying for a card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rftg_engine.bots.facts import token_worth
from rftg_engine.bots.goods import count, count_all, one_good
from rftg_engine.bots.tableaus import TableauValue
from rftg_engine.cards.bound import BoundPower
from rftg_engine.turns.turn import BASE_PRICES
from rftg_engine.view import Seat


class Exchange:
    """Gains and losses of a player.

    hand_cards: paid from the hand. drawn: cards drawn. goods: the player's goods afterwards.
    windfalls: windfall worlds without a good afterwards. lost: cards of the tableau.
    used_up: features and amounts of the powers that discarded the lost cards; they are no losses.
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

    def pay(self, power: BoundPower, amount: int) -> None:
        """Subtract a power's price: an amount of the first part, and the other parts in full.

        The good of a card that is part of the price pays first, because it is lost anyway.
        """
        price = power.price
        if price is None:
            return
        lost_good = 0
        if price.takes("this"):
            lost_good = self.lose(power.card)
            self.used_up += self._tableau.facts[power.card].used_up.get(power.number, [])
        for part in price.parts:
            paid = amount if part is price else max(1, part.count)
            if part.what == "cards":
                self.hand_cards += paid
            elif part.what == "prestige":
                self.prestige -= paid
            elif part.what == "chips":
                self.points -= paid
            elif part.what == "tokens":
                self.points -= paid * token_worth(self._tableau.lines, part.token)
            elif part.what == "goods":
                if lost_good and part.goods.matches(power.card, lost_good):
                    lost_good = 0
                    paid -= 1
                kinds = 1 << self._tableau.facts[power.card].kind if part.here else part.goods.kinds
                self.goods -= cheapest_goods(of_kinds(self.goods, kinds), paid)

    def lose(self, card: int) -> int:
        """Subtract a card of the tableau, with its good unless another power took it.

        Return the kind of that good, or 0 if there is none.
        """
        self.lost.append(card)
        kind = self._tableau.facts[card].kind
        if card not in self._seat.goods or not count(self.goods, kind):
            return 0
        self.goods -= one_good(kind)
        return kind


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
