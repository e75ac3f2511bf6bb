"""Playing one card test: the answers given, and what came of it."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Decision, Payment
from gamekit.driver import Driver
from gamekit.work import MOST_OF_A_TEST, Work
from rftg_dsl.diagnostics.model import Diagnostic, Label, Region
from rftg_dsl.diagnostics.text import listed
from rftg_dsl.syntax.situations import CardTest, PlayerPart
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.events import CardsDrawn
from rftg_engine.positions.layout import PositionError
from rftg_engine.state import State
from rftg_engine.turns.observers import EventLog
from rftg_tools.cardtests.ended import Ended
from rftg_tools.cardtests.facts import shortfall
from rftg_tools.cardtests.obstacles import obstacle
from rftg_tools.cardtests.replies import Refused, Replies
from rftg_tools.cardtests.saying import in_words
from rftg_tools.cardtests.stage import Stage
from rftg_tools.cardtests.takeovers import takeovers_ended
from rftg_tools.cardtests.unasked import why_unasked

_SHOWN: Final = 6
"""Most options that are listed."""


def failures(table: Table, test: CardTest, file: str) -> list[Diagnostic]:
    """Play a test and return what differs from what it says, each at its place.

    Raise TooMuchWork.
    """
    try:
        seen = EventLog()
        stage = Stage(table, test, [seen])
        first = stage.first_state()
    except PositionError as missing:
        # Sets can replace cards, so that a known title is in nobody's reach.
        return [Diagnostic("E605", str(missing), file, test.region)]
    first.work = Work(MOST_OF_A_TEST)
    return _Play(stage, first, test, file, seen).failures()


class _Play:
    """A test being played. log: what was decided, in the words of answers."""

    def __init__(
        self, stage: Stage, first: State, test: CardTest, file: str, seen: EventLog
    ) -> None:
        self._table, self._test, self._file = stage.table, test, file
        self._stage = stage
        self._parts = test.parts
        self._paid = [0] * len(test.parts)
        self._looked = [0] * len(test.parts)
        self._seen = seen
        self._log: list[str] = []
        self._replies = [Replies(self._table, part, stage.layout.named) for part in self._parts]
        self._driver: Driver[State] = Driver(stage, first, ask_forced=True, forkable=False)

    def failures(self) -> list[Diagnostic]:
        try:
            self._play()
        except Refused as refused:
            return [self._refusal(refused)]
        return self._unasked() or self._unmet()

    def _play(self) -> None:
        """Raise Refused for a line that the rules do not allow, and TooMuchWork."""
        while self._driver.pending:
            decision = self._driver.pending[0]
            answer = self._replies[decision.player].to(decision)
            if isinstance(decision, Payment):
                self._paid[decision.player] += len(answer) - 1
            if decision.kind == asks.EXPLORE:
                self._looked[decision.player] += self._last_drawn(decision.player)
            self._note(decision, in_words(self._table, decision, answer))
            self._driver.answer(decision.player, answer)

    def _last_drawn(self, seat: int) -> int:
        """Return how many cards a player drew last."""
        drawn = (one for one in reversed(self._seen.events) if isinstance(one, CardsDrawn))
        return next((one.count for one in drawn if one.seat == seat), 0)

    def _refusal(self, refused: Refused) -> Diagnostic:
        """Return the finding of a line that the rules do not allow, with what stands in its way."""
        line, decision = refused.line, self._driver.pending[0]
        notes: tuple[str, ...] = ()
        if line and line.objects and not line.cannot:
            reason = obstacle(self._table, self._driver.state, decision, line)
            notes = (reason,) if reason else ()
        region = line.region if line else self._test.region
        return self._finding("E612", region, refused.message, notes, refused.help)

    def _note(self, decision: Decision, said: str) -> None:
        if said:
            self._log.append(self._of(decision.player, said))

    def _unasked(self) -> list[Diagnostic]:
        found = []
        for seat, replies in enumerate(self._replies):
            for line in replies.never_asked()[:1]:
                text = f"nothing was asked that `{line.text}` could answer"
                why = why_unasked(
                    self._table, self._test, self._driver.state, seat, line, self._stage.played
                )
                notes = (why, *self._declined())
                found.append(self._finding("E613", line.region, text, notes))
        return found

    def _declined(self) -> list[str]:
        """Return what could have been done besides, as a note; [] where there was nothing."""
        said = [
            f"`{self._of(seat, one)}`"
            for seat, replies in enumerate(self._replies)
            for one in replies.declined
        ]
        more = [f"{len(said) - _SHOWN} more"] if len(said) > _SHOWN else []
        shown = listed([*said[:_SHOWN], *more], "and")
        return [f"what no answer took up: {shown}"] if said else []

    def _unmet(self) -> list[Diagnostic]:
        ended = Ended(
            self._table,
            self._driver.state,
            self._paid,
            self._looked,
            self._seen.events,
            frozenset(self._stage.layout.named),
        )
        found = []
        for seat, part in enumerate(self._parts):
            found += self._unmet_of(ended, seat, part)
        return found

    def _unmet_of(self, ended: Ended, seat: int, part: PlayerPart) -> list[Diagnostic]:
        found = []
        for expected in part.expectations:
            short = shortfall(ended, seat, expected)
            if short:
                message, there = short
                message = self._of(seat, message)
                ends = takeovers_ended(self._table, ended.events)
                notes = (*([there] if there else []), *ends, *self._declined())
                found.append(self._finding("E611", expected.region, message, notes))
        return found

    def _of(self, seat: int, said: str) -> str:
        """Return what is said of a player, with whom it is said of."""
        return f"{self._test.called(seat)}: {said}" if seat else said

    def _finding(
        self,
        code: str,
        region: Region,
        message: str,
        notes: tuple[str, ...] = (),
        help: str = "",
    ) -> Diagnostic:
        log = "; ".join(self._log) or "nothing"
        notes = (*notes, f"what was decided: {log}")
        inside = () if region == self._test.region else (Label(self._test.region, "in this test"),)
        return Diagnostic(code, message, self._file, region, labels=inside, notes=notes, help=help)
