"""Session of Roll, with its rules for undo.

Steps behind the screen reveal nothing: a person may take back each of them while only bots assign
workers at the same time. The bots then repeat their answers.
"""

from __future__ import annotations

from collections.abc import Callable

from rftg_tools.play.game_session import HUMAN, GameSession
from roll_engine import steps
from roll_engine.state import State


class HiddenState:
    """Hidden facts about a state, for comparison with a later state."""

    def __init__(self, state: State) -> None:
        self._facts = _facts(state)
        self._visible = _visible_tiles(state)

    def revealed_by(self, state: State) -> bool:
        """Return whether a later state reveals something that was hidden."""
        return self._facts != _facts(state) or bool(_visible_tiles(state) - self._visible)


def _facts(state: State) -> tuple[int, int, int, bool]:
    """Return facts that change whenever something is rolled, shuffled, drawn or revealed."""
    return state.chances, len(state.bag), len(state.abandoned), state.revealed


def _visible_tiles(state: State) -> set[int]:
    """Return the top tiles of the construction zones, which everybody can see."""
    stacks = [stack for player in state.players for stack in (player.developments, player.worlds)]
    return {stack[0] for stack in stacks if stack}


class RollSession(GameSession[State]):
    """A game of Roll at a table."""

    game_id = "roll"

    def _revealing(self) -> Callable[[], bool]:
        hidden = HiddenState(self.state)
        people = [
            decision
            for decision in self.game.current_decisions
            if self.seats[decision.player].kind == HUMAN
        ]
        is_screened = self.game.step == steps.ASSIGN
        is_simultaneous = len(people if is_screened else self.game.current_decisions) > 1
        return lambda: is_simultaneous or hidden.revealed_by(self.state)

    def _note_effect(self, revealed: bool) -> None:
        first, self._effective = self._effective, len(self.moves)
        people = {move.seat for move in self.moves[first:] if self._is_person(move.seat)}
        is_screened = self.game.step == steps.ASSIGN
        if revealed or self.game.over or not (people or is_screened):
            self._firm = self._effective
        elif people and not people >= {move.seat for move in self.moves[self._firm : first]}:
            self._firm = self._run_start(people, first)

    def _run_start(self, people: set[int], end: int) -> int:
        """Return the start of the moves before `end` that only these people and bots made."""
        start = end
        while start > self._firm and (
            self.moves[start - 1].seat in people or not self._is_person(self.moves[start - 1].seat)
        ):
            start -= 1
        return start

    def _undoable(self, seat: int) -> int | None:
        index = super()._undoable(seat)
        if index is not None or self.divergence:
            return index
        for index in range(self._effective - 1, self._firm - 1, -1):
            if self.moves[index].seat == seat:
                return index
        return None

    def _is_person(self, seat: int) -> bool:
        return self.seats[seat].kind == HUMAN
