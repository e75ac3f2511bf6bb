"""Session of Roll, and what was revealed since a moment.

What is done behind the screen is revealed to nobody: a person may take back each step of it while
only bots assign their workers at the same time. These then answer as they did before.
"""

from __future__ import annotations

from collections.abc import Callable

from rftg_tools.play.sitting import HUMAN, GameSession
from roll_engine import steps
from roll_engine.state import State


class HiddenState:
    """Hidden facts at a moment, to be compared with a later state."""

    def __init__(self, state: State) -> None:
        self._facts = _facts(state)
        self._open = _open_tiles(state)

    def revealed_by(self, state: State) -> bool:
        """Return whether somebody has seen since what he could not see before."""
        return self._facts != _facts(state) or bool(_open_tiles(state) - self._open)


def _facts(state: State) -> tuple[int, int, int, bool]:
    """Return what stays as it is while nothing is rolled, shuffled, drawn or revealed."""
    return state.chances, len(state.bag), len(state.abandoned), state.revealed


def _open_tiles(state: State) -> set[int]:
    """Return the tiles of construction zones that everybody sees: the top ones."""
    stacks = [stack for player in state.players for stack in (player.developments, player.worlds)]
    return {stack[0] for stack in stacks if stack}


class RollSession(GameSession[State]):
    """A game of Roll among the seats of a table."""

    game_id = "roll"

    def _revealing(self) -> Callable[[], bool]:
        hidden = HiddenState(self.state)
        people = [
            decision
            for decision in self.game.current_decisions
            if self.seats[decision.player].kind == HUMAN
        ]
        screened = self.game.step == steps.ASSIGN
        together = len(people if screened else self.game.current_decisions) > 1
        return lambda: together or hidden.revealed_by(self.state)

    def _note_effect(self, revealed: bool) -> None:
        first, self._effective = self._effective, len(self.moves)
        people = {move.seat for move in self.moves[first:] if self._is_person(move.seat)}
        screened = self.game.step == steps.ASSIGN
        if revealed or self.game.over or not (people or screened):
            self._firm = self._effective
        elif people and not people >= {move.seat for move in self.moves[self._firm : first]}:
            self._firm = self._first_of(people, first)

    def _first_of(self, people: set[int], first: int) -> int:
        """Return where the moves begin that are of these people and of bots alone."""
        start = first
        while start > self._firm and (
            self.moves[start - 1].seat in people or not self._is_person(self.moves[start - 1].seat)
        ):
            start -= 1
        return start

    def _undoable(self, seat: int) -> int | None:
        index = super()._undoable(seat)
        if index is not None or self.parted:
            return index
        for index in range(self._effective - 1, self._firm - 1, -1):
            if self.moves[index].seat == seat:
                return index
        return None

    def _is_person(self, seat: int) -> bool:
        return self.seats[seat].kind == HUMAN
