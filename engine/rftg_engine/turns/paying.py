"""Payment for a card, and the turn of a player who settles."""

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
from rftg_engine.turns.prices import give_goods, needed_goods, pay_plain_price
from rftg_engine.turns.turn import PlayerTurn


def powers_used(
    turn: PlayerTurn, decision: Payment, answer: tuple[int, ...]
) -> tuple[BoundPower, ...]:
    """Return the powers of the way that was chosen, as they were at the start of the phase."""
    wanted = decision.options[answer[0]].powers
    if not wanted:
        return ()
    known = {power.number: power for some in turn.in_force().chosen for power in some}
    return tuple([known[number] for number in wanted])


def pay(
    turn: PlayerTurn, decision: Payment, answer: tuple[int, ...], placed: int = -1
) -> Asking[None]:
    """Pay cards given up and prestige first, then goods, then hand cards.

    placed: the world being paid for, whose good cannot be spent on it.
    """
    moves, state, player = turn.moves, turn.state, turn.player
    used = powers_used(turn, decision, answer)
    moves.begin_payment(state, decision, len(answer) - 1, used)
    for power in used:
        turn.mark_used(power)
        pay_plain_price(turn, power)
    if any(power.price is not None and power.price.what == "goods" for power in used):
        yield from _pay_goods(turn, used, placed)
    moves.discard_from_hand(state, player, answer[1:])


def _pay_goods(turn: PlayerTurn, used: tuple[BoundPower, ...], placed: int) -> Asking[None]:
    """Pay the goods of all prices; where there are several, none takes what the others need.

    Two prices can want the same good, and of two that are alike one can be spared and not both: so
    all prices but the last are asked for good by good.
    """
    owed = [(power, power.price) for power in used if power.price and power.price.what == "goods"]
    # Prices of one kind of goods first: their questions leave fewer answers to refuse.
    owed.sort(key=lambda one: one[1].goods.kinds == 0)
    units = [(power, price.of(1)) for power, price in owed[:-1] for _ in range(price.count)]
    owed = [*units, *owed[-1:]]
    for paid, (power, price) in enumerate(owed, 1):
        later = [price for _power, price in owed[paid:]]
        but = needed_goods(turn, -1, later, placed)
        yield from give_goods(turn, power, price, but, must=True)


def save_from_payment(
    turn: PlayerTurn, rule: int, used: tuple[BoundPower, ...], paid: tuple[int, ...]
) -> Asking[None]:
    """Put one of the cards just paid under the world (arc 1 booklet, Save Card from Payment).

    rule: SAVE_DEVELOP or SAVE_SETTLE.
    What the powers in use took besides the price, such as cards for military, is no payment.
    """
    left = paid
    priced = len(paid) - hand_cards_spent(used)
    for power in turn.in_force().rule(rule):
        among = tuple([card for card in left if power.applies(card)])
        count = min(power.amount, priced, len(among))
        if count and power.card in turn.player.tableau:
            (cards,) = yield [Subset(turn.seat, asks.SAVE, power.card, among, count, count)]
            turn.moves.save_from_discards(turn.state, turn.player, power.card, cards)
            priced -= count
            left = tuple(card for card in left if card not in cards)


@dataclass(slots=True)
class Claim:
    """A declared takeover: whose power, against which world of whom.

    defeated: by a power. raid: the power by which a non-military world can be taken over at all.
    """

    power: BoundTakeOver
    world: int
    owner: int
    defeated: bool = False
    raid: BoundInstead | None = None


ALL_OF_IT: Final = 99
"""What powers have taken that can be used no more."""


@mypyc_attr(acyclic=True)
class SettleTurn(PlayerTurn):
    """One player's part of a settle phase.

    called_up: military besides that of the powers, to the end of the phase, and the worlds
    it is good against. discount: off the cost of worlds. used: what powers have taken in this
    phase, by their numbers.
    needed: Military that conquering worlds took.
    claims: takeovers declared. bonus: the card for having chosen the phase is still due.
    """

    def __init__(
        self, rules: Rules, state: State, seat: int, powers: Powers, bonus: bool = False
    ) -> None:
        super().__init__(rules, state, seat, powers)
        self.called_up: list[tuple[int, int]] = []
        self.discount = 0
        self.used: dict[int, int] = {}
        self._note_used_up()
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
        """Return what the player can place a world with, now (see PlacementContext).

        by: the power that allows it; its price is still to be taken, but where a world is placed
        or a good is spent on it.
        """
        is_due = placed < 0 and spent < 0
        return PlacementContext(
            self.table,
            self.player,
            self.in_force(),
            self.state.work,
            self.discount + (by.discount if isinstance(by, BoundPlace) else 0),
            self._called_up(by),
            self.used,
            conquest,
            placed,
            defending,
            by if is_due else None,
            spent,
        )

    def _called_up(self, by: BoundPower | None) -> list[tuple[int, int]]:
        """Return Military called up, less what is gone for a power that leaves the rest only."""
        if isinstance(by, BoundPlace) and by.remaining:
            return [*self.called_up, (ALL, -self.needed)]
        return self.called_up

    def use(self, decision: Payment, answer: Answer) -> tuple[BoundPower, ...]:
        """Note what a payment has used up and called up; the powers of the way taken."""
        used = powers_used(self, decision, answer)
        if not used:
            return used
        cards = len(answer) - 1 - hand_cards_spent(used)
        # A world conquered as if it were military meets military against its kind.
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
                self.called_up.append((power.wide if wide else power.mask, power.amount * times))
        return used

    def mark_used(self, power: BoundPower) -> None:
        """Note it for the rest of this phase, too."""
        super().mark_used(power)
        self._note_used_up()

    def _note_used_up(self) -> None:
        if self.state.used_up:
            self.used.update(dict.fromkeys(self.state.used_up, ALL_OF_IT))

    def draw_bonus(self) -> None:
        """Draw the card for having chosen Settle: once, when the first world has been come by."""
        if self.bonus:
            self.bonus = False
            self.moves.draw_to_hand(self.state, self.player, 1)

    def put_down(self, world: int) -> None:
        """Put a world of the hand into the tableau, with its windfall good."""
        self.moves.place_from_hand(self.state, self.player, world)


def _amount(power: BoundPower) -> int:
    return power.amount if isinstance(power, BoundMilitary) else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SettleModule(RuleModule):
    """Rules with a part in Settle besides placing worlds of the hand."""

    def in_place_of_settling(self, turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
        """Do what a player may do who places no world. turns: of all, by seat."""
        yield from ()

    def could_settle(self, turns: list[SettleTurn], turn: SettleTurn) -> bool:
        """Return whether there is anything to do in that way."""
        return False

    def after_settling(self, turn: SettleTurn, world: int) -> Asking[None]:
        """Do what comes when a world has been paid for or conquered, before powers answer to it."""
        yield from ()

    def end_of_settle(self, turns: list[SettleTurn]) -> Asking[None]:
        """Do what comes when all worlds have been paid for."""
        yield from ()
