"""Goals in words."""

from __future__ import annotations

from rftg_engine import events
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.sentences import Line


@step_log.begins(events.GoalClaimed)
def _claim(log: step_log.StepLog, event: events.GoalClaimed) -> None:
    title = log.voice.table.goals[event.goal].title
    log.begin(Line(event.seat, log.does(event, "claim the goal ", title)))


@step_log.begins(events.GoalLost)
def _lose(log: step_log.StepLog, event: events.GoalLost) -> None:
    title = log.voice.table.goals[event.goal].title
    log.begin(Line(event.seat, log.does(event, "lose the goal ", title)))
