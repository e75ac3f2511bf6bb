"""Proof that what the record offers and we do not, or the other way round, makes no difference.

Worked out from the printed facts and the state alone, and always in favour of there being a use, so
that an engine that forgot a power would be found out: what cannot be proved is a divergence.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from rftg_engine import asks
from rftg_engine.actions import PRESTIGE, SETTLE, SETTLE_2
from rftg_engine.cards.bound import BoundCostChange, BoundInstead, BoundMilitary, BoundPower
from rftg_engine.cards.moments import SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY, fits
from rftg_engine.state import Player, State
from rftg_engine.turns.placing import takes_open_cards
from rftg_tools.importing.codes import GOODS

DEVELOPMENT: Final = asks.PAY_FOR_DEVELOPMENT
TAKEOVER: Final = asks.PAY_FOR_TAKEOVER


@dataclass(frozen=True, slots=True)
class Subject:
    """A card to be placed or taken over by a player. kind: of our decision.

    powers: those of the start of the phase, what is placed in it having no part in them.
    cards: hand cards that could pay. named: titles of the cards with powers that were named before
    in this phase, and so are used up. idle: those of them that were given nothing.
    """

    table: Table
    player: Player
    powers: Powers
    kind: str
    card: int
    cards: int
    named: Collection[str] = ()
    idle: Collection[str] = ()

    def is_useless(self, title: str, conquest: bool) -> bool:
        """Return whether no power of a card with this title can change the payment.

        conquest: the world can only be conquered.
        """
        bearers = [card for card in self._known() if self.table.titles[card] == title]
        if not bearers:
            return False
        # One that is gone was given up earlier in the phase.
        there = [card for card in bearers if card in self.player.tableau]
        return all(
            (conquest and _is_about_paying(power)) or self._useless(power)
            for card in there[:1]
            for power in self.table.by_card[card]
        )

    def can_be_placed(self, conquest: bool) -> bool:
        """Return whether the world may be within reach. conquest: it can only be conquered."""
        return self._can_be_conquered() or (not conquest and self._can_be_paid())

    def _known(self) -> list[int]:
        """Return the cards in play at the start of the phase."""
        return [card for card in range(len(self.table.cards)) if self.powers.mask >> card & 1]

    def _choices(self) -> list[BoundPower]:
        """Return the powers that can be called up now and are about the card."""
        return [
            power
            for power in self.powers.chosen[SETTLING]
            if power.card in self.player.tableau
            and self.table.titles[power.card] not in self.named
            and self._affordable(power)
        ]

    def _useless(self, power: BoundPower) -> bool:
        if not self._affordable(power):
            return True
        if isinstance(power, BoundMilitary) and power.price is not None:
            return self._military_useless(power)
        if isinstance(power, BoundCostChange) and power.price is not None:
            return self.kind == TAKEOVER or not power.applies(self.card) or not self._can_be_paid()
        if isinstance(power, BoundInstead):
            return self._way_useless(power)
        return True

    def _affordable(self, power: BoundPower) -> bool:
        price = power.price
        if price is None:
            return True
        if price.what == "prestige":
            brought = 0 if self.kind == TAKEOVER else self.table.cards[self.card].prestige
            return self.player.prestige - brought >= price.count
        if price.what == "cards":
            return self.cards > 0
        if price.what == "goods":
            goods = [world for world in self.player.goods if world != self.card]
            return any(price.goods.fit(world, self.table.kind[world]) for world in goods)
        return True

    def _military_useless(self, power: BoundPower) -> bool:
        """Return whether hand cards pay.

        Military takes none, and those for it are given where it conquers.
        """
        if self.kind == DEVELOPMENT:
            return True
        if not takes_open_cards(power):
            return False
        return not (power.applies(self.card) and self._can_be_conquered())

    def _way_useless(self, power: BoundInstead) -> bool:
        if not power.applies(self.card) or self.card == power.card:
            return True
        if self.kind == TAKEOVER:
            return not power.in_takeovers or self.table.military[self.card]
        if power.how == "pay":
            return self._least_price(power.amount) > self.cards
        return self._missing(power.amount) > 0

    def _ways(self, how: str) -> list[int]:
        """Return what the powers used add to the world's price, or to its defense."""
        return [
            power.amount
            for power in self._choices()
            if isinstance(power, BoundInstead) and power.how == how and power.applies(self.card)
        ]

    def _can_be_paid(self) -> bool:
        ways = self._ways("pay") + ([] if self.table.military[self.card] else [0])
        return any(self._least_price(more) <= self.cards for more in ways)

    def _least_price(self, more: int) -> int:
        """Return hand cards to pay with all the discounts there are. more: of the way to pay."""
        changes = [*self.powers.costs[SETTLING], *self._choices()]
        off = [power for power in changes if isinstance(power, BoundCostChange)]
        off = [power for power in off if power.applies(self.card)]
        if any(power.to >= 0 for power in off):
            return 0
        cost = self.table.cost[self.card] + more - _bonus(self.player, 3)
        return cost - sum(max(0, -power.amount) for power in off)

    def _can_be_conquered(self) -> bool:
        ways = self._ways("conquer") + ([0] if self.table.military[self.card] else [])
        return any(self._missing(more) <= 0 for more in ways)

    def _missing(self, more: int) -> int:
        """Return the defense that all the military there is leaves. more: of the way to conquer."""
        total = self.powers.military + _bonus(self.player, 2)
        for power in self.powers.specialised:
            total += max(0, power.amount) * (power.wide >> self.card & 1)
        for chosen in self.powers.chosen[SETTLING]:
            if isinstance(chosen, BoundMilitary) and chosen.wide >> self.card & 1:
                total += chosen.amount * self._times(chosen)
        return self.table.cost[self.card] + more - total

    def _times(self, power: BoundPower) -> int:
        """Return how often temporary military may count; what was called up lasts for the phase."""
        title, price = self.table.titles[power.card], power.price
        if title in self.idle:
            return 0
        count = price.count if price is not None and takes_open_cards(power) else 1
        if title in self.named or power.card not in self.player.tableau:
            return count
        return min(count, max(1, self.cards)) if self._affordable(power) else 0


