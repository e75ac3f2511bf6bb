"""A player's turn: what one player has and has done in a phase."""

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

    powers: those of the start of the phase. chips: what a chip gained by a power counts (2 when
    doubled). tally: what the player has done so far in this phase. held: the powers in force when
    the card that is being placed was chosen; until it is paid for they stay as they were.
    owed: hand cards to discard when all powers of the moment are done. placed: the card that a
    power answers to, or -1. answering: numbers of the powers that answer to a good and are in use.
    unanswered: the moments, worlds and kinds of goods that powers are still to answer to.
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
        self.held: Powers | None = None
        self.owed = 0
        self.placed = -1
        self.answering: tuple[int, ...] = ()
        self.unanswered: tuple[tuple[int, int, int], ...] = ()

    def _done(self) -> PhaseTally:
        """Return what the player has done so far, to be added to."""
        if self.tally is EMPTY_TALLY:
            self.tally = PhaseTally()
        return self.tally

    def produce(self, world: int, kind: int) -> None:
        """Note a good that has come."""
        self._done().produced += ((world, kind),)

    def consume(self, world: int, kind: int) -> None:
        """Note a good spent, for the powers that answer to that."""
        self._done().consumed += ((world, kind),)
        if self.powers.at(AFTER_CONSUMING):
            self.unanswered += ((AFTER_CONSUMING, world, kind),)

    def sell(self, world: int, kind: int) -> None:
        """Note a good sold, for the powers that answer to that."""
        self._done().sold += ((world, kind),)
        if self.powers.at(AFTER_SELLING):
            self.unanswered += ((AFTER_SELLING, world, kind),)

    def mark_used(self, power: BoundPower) -> None:
        """Note that a power has been used, where that can be once in a game."""
        self.moves.mark_used(self.state, power)

    def in_force(self) -> Powers:
        """Return the powers with those that change inside the phase, as they count now."""
        if self.held is not None:
            return self.held
        return in_force(self.table, self.state.players, self.seat, self.powers, self.tally)

    def freeze_powers(self) -> None:
        """Keep the powers in force as they are: a card has been chosen to be placed with them."""
        self.held = self.in_force()

    def put_in_place(self, card: int) -> None:
        """Note that a card has been paid for or conquered."""
        self.held = None
        self.note_placed(card)

    def note_placed(self, card: int) -> None:
        """Note that a card has been placed, whatever it took."""
        self._done().placed += (card,)

    def number_of(self, count: BoundCount) -> int:
        """Return how many of something the player has now."""
        players = self.state.players
        return number_of(count, self.table, players, self.seat, self.powers, self.tally)

    def meets_condition(self, condition: BoundCondition | None) -> bool:
        """Return whether a condition holds for the player now."""
        players = self.state.players
        return is_met(condition, self.table, players, self.seat, self.powers, self.tally)
