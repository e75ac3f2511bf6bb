"""Compares our states and our end of a game with those of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from gamekit.driver import Driver
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.phases.round_end import endings
from rftg_engine.scoring.scoring import result
from rftg_engine.state import State
from rftg_tools.importing.events import Cursor, Divergence, Event
from rftg_tools.importing.exceptions import ROUND_LIMIT
from rftg_tools.importing.readings import Readings
from rftg_tools.importing.states import AFTER, differences

LAST_ROUND: Final = 30
"""The round after which the recording engine ends a game at the latest."""
REASONS: Final = {"tableau": "tableau", "chips": "vp-pool", "prestige": "prestige"}
"""Our reasons for the end of a game, and the record's."""


class Comparison:
    """The states of one game, compared as they come.

    states: how many have been compared. exceptions: where the named ones met are counted.
    """

    def __init__(self, table: Table, cursor: Cursor, exceptions: Counter[str]) -> None:
        self.table = table
        self.cursor = cursor
        self.exceptions = exceptions
        self.states = 0
        self._readings = Readings(table)
        self._last: State | None = None

    @property
    def ended(self) -> bool:
        """Whether the record ends here, though our game may go on."""
        return self._last is not None

    def compare_state(self, step: str, state: State, given: Mapping[int, int]) -> None:
        """Compare the state after a step with the next event, which must be that state.

        given: the kinds that worlds of any kind were given in the step. A record that was broken
        off ends after a round; what our game does then is not compared.
        """
        if step not in AFTER or self._last is not None:
            return
        self.cursor.peek()
        place = self.cursor.position
        event = self.cursor.take()
        if event["t"] != "state" or event["after"] != AFTER[step]:
            raise Divergence("step", place, event.get("after", event), AFTER[step])
        self.states += 1
        self._readings.note(step, state, given)
        for member, record, ours in differences(self.table, state, event, self._readings):
            raise Divergence(f"state: {member}", place, record, ours)
        self._count_uses(state)
        if step == steps.ROUND_END and self.cursor.peek()["t"] == "end":
            self._last = state.copy()

    def _count_uses(self, state: State) -> None:
        for seat in range(len(state.players)):
            self.exceptions.update(self._readings.uses(state, seat))

    def compare_end(self, driver: Driver[State]) -> None:
        """Compare the end: scores, winners, rounds and the reason; and nothing comes after it."""
        place = self.cursor.position
        end = self.cursor.take()
        if end["t"] != "end":
            raise Divergence("end", place, end, "the game is over")
        if not driver.over and not _is_cut_off(end):
            raise Divergence("end", place, end, "the game goes on")
        # Where the record was broken off a new round may have begun already.
        state = driver.state if driver.over or self._last is None else self._last
        for member, record, ours in self._at_the_end(state, end):
            if record != ours:
                raise Divergence(f"end: {member}", place, record, ours)
        left = self.cursor.events[self.cursor.position :]
        if left:
            raise Divergence("after the end", self.cursor.position, left[0], None)

    def _at_the_end(self, state: State, end: Event) -> list[tuple[str, object, object]]:
        """Return each member of the end with the record's value and ours, by its readings."""
        why, reasons = set(end["why"]), {REASONS[reason] for reason in endings(self.table, state)}
        if _is_cut_off(end):
            why.remove("round-limit")
            self.exceptions[ROUND_LIMIT] += 1
        seats = range(len(state.players))
        scores = [self._readings.score(state, seat) for seat in seats]
        self._count_uses(state)
        ranks = list(zip(scores, result(self.table, state).tie_breaks, strict=True))
        return [
            ("rounds", end["rounds"], state.round),
            ("why", why, reasons),
            ("scores", end["scores"], scores),
            ("winners", end["winners"], [seat for seat in seats if ranks[seat] == max(ranks)]),
        ]


def _is_cut_off(end: Event) -> bool:
    """Return whether the recording engine ended the game by its own limit of rounds."""
    return "round-limit" in end["why"] and end["rounds"] == LAST_ROUND
