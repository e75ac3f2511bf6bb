"""Prestige in words: who leads, and who has ended the game by it."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_engine import events
from rftg_engine.state import State
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.scores import ENDINGS
from rftg_tools.play.narration.sentences import Line


@step_log.begins(events.PrestigeLed)
def _lead(log: step_log.StepLog, event: events.PrestigeLed) -> None:
    head = log.does(event, "have the most prestige")
    log.begin(Line(event.seat, head, colon=True))


def _ended(state: State, names: Sequence[str]) -> str:
    most = max(player.prestige for player in state.players)
    seat = [player.prestige for player in state.players].index(most)
    return f"{names[seat]} has {most} prestige"


ENDINGS["prestige"] = _ended
