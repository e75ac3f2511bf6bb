"""What happens in a card test: its log, what could be answered, and which expectations hold."""

from __future__ import annotations

from typing import Any, Final

from gamekit.decisions import Decision, Payment
from gamekit.positions import PositionError
from gamekit.work import TEST_LIMIT, TooMuchWork, Work
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.syntax.situations import CardTest
from rftg_engine.cards.table import Table
from rftg_engine.turns.observers import EventLog
from rftg_tools.cardtests.answer_lines import list_choices, list_helpers
from rftg_tools.cardtests.expectations import actual_value, find_mismatch
from rftg_tools.cardtests.playing import CardTestRun, LaidOutRound
from rftg_tools.play.narration.log import Log
from rftg_tools.play.narration.texts import plain_text

Data = dict[str, Any]
_OWN: Final = 0
_MAX_CHOICES: Final = 40


class _TracedRun(CardTestRun):
    """A test that records what could be answered. used: number of lines used so far, by seat."""

    decisions: list[Data]
    used: list[int]

    def record(self, decision: Decision, line: str) -> None:
        """Record a decision with its possible answers, as lines of `answers`."""
        seat = decision.player
        if isinstance(decision, Payment):
            choices = list_helpers(self._table, decision)
        else:
            choices = list_choices(self._table, decision, self._flow.layout.named)
        at = self.used[seat]
        self.used[seat] = len(self._parts[seat].answers) - self._answers[seat].remaining_count
        if choices:
            self.decisions.append(
                {
                    "seat": seat,
                    "line": line,
                    "answered": self.used[seat] > at,
                    "choices": choices[:_MAX_CHOICES],
                    "at": at,
                }
            )


def trace_test(table: Table, test: CardTest, file: str) -> Data:
    """Return what happens in a test.

    `log`: its steps and sentences. `decisions`: each with the `seat`, the `choices`, whether a line
    `answered` it, and the number of the player's lines used before it (`at`). `checks`: each
    expectation of the first player, whether it `holds`, and the `actual` value. `tableau`: titles
    at the end. `problems`: failures as `test` reports them. `titles`: of all cards in use.
    """
    events = EventLog()
    titles = sorted(set(table.titles))
    try:
        flow = LaidOutRound(table, test, [events])
        state = flow.first_state()
    except PositionError as problem:
        return {"titles": titles, "problems": [_problem(str(problem), test)]}
    state.work = Work(TEST_LIMIT)
    run = _TracedRun(flow, state, test, file, events)
    run.decisions, run.used = [], [0] * len(test.parts)
    try:
        problems = [_failure(failure) for failure in run.mismatches()]
    except TooMuchWork as reason:
        problems = [_problem(f"the test takes {reason}", test)]
    ended = run.ended()
    checks = []
    for expectation in test.parts[_OWN].expectations:
        mismatch = find_mismatch(ended, _OWN, expectation)
        checks.append(
            {
                "key": expectation.key,
                "title": expectation.title,
                "holds": mismatch is None,
                "actual": actual_value(ended, _OWN, expectation),
                "message": mismatch[0] if mismatch else "",
                "line": expectation.region.line,
            }
        )
    names = ["You", *(test.called(seat).capitalize() for seat in range(1, len(test.parts)))]
    entries = Log(table, names, events).entries(_OWN) if events.events else []
    return {
        "titles": titles,
        "problems": problems,
        "decisions": run.decisions,
        "checks": checks,
        "log": [
            {"step": entry["step"], "text": plain_text(entry["text"], table.titles)}
            for entry in entries
        ],
        "tableau": list(ended.titles(ended.state.players[_OWN].tableau)),
    }


def _failure(failure: Diagnostic) -> Data:
    return {
        "message": failure.message,
        "notes": [note for note in failure.notes if not note.startswith("decisions:")],
        "help": failure.help,
        "line": failure.region.line,
    }


def _problem(message: str, test: CardTest) -> Data:
    return {"message": message, "notes": [], "help": "", "line": test.region.line}
