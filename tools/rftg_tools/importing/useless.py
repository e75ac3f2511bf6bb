"""Proof that powers which only the record or only our engine offers make no difference.

The proofs use only printed facts and the state, and assume a use in case of doubt, so they also
catch an engine that forgets a power: a difference without proof is a divergence.
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
from rftg_engine.cards.terms import ANY, kind_matches
from rftg_engine.state import Player, State
from rftg_engine.turns.placing import takes_open_cards
from rftg_tools.importing.record import GOODS

DEVELOPMENT: Final = asks.PAY_FOR_DEVELOPMENT
TAKEOVER: Final = asks.PAY_FOR_TAKEOVER


@dataclass(frozen=True, slots=True)
class Subject:
    """A card that a player may place or take over.

    powers: the player's powers at the start of the phase. kind: kind of our decision.
    cards: number of hand cards that could pay. named: titles of the cards whose powers were named
    earlier in this phase, and so are used up. useless: those of them that got no hand card.
    """

    table: Table
    player: Player
    powers: Powers
    kind: str
    card: int
    cards: int
    named: Collection[str] = ()
    useless: Collection[str] = ()

    def is_useless(self, title: str, conquest: bool) -> bool:
        """Return whether no power of a card with this title can change the payment.

        conquest: the world can only be conquered.
        """
        bearers = [
            card
            for card in range(len(self.table.cards))
            if self.powers.mask >> card & 1 and self.table.titles[card] == title
        ]
        if not bearers:
            return False
        # Cards that have left the tableau were discarded earlier in the phase.
        in_play = [card for card in bearers if card in self.player.tableau]
        return all(
            (conquest and _is_about_paying(power)) or self._is_useless_power(power)
            for card in in_play[:1]
            for power in self.table.by_card[card]
        )

    def can_be_placed(self, conquest: bool) -> bool:
        """Return whether the player may be able to place the world. conquest: only by military."""
        return self._can_be_conquered() or (not conquest and self._can_be_paid())

    def _choices(self) -> list[BoundPower]:
        """Return the optional powers that can be used now."""
        return [
            power
            for power in self.powers.chosen[SETTLING]
            if power.card in self.player.tableau
            and self.table.titles[power.card] not in self.named
            and self._affordable(power)
        ]

    def _is_useless_power(self, power: BoundPower) -> bool:
        if not self._affordable(power):
            return True
        if isinstance(power, BoundMilitary) and power.price is not None:
            return self._is_useless_military(power)
        if isinstance(power, BoundCostChange) and power.price is not None:
            return (
                self.kind == TAKEOVER or not power.applies_to(self.card) or not self._can_be_paid()
            )
        if isinstance(power, BoundInstead):
            return self._is_useless_alternative(power)
        return True

    def _affordable(self, power: BoundPower) -> bool:
        price = power.price
        if price is None:
            return True
        if price.what == "prestige":
            gained = 0 if self.kind == TAKEOVER else self.table.cards[self.card].prestige
            return self.player.prestige - gained >= price.count
        if price.what == "cards":
            return self.cards > 0
        if price.what == "goods":
            goods = [world for world in self.player.goods if world != self.card]
            return any(price.goods.matches(world, self.table.kind[world]) for world in goods)
        return True

    def _is_useless_military(self, power: BoundPower) -> bool:
        """Return whether temporary military cannot change the hand cards that are paid."""
        if self.kind == DEVELOPMENT:
            return True
        if not takes_open_cards(power):
            return False
        return not (power.applies_to(self.card) and self._can_be_conquered())

    def _is_useless_alternative(self, power: BoundInstead) -> bool:
        if not power.applies_to(self.card) or self.card == power.card:
            return True
        if self.kind == TAKEOVER:
            return not power.allows_takeover or self.table.military[self.card]
        if power.how == "pay":
            return self._least_price(power.amount) > self.cards
        return self._missing_military(power.amount) > 0

    def _alternatives(self, how: str) -> list[int]:
        """Return how much each power to pay or conquer changes the world's price or defense."""
        return [
            power.amount
            for power in self._choices()
            if isinstance(power, BoundInstead) and power.how == how and power.applies_to(self.card)
        ]

    def _can_be_paid(self) -> bool:
        amounts = self._alternatives("pay") + ([] if self.table.military[self.card] else [0])
        return any(self._least_price(amount) <= self.cards for amount in amounts)

    def _least_price(self, extra: int) -> int:
        """Return the hand cards to pay after all discounts. extra: added by the power to pay."""
        changes = [*self.powers.costs[SETTLING], *self._choices()]
        discounts = [
            power
            for power in changes
            if isinstance(power, BoundCostChange) and power.applies_to(self.card)
        ]
        if any(power.to >= 0 for power in discounts):
            return 0
        cost = self.table.cost[self.card] + extra - _bonus(self.player, 3)
        return cost - sum(max(0, -power.amount) for power in discounts)

    def _can_be_conquered(self) -> bool:
        amounts = self._alternatives("conquer") + ([0] if self.table.military[self.card] else [])
        return any(self._missing_military(amount) <= 0 for amount in amounts)

    def _missing_military(self, extra: int) -> int:
        """Return the defense minus all military. extra: added by the power to conquer."""
        total = self.powers.military + _bonus(self.player, 2)
        for power in self.powers.specialised:
            total += max(0, power.amount) * (power.wide >> self.card & 1)
        for chosen in self.powers.chosen[SETTLING]:
            if isinstance(chosen, BoundMilitary) and chosen.wide >> self.card & 1:
                total += chosen.amount * self._times(chosen)
        return self.table.cost[self.card] + extra - total

    def _times(self, power: BoundPower) -> int:
        """Return the maximum number of uses of temporary military.

        Once used, it lasts for the phase.
        """
        title, price = self.table.titles[power.card], power.price
        if title in self.useless:
            return 0
        count = price.count if price is not None and takes_open_cards(power) else 1
        if title in self.named or power.card not in self.player.tableau:
            return count
        return min(count, max(1, self.cards)) if self._affordable(power) else 0


