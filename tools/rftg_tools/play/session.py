"""A game of Race as it is played (see sitting.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from gamekit.records.recording import Recording
from gamekit.work import MOST_OF_A_DECISION, TooMuchWork, Work
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE
from rftg_engine.observers.event_log import EventLog
from rftg_engine.setups.options import Options
from rftg_engine.state import State
from rftg_engine.view import View, view_of
from rftg_tools.play.reveals import Hidden
from rftg_tools.play.seats import BOT, SeatConfig, bot_answer
from rftg_tools.play.sitting import Illegal, Move, Refused, Sitting
from rftg_tools.play.thinking import Thought, let_others

__all__ = ["Illegal", "Move", "Refused", "Session"]

_ADVISER: Final = SeatConfig(BOT, "", "expert")
"""Who answers in a person's place where that person asks what could be answered."""


class Session(Sitting[State]):
    """A game among the seats of a table. shuffles: as in Recorder."""

    def __init__(
        self,
        table: Table,
        options: Options,
        seed: str,
        seats: Sequence[SeatConfig],
        first_turn: int = 1,
        shuffles: Sequence[Sequence[int]] = (),
    ) -> None:
        self.table, self.options = table, options
        self._shuffles = shuffles
        super().__init__(seed, seats, first_turn)

    def _recorded(self) -> Recording[State]:
        self._suggestions: dict[int, tuple[Decision, Answer]] = {}
        self.event_log = EventLog()
        """What happened, for those who tell it; a new one after something was taken back."""
        self._recorder = RACE.recorder(
            self.table, self.options, self.seed, self._shuffles, observers=(self.event_log,)
        )
        return self._recorder

    def _revealing(self) -> Callable[[], bool]:
        hidden, together = Hidden(self.state), len(self.game.asked) > 1

        def revealed() -> bool:
            seen = any(one.kind == asks.LATE_ACTION for one in self.game.pending)
            return together or seen or hidden.revealed_by(self.state)

        return revealed

    def view(self, seat: int) -> View:
        """Return what a player may see now."""
        return view_of(self.state, seat)

    def record(self, texts: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
        """Return the record of the game so far. texts: of the sets that are not shipped."""
        names = [seat.name for seat in self.seats]
        return self._recorder.record(names, texts, self.seats_data(), self.stand_ins)

    # --- bots

    def bot_thinking(self, decision: Decision) -> Callable[[], Thought]:
        """Return a function that finds the answer of a bot.

        Any thread may call it, also while the game goes on.
        """
        seat = decision.player
        view, config = self._view_to_think_with(seat), self.bot_in(seat)
        seed = self.seed_of_bot(seat)
        return partial(_think, self.table, config, seed, decision, view)

    def _view_to_think_with(self, seat: int) -> View:
        """Return a view for one decision, over which only so much work may be done."""
        view = self.view(seat)
        view.work = Work(MOST_OF_A_DECISION, let_others)
        return view

    def suggestion(self, decision: Decision) -> Answer:
        """Return what a bot would answer in a person's place, by that person's view.

        Raises TooMuchWork.
        """
        known = self._suggestions.get(decision.player)
        if known is None or known[0] is not decision:
            view = self._view_to_think_with(decision.player)
            answer = bot_answer(self.table, _ADVISER, "", decision, lambda: view)
            known = self._suggestions[decision.player] = (decision, answer)
        return known[1]


def _think(table: Table, seat: SeatConfig, seed: str, decision: Decision, view: View) -> Thought:
    """Return what a bot answers; the first legal answer where it would think for too long."""
    try:
        return Thought(bot_answer(table, seat, seed, decision, lambda: view))
    except TooMuchWork as reason:
        return Thought(decision.first(), f"{seat.name} did not think to the end: {reason}")
