"""Takeovers in words."""

from __future__ import annotations

from rftg_engine import events
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.sentences import Line
from rftg_tools.play.narration.texts import card, text


@step_log.begins(events.TakeoverDeclared)
def _declare(log: step_log.StepLog, event: events.TakeoverDeclared) -> None:
    whose = log.voice.whose(event.owner)
    head = log.does(event, f"declare a takeover of {whose} ", card(event.world))
    log.begin(Line(event.seat, text(head, " with ", card(event.by))))


@step_log.begins(events.TakeoverDefeated)
def _defeat(log: step_log.StepLog, event: events.TakeoverDefeated) -> None:
    head = log.does(event, "defeat the takeover of ", card(event.world))
    log.begin(Line(event.seat, text(head, " with ", card(event.by))))


@step_log.begins(events.TakeoverResolved)
def _takeover(log: step_log.StepLog, event: events.TakeoverResolved) -> None:
    deed = "take over " if event.won else "fail to take over "
    owner = log.voice.whom(event.owner)
    strength = f" from {owner} with military {event.attack} against {event.defense}"
    head = log.does(event, deed, card(event.world), strength)
    line = log.begin(Line(event.seat, head))
    if event.won:
        log.won[event.world] = line
