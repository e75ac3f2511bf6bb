"""The lead in prestige, in words."""

from __future__ import annotations

from rftg_engine import events
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.sentences import Line


@step_log.begins(events.PrestigeLed)
def _lead(log: step_log.StepLog, event: events.PrestigeLed) -> None:
    head = log.does(event, "have the most prestige")
    log.begin(Line(event.seat, head, colon=True))
