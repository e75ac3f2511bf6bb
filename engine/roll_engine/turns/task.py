"""One player's part of a phase: what the player has, and has done in it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from roll_engine.cards.terms import BoundCondition
from roll_engine.flow import Rules
from roll_engine.rules import no_dice
from roll_engine.state import State
from roll_engine.turns.counting import holds


@mypyc_attr(acyclic=True)
class Task:
    """One player's part of a phase.

    phase: its number, -1 outside of all. scouts: the explorers that have scouted, by colour. extra:
    workers that are no dice and have done nothing yet, by colour. used: the workers that have just
    completed a tile and can still be taken back, by colour.
    """

    def __init__(self, rules: Rules, state: State, seat: int, phase: int) -> None:
        self.table: Final = rules.table
        self.moves: Final = rules.moves
        self.state: Final = state
        self.seat: Final = seat
        self.phase: Final = phase
        self.player: Final = state.players[seat]
        self.scouts: Final = no_dice()
        self.extra: Final = no_dice()
        self.used: list[int] = []
        for power in self.player.powers.extra:
            if power.phase == phase:
                self.extra[power.colour] += 1

    @property
    def workers(self) -> list[int]:
        """The dice that are still to be used, by colour."""
        return self.player.workers(self.phase)

    def meets(self, condition: BoundCondition | None) -> bool:
        """Return whether a condition holds for the player now."""
        if condition is None:
            return True
        return holds(condition, self.table, self.state, self.seat, self.scouts)