def _is_about_paying(power: BoundPower) -> bool:
    pays = isinstance(power, BoundInstead) and power.how == "pay"
    return pays or isinstance(power, BoundCostChange)


def _bonus(player: Player, amount: int) -> int:
    """Return the amount if the player chose Settle with prestige, otherwise 0."""
    chosen = [action - PRESTIGE for action in player.actions if action >= PRESTIGE]
    return amount if SETTLE in chosen or SETTLE_2 in chosen else 0


def _kind_bits(good: str) -> int:
    """Return a recorded kind of goods as bits, or 0 for any kind."""
    number = GOODS.index(good)
    return 1 << number if number else 0


def nowhere_to_produce(table: Table, state: State, seat: int, using: dict[str, Any]) -> bool:
    """Return whether no world can hold the good that a recorded power would produce."""
    player = state.players[seat]
    makes_goods = any(code == "produce" or "windfall-" in code for code in using["power"]["codes"])
    bearers = _bearers(table, player, using)
    return makes_goods and bool(bearers) and not _targets(table, player, using)


def nothing_to_draw(
    table: Table, state: State, start: State, seat: int, using: dict[str, Any], others: list[Any]
) -> bool:
    """Return whether a recorded power draws for kinds of goods that have not been produced.

    start: the state at the start of the phase. others: powers that may still produce goods.
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
    """Return the worlds that can take the good of a recorded power."""
    bearers, codes = _bearers(table, player, using), using["power"]["codes"]
    kinds = [_kind_bits(code.removeprefix("windfall-")) for code in codes if "windfall-" in code]
    if not kinds:
        return [card for card in bearers[:1] if "produce" in codes and card not in player.goods]
    return [
        world
        for world in player.tableau
        if table.windfall[world]
        and world not in player.goods
        and kind_matches(kinds[0], table.kind[world])
        and not ("not-this" in codes and world in bearers)
    ]
