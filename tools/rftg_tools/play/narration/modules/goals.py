"""Goals in words."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_engine import events
from rftg_engine.cards.table import Table
from rftg_engine.modules.goals import worth
from rftg_engine.state import State
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.scores import MODULE_SCORES, ModuleScore
from rftg_tools.play.narration.sentences import Line


@step_log.begins(events.GoalClaimed)
def _claim(log: step_log.StepLog, event: events.GoalClaimed) -> None:
    title = log.voice.table.goals[event.goal].title
    log.begin(Line(event.seat, log.does(event, "claim the goal ", title)))


@step_log.begins(events.GoalLost)
def _lose(log: step_log.StepLog, event: events.GoalLost) -> None:
    title = log.voice.table.goals[event.goal].title
    log.begin(Line(event.seat, log.does(event, "lose the goal ", title)))


def _counts(_table: Table, state: State) -> bool:
    return bool(state.goals)


def _points(table: Table, state: State, seat: int) -> Iterator[tuple[str, int]]:
    for number, points in worth(table, state, seat):
        goal = table.goals[number]
        tied = " (tied)" if points < goal.points else ""
        yield f"{goal.title}{tied}", points


MODULE_SCORES["goals"] = ModuleScore("Goals", _counts, _points)
