"""Tokens in words: those that a deed brought or took."""

from __future__ import annotations

from rftg_engine import events
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.sentences import Line


@step_log.follows(events.TokensChanged)
def _change(_log: step_log.StepLog, line: Line, event: events.TokensChanged) -> None:
    number = abs(event.number)
    entry = line.add("spend tokens" if event.number < 0 else "tokens", number)
    entry.tokens[event.token] = entry.tokens.get(event.token, 0) + number
