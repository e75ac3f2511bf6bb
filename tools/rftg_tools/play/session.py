"""A game of Race as it is played (see sitting.py)."""

from __future__ import annotations

from collections.abc import Callable

from rftg_engine import asks
from rftg_engine.state import State
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.reveals import Hidden
from rftg_tools.play.sitting import Sitting


class Session(Sitting[State]):
    """A game of Race among the seats of a table."""

    game_id = "race"
    event_log: EventLog

    def _new_log(self) -> EventLog:
        return EventLog()

    def _revealing(self) -> Callable[[], bool]:
        hidden, together = Hidden(self.state), len(self.game.asked) > 1

        def revealed() -> bool:
            seen = any(one.kind == asks.LATE_ACTION for one in self.game.pending)
            return together or seen or hidden.revealed_by(self.state)

        return revealed
