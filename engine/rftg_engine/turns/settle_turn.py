"""A player's turn in Settle, and the takeovers declared in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import Answer, Payment
from gamekit.driver import Asking
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
from rftg_engine.turns.paying import powers_used
from rftg_engine.turns.placing import PlacementContext, hand_cards, takes_open_cards
from rftg_engine.turns.turn import PlayerTurn


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
        cards = len(answer) - 1 - hand_cards(used)
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

    def use_up(self, power: BoundPower) -> None:
        """Note it for the rest of this phase, too."""
        super().use_up(power)
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
