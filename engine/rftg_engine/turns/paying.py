"""Payment for a card, and turns in Settle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import Answer, Payment, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import (
    BoundInstead,
    BoundMilitary,
    BoundPlace,
    BoundPower,
    BoundTakeOver,
)
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import ALL
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import State
from rftg_engine.turns.placing import PlacementContext, hand_cards_spent, takes_open_cards
from rftg_engine.turns.prices import give_all_goods, pay_fixed_price
from rftg_engine.turns.turn import PlayerTurn


def powers_used(
    turn: PlayerTurn, decision: Payment, answer: tuple[int, ...]
) -> tuple[BoundPower, ...]:
    """Return the powers of the chosen payment option, as they were at the start of the phase."""
    power_numbers = decision.options[answer[0]].powers
    if not power_numbers:
        return ()
    by_number = {power.number: power for powers in turn.in_force().chosen for power in powers}
    return tuple([by_number[power_number] for power_number in power_numbers])


def pay(
    turn: PlayerTurn, decision: Payment, answer: tuple[int, ...], placed: int = -1
) -> Asking[None]:
    """Pay discarded cards and prestige first, then goods, then hand cards.

    placed: the world being paid for, whose good cannot be used.
    """
    moves, state, player = turn.moves, turn.state, turn.player
    used = powers_used(turn, decision, answer)
    moves.begin_payment(state, decision, len(answer) - 1, used)
    for power in used:
        turn.mark_used(power)
        pay_fixed_price(turn, power)
    goods = [(power, power.price) for power in used if power.price and power.price.what == "goods"]
    # Prices of one kind first, because their questions have fewer illegal answers.
    goods.sort(key=lambda pair: pair[1].goods.kinds == 0)
    yield from give_all_goods(turn, goods, placed=placed)
    moves.discard_from_hand(state, player, answer[1:])


def save_from_payment(
    turn: PlayerTurn, rule: int, used: tuple[BoundPower, ...], paid: tuple[int, ...]
) -> Asking[None]:
    """Save a card that was just paid under a world (arc 1 booklet, Save Card from Payment).

    rule: SAVE_DEVELOP or SAVE_SETTLE. Cards that powers took in addition to the cost, such as cards
    for Military, do not count as payment.
    """
    remaining = paid
    priced = len(paid) - hand_cards_spent(used)
    for power in turn.in_force().rule(rule):
        eligible = tuple([card for card in remaining if power.applies_to(card)])
        count = min(power.amount, priced, len(eligible))
        if count and power.card in turn.player.tableau:
            (cards,) = yield [Subset(turn.seat, asks.SAVE, power.card, eligible, count, count)]
            turn.moves.save_from_discards(turn.state, turn.player, power.card, cards)
            priced -= count
            remaining = tuple(card for card in remaining if card not in cards)


@dataclass(slots=True)
class Claim:
    """A declared takeover.

    power: power of the attacker.
    world, owner: target.
    defeated: whether a power has defeated the takeover.
    raid: power that allows the takeover of a non-military world, if one is needed.
    """

    power: BoundTakeOver
    world: int
    owner: int
    defeated: bool = False
    raid: BoundInstead | None = None


USED_UP_COUNT: Final = 99
"""Number of uses of a power that cannot be used again."""


@mypyc_attr(acyclic=True)
class SettleTurn(PlayerTurn):
    """One player's part of a Settle phase.

    temporary_military: temporary Military until the end of the phase, with the worlds it counts
        against.
    discount: discount on the cost of worlds.
    used: number of uses of powers in this phase, by power number.
    needed: Military used to conquer worlds.
    claims: declared takeovers.
    bonus: whether the player still gets the card for choosing the phase.
    """

    def __init__(
        self, rules: Rules, state: State, seat: int, powers: Powers, bonus: bool = False
    ) -> None:
        super().__init__(rules, state, seat, powers)
        self.temporary_military: list[tuple[int, int]] = []
        self.discount = 0
        self.used: dict[int, int] = {}
        self._update_used()
        self.claims: list[Claim] = []
        self.needed = 0
        self.bonus = bonus

    def context(
        self,
        conquest: bool = False,
        placed: int = -1,
        defending: bool = False,
        by: BoundPower | None = None,
        spent: int = -1,
    ) -> PlacementContext:
        """Return the current context for placing a world (see PlacementContext).

        by: power that allows the placement. Its price is reserved until a world is placed or a good
        is spent on it.
        """
        is_due = placed < 0 and spent < 0
        return PlacementContext(
            self.table,
            self.player,
            self.in_force(),
            self.state.work,
            self.discount + (by.discount if isinstance(by, BoundPlace) else 0),
            self._available_military(by),
            self.used,
            conquest,
            placed,
            defending,
            by if is_due else None,
            spent,
        )

    def _available_military(self, power: BoundPower | None) -> list[tuple[int, int]]:
        """Return temporary Military for a world that `power` places.

        It is reduced by a higher defense, and by Military used before if only the rest counts.
        """
        if isinstance(power, BoundPlace) and (power.remaining or power.defense):
            missing = power.defense + (self.needed if power.remaining else 0)
            return [*self.temporary_military, (ALL, -missing)]
        return self.temporary_military

    def use(self, decision: Payment, answer: Answer) -> tuple[BoundPower, ...]:
        """Record the powers used by a payment, and the Military they add; return the powers."""
        used = powers_used(self, decision, answer)
        if not used:
            return used
        cards = len(answer) - 1 - hand_cards_spent(used)
        # A world conquered as if it were military meets Military against its kind of world.
        wide = not self.table.military[decision.about]
        for power in sorted(used, key=_amount, reverse=True):
            if power.price is None:
                continue
            times = 1
            if takes_open_cards(power):
                times = min(cards, power.price.count - self.used.get(power.number, 0))
                cards -= times
            self.used[power.number] = self.used.get(power.number, 0) + times
            if isinstance(power, BoundMilitary):
                mask = power.wide if wide else power.mask
                self.temporary_military.append((mask, power.amount * times))
        return used

    def mark_used(self, power: BoundPower) -> None:
        """Mark a power as used, also for the rest of this phase."""
        super().mark_used(power)
        self._update_used()

    def _update_used(self) -> None:
        if self.state.used_up:
            self.used.update(dict.fromkeys(self.state.used_up, USED_UP_COUNT))

    def draw_bonus(self) -> None:
        """Draw the card for choosing Settle, once the first world has been settled."""
        if self.bonus:
            self.bonus = False
            self.moves.draw_to_hand(self.state, self.player, 1)

    def place_world(self, world: int) -> None:
        """Place a world from the hand, with its windfall good."""
        self.moves.place_from_hand(self.state, self.player, world)


def _amount(power: BoundPower) -> int:
    return power.amount if isinstance(power, BoundMilitary) else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SettleModule(RuleModule):
    """Base class for rules that add to Settle."""

    def in_place_of_settling(self, turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
        """Offer an alternative to placing a world. turns: turns of all players, by seat."""
        yield from ()

    def has_alternative(self, turns: list[SettleTurn], turn: SettleTurn) -> bool:
        """Return whether the player has an alternative to settling."""
        return False

    def after_settling(self, turn: SettleTurn, world: int) -> Asking[None]:
        """Act after a world has been paid for or conquered, before powers respond."""
        yield from ()

    def end_of_settle(self, turns: list[SettleTurn]) -> Asking[None]:
        """Act after all worlds have been paid for."""
        yield from ()
