"""The search in words."""

from __future__ import annotations

from rftg_engine import events
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.sentences import Line


@step_log.begins(events.SearchBegan)
def _search(log: step_log.StepLog, event: events.SearchBegan) -> None:
    category = log.voice.table.search[event.category]
    head = log.does(event, "search for ", category.title)
    log.begin(Line(event.seat, head, colon=True))


@step_log.follows(events.SearchTurnedUp)
def _turn_up(_log: step_log.StepLog, line: Line, event: events.SearchTurnedUp) -> None:
    line.add("turn up", 1, (event.card,))
