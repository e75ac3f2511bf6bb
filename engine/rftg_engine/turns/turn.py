"""Turn of a player in a phase."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.moments import AFTER_CONSUMING, AFTER_SELLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import BoundCondition, BoundCount
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import EMPTY_TALLY, PhaseTally, in_force, is_met, number_of


@mypyc_attr(acyclic=True)
class PlayerTurn:
    """One player's part of a phase.

    powers: powers at the start of the phase.
    chips: chips gained per chip of a power (2 if doubled).
    tally: what the player has done so far in this phase.
    frozen_powers: the powers in force when the player chose the card that is being placed; they do
        not change until it is paid for.
    owed: number of hand cards to discard after all powers of the moment.
    placed: the placed card that a power responds to, or -1.
    responding: numbers of the powers that are responding to a good.
    pending_responses: moments, worlds and kinds of goods that powers have yet to respond to.
    """

    def __init__(
        self, rules: Rules, state: State, seat: int, powers: Powers, chips: int = 1
    ) -> None:
        self.rules = rules
        self.table = rules.table
        self.moves = rules.moves
        self.state = state
        self.seat = seat
        self.player = state.players[seat]
        self.powers = powers
        self.chips = chips
        self.tally = EMPTY_TALLY
        self.frozen_powers: Powers | None = None
        self.owed = 0
        self.placed = -1
        self.responding: tuple[int, ...] = ()
        self.pending_responses: tuple[tuple[int, int, int], ...] = ()

    def _own_tally(self) -> PhaseTally:
        """Return the tally of the player, which can be changed."""
        if self.tally is EMPTY_TALLY:
            self.tally = PhaseTally()
        return self.tally

    def produce(self, world: int, kind: int) -> None:
        """Record a produced good."""
        self._own_tally().produced += ((world, kind),)

    def consume(self, world: int, kind: int) -> None:
        """Record a consumed good, and let powers respond to it."""
        self._own_tally().consumed += ((world, kind),)
        if self.powers.at(AFTER_CONSUMING):
            self.pending_responses += ((AFTER_CONSUMING, world, kind),)

    def sell(self, world: int, kind: int) -> None:
        """Record a sold good, and let powers respond to it."""
        self._own_tally().sold += ((world, kind),)
        if self.powers.at(AFTER_SELLING):
            self.pending_responses += ((AFTER_SELLING, world, kind),)

    def mark_used(self, power: BoundPower) -> None:
        """Mark a power as used if it can be used only once per game."""
        self.moves.mark_used(self.state, power)

    def in_force(self) -> Powers:
        """Return the powers in force now, including powers that change during the phase."""
        if self.frozen_powers is not None:
            return self.frozen_powers
        return in_force(self.table, self.state.players, self.seat, self.powers, self.tally)

    def freeze_powers(self) -> None:
        """Freeze the powers in force: the player has chosen a card to place with them."""
        self.frozen_powers = self.in_force()

    def finish_placement(self, card: int) -> None:
        """Record that a card has been paid for or conquered."""
        self.frozen_powers = None
        self.record_placement(card)

    def record_placement(self, card: int) -> None:
        """Record that a card has been placed by any means."""
        self._own_tally().placed += (card,)

    def number_of(self, count: BoundCount) -> int:
        """Return the current value of a count."""
        players = self.state.players
        return number_of(count, self.table, players, self.seat, self.powers, self.tally)

    def meets_condition(self, condition: BoundCondition | None) -> bool:
        """Return whether a condition is met now."""
        players = self.state.players
        return is_met(condition, self.table, players, self.seat, self.powers, self.tally)
