"""Workers are revealed, and with them the phases of the round (Roll rulebook, Reveal)."""

from __future__ import annotations

from gamekit.driver import Asking
from roll_engine import steps
from roll_engine.events import PhasesRevealed, SpareDieRolled
from roll_engine.flow import Rules
from roll_engine.rules import FACES, HOME, NUMBER_OF_PHASES
from roll_engine.state import State


def reveal(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Show all workers; return to the cup those of phases that do not occur."""
    moves = rules.moves
    players = [state.players[seat] for seat in state.order]
    for player in players:
        moves.reveal(state, player)
    state.revealed = True
    selected = {player.selected for player in players}
    if len(players) == 2:
        spare = FACES[HOME][moves.roll(state, 1)[0]]
        moves.tell(state, SpareDieRolled, -1, spare)
        selected.add(spare)
    phases = range(NUMBER_OF_PHASES)
    state.occurring = [phase for phase in phases if phase in selected]
    moves.tell(state, PhasesRevealed, -1, tuple(state.occurring))
    for player in players:
        for phase in phases:
            if phase not in selected:
                moves.return_workers(state, player, phase)
        moves.return_dictated(player)
    state.todo += [steps.PHASE[phase] for phase in state.occurring]
    state.todo.append(steps.MANAGE)
    yield from ()
