"""The draft in words."""

from __future__ import annotations

from rftg_engine import events
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.sentences import Line


@step_log.follows(events.CardDrafted)
def _pick(_log: step_log.StepLog, line: Line, event: events.CardDrafted) -> None:
    line.add("pick", 1, event.own)
