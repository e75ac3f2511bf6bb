"""Compares our states and our end of a game with those of the record."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rftg_engine.driver import Driver
from rftg_engine.phases.round_end import endings
from rftg_engine.scoring import result
from rftg_engine.state import State
from rftg_engine.table import Table
from rftg_tools.conformance.events import Cursor, Divergence, Event
from rftg_tools.conformance.exceptions import MOST_GOALS, ROUND_LIMIT
from rftg_tools.conformance.readings import Readings
from rftg_tools.conformance.states import AFTER, differences

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
        self._last_players: list[Any] = []

    def compare_state(self, step: str, state: State) -> None:
        """The state after a step and the next event, which must be that state.

        A record that was broken off ends after a round; what our game does then is not compared.
        """
        if step not in AFTER or self._last is not None:
            return
        self.cursor.peek()
        place = self.cursor.position
        event = self.cursor.take()
        if event["t"] != "state" or event["after"] != AFTER[step]:
            raise Divergence("step", place, event.get("after", event), AFTER[step])
        self.states += 1
        self._last_players = event["players"]
        self._readings.note(step, state)
        for member, record, ours in differences(self.table, state, event):
            if not self._by_its_readings(state, member, record, ours):
                raise Divergence(f"state: {member}", place, record, ours)
        if step == "round end" and self.cursor.peek()["t"] == "end":
            self._last = state.copy()

    def _by_its_readings(self, state: State, member: str, record: Any, ours: Any) -> bool:
        """Whether a difference comes from the record's own reading of the rules."""
        name, _of, seat = member.partition(" of player ")
        if name == "goals" and self._readings.only_most(record, ours):
            self.exceptions[MOST_GOALS] += 1
            return True
        return name == "score_now" and self._is_score(state, int(seat), record)

    def _is_score(self, state: State, seat: int, points: int) -> bool:
        """Whether a score is right, by the record's own readings if need be."""
        held = self._last_players[seat]["goals"]
        possible = self._readings.scores(state, seat, held)
        self.exceptions.update(possible.get(points, []))
        return points in possible

    def compare_end(self, driver: Driver[State]) -> None:
        """The end: scores, winners, rounds and the reason; and nothing after it."""
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
        """Each member of the end, the record's value and ours."""
        ours = result(self.table, state)
        why, reasons = set(end["why"]), {REASONS[reason] for reason in endings(state)}
        if _is_cut_off(end):
            why.remove("round-limit")
            self.exceptions[ROUND_LIMIT] += 1
            reasons = reasons if why else set()
        pairs: list[tuple[str, object, object]] = [
            ("rounds", end["rounds"], state.round),
            ("why", why, reasons),
        ]
        scores = end["scores"]
        if scores == list(ours.scores):
            pairs.append(("winners", end["winners"], list(ours.winners)))
        elif not all(self._is_score(state, seat, points) for seat, points in enumerate(scores)):
            pairs.append(("scores", scores, list(ours.scores)))
        return pairs


def _is_cut_off(end: Event) -> bool:
    """Whether the recording engine ended the game by its own limit of rounds."""
    return "round-limit" in end["why"] and end["rounds"] == LAST_ROUND
