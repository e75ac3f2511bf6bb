"""A game of Roll as it is played (see sitting.py).

What is done behind the screen is revealed to nobody: a person may take back each step of it as long
as only bots assign their workers at the same time, which then answer as they did before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gamekit.decisions import Decision
from gamekit.events import EventLog
from gamekit.records.recording import Recording
from gamekit.work import MOST_OF_A_DECISION, TooMuchWork, Work
from rftg_tools.play.roll.reveals import Hidden
from rftg_tools.play.seats import HUMAN, SeatConfig
from rftg_tools.play.sitting import Sitting
from rftg_tools.play.thinking import Thought, let_others
from roll_engine import steps
from roll_engine.bots import make_bot
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import ROLL
from roll_engine.state import State
from roll_engine.view import View, view_of


class RollSession(Sitting[State]):
    """A game of Roll among the seats of a table. chances: as in Recorder."""

    def __init__(
        self,
        table: Table,
        options: Options,
        seed: str,
        seats: Sequence[SeatConfig],
        first_turn: int = 1,
        chances: Sequence[Sequence[int]] = (),
    ) -> None:
        self.table, self.options = table, options
        self._chances = chances
        super().__init__(seed, seats, first_turn)

    def _recorded(self) -> Recording[State]:
        self.event_log: EventLog[State] = EventLog()
        """What happened, for those who tell it; a new one after something was taken back."""
        self._recorder = ROLL.recorder(
            self.table, self.options, self.seed, self._chances, observers=(self.event_log,)
        )
        return self._recorder

    def _revealing(self) -> Callable[[], bool]:
        hidden = Hidden(self.state)
        people = [one for one in self.game.asked if self.seats[one.player].kind == HUMAN]
        screened = self.game.step == steps.ASSIGN
        together = len(people if screened else self.game.asked) > 1
        return lambda: together or hidden.revealed_by(self.state)

    def _note_effect(self, revealed: bool) -> None:
        first, self._effective = self._effective, len(self.moves)
        people = {move.seat for move in self.moves[first:] if self._is_person(move.seat)}
        screened = self.game.step == steps.ASSIGN
        if revealed or self.game.over or not (people or screened):
            self._firm = self._effective
        elif people and not people >= {one.seat for one in self.moves[self._firm : first]}:
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
        found = super()._undoable(seat)
        if found is not None or self.parted:
            return found
        for index in range(self._effective - 1, self._firm - 1, -1):
            if self.moves[index].seat == seat:
                return index
        return None

    def _is_person(self, seat: int) -> bool:
        return self.seats[seat].kind == HUMAN

    def view(self, seat: int) -> View:
        """Return what a player may see now."""
        return view_of(self.state, seat)

    def record(self, texts: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
        """Return the record of the game so far. texts: of the sets that are not shipped."""
        names = [seat.name for seat in self.seats]
        return self._recorder.record(names, texts, self.seats_data(), self.stand_ins)

    def bot_thinking(self, decision: Decision) -> Callable[[], Thought]:
        """Return a function that finds the answer of a bot.

        Any thread may call it, also while the game goes on.
        """
        seat = decision.player
        seed, view = self.seed_of_bot(seat), self.view(seat)
        view.work = Work(MOST_OF_A_DECISION, let_others)
        return partial(_think, self.table, self.bot_in(seat), seed, decision, view)


def _think(table: Table, seat: SeatConfig, seed: str, decision: Decision, view: View) -> Thought:
    """Return what a bot answers; the first legal answer where it would think for too long."""
    try:
        return Thought(make_bot(seat.level, table, seed).choose(decision, lambda: view))
    except TooMuchWork as reason:
        return Thought(decision.first(), f"{seat.name} did not think to the end: {reason}")
