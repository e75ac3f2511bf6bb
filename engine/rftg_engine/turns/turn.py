"""A player's turn: what one player has and has done in a phase."""

from __future__ import annotations

from rftg_engine.cards.powers import Powers
from rftg_engine.rules import Rules
from rftg_engine.state import State


class PlayerTurn:
    """One player's part of a phase.

    powers: those of the start of the phase. chips: what a chip gained by a power counts (2 when
    doubled). produced: the kinds of the goods produced so far in this phase, one entry a good.
    owed: hand cards to discard when all powers of the moment are done. placed: the card that a
    power answers to, or -1. answering: numbers of the powers that answer to a good and are in use.
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
        self.produced: list[int] = []
        self.owed = 0
        self.placed = -1
        self.answering: list[int] = []