def _is_about_paying(power: BoundPower) -> bool:
    pays = isinstance(power, BoundInstead) and power.how == "pay"
    return pays or isinstance(power, BoundCostChange)


def _bonus(player: Player, amount: int) -> int:
    """Return what the prestige bonus of Settle gives, where it was chosen."""
    chosen = [action - PRESTIGE for action in player.actions if action >= PRESTIGE]
    return amount if SETTLE in chosen or SETTLE_2 in chosen else 0


def _kinds(good: str) -> int:
    """Return a kind of goods of a record as bits, 0 for any."""
    number = GOODS.index(good)
    return 1 << number if number else 0


def nowhere_to_produce(table: Table, state: State, seat: int, using: dict[str, Any]) -> bool:
    """Return whether no world can take the good of a power of the record."""
    player = state.players[seat]
    makes_goods = any(code == "produce" or "windfall-" in code for code in using["power"]["codes"])
    bearers = _bearers(table, player, using)
    return makes_goods and bool(bearers) and not _targets(table, player, using)


def nothing_to_draw(
    table: Table, state: State, start: State, seat: int, using: dict[str, Any], others: list[Any]
) -> bool:
    """Return whether a power of the record draws for goods of which none has been produced.

    start: the state in which the phase began. others: powers that might still produce some.
    """
    codes = [code for code in using["power"]["codes"] if code.startswith("draw-each-")]
    if len(codes) != 1:
        return False
    kinds = {GOODS.index(codes[0].removeprefix("draw-each-")), ANY}
    player = state.players[seat]
    worlds = {*player.goods} - {*start.players[seat].goods}
    for other in others:
        worlds.update(_targets(table, player, other))
    return not any(table.kind[world] in kinds for world in worlds)


def _bearers(table: Table, player: Player, using: dict[str, Any]) -> list[int]:
    return [card for card in player.tableau if table.titles[card] == using["card"]]


def _targets(table: Table, player: Player, using: dict[str, Any]) -> list[int]:
    """Return the worlds that can take the good of a power of the record."""
    bearers, codes = _bearers(table, player, using), using["power"]["codes"]
    wanted = [_kinds(code.removeprefix("windfall-")) for code in codes if "windfall-" in code]
    if not wanted:
        return [card for card in bearers[:1] if "produce" in codes and card not in player.goods]
    return [
        world
        for world in player.tableau
        if table.windfall[world]
        and world not in player.goods
        and fits(wanted[0], table.kind[world])
        and not ("not-this" in codes and world in bearers)
    ]
