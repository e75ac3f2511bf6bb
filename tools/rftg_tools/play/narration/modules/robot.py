"""The solitaire robot in words."""

from __future__ import annotations

from rftg_engine import events
from rftg_engine.modules.robot.state import face_names
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.sentences import Line
from rftg_tools.play.narration.texts import text


@step_log.begins(events.DiceRolled)
def _dice(log: step_log.StepLog, event: events.DiceRolled) -> None:
    """Begin the line of what the robot's dice show."""
    faces = " and ".join(face_names(list(event.faces)))
    log.begin(Line(event.seat, log.does(event, f"roll {faces}")))


@step_log.follows(events.CardsFlipped)
def _flip(_log: step_log.StepLog, line: Line, event: events.CardsFlipped) -> None:
    line.add("flip", len(event.cards), event.cards)


@step_log.follows(events.CounterPlaced)
def _counter(_log: step_log.StepLog, line: Line, _event: events.CounterPlaced) -> None:
    line.add("counter", 1)


@step_log.follows(events.TracksMoved)
def _tracks(_log: step_log.StepLog, line: Line, event: events.TracksMoved) -> None:
    tracks = f"; its credit is {event.credit}, its economy size {event.economy}"
    line.tail = text(line.tail, tracks)
