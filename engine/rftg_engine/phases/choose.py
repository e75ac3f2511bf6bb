"""Choosing actions: all players at once, in secret (base rulebook, Playing the Game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rftg_engine import actions
from rftg_engine.decisions import Choice, Decision
from rftg_engine.driver import Asking
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race


def choose(race: Race, state: State, _name: str) -> Asking[None]:
    """Each player picks one action card, or two if experienced; the phases chosen take place."""
    state.round += 1
    options = actions.PAIRS if race.options.experienced else actions.SINGLE
    asked: list[Decision] = [Choice(seat, "action", -1, options) for seat in state.order]
    answers = yield asked
    chosen: set[str] = set()
    for decision, answer in zip(asked, answers, strict=True):
        state.players[decision.player].actions = list(answer)
        chosen.update(actions.PHASE_OF[action] for action in answer)
    state.todo += [phase for phase in dict.fromkeys(actions.PHASE_OF) if phase in chosen]
    state.todo.append("round end")
